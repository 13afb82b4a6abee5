"""What an action of Sequence did, from two hidden states.

Cards are written by their codes, `?` where the viewer may not see them; a chip is `chip`, and its owner a team.
"""

from itertools import zip_longest
from typing import Any

from tesserae.engine.jit import States
from tesserae.games.actions import Action
from tesserae.games.effects import Claimed, Effect, Foreseen, Gave, Placed, Removed, Said, Took, ending
from tesserae.games.game import EVERYTHING
from tesserae.games.plain import plain
from tesserae.games.sequence.board import LINES, NAMES, THROUGH, THROUGH_COUNT
from tesserae.games.sequence.chips import sequences_of
from tesserae.games.sequence.opinion import is_spent
from tesserae.games.sequence.position import chip, chips, forfeits, hand, outcome, owed, sequences
from tesserae.games.sequence.record import CLAIMING, OVER, SEQUENCES

CHIP = "chip"
LONG = 3  # a line is mentioned from this many chips on


def effects(before: States, after: States, seat: int, action: Action, viewer: int) -> list[Effect]:
    was, now = plain(before), plain(after)
    verb, card = action.verb, action.piece
    done: list[Effect] = []
    drawing = ""  # why a card is drawn
    if verb == "play":
        done = _play(was, now, seat, card, action.to)
        drawing = "draw"
    elif verb == "dead":
        done = [Gave("dead", seat, card)]
        drawing = "exchange"
    elif verb == "forfeit":
        done = [Gave("forfeit", seat, card)]
    elif verb == "penalty":
        done = [Said("penalty", other) for other in forfeits(now)] or [Said("spared", None)]
    elif verb == "draw":
        done = [Said("lost", other) for other in owed(was) if other not in owed(now) and other != seat]
        drawing = "draw"
    elif verb == "claim":
        drawing = "draw"
    else:
        done = [Said("pass", seat)]
    if now.sequences > was.sequences:
        done += [Claimed("sequence", squares, team) for team, squares in sequences(now)[was.sequences :]]
    if now.phase == CLAIMING:
        done.append(Said("choose", seat))
    elif drawing and not (now.phase == OVER and now.reason == SEQUENCES):
        done += _draw(was, now, seat, drawing, card, viewer)
    return done + ending(outcome(after) if now.phase == OVER else None)


def _play(was: Any, now: Any, seat: int, card: str, square: str) -> list[Effect]:
    done: list[Effect] = [Gave("play", seat, card)]
    if seat in owed(was):
        done.append(Said("lost", seat))  # SQ-14: the older one
    if card == "REMOVE":
        return [*done, Removed("remove", square, CHIP, chip(was, NAMES.index(square)))]
    return [*done, Placed("add" if card == "ADD" else "play", square, CHIP, chip(now, NAMES.index(square)))]


def _draw(was: Any, now: Any, seat: int, cause: str, gave: str, viewer: int) -> list[Effect]:
    """A card is drawn at once, or owed (SQ-14), or there is none (SQ-12)."""
    if cause == "draw" and now.manual and seat in owed(now):
        return [Said("owed", seat)]
    if now.hand_size[seat] - was.hand_size[seat] + bool(gave) == 0:
        return [Said("no_card", seat)]
    piece = "?"
    if viewer in (seat, EVERYTHING):
        kept = [*hand(was, seat)]
        if gave:
            kept.remove(gave)
        pairs = zip_longest(hand(now, seat), kept)  # both are sorted, so the first difference is the new card
        piece = next(card for card, old in pairs if card != old)
    shuffled: list[Effect] = [Said("shuffle", None)] if was.deck_size == 0 else []
    return [*shuffled, Took(cause, seat, piece)]


def foreseen(before: States, after: States, seat: int, action: Action, viewer: int) -> list[Effect]:
    """The longest line that a chip makes, blocks or breaks: five spaces through it that no other team occupies, and
    that can still become a sequence. Chips are public, and so is all of this."""
    card, square = action.piece, action.to
    if not square:
        return []
    team, teams = seat % int(before[0].teams), range(int(before[0].teams))
    others = [other for other in teams if other != team]
    foreseen: list[Foreseen] = []
    if card == "REMOVE":
        others = [chips(plain(before))[square]]
    elif sequences_of(after[0], team) == sequences_of(before[0], team):
        foreseen = _line("line", after, team, square)
    stopped = [effect for other in others for effect in _line("", before, other, square)]
    if stopped:
        longest = max(stopped, key=lambda effect: effect.n)
        foreseen.append(Foreseen("break" if card == "REMOVE" else "block", longest.squares, n=longest.n))
    return [*foreseen]


def _line(cause: str, states: States, team: int, square: str) -> list[Foreseen]:
    """The longest line of a team through a square, if it is long enough to mention."""
    on = chips(plain(states))
    best: list[str] = []
    most = LONG - 1
    through = NAMES.index(square)
    for line in THROUGH[through, : THROUGH_COUNT[through]].tolist():
        names = [NAMES[place] for place in LINES[line]]
        own = sum(on.get(name) == team for name in names)
        if own > most and all(on.get(name, team) == team for name in names) and not is_spent(states[0], team, line):
            best, most = names, own
    return [Foreseen(cause, best, n=most)] if best else []
