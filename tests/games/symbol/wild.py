"""Wild but legal start-of-turn positions of Symbol, in the JSON form of RULES.md, for tests."""

from __future__ import annotations

import random
from typing import Any

ORDER = "KGBWRD"
COLOURS = "GBWRD"
STANDARD_FORCE = "GGGBBBWWWRRRDDD"
UNLIMITED_FORCE = "GGBBWWRD"

Board = dict[str, list[Any]]


def wild_position(rng: random.Random) -> dict[str, Any]:
    """One random position that is legal and not yet over; `options` lists only what differs from the defaults."""
    options = _options(rng)
    standard = UNLIMITED_FORCE if options.get("unlimited") else STANDARD_FORCE
    forces = options.get("forces", [standard, standard])
    while True:
        position = _before_the_kings(rng, options, forces) if rng.random() < 0.05 else _in_play(rng, options, forces)
        if not _dead(position):
            return position


def _options(rng: random.Random) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if rng.random() < 0.4:
        options["edition"] = "simple"
    variant = rng.choice(["", "", "unlimited", "enlist"])  # SY-51: never both
    if variant:
        options[variant] = True
    if rng.random() < 0.3:
        size = 8 if variant == "unlimited" else 15
        forces = [_force(rng, size), _force(rng, size)]
        standard = UNLIMITED_FORCE if variant == "unlimited" else STANDARD_FORCE
        if forces != [standard, standard]:
            options["forces"] = forces
            if all((forces[0] + forces[1]).count(colour) <= 6 for colour in COLOURS):
                options["supply"] = "one_set"
    if "edition" not in options and rng.random() < 0.3:
        options["immobile"] = "pushed"
    if rng.random() < 0.3:
        options["region_tiebreak"] = True
    if rng.random() < 0.35:
        options["blast_center"] = False
    return options


def _force(rng: random.Random, size: int) -> str:
    """Any pieces of the five colours in any numbers; some forces know few colours only."""
    colours = rng.sample(COLOURS, rng.randint(1, 5))
    return _in_order([rng.choice(colours) for _ in range(size)])


def _before_the_kings(rng: random.Random, options: dict[str, Any], forces: list[str]) -> dict[str, Any]:
    """SY-5: nothing on board but, for player 2's first turn, player 1's king."""
    keep = rng.choice([1.0, 1.0, 0.5])
    turn = rng.randint(0, 1)
    board: Board = {}
    if turn == 1:
        board[rng.choice("abcdefg") + rng.choice("12")] = [0, "K"]
    reserve = [_in_order([piece for piece in force if rng.random() < keep]) for force in forces]
    return _position(options, turn, board, reserve, 0)


def _in_play(rng: random.Random, options: dict[str, Any], forces: list[str]) -> dict[str, Any]:
    full = options.get("edition", "full") == "full"
    pools = _pools(rng, bool(options.get("enlist")), forces)
    window = _window(rng)
    board: Board = {}
    reserve: list[list[str]] = [[], []]
    for seat in (0, 1):
        _place_king(rng, seat, full, window, board)
    crowd = [rng.choice([0.0, 0.1, 0.3, 0.6, 0.9, 1.0]) for _ in (0, 1)]  # the share of the pool that is on board
    stacking = [rng.choice([0.0, 0.2, 0.5, 0.8]) if rng.random() < 0.97 else 1.0 for _ in (0, 1)]
    keep = rng.choice([0.0, 0.3, 0.8, 1.0, 1.0])  # the share of the rest that is in reserve
    todo = [(seat, piece) for seat in (0, 1) for piece in pools[seat]]
    rng.shuffle(todo)
    for seat, piece in todo:
        placed = rng.random() < crowd[seat] and _place(rng, seat, piece, full, stacking[seat], window, board)
        if not placed and rng.random() < keep:
            reserve[seat].append(piece)
    for square, (seat, pieces) in list(board.items()):  # SY-33: the only groups that cannot stand are G or B alone
        if not _may_stand(pieces, square):
            del board[square]
            reserve[seat] += pieces
    quiet = rng.choice([0, 0, rng.randint(0, 99), rng.randint(96, 99)])
    return _position(options, rng.randint(0, 1), board, [_in_order(pieces) for pieces in reserve], quiet)


def _pools(rng: random.Random, enlist: bool, forces: list[str]) -> list[list[str]]:
    """What each side has; with `enlist` pieces may have changed sides (SY-51)."""
    pools: list[list[str]] = [[], []]
    turncoats = rng.choice([0.0, 0.1, 0.3, 0.5]) if enlist else 0.0
    for seat in (0, 1):
        for piece in forces[seat]:
            pools[1 - seat if rng.random() < turncoats else seat].append(piece)
    return pools


def _window(rng: random.Random) -> list[str]:
    """The squares used for pieces: the whole board, or a part of it to make them meet."""
    files, ranks = "abcdefg", "1234567"
    if rng.random() < 0.6:
        wide, high = rng.randint(2, 7), rng.randint(2, 7)
        left, low = rng.randint(0, 7 - wide), rng.randint(0, 7 - high)
        files, ranks = files[left : left + wide], ranks[low : low + high]
    return [file + rank for file in files for rank in ranks]


def _place_king(rng: random.Random, seat: int, full: bool, window: list[str], board: Board) -> None:
    """Mostly at home in the simple edition, where a king never moves; anywhere in the full one."""
    home = [file + rank for file in "abcdefg" for rank in ("12", "67")[seat]]
    choices = home
    if rng.random() < (0.7 if full else 0.1):
        choices = window
    free = [square for square in choices if square not in board] or [square for square in home if square not in board]
    board[rng.choice(free)] = [seat, "K"]


def _place(
    rng: random.Random, seat: int, piece: str, full: bool, stacking: float, window: list[str], board: Board
) -> bool:
    """Put a piece on an own square (full edition) or an empty one. What then cannot stand is sorted out later."""
    if full and rng.random() < stacking:
        mine = [square for square, (owner, _) in board.items() if owner == seat]
        square = rng.choice(mine)
        board[square][1] = _in_order([*board[square][1], piece])
        return True
    free = [square for square in window if square not in board]
    if not full or rng.random() < 0.8:
        free = [square for square in free if _may_stand(piece, square)]
    if not free:
        return False
    board[rng.choice(free)] = [seat, piece]
    return True


def _may_stand(pieces: str, square: str) -> bool:
    """SY-6, SY-33."""
    foreign = "G" if square[1] in "345" else "B"
    return any(piece != foreign for piece in pieces)


def _dead(position: dict[str, Any]) -> bool:
    """SY-28."""
    return position["reserve"] == ["", ""] and all(pieces == "K" for _, pieces in position["board"].values())


def _in_order(pieces: list[str]) -> str:
    return "".join(sorted(pieces, key=ORDER.index))


def _position(options: dict[str, Any], turn: int, board: Board, reserve: list[str], quiet: int) -> dict[str, Any]:
    return {
        "game": "symbol",
        "options": options,
        "turn": turn,
        "board": dict(sorted(board.items())),
        "reserve": reserve,
        "quiet": quiet,
        "outcome": None,
    }
