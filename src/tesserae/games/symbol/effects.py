"""What an action of Symbol did, told from the notes that the rules make while they carry it out (notes.py).

Kinds and causes, in the order in which they happen:

- placed: `king`, `reinforce` · moved: `move`, `push` · said: `end`, `pass`;
- removed: `capture` by landing, `strike`, `explode` (the D that was chosen), `blast`, `push` (off the board or onto
  where there is no room: `toward`), `immobile` (SY-22), `stranded` (SY-25, `blast_center=false`). `to` is the seat
  whose reserve has the pieces now; a king never joins one;
- exploded: `choice` for the D that was chosen, `loss` for every other one;
- claimed: `region` by its new owner, `contested` and `deserted` for nobody (SY-43); ended: the reason of the outcome.

Foreseen: `king` and `pieces` that could now be taken or struck, `escape` of the own king, `allowance` of a coming turn.
"""

import numpy as np

from tesserae.engine.jit import Ints, States
from tesserae.games.actions import Action
from tesserae.games.effects import (
    Claimed,
    Effect,
    Exploded,
    Foreseen,
    Moved,
    Placed,
    Removed,
    Said,
    ending,
)
from tesserae.games.plain import plain
from tesserae.games.symbol import notation, notes, position
from tesserae.games.symbol.board import ANY_K, NAMES, ONE_K, REGIONS, SQUARES, K
from tesserae.games.symbol.lens import goals, square_names
from tesserae.games.symbol.notation import letters
from tesserae.games.symbol.rules import apply_noting
from tesserae.games.symbol.turn import allowance

# Removals, by what the notes call them.
CAUSES = {
    notes.CAPTURED: "capture",
    notes.STRUCK: "strike",
    notes.SHOVED: "push",
    notes.CRUSHED: "immobile",
    notes.BLASTED: "blast",
    notes.STRANDED: "stranded",
    notes.IGNITED: "explode",
}


def effects(before: States, after: States, seat: int, action: Action, viewer: int) -> list[Effect]:
    """What the action did; everybody may know everything."""
    effects: list[Effect] = []
    if action.form.ends_turn:
        effects.append(Said(action.verb, seat))
    else:
        chosen = False
        for what, owner, square, other, pile, to in _noted(before, seat, action):
            effects += _told(what, owner, square, other, pile, to, chosen)
            chosen = what == notes.IGNITED
    now = plain(after)
    effects += _regions(before["held"][0].tolist(), now.held)
    return effects + ending(position.outcome(after) if now.over else None)


def _noted(before: States, seat: int, action: Action) -> list[list[int]]:
    """The notes of an action, carried out on a copy."""
    log: Ints = np.empty(1 + notes.WIDTH * notes.MOST_NOTES, np.int64)
    log[0] = 0
    copy = np.frombuffer(bytearray(before.tobytes()), before.dtype)  # NumPy would copy field by field
    apply_noting(copy, seat, notation.code(action), log)
    rows: list[list[int]] = log[1 : 1 + notes.WIDTH * int(log[0])].reshape(-1, notes.WIDTH).tolist()
    return rows


def _told(what: int, owner: int, square: int, other: int, pile: int, to: int, chosen: bool) -> list[Effect]:
    """One note as an effect; a king that falls with others that join a reserve is an effect of its own."""
    name, there = NAMES[square], NAMES[other] if other >= 0 else None
    if what == notes.PLACED:
        return [Placed("king" if pile == ONE_K else "reinforce", name, letters(pile), owner)]
    if what in (notes.MOVED, notes.PUSHED):
        return [Moved("move" if what == notes.MOVED else "push", name, NAMES[other], letters(pile), owner)]
    if what == notes.EXPLODED:
        return [Exploded("choice" if chosen else "loss", name, square_names(pile))]
    cause = CAUSES[what]
    if to < 0:
        return [Removed(cause, name, letters(pile), owner, toward=there)]
    king, others = pile & ANY_K, pile & ~ANY_K
    fallen: list[Effect] = [Removed(cause, name, letters(king), owner, toward=there)] if king else []
    return fallen + ([Removed(cause, name, letters(others), owner, to, there)] if others else [])


REGION_NAMES = tuple((region, tuple(square_names(region))) for region in REGIONS.tolist())


def _regions(before: list[int], after: list[int]) -> list[Effect]:
    """The regions that count for somebody else now, or for nobody (SY-43), from the squares that each seat holds."""
    (first, second), (own, other) = before, after
    changed = first ^ own | second ^ other
    claims: list[Effect] = []
    for region, names in REGION_NAMES:
        if region & changed:
            now = _controller(own & region, other & region)
            if now != _controller(first & region, second & region):
                cause = "region" if now is not None else "contested" if own & region else "deserted"
                claims.append(Claimed(cause, [*names], now))
    return claims


def _controller(first: int, second: int) -> int | None:
    return None if bool(first) == bool(second) else 0 if first else 1


def foreseen(before: States, after: States, seat: int, action: Action, viewer: int) -> list[Effect]:
    """What the action makes possible: new threats, the king's first; a king out of danger; more reinforcements."""
    if after["over"][0]:
        return []
    foreseen: list[Effect] = []
    threats = _threats(after, seat) & ~_threats(before, seat)
    pile = after["pile"][0]
    king = int(after["having"][0][1 - seat][K])
    for cause, squares in (("king", threats & king), ("pieces", threats & ~king)):
        if squares:
            names = square_names(squares)
            pieces = letters(sum(int(pile[NAMES.index(name)]) for name in names))
            foreseen.append(Foreseen(cause, names, pieces, len(pieces)))
    own = int(after["having"][0][seat][K])
    if _threats(before, 1 - seat) & int(before["having"][0][seat][K]) and not _threats(after, 1 - seat) & own:
        foreseen.append(Foreseen("escape", square_names(own), "K", 1))
    more = allowance(after[0], seat)
    if not after["simple"][0] and more > allowance(before[0], seat):
        foreseen.append(Foreseen("allowance", n=more))
    return foreseen


def _threats(states: States, seat: int) -> int:
    """The enemy's squares that the seat could take or strike with one movement."""
    enemy = int(states["held"][0][1 - seat])
    threats = 0
    for square in range(SQUARES):
        if int(states["held"][0][seat]) >> square & 1:
            moves, strikes = goals(states[0], seat, square)
            threats |= moves & enemy | strikes
    return threats
