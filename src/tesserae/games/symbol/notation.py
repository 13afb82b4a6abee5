"""Actions as text: `+G@c2` reinforce, `d1[GW]-d3` move, `d1[G]-d2*e3` move and strike, `d2*d3` strike on the spot,
`d3!` explode, `end`, `pass`. Case, spaces and the order of the letters do not matter."""

from functools import lru_cache, partial

from tesserae.errors import Refused
from tesserae.games.actions import Action, Form, Forms
from tesserae.games.lexicon import find_square, no_square, squeeze
from tesserae.games.symbol.board import BITS, COLOURS, LETTERS, MOST, NAMES
from tesserae.games.symbol.record import (
    CODES,
    END,
    EXPLODE,
    MOVE,
    PART,
    PASS,
    PLACE,
    exploded,
    explosion,
    moved,
    movement,
    placed,
    placement,
)

__all__ = ["FORMS", "NAMES", "code", "parse", "pattern", "square", "write"]

_Form = partial(Form, foreseeable=True, retractable=True)  # nothing is hidden or random
FORMS = Forms(
    _Form("place", "+{piece}@{to}"),
    _Form("explode", "{from}!"),
    _Form("move", "{from}[{piece}]-{to}"),
    _Form("move_and_strike", "{from}[{piece}]-{to}*{target}"),
    _Form("strike", "{from}*{target}"),
    _Form("end", "end", ends_turn=True),
    _Form("pass", "pass", ends_turn=True),
)
_PLACE, _EXPLODE, _MOVE, _MOVE_AND_STRIKE, _STRIKE, _END, _PASS = (form.template for form in FORMS)
_NUMBERS = {"": -1, **{name: number for number, name in enumerate(NAMES)}}
_WITHOUT_PART = Forms(Form("move", "{from}-{to}"), Form("move_and_strike", "{from}-{to}*{target}"))


@lru_cache(8192)
def letters(pile: int) -> str:
    """The pieces of a pile, in the order K G B W R D."""
    return "".join(LETTERS[colour] * (pile >> BITS * colour & MOST) for colour in range(COLOURS))


@lru_cache(8192)
def pile(text: str) -> int:
    """The pile of some letters; at most 31 of each."""
    return sum(text.count(letter) << BITS * colour for colour, letter in enumerate(LETTERS))


@lru_cache(1 << 14)
def write(action: int) -> str:
    """The canonical text of an action."""
    if action < PLACE:
        return _END if action == END else _PASS
    if action < EXPLODE:
        colour, square = placed(action)
        return _PLACE % (LETTERS[colour], NAMES[square])
    if action < MOVE:
        return _EXPLODE % NAMES[exploded(action)]
    origin, rest, strike, part = moved(action)
    if strike < 0:
        return _MOVE % (NAMES[origin], letters(part), NAMES[rest])
    if part:
        return _MOVE_AND_STRIKE % (NAMES[origin], letters(part), NAMES[rest], NAMES[strike])
    return _STRIKE % (NAMES[origin], NAMES[strike])


def pattern(begin: str) -> tuple[int, int]:
    """A mask, and the masked code of all actions whose texts begin like this. It distinguishes the parts of a stack
    that can move, of which there can be thousands; a text that says too little gets the mask 0."""
    action = FORMS.begun(begin)
    if action is None or action.origin not in NAMES or not _has_pieces(action) or not is_pile(action.piece):
        return 0, 0
    origin = NAMES.index(action.origin)
    if action.verb == "explode":
        return CODES - 1, explosion(origin)
    return movement(63, 0, -1, PART), movement(origin, 0, -1, pile(action.piece))


def is_pile(pieces: str) -> bool:
    """Whether these are letters of pieces, and not more of each than a pile can hold."""
    return set(pieces) <= set(LETTERS) and max(map(pieces.count, LETTERS)) <= MOST


def code(action: Action) -> int:
    """The code of an action; Refused (GE-4) if it names what is not in the game."""
    verb = action.verb
    if verb in ("end", "pass"):
        return END if verb == "end" else PASS
    pieces = action.piece.upper()
    try:
        origin, to, strike = [_NUMBERS[name] for name in (action.origin, action.to, action.target)]
    except KeyError as unknown:
        raise no_square(unknown.args[0], NAMES) from None
    if verb == "place":
        return placement(LETTERS.index(pieces), to)
    if verb == "explode":
        return explosion(origin)
    return movement(origin, to if action.to else origin, strike, pile(pieces))


@lru_cache(8192)
def parse(text: str) -> int:
    """The action that a text stands for; Refused (GE-4) if there is none."""
    squeezed = squeeze(text)
    action = FORMS.find(squeezed)
    if action is None or not _has_pieces(action):
        raise _unreadable(text, squeezed)
    if not is_pile(action.piece.upper()):
        raise Refused("GE-4", "{text} names more pieces than there are.", text=text)
    return code(action)


def _has_pieces(action: Action) -> bool:
    """Whether an action names pieces of the game where it has to: one that is placed, or some that move."""
    letters = action.piece.upper()
    if action.verb == "place" and len(letters) != 1:
        return False
    return "piece" not in action.form.fields or (letters != "" and set(letters) <= set(LETTERS))


def _unreadable(text: str, squeezed: str) -> Refused:
    """What is wrong with a text that is no action."""
    if _WITHOUT_PART.find(squeezed.replace("[]", "")):
        return Refused("GE-4", "{text} does not say which pieces move; write d1[GW]-d3.", text=text)
    return Refused(
        "GE-4",
        "{text} cannot be read; write +G@c2, d1[GW]-d3, d1[G]-d2*e3, d2*d3, d3!, end or pass.",
        text=text,
    )


def square(text: str) -> int:
    """The number of a square."""
    return find_square(text, NAMES)
