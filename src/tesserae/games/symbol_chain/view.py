"""What one seat sees of a game of Symbol Chain, made from a state hidden for it."""

from typing import Any

from tesserae.engine.jit import States
from tesserae.games.game import EVERYTHING
from tesserae.games.plain import plain
from tesserae.games.symbol_chain import record
from tesserae.games.symbol_chain.board import ALL, FACE_UP, FACES, NAMES
from tesserae.games.symbol_chain.position import (
    NUMBERS,
    STEPS,
    discards,
    flipped,
    lifted,
    occupied,
    owner,
    ready,
    stacks,
    tile,
    within,
)


def view(states: States, seat: int) -> dict[str, Any]:
    """The fields of a view: a position with None for every tile and face that is not shown. All seats see the same.

    A tile on the board is shown, its face and whose it is, while it lies open: before the first turn, turned up in this
    turn, and when the game is over; with the option `memory_aid`, always. Of the others nothing is shown except, with
    the option `backs=owner`, whose they are. The tile taken and the one lifted lie open, and so do the tops of stacks
    4, 5 and 6; the discards lie face down. `last` is the turn that has just ended, until the next action.
    With the seat EVERYTHING nothing is hidden and everything is shown.
    """
    s = plain(states)
    seats = range(int(s.seats))
    everything = seat == EVERYTHING
    aid = bool(s.memory_aid) or everything
    shown = ALL if aid else lying_open(s)
    owners = _owners(s)
    return {
        "turn": int(s.turn),
        "step": _step(s),
        "begun": s.phase != record.LOOKING,
        "ready": ready(s),
        "scores": [int(s.scores[owner]) for owner in seats],
        "stacks": [stacks(s, owner) if everything else _tops(s, owner) for owner in seats],
        "board": {
            NAMES[square]: [
                FACES[s.face[square]] if shown >> square & 1 else None,
                owners.get(square) if s.owner_backs or shown >> square & 1 else None,
            ]
            for square in occupied(s)
        },
        "discards": [discards(s, owner) if aid else [None] * s.discarded[owner] for owner in seats],
        "taken": tile(s, int(s.turn), s.taken),
        "flipped": flipped(s) if within(s) else [],
        "lifted": lifted(s),
        "last": _last(s),
    }


def _owners(s: Any) -> dict[int, int]:
    """Whose each tile on the board is; starting tiles are nobody's."""
    owners = {}
    for seat, squares in enumerate(s.own[: s.seats]):
        while squares:
            owners[(squares & -squares).bit_length() - 1] = seat
            squares &= squares - 1
    return owners


def lying_open(s: Any) -> int:
    """The squares whose tiles all can see, as bits (SC-4, SC-6, SC-12)."""
    return ALL if s.phase in (record.LOOKING, record.OVER) else int(s.open)


def _step(s: Any) -> str | None:
    """What the player to move does next: take, flip, place, lay or pass; before the first turn, ready."""
    if s.phase == record.OVER:
        return None
    if s.phase == record.TAKING and not any(s.height[s.turn]):
        return "pass"
    return STEPS[s.phase]


def _tops(s: Any, seat: int) -> dict[str, list[Any]]:
    """Each stack from bottom to top; all that can be seen are the tops of 4, 5 and 6."""
    stacks: dict[str, list[Any]] = {}
    for stack, (name, bottom, height) in enumerate(zip(NUMBERS, s.bottom[seat], s.height[seat], strict=True)):
        seen = stack >= FACE_UP and height
        top = tile(s, seat, s.stacks[seat][bottom + height - 1]) if seen else None
        stacks[name] = [*[None] * (height - 1), top] if height else []
    return stacks


def _last(s: Any) -> dict[str, Any] | None:
    """The turn that has just ended: the tiles that were flipped, and what became of the one that was taken."""
    if s.last_seat < 0:
        return None
    right = bool(s.placed >= 0)
    return {
        "seat": int(s.last_seat),
        "taken": tile(s, int(s.last_seat), s.last_taken),
        "flipped": [_tile_at(s, square) for square in s.flips[: s.flipped]],
        "right": right,
        "placed": NAMES[s.placed] if right else None,
        "displaced": _tile_at(s, s.displaced) if right else None,
    }


def _tile_at(s: Any, square: int) -> list[Any]:
    """A square, the face there, and whose tile it is."""
    return [NAMES[square], FACES[s.face[square]], owner(s, square)]
