"""Symbol Chain positions: state record <-> JSON fields, with everything from outside checked."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tesserae.engine.jit import Ints, States
from tesserae.errors import BadPosition
from tesserae.games.check import by_square, number, only
from tesserae.games.game import Outcome
from tesserae.games.plain import plain
from tesserae.games.symbol_chain import record, rules
from tesserae.games.symbol_chain.board import FACES, NAMES, SET, SHORTEST, SQUARES, STACKS
from tesserae.games.symbol_chain.tiles import unpack

REASONS = ("board_full", "stacks")
STEPS = ("ready", "take", "flip", "place", "lay")  # what is done in each phase
FIELDS = ("turn", "scores", "stacks", "board", "discards", "begun", "ready", "taken", "flipped")
NUMBERS = tuple(str(stack + SHORTEST) for stack in range(STACKS))  # what the stacks are called
FEWEST = 7  # tiles on the board: six to turn up and one to be displaced
HIGHEST = 9999  # the highest score that is accepted


def seats(fields: Mapping[str, Any]) -> int:
    """As many as have stacks."""
    return len(_per_seat(fields.get("stacks"), "stacks", (2, 3, 4)))


def load(
    states: States, fields: Mapping[str, Any], values: Mapping[str, Any], options: Ints, seats: int, seed: int
) -> None:
    """Fill the state from the fields of a position, or raise BadPosition naming the field that is wrong.

    Everybody is taken to have seen the tiles on the board; before the game has begun they lie open.
    """
    s = states[0]
    only(fields, FIELDS)
    rules.clear(s, options, seats, seed)
    s.turn = number(fields, "turn", 0, seats - 1)
    _load_beginning(s, fields, seats)
    scores = _per_seat(fields.get("scores", [0] * seats), "scores", (seats,))
    for seat in range(seats):
        s.scores[seat] = number({f"scores[{seat}]": scores[seat]}, f"scores[{seat}]", 0, HIGHEST)
    if fields.get("taken") is not None:
        raise BadPosition("taken", "a position in the middle of a turn cannot be loaded; it must be null")
    if fields.get("flipped", []) != []:
        raise BadPosition("flipped", "a position in the middle of a turn cannot be loaded; it must be empty")
    _load_tiles(s, fields, seats)
    if rules.ending(s) != record.GOING_ON:
        raise BadPosition("stacks", "the game would already be over: two players have emptied their stacks (SC-11)")


def _load_beginning(s: Any, fields: Mapping[str, Any], seats: int) -> None:
    """Whether the first turn has come, and who is ready for it (SC-4)."""
    begun, ready = fields.get("begun", True), fields.get("ready", [])
    if not isinstance(begun, bool):
        raise BadPosition("begun", "must be true or false")
    plain = isinstance(ready, list) and all(type(seat) is int for seat in ready)
    if not plain or ready != [seat for seat in range(seats) if seat in ready]:
        raise BadPosition("ready", f"must be a sorted list of seats, each of 0 to {seats - 1} at most once")
    if begun:
        s.phase = record.TAKING
        if ready:
            raise BadPosition("ready", "must be empty when the game has begun")
        return
    if s.turn:
        raise BadPosition("turn", "must be 0 before the game has begun")
    if len(ready) == seats:
        raise BadPosition("ready", "when all are ready, the game has begun (SC-4)")
    s.ready = sum(1 << seat for seat in ready)


def _per_seat(value: object, field: str, lengths: tuple[int, ...]) -> list[Any]:
    if not isinstance(value, list) or len(value) not in lengths:
        raise BadPosition(field, f"must be a list with an entry for each of {' or '.join(map(str, lengths))} players")
    return value


def _load_tiles(s: Any, fields: Mapping[str, Any], seats: int) -> None:
    left = [[(tile(s, seat, i), i) for i in range(SET)] for seat in range(seats)]

    def find(field: str, seat: int, item: object) -> int:
        """The number of a tile of the seat that has not been found before."""
        for place, (known, number) in enumerate(left[seat]):
            if known == item:
                del left[seat][place]
                return number
        raise BadPosition(field, f"{item!r} is not, or not that many times, among the tiles of set {seat + 1}")

    for seat, stacks in enumerate(fields["stacks"]):
        field = f"stacks[{seat}]"
        if not isinstance(stacks, Mapping):
            raise BadPosition(field, "must be an object with the stacks 2 to 6")
        only(stacks, NUMBERS, f"{field}.")
        for name, tiles in stacks.items():
            for item in _tiles(tiles, f"{field}.{name}"):
                number = find(f"{field}.{name}", seat, item)
                if record.length(s, seat, number) != int(name):
                    raise BadPosition(
                        f"{field}.{name}", f"{item!r} belongs on another stack, by the length of its sequence"
                    )
                rules.put_on_stack(s, seat, number)
    for seat, tiles in enumerate(_per_seat(fields.get("discards", [[]] * seats), "discards", (seats,))):
        for place, item in enumerate(_tiles(tiles, f"discards[{seat}]")):
            s.discards[seat, place] = find(f"discards[{seat}]", seat, item)
            s.discarded[seat] += 1
    _load_board(s, fields, [Counter(record.face_of(s, seat, i) for _, i in tiles) for seat, tiles in enumerate(left)])


def _tiles(value: object, field: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadPosition(field, 'must be a list of tiles, such as ["wT", "bC gT"]')
    return value


def _load_board(s: Any, fields: Mapping[str, Any], left: list[Counter[int]]) -> None:
    """`left`: how many tiles of each face a player may have on the board. Which of them they are does not matter."""
    starting = Counter(range(len(FACES)))
    board = by_square(fields, "board", NAMES, "tiles")
    if not FEWEST <= len(board) < SQUARES:
        raise BadPosition("board", f"must have {FEWEST} to {SQUARES - 1} tiles, not {len(board)}")
    for field, square, item in board:
        if not isinstance(item, list) or len(item) != 2:
            raise BadPosition(field, 'must be a face and an owner, such as ["bT", null] or ["gX", 1]')
        face, owner = item
        if not isinstance(face, str) or face not in FACES:
            raise BadPosition(field, f"{face!r} is not a face; the faces are {', '.join(FACES)}")
        if owner is not None:
            owner = number({field: owner}, field, 0, len(left) - 1)
        pool = starting if owner is None else left[owner]
        if not pool[FACES.index(face)]:
            whose = "starting tile" if owner is None else f"tile left of player {owner + 1}'s"
            raise BadPosition(field, f"there is no (other) {whose} with the face {face}")
        pool[FACES.index(face)] -= 1
        rules.put_on_board(s, square, FACES.index(face), -1 if owner is None else owner)
    rules.look_over(s)


def export(states: States) -> dict[str, Any]:
    """The fields of a position, everything included."""
    s = plain(states)
    seats = range(int(s.seats))
    fields = {
        "turn": int(s.turn),
        "scores": [int(s.scores[seat]) for seat in seats],
        "stacks": [stacks(s, seat) for seat in seats],
        "board": {NAMES[square]: [FACES[s.face[square]], owner(s, square)] for square in occupied(s)},
        "discards": [discards(s, seat) for seat in seats],
        "begun": s.phase != record.LOOKING,
        "ready": ready(s),
        "taken": tile(s, int(s.turn), s.taken),
        "flipped": flipped(s) if within(s) else [],
    }
    if s.phase == record.LAYING:
        return {**fields, "step": {"next": "lay", "lifted": lifted(s)}}
    return {**fields, "step": {"next": STEPS[s.phase]}} if within(s) else fields


def within(s: Any) -> bool:
    """Whether a turn is under way: a tile has been taken."""
    return s.phase in (record.FLIPPING, record.PLACING, record.LAYING)


def ready(s: Any) -> list[int]:
    """Before the first turn, the seats that are ready."""
    return [seat for seat in range(s.seats) if s.ready >> seat & 1]


def lifted(s: Any) -> list[Any] | None:
    """The tile between `place` and `lay`, as on the board."""
    if s.phase != record.LAYING:
        return None
    return [FACES[s.lifted_face], None if s.lifted_owner < 0 else s.lifted_owner]


def tile(s: Any, seat: int, number: int) -> list[str] | None:
    """A tile of a seat's set; None for -1."""
    return None if number < 0 else unpack(s.tiles[seat][number]).export()


