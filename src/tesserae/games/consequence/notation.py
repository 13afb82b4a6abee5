"""Actions as text: `bM@b2` place, `bM@b2>NE` place and push, `b2-c3` move. Case and spaces do not matter."""

from tesserae.errors import Refused
from tesserae.games.actions import Action, Form, Forms
from tesserae.games.consequence.board import DIRECTIONS, KINDS, NEIGHBOUR, SQUARES
from tesserae.games.consequence.rules import ACTIONS, MOVES, PLACES
from tesserae.games.lexicon import Lexicon, find_square, no_square

NAMES = tuple("abcd"[square % 4] + "1234"[square // 4] for square in range(SQUARES))

COLOUR = {"piece": 1}  # of a tile that is placed, others are told the colour
FORMS = Forms(
    # In the closing placements of CQ-8 a turn continues; the colour of the tile was known from the hand.
    Form("place", "{piece}@{to}", foreseeable=True, retractable=True, hides=COLOUR),
    Form("push", "{piece}@{to}>{direction}", foreseeable=True, hides=COLOUR),
    Form("move", "{from}-{to}", foreseeable=True),
)
_place, _push, _move = (form.write for form in FORMS)


def _text(action: int) -> str | None:
    """The text of an action; None for a code that leads off the board."""
    if action >= MOVES:
        square, direction = divmod(action - MOVES, 8)
        target = int(NEIGHBOUR[square, direction + 1])
        return None if target < 0 else _move(NAMES[square], NAMES[target])
    kind, place = divmod(action, PLACES)
    square, direction = divmod(place, 9)
    if direction:
        return _push(KINDS[kind], NAMES[square], DIRECTIONS[direction])
    return _place(KINDS[kind], NAMES[square])


def _unreadable(text: str, action: Action | None) -> Refused:
    """What is wrong with a text that is not an action."""
    if action and (action.verb == "move" or action.piece in map(str.lower, KINDS)):
        for name in action.squares:
            if name not in NAMES:
                return no_square(name, NAMES)
        if action.verb == "push":
            return Refused("GE-4", "Where to push? Write N, NE, E, SE, S, SW, W or NW, not {text}.", text=text)
        if action.verb == "move":
            sentence = "A tile moves to a touching square; {target} does not touch {square}."
            return Refused("CQ-4", sentence, square=action.origin, target=action.to)
    return Refused("GE-4", "{text} cannot be read; write bM@b2, bM@b2>NE or b2-c3.", text=text)


_LEXICON = Lexicon(FORMS, map(_text, range(ACTIONS)), _unreadable)
write, parse = _LEXICON.write, _LEXICON.parse


def square(text: str) -> int:
    """The number of a square."""
    return find_square(text, NAMES)
