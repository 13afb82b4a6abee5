"""The modules of a game, as types. If something is missing, mypy reports it where `Game.modules` is declared."""

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from msgspec import Struct

if TYPE_CHECKING:  # these would import Numba, and listing games should be cheap
    from tesserae.engine.contract import Rules
    from tesserae.engine.jit import Ints, States
    from tesserae.engine.net import Net
    from tesserae.engine.searches import Settings
    from tesserae.errors import Refused
    from tesserae.games.actions import Action, Forms
    from tesserae.games.effects import Effect
    from tesserae.games.level import Level


class Outcome(NamedTuple):
    """How a game ended: the winning seats (none: a draw), a short reason id, and the scores where there are any."""

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] | None

    def export(self) -> dict[str, Any]:
        """The form it has in a position."""
        return {
            "winners": list(self.winners),
            "reason": self.reason,
            "scores": None if self.scores is None else list(self.scores),
        }


# Names in capitals (N802) are constants of the modules, which a Protocol can only declare as properties.


class NotationModule(Protocol):
    """`notation.py`: actions and squares as texts."""

    @property
    def FORMS(self) -> "Forms": ...  # of the texts of actions

    @property
    def NAMES(self) -> Sequence[str]: ...  # of the squares, by their numbers

    def parse(self, text: str, /) -> int:
        """The code of an action, read leniently; Refused if it cannot be read."""

    def write(self, code: int, /) -> str:
        """The canonical text of an action."""

    def square(self, text: str, /) -> int:
        """The number of a square; Refused if there is no such square."""

    # A game in which thousands of actions can start on one square may also have `pattern(begin: str) -> (mask, code)`:
    # what `code & mask` is of all actions whose text begins so.


class PositionModule(Protocol):
    """`position.py`: whole states as JSON."""

    def seats(self, fields: Mapping[str, Any], /) -> int:
        """The number of seats of a position; BadPosition if that cannot be found out."""

    def load(
        self,
        states: "States",
        fields: Mapping[str, Any],
        values: Mapping[str, Any],
        options: "Ints",
        seats: int,
        seed: int,
        /,
    ) -> None:
        """Fill a blank state; BadPosition, with the name of the field, if something is impossible."""

    def export(self, states: "States", /) -> dict[str, Any]:
        """What `load` takes; in the middle of a turn with a field `step`."""

    def outcome(self, states: "States", /) -> Outcome:
        """How a finished game ended."""


class ViewModule(Protocol):
    """`view.py`: what a seat sees."""

    def view(self, states: "States", seat: int, /) -> dict[str, Any]:
        """The view, from a state hidden for the seat. If the seat is EVERYTHING, nothing is hidden."""


class WhyModule(Protocol):
    """`why.py`: the rule against an action."""

    def why(self, states: "States", seat: int, code: int, /) -> "Refused":
        """Why an actor's action is not legal, from a hidden state."""


class TextModule(Protocol):
    """`text.py`: the game in a terminal."""

    @property
    def LEGEND(self) -> str: ...  # two lines for newcomers

    def draw(self, view: Mapping[str, Any], colour: bool, /) -> str:
        """The board and everything beside it."""

    def heading(self, action: "Action", /) -> str:
        """The heading of an action in the list of legal actions."""


class EffectsModule(Protocol):
    """`effects.py`: what an action did."""

    def effects(self, before: "States", after: "States", seat: int, action: "Action", viewer: int, /) -> "list[Effect]":
        """The effects in order, from two states hidden for the viewer, and the action as that viewer may be told."""


class Turn(Struct, frozen=True):
    """The actions of a game from `begin` up to but not including `end`, by one seat (None: the referee)."""

    begin: int
    end: int
    seat: int | None


