"""What one seat sees of a game of Symbol Chain, made from a state hidden for it."""

from typing import Any

from tesserae.engine.jit import States
from tesserae.games.game import EVERYTHING
from tesserae.games.plain import plain
from tesserae.games.symbol_chain import record
from tesserae.games.symbol_chain.board import FACE_UP, FACES, NAMES
from tesserae.games.symbol_chain.position import NUMBERS, STEPS, discards, flipped, occupied, owner, stacks, tile


def view(states: States, seat: int) -> dict[str, Any]:
    """The fields of a view: a position with None for every tile and face that is not shown. All seats see the same.

    A face on the board is shown before the first tile is taken, while it is turned up and, with the option
    `memory_aid`, always; the owner is on the tile's back. The tile taken lies open, and so do the tops of the stacks
    4, 5 and 6; the discards lie face down. `last` is the turn that has just ended, until the next action.
    With the seat EVERYTHING nothing was hidden, and all is shown.
    """
    s = plain(states)
    seats = range(int(s.seats))
    everything = seat == EVERYTHING
    aid = bool(s.memory_aid) or everything
    shown = int(s.full) if aid or not s.begun else int(s.open)
    return {
        "turn": int(s.turn),
        "step": _step(s),
        "begun": bool(s.begun),
        "scores": [int(s.scores[owner]) for owner in seats],
        "stacks": [stacks(s, owner) if everything else _tops(s, owner) for owner in seats],
        "board": {
            NAMES[square]: [FACES[s.face[square]] if shown >> square & 1 else None, owner(s, square)]
            for square in occupied(s)
        },
        "discards": [discards(s, owner) if aid else [None] * s.discarded[owner] for owner in seats],
        "taken": tile(s, int(s.turn), s.taken),
        "flipped": flipped(s) if s.taken >= 0 else [],
        "last": _last(s),
    }


def _step(s: Any) -> str | None:
    """What the player to move does next: take, flip, place or pass."""
    if s.phase == record.OVER:
        return None
    if s.phase == record.TAKING and not any(s.height[s.turn]):
        return "pass"
    return STEPS[s.phase]


def _tops(s: Any, seat: int) -> dict[str, list[Any]]:
    """Each stack from bottom to top; all that can be seen are the tops of 4, 5 and 6."""
    found: dict[str, list[Any]] = {}
    for stack, (name, bottom, height) in enumerate(zip(NUMBERS, s.bottom[seat], s.height[seat], strict=True)):
        seen = stack >= FACE_UP and height
        top = tile(s, seat, s.stacks[seat][bottom + height - 1]) if seen else None
        found[name] = [*[None] * (height - 1), top] if height else []
    return found


def _last(s: Any) -> dict[str, Any] | None:
    """The turn that has just ended: what was flipped, and what became of the tile."""
    if s.last_seat < 0:
        return None
    right = bool(s.placed >= 0)
    return {
        "seat": int(s.last_seat),
        "taken": tile(s, int(s.last_seat), s.last_taken),
        "flipped": [[name, FACES[s.face[NAMES.index(name)]]] for name in flipped(s)],
        "right": right,
        "placed": NAMES[s.placed] if right else None,
        "displaced": [NAMES[s.displaced], FACES[s.face[s.displaced]], owner(s, int(s.displaced))] if right else None,
    }
