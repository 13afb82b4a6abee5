"""Consequence positions: state record <-> JSON fields, with everything from outside checked."""

from collections.abc import Mapping
from typing import Any

from tesserae.engine.jit import Ints, States
from tesserae.errors import BadPosition
from tesserae.games.check import by_square, number, only, squares, texts
from tesserae.games.check import seats as seats
from tesserae.games.consequence import rules
from tesserae.games.consequence.board import COUNT, KINDS, MOVE_LIMIT, PLAYING, SQUARES, TURN_LIMIT, UNKNOWN
from tesserae.games.consequence.notation import NAMES
from tesserae.games.consequence.shapes import occupied
from tesserae.games.game import Outcome
from tesserae.games.plain import part, plain

REASONS = ("points", "four_in_row", "tie")
FIELDS = ("turn", "hands", "board", "known", "last", "moves_in_row", "turns")
TILES = KINDS[:UNKNOWN]
IN_ORDER = sorted((tile, kind) for kind, tile in enumerate(KINDS))


def load(
    states: States, fields: Mapping[str, Any], values: Mapping[str, Any], options: Ints, seats: int, seed: int
) -> None:
    """Fill the state from the fields of a position, or raise BadPosition naming the field that is wrong."""
    s = states[0]
    only(fields, FIELDS)
    rules.clear(s, options, seed)
    s.turn = number(fields, "turn", 0, 1)
    s.turns = number(fields, "turns", 0, TURN_LIMIT, default=0)
    s.moves_in_row = number(fields, "moves_in_row", 0, MOVE_LIMIT, default=0)
    _load_tiles(s, fields)
    _load_known(s, fields)
    _load_last(s, fields)
    turn = int(s.turn)
    if not rules.holds_any(s, turn):
        raise BadPosition(f"hands[{turn}]", "the player to move must have a tile in hand (CQ-8)")
    if s.moves_in_row and not occupied(s):
        raise BadPosition("moves_in_row", "nothing can have moved on an empty board")
    rules.settle(s)
    if s.phase == PLAYING and s.added >= 0 and s.placer[s.added] == turn:
        raise BadPosition("last.added", f"the player to move knows {NAMES[s.added]}, so the other cannot have added it")


def _load_tiles(s: Any, fields: Mapping[str, Any]) -> None:
    left = {tile: COUNT[kind % 3] for kind, tile in enumerate(TILES)}

    def take(field: str, tile: object) -> int:
        if not isinstance(tile, str) or tile not in left:
            raise BadPosition(field, f"{tile!r} is not a tile; the tiles are {', '.join(TILES)}")
        if not left[tile]:
            raise BadPosition(field, f"there are only {COUNT[KINDS.index(tile) % 3]} {tile} in the game")
        left[tile] -= 1
        return KINDS.index(tile)

    hands = fields.get("hands")
    if not isinstance(hands, list) or len(hands) != 2:
        raise BadPosition("hands", "must be a list of two lists of tiles")
    for seat, hand in enumerate(hands):
        for tile in texts(hand, f"hands[{seat}]"):
            s.hands[seat, take(f"hands[{seat}]", tile)] += 1
    for field, square, tile in by_square(fields, "board", NAMES, "tiles"):
        s.board[square] = take(field, tile)


def _load_known(s: Any, fields: Mapping[str, Any]) -> None:
    known = fields.get("known", [[], []])
    if not isinstance(known, list) or len(known) != 2:
        raise BadPosition("known", "must be a list of two lists of squares")
    for seat, names in enumerate(known):
        for square in squares(names, f"known[{seat}]", NAMES):
            if s.board[square] < 0:
                raise BadPosition(f"known[{seat}]", f"there is no tile on {NAMES[square]}")
            if s.placer[square] >= 0:
                raise BadPosition(f"known[{seat}]", f"{NAMES[square]} is listed twice; one player put its tile there")
            s.placer[square] = seat


def _load_last(s: Any, fields: Mapping[str, Any]) -> None:
    last = fields.get("last")
    if last is None:
        return
    if not isinstance(last, Mapping):
        raise BadPosition("last", "must be an object with moved and added")
    only(last, ("moved", "added"), "last.")
    for name in ("moved", "added"):
        square = last.get(name)
        if square is not None:
            s[name] = squares([square], f"last.{name}", NAMES)[0]
            if s.board[s[name]] < 0:
                raise BadPosition(f"last.{name}", f"there is no tile on {square}")
    if s.moved >= 0 and s.added >= 0:
        raise BadPosition("last", "a turn moves a tile or adds one, not both")


def export(states: States) -> dict[str, Any]:
    """The fields of a position, everything included."""
    s = plain(states)
    return {
        "turn": int(s.turn),
        "hands": [hand(s, seat) for seat in range(2)],
        "board": board(s),
        "known": [[NAMES[square] for square in range(SQUARES) if s.placer[square] == seat] for seat in range(2)],
        "last": {"moved": name(s.moved), "added": name(s.added)},
        "moves_in_row": int(s.moves_in_row),
        "turns": int(s.turns),
    }


@part("hands")
def hand(s: Any, seat: int) -> list[str]:
    """The tiles in a hand, sorted; of a hidden hand the colours."""
    held = s.hands[seat]
    return [tile for tile, kind in IN_ORDER if held[kind] for _ in range(held[kind])]


@part("board")
def board(s: Any, shown: tuple[str, ...] = KINDS) -> dict[str, str]:
    """The squares that hold a tile, in the order a1 to d4, and as much of its kind as is shown."""
    return {NAMES[square]: shown[kind] for square, kind in enumerate(s.board) if kind >= 0}


def name(square: int) -> str | None:
    """A square's name; None for -1."""
    return None if square < 0 else NAMES[square]


def outcome(states: States) -> Outcome:
    """How a finished game ended."""
    s = states[0]
    winners = () if s.winner < 0 else (int(s.winner),)
    return Outcome(winners, REASONS[s.reason], (int(s.points[0]), int(s.points[1])))
