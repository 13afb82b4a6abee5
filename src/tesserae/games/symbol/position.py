"""Symbol positions: state record <-> JSON fields, with everything from outside checked."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tesserae.engine.jit import Ints, States
from tesserae.errors import BadPosition
from tesserae.games.check import by_square, number, only, texts
from tesserae.games.check import seats as seats
from tesserae.games.game import Outcome
from tesserae.games.plain import plain
from tesserae.games.symbol import rules, turn
from tesserae.games.symbol.board import COLOURS, HOME, LETTERS, MOST, NAMES, ONE_K, SQUARES, STANDS, K
from tesserae.games.symbol.notation import letters, pile
from tesserae.games.symbol.record import count, join, refill

REASONS = ("king", "both_kings", "repetition", "dead_position", "quiet", "regions")
FIELDS = ("turn", "board", "reserve", "quiet")


def load(
    states: States, fields: Mapping[str, Any], values: Mapping[str, Any], options: Ints, seats: int, seed: int
) -> None:
    """Fill the state from the fields of a position, or raise BadPosition naming the field that is wrong."""
    s = states[0]
    only(fields, FIELDS)
    rules.clear(s, options, seed)
    s.turn = number(fields, "turn", 0, 1)
    s.quiet = number(fields, "quiet", 0, turn.QUIET_TURNS - 1, default=0)
    _load_board(s, fields)
    _load_reserves(s, fields)
    _check_kings(s)
    _check_numbers(s)
    if turn.is_dead(s):
        raise BadPosition("board", "there is nothing but kings, so the game would be over (SY-28)")
    turn.begin_turn(s)


def _load_board(s: Any, fields: Mapping[str, Any]) -> None:
    for field, square, content in by_square(fields, "board", NAMES, "what stands there"):
        if not isinstance(content, list | tuple) or len(content) != 2:
            raise BadPosition(field, 'must be a seat and its pieces, as [0, "GGW"]')
        seat, pieces = content
        if not isinstance(seat, int) or isinstance(seat, bool) or seat not in (0, 1):
            raise BadPosition(field, f"the seat must be 0 or 1, not {seat!r}")
        group = _pile(pieces, field, LETTERS)
        if not group:
            raise BadPosition(field, "there are no pieces; leave an empty square out")
        if s.simple and len(pieces) > 1:
            raise BadPosition(field, "in the simple edition a square holds one piece (SY-30)")
        if group & int(STANDS[square]) == 0:
            rule = "SY-6" if len(pieces) == 1 else "SY-33"
            raise BadPosition(field, f"{pieces} may not stand there ({rule})")
        join(s, seat, square, group)


def _load_reserves(s: Any, fields: Mapping[str, Any]) -> None:
    reserve = texts(fields.get("reserve"), "reserve")
    if len(reserve) != 2:
        raise BadPosition("reserve", "must be a list of two texts, one a seat")
    for seat, pieces in enumerate(reserve):
        refill(s, seat, _pile(pieces, f"reserve[{seat}]", LETTERS[1:]))


def _pile(pieces: object, field: str, known: str) -> int:
    """The pile that a text of letters means."""
    if not isinstance(pieces, str) or set(pieces) - {*known}:
        raise BadPosition(field, f"must be a text of the letters {known}, not {pieces!r}")
    if len(pieces) > MOST:
        raise BadPosition(field, "there are more pieces than exist")
    return pile(pieces)


def _check_kings(s: Any) -> None:
    """SY-5, SY-26: one king a side, on the board from each side's first turn on."""
    kings = [sum(count(int(s.pile[square]), K) for square in _squares(s, seat)) for seat in range(2)]
    for seat in range(2):
        if kings[seat] > 1:
            raise BadPosition("board", f"player {seat + 1} has {kings[seat]} kings; there is one a side")
    if kings == [1, 1]:
        return
    if kings == [0, 0] and s.turn == 0:
        if s.held.any():
            raise BadPosition("board", "before the kings are placed the board is empty (SY-5)")
    elif kings == [1, 0] and s.turn == 1:
        if s.held[1] or int(s.held[0]) & ~int(HOME[0]) or any(int(s.pile[q]) != ONE_K for q in _squares(s, 0)):
            raise BadPosition("board", "before player 2's first turn only player 1's king is there, at home (SY-5)")
    else:
        missing = kings.index(0)
        raise BadPosition("board", f"player {missing + 1} has no king, so the game would be over (SY-26)")


def _squares(s: Any, seat: int) -> list[int]:
    return [square for square in range(SQUARES) if int(s.held[seat]) >> square & 1]


def _check_numbers(s: Any) -> None:
    """No more pieces of a colour than exist: for each side, or for both together if pieces change sides (SY-51)."""
    have = [[0] * COLOURS for _ in range(2)]
    for seat in range(2):
        for group in [int(s.reserve[seat]), *(int(s.pile[square]) for square in _squares(s, seat))]:
            for colour in range(1, COLOURS):
                have[seat][colour] += count(group, colour)
    for colour in range(1, COLOURS):
        exist = [count(int(s.forces[seat]), colour) for seat in range(2)]
        if s.enlist and have[0][colour] + have[1][colour] > sum(exist):
            raise BadPosition("board", f"there are only {sum(exist)} {LETTERS[colour]} in the game")
        for seat in range(2):
            if not s.enlist and have[seat][colour] > exist[seat]:
                raise BadPosition("board", f"player {seat + 1} has only {exist[seat]} {LETTERS[colour]} in the game")


def export(states: States) -> dict[str, Any]:
    """The fields of a position; `step` only in the middle of a turn."""
    s = plain(states)
    fields: dict[str, Any] = {
        "turn": int(s.turn),
        "board": board(s),
        "reserve": [letters(pile) for pile in s.reserve],
        "quiet": int(s.quiet),
    }
    steps = step(s)
    if steps is not None:
        fields["step"] = steps
    return fields


def board(s: Any) -> dict[str, list[Any]]:
    """What stands on each square that is not empty, in the order a1 to g7."""
    second = s.held[1]
    return {NAMES[square]: _stack(second >> square & 1, pile) for square, pile in enumerate(s.pile) if pile}


@lru_cache(1 << 14)
def _stack(owner: int, pile: int) -> list[Any]:
    """The same object for the same stack, which is not to be changed: so boards are compared quickly."""
    return [owner, letters(pile)]


def step(s: Any) -> dict[str, Any] | None:
    """What has been done in the turn so far; None at its start. `stood` is what stood on the turn's square when the
    turn began, `part` what moved (all of it after a strike on the spot) and still is where it rests."""
    if s.origin < 0:
        return None
    return {
        "square": NAMES[s.origin],
        "stood": letters(s.stood),
        "moved": bool(s.moved),
        "rest": NAMES[s.rest] if s.rest >= 0 else None,
        "part": letters(s.part),
        "exploded": bool(s.exploded),
        "allowance": int(s.allowance),
        "event": ("quiet", "event", "for_good")[s.event],
    }


def outcome(states: States) -> Outcome:
    """How a finished game ended."""
    s = states[0]
    winners = () if s.winner < 0 else (int(s.winner),)
    return Outcome(winners, REASONS[s.reason], None)


def agreed(states: States) -> Outcome:
    """How a game ends that the players agree to draw: SY-52."""
    s = states[0]
    more = turn.regions(s, 0) - turn.regions(s, 1) if s.region_tiebreak else 0
    return Outcome((0 if more > 0 else 1,), "regions", None) if more else Outcome((), "agreed", None)