def stacks(s: Any, seat: int) -> dict[str, list[Any]]:
    """The five stacks, each from bottom to top."""
    return {
        name: [tile(s, seat, s.stacks[seat][bottom + i]) for i in range(s.height[seat][stack])]
        for stack, (name, bottom) in enumerate(zip(NUMBERS, s.bottom[seat], strict=True))
    }


def discards(s: Any, seat: int) -> list[Any]:
    """The tiles that a seat has lost, the latest at the end."""
    return [tile(s, seat, number) for number in s.discards[seat][: s.discarded[seat]]]


def occupied(s: Any) -> list[int]:
    """The squares that hold a tile, in the order a1 to g7."""
    return [square for square in range(SQUARES) if int(s.full) >> square & 1]


def owner(s: Any, square: int) -> int | None:
    """Whose tile lies on a square; None for a starting tile."""
    return next((seat for seat in range(s.seats) if s.own[seat] >> square & 1), None)


def flipped(s: Any) -> list[str]:
    """The squares turned up in this turn or, before a tile is taken, in the turn that has just ended; in order."""
    return [NAMES[square] for square in s.flips[: s.flipped]]


def outcome(states: States) -> Outcome:
    """How a finished game ended."""
    s = states[0]
    scores = tuple(int(s.scores[seat]) for seat in range(int(s.seats)))
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Outcome(winners, REASONS[s.reason], scores)
