"""Sequence: chips on the fifty states, in two or three teams of two to twelve players."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tesserae.errors import BadOption
from tesserae.games.game import Game, Preset
from tesserae.games.modules import Environment, Modules
from tesserae.games.options import Choice, Option

USUAL = "usual"  # the number of teams that goes with the number of players


@dataclass(frozen=True)
class Teams(Option):
    """2 or 3, or `usual`: compiled rules are given 0 for that."""

    takes = "2, 3 or usual"
    suggested = (USUAL, "2", "3")

    def check(self, value: object) -> int | str:
        if value == USUAL:
            return USUAL
        if not isinstance(value, int) or isinstance(value, bool) or value not in (2, 3):
            raise self.refuse(value)
        return value

    def read(self, text: str) -> int | str:
        return self.check(int(text) if text in ("2", "3") else text.lower())

    def encode(self, value: Any) -> list[int]:
        return [0 if value == USUAL else value]


def usual_teams(seats: int) -> int:
    """SQ-1: three players play for themselves and nine in three teams, all others in two."""
    return 3 if seats in (3, 9) else 2


def check(values: dict[str, Any], seats: int) -> None:
    """SQ-1: 6 and 12 players choose; for the others only one number of teams is possible.

    Giving the usual number is the same as giving none.
    """
    teams = values["teams"]
    usual = usual_teams(seats)
    if teams == usual:
        values["teams"] = USUAL
    elif teams != USUAL and seats not in (6, 12):
        sentence = "option {option}: {seats} players make {usual} teams, not {teams}"
        raise BadOption(sentence, option="teams", seats=seats, usual=usual, teams=teams)


def teams(values: Mapping[str, Any], seats: int) -> int:
    """SQ-1: of the resolved options, the number of teams."""
    return usual_teams(seats) if values["teams"] == USUAL else int(values["teams"])


def modules() -> Modules:
    from tesserae.games.sequence import effects, mind, notation, position, promising, rules, text, view, why

    own = Modules(rules, notation, position, view, why, text, effects, mind, ordering=promising)
    return own._replace(out_of_turn=why.out_of_turn, foreseen=effects.foreseen)


def environment() -> Environment:
    from tesserae.games.sequence import picture

    return Environment(picture)


GAME = Game(
    name="sequence",
    package=__name__,
    title="Sequence",
    about="Play state cards to put chips on a 10×10 board; five in a row make a sequence.",
    prefix="SQ",
    modules=modules,
    environment=environment,
    seats=(2, 3, 4, 6, 8, 9, 10, 12),
    options=(
        Teams("teams", USUAL, "the number of teams of 6 or 12 players: 2 as usual, or 3"),
        Choice(
            "draw", "auto", "whether a card is drawn by itself or by hand, and can be lost", values=("auto", "manual")
        ),
        Choice("board", "standard", "the standard board, or a layout from the seed", values=("standard", "shuffled")),
    ),
    check=check,
    silence="SQ-15",
    silence_text="Team mates do not talk while the game is being played.",
    referee=True,
    teams=teams,
    presets=(
        Preset("friendly", "Friendly", "Cards are drawn automatically, and there are no penalties."),
        Preset(
            "strict",
            "Strict",
            "You draw by hand, and lose the card if you forget; you are the referee and punish table talk.",
            {"draw": "manual"},
            referee=True,
        ),
    ),
)