class ReportModule(Protocol):
    """`report.py`: the game's own part of the report of a finished game."""

    def details(self, states: "Sequence[States]", actions: Sequence[str], turns: Sequence[Turn], /) -> dict[str, Any]:
        """The data, ready for JSON, from the state before each action, and after the last one."""

    def columns(self, details: Mapping[str, Any], side: Callable[[int], str], /) -> dict[str, list[str]]:
        """Columns for the table in the terminal: headings, and a text for each turn. `side` gives a seat its name."""


class MindModule(Protocol):
    """`mind.py`: how bots think about the game."""

    def levels(self, states: "States", /) -> "Mapping[str, Level]":
        """The levels that differ from the usual ones in such a state."""

    def settings(self, level: str, states: "States", net: "Net | None", /) -> "Settings":
        """How a level searches from such a state: by MCTS (`MctsSettings` of engine/search.py) or, for the strongest
        one, by what is best there. `net`: by which it judges positions; None: by the game's own, where it has one.

        PUCT (engine/guided.py) and alpha-beta search (engine/alphabeta.py) are for two seats without secrets, and the
        rules then have `describe` or `key`. Racing (engine/race.py) needs a net. A net is read from a file of the
        game's folder `nets` when it is first asked for; the rules then have `inputs`."""

    # A game that can be learned may have `lesson(chance: random.Random) -> tuple[int, dict[str, Any]]`: the number of
    # seats and the options of a game to learn from, drawn at random. Without it, all games are of the usual kind.


class PictureModule(Protocol):
    """`picture.py`: the board drawn in Python, for environments and reports."""

    def draw(self, view: Mapping[str, Any], /) -> str:
        """A view as SVG."""


class FactoredModule(Protocol):
    """`factored.py`: actions as several small choices, for environments. Its compiled functions `choices`, `choose`,
    `towards`, `pick_choice` and `show_made` are described in `engine/batch.py`, which checks that they are there."""

    @property
    def MADE(self) -> int: ...  # how many integers hold the parts of an action chosen so far

    def spaces(self, values: Mapping[str, Any], /) -> tuple[int, int]:
        """With these options: how many choices there are, and how many planes show what has been chosen."""


class Environment(NamedTuple):
    """What only environments need. Without a picture they show the board of the terminal; games with too many actions
    for one mask need `factored`."""

    picture: PictureModule | None = None
    factored: FactoredModule | None = None


def agreed(states: "States") -> Outcome:
    """The outcome if the players agree to a draw."""
    return Outcome((), "agreed", None)


def out_of_turn(states: "States", seat: int, code: int) -> "Refused | None":
    """The refusal if a rule other than the order of turns forbids an action to a seat that is not an actor."""
    return None


def foreseen(before: "States", after: "States", seat: int, action: "Action", viewer: int) -> "list[Effect]":
    """For hints: what an action makes possible or prevents, from the arguments of `effects`."""
    return []


def lines(details: Mapping[str, Any], side: Callable[[int], str]) -> list[str]:
    """Lines for the terminal, below the table of the report."""
    return []


def inspect(states: "States", square: int) -> dict[str, Any]:
    """What the game itself says of a square, from a hidden state that is not to be changed, when its board or somebody
    at a terminal asks: data for the board, and a `text` in English for the terminal."""
    return {}


class Modules(NamedTuple):
    """The modules of a game, and functions that few games have. What a game leaves out is as declared here."""

    rules: "Rules"
    notation: NotationModule
    position: PositionModule
    view: ViewModule
    why: WhyModule
    text: TextModule
    effects: EffectsModule
    mind: MindModule | None = None
    report: ReportModule | None = None
    ordering: ModuleType | None = None  # what special searches need: functions of engine/ordering.py
    agreed: Callable[["States"], Outcome] = agreed
    out_of_turn: Callable[["States", int, int], "Refused | None"] = out_of_turn
    foreseen: Callable[["States", "States", int, "Action", int], "list[Effect]"] = foreseen
    lines: Callable[[Mapping[str, Any], Callable[[int], str]], list[str]] = lines
    inspect: Callable[["States", int], dict[str, Any]] = inspect
