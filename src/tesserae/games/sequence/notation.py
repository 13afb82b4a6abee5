"""Actions as text: `IA@c4`, `ADD@c4`, `REMOVE@c4` play a card, `dead CA`, `claim c1-g1`, `draw`, `pass`, `forfeit CA`,
`penalty 1`. Case and spaces do not matter, nor which end of a line comes first."""

from tesserae.errors import Refused
from tesserae.games.actions import Action, Form, Forms
from tesserae.games.lexicon import Lexicon, find_square, no_square
from tesserae.games.sequence.board import CARDS, LINES, NAMES, STATES, TEAMS
from tesserae.games.sequence.record import CLAIM

__all__ = ["FORMS", "NAMES", "parse", "square", "write"]

FORMS = Forms(
    # A card that was played has been shown, to team mates as well, and an exchange draws one; when a card is drawn,
    # everybody sees only that.
    Form("play", "{piece}@{to}", foreseeable=True),
    Form("dead", "dead {piece}", foreseeable=True),
    Form("claim", "claim {from}-{to}", foreseeable=True, retractable=True),
    Form("draw", "draw"),
    Form("pass", "pass", ends_turn=True),
    Form("forfeit", "forfeit {piece}"),
    Form("penalty", "penalty {number}"),
)
_play, _dead, _claim, _draw, _pass, _forfeit, _penalty = (form.write for form in FORMS)


def ends(line: int) -> tuple[str, str]:
    """The two ends of a line, the lower first."""
    return NAMES[LINES[line][0]], NAMES[LINES[line][-1]]


def line_name(line: int) -> str:
    """A line as in a claim."""
    return "-".join(ends(line))


_TEXTS = (
    *(_play(card, name) for card in CARDS for name in NAMES),
    *(_dead(state) for state in STATES),
    *(_claim(*ends(line)) for line in range(len(LINES))),
    _draw(),
    _pass(),
    *(_forfeit(card) for card in CARDS),
    *(_penalty(team) for team in range(TEAMS)),
)


def _unreadable(text: str, action: Action | None) -> Refused:
    """What is wrong with a text that is not an action."""
    verb = action.verb if action else ""
    if action and action.piece:
        card = action.piece.upper()
        if card not in CARDS:
            sentence = "{text} is not a card; cards are postal codes such as CA, ADD and REMOVE."
            return Refused("GE-4", sentence, text=card)
        if verb == "dead":
            return Refused("SQ-8", "{card} is never dead; only a state card can be.", card=card)
    for name in action.squares if action else ():
        if name not in NAMES:
            return no_square(name, NAMES)
    if action and verb == "claim":
        sentence = "{one} and {other} are not the ends of a line of five."
        return Refused("SQ-9", sentence, one=action.origin, other=action.to)
    if action and verb == "penalty":
        return Refused("SQ-15", "There is no team {team}.", team=action.number)
    return Refused(
        "GE-4",
        "{text} cannot be read; write IA@c4, ADD@c4, REMOVE@c4, dead CA, claim c1-g1, draw, pass or forfeit CA.",
        text=text,
    )


_LEXICON = Lexicon(FORMS, _TEXTS, _unreadable)
for _number, _line in enumerate(LINES):
    _LEXICON.also(_claim(NAMES[_line[-1]], NAMES[_line[0]]), CLAIM + _number)
write, parse = _LEXICON.write, _LEXICON.parse


def square(text: str) -> int:
    """The number of a square."""
    return find_square(text, NAMES)
