"""Why an action of Sequence is not legal, from the state as the seat itself may know it."""

from typing import Any

import numpy as np

from tesserae.engine.jit import States
from tesserae.errors import Refused
from tesserae.games.lexicon import listed
from tesserae.games.sequence import rules
from tesserae.games.sequence.board import ADD, CARDS, HALF, LINES, NAMES, REMOVE, SQUARES
from tesserae.games.sequence.cards import holds
from tesserae.games.sequence.chips import is_dead, is_open
from tesserae.games.sequence.notation import line_name, write
from tesserae.games.sequence.record import CLAIM, CLAIMING, DEAD, DRAW, FORFEIT, PASS, PENALTY

RULE = ("SQ-5",) * ADD + ("SQ-6", "SQ-7")  # for each card the rule about playing it


def why(states: States, seat: int, action: int) -> Refused:
    """The rule that forbids an illegal action to a seat that may act (-1: the referee)."""
    s = states[0]
    if seat < 0:
        return _referee(s, action)
    if refused := out_of_turn(states, seat, action):
        return refused
    if s.forfeits:
        return _not_held(s, seat, "SQ-15", action - FORFEIT)
    if seat != s.turn:
        return Refused("GE-7", "It is not your turn; you may only draw the card that you are owed.")
    if s.phase == CLAIMING:
        return _claiming(s, seat, action)
    if action == PASS:
        return _passing(s, seat)
    if action >= CLAIM:
        return Refused("SQ-10", "There is nothing to claim: no chip has just been placed.")
    if action >= DEAD:
        return _exchanging(s, seat, action - DEAD)
    return _playing(s, seat, action // SQUARES, action % SQUARES)


def out_of_turn(states: States, seat: int, action: int) -> Refused | None:
    """What forbids an action to a seat, regardless of whose turn it is; None if only the turn does."""
    s = states[0]
    if action >= PENALTY:
        return Refused("SQ-15", "Only the referee gives penalties.")
    if s.forfeits:
        if not int(s.forfeits) >> seat & 1:
            return Refused("SQ-15", "Others must forfeit a card before anything else happens.")
        if action < FORFEIT:
            return Refused("SQ-15", "You must forfeit a card before anything else happens.")
        return None
    if action >= FORFEIT:
        return Refused("SQ-15", "There is no penalty; no card is forfeited.")
    if action == DRAW:
        if not s.manual:
            return Refused("SQ-4", "Cards are drawn by themselves at the end of a turn.")
        return Refused("SQ-14", "You are not owed a card.")
    return None


def _referee(s: Any, action: int) -> Refused:
    if action < PENALTY:
        return Refused("SQ-15", "The referee gives penalties and does nothing else.")
    if s.forfeits:
        return Refused("SQ-15", "There is no penalty while forfeits are open.")
    return Refused("SQ-15", "There is no team {team}.", team=action - PENALTY)


def _claiming(s: Any, seat: int, action: int) -> Refused:
    placed = NAMES[s.placed]
    if not CLAIM <= action < DRAW:
        return Refused("SQ-10", "You must first claim a line through {square}.", square=placed)
    line = action - CLAIM
    name = line_name(line)
    team = seat % int(s.teams)
    if s.placed not in LINES[line]:
        return Refused("SQ-10", "{line} does not hold the chip just placed on {square}.", line=name, square=placed)
    if any(not _has_chip(s, team, square) for square in LINES[line]):
        return Refused("SQ-9", "{line} is not five chips of your team.", line=name)
    return Refused("SQ-10", "{line} shares more than one chip with a sequence of your team.", line=name)


def _passing(s: Any, seat: int) -> Refused:
    out = np.empty(200, np.int64)
    rules.legal_plays(s, seat, out)
    first = int(out[0])
    if first < DEAD:
        return Refused("SQ-13", "You have a card to play, as in {action}.", action=write(first))
    return Refused("SQ-13", "You must first exchange a dead card: {action}.", action=write(first))


def _exchanging(s: Any, seat: int, card: int) -> Refused:
    if s.exchanged:
        return Refused("SQ-8", "One dead card was exchanged this turn already.")
    if not holds(s, seat, card):
        return _not_held(s, seat, "SQ-8", card)
    free = next(square for square in s.spaces[card] if is_open(s, int(square)))
    return Refused("SQ-8", "{card} is not dead: {square} is open.", card=CARDS[card], square=NAMES[free])


def _playing(s: Any, seat: int, card: int, square: int) -> Refused:
    rule, name = RULE[card], NAMES[square]
    if not holds(s, seat, card):
        return _not_held(s, seat, rule, card)
    if card == REMOVE:
        return _removing(s, seat, square)
    words = {"card": CARDS[card], "square": name}
    if card == ADD:
        return Refused(rule, "There is a chip on {square} already; choose an open space.", **words)
    spaces = [int(space) for space in s.spaces[card]]
    words["spaces"] = listed(NAMES[space] for space in spaces)
    if is_dead(s, card):
        if s.exchanged:
            return Refused(rule, "{card} is dead: there are chips on {spaces}, both its spaces.", **words)
        return Refused(
            rule, "{card} is dead: there are chips on {spaces}, both its spaces. It can be exchanged.", **words
        )
    if s.layout[square] != card:
        return Refused(rule, "{square} is not a space of {card}; those are {spaces}.", **words)
    words["other"] = next(NAMES[space] for space in spaces if space != square)
    return Refused(rule, "There is a chip on {square} already; the other space of {card} is {other}.", **words)


def _not_held(s: Any, seat: int, rule: str, card: int) -> Refused:
    hand = [name for number, name in enumerate(CARDS) if holds(s, seat, number)]
    if not hand:
        return Refused(rule, "You have no card in your hand.")
    return Refused(rule, "You have no {card} in your hand; you have {hand}.", card=CARDS[card], hand=listed(hand))


def _removing(s: Any, seat: int, square: int) -> Refused:
    name = NAMES[square]
    if is_open(s, square):
        return Refused("SQ-7", "There is no chip on {square}.", square=name)
    if _has_chip(s, seat % int(s.teams), square):
        return Refused("SQ-7", "The chip on {square} is your own team's; take one of another team.", square=name)
    return Refused("SQ-7", "The chip on {square} is part of a completed sequence and locked.", square=name)


def _has_chip(s: Any, team: int, square: int) -> bool:
    return bool(int(s.chips[team, square // HALF]) >> square % HALF & 1)
