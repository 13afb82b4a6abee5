"""The options of Symbol, and what does not go together."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tesserae.errors import BadOption
from tesserae.games.options import Choice, Flag, Option

COLOURS = "GBWRD"
STANDARD, UNLIMITED = "GGGBBBWWWRRRDDD", "GGBBWWRD"  # the pieces of a side beside its king: SY-3, SY-50
FORCE, UNLIMITED_FORCE = len(STANDARD), len(UNLIMITED)
BOX = 6  # pieces of each colour in one set of the game
EDITIONS, IMMOBILE, SUPPLY = ("simple", "full"), ("removed", "pushed"), ("open", "one_set")


@dataclass(frozen=True)
class Forces(Option):
    """SY-4: the pieces of each seat, a list of two texts; None for the standard ones."""

    takes = "two texts of the letters {letters}, {many} each ({few} with unlimited), or standard"

    @property
    def limits(self) -> dict[str, object]:
        return {"letters": COLOURS, "many": FORCE, "few": UNLIMITED_FORCE}

    def check(self, value: object) -> list[str] | None:
        if value is None:
            return None
        if not isinstance(value, list | tuple) or len(value) != 2:
            raise self.refuse(value)
        canonical = []
        for text in value:
            if not isinstance(text, str) or len(text) not in (FORCE, UNLIMITED_FORCE) or set(text.upper()) - {*COLOURS}:
                raise self.refuse(value)
            canonical.append("".join(sorted(text.upper(), key=COLOURS.index)))
        return canonical

    def read(self, text: str) -> list[str] | None:
        return None if text.lower() == "standard" else self.check(text.replace(" ", "").split(","))

    def write(self, value: Any) -> str:
        return "standard" if value is None else ",".join(value)

    def encode(self, value: Any) -> list[int]:
        """For each seat the number of each colour; zeros for the standard forces."""
        return [text.count(colour) for text in value or ("", "") for colour in COLOURS]


def standard(values: Mapping[str, Any]) -> str:
    """The pieces of a side that did not choose any."""
    return UNLIMITED if values["unlimited"] else STANDARD


def check(values: dict[str, Any], seats: int) -> None:
    """SY-4, SY-22, SY-51. Naming the standard forces is the same as naming none."""
    if values["unlimited"] and values["enlist"]:
        sentence = "options {option} and {other} do not go together (SY-51)"
        raise BadOption(sentence, option="unlimited", other="enlist")
    if values["immobile"] == "pushed" and values["edition"] == "simple":
        raise BadOption("option {option}: pushed is for the full edition only (SY-22)", option="immobile")
    usual = standard(values)
    for text in values["forces"] or ():
        if len(text) != len(usual):
            sentence = "option {option}: {text} has {n} pieces; a side has {usual} beside its king"
            raise BadOption(sentence, option="forces", text=text, n=len(text), usual=len(usual))
    if values["forces"] == [usual, usual]:
        values["forces"] = None
    if values["supply"] == "one_set" and values["forces"] is not None:
        for colour in COLOURS:
            n = "".join(values["forces"]).count(colour)
            if n > BOX:
                sentence = "option {option}: both together have {n} {colour}; one set of the game has {most} (SY-4)"
                raise BadOption(sentence, option="forces", n=n, colour=colour, most=BOX)


def chosen_openly(values: Mapping[str, Any]) -> None:
    """SY-4: forces out of one set are agreed on with the options, so nobody chooses them in secret."""
    if values["supply"] == "one_set":
        sentence = "choose_forces: with {other}=one_set the forces are given openly, by the option {option} (SY-4)"
        raise BadOption(sentence, option="forces", other="supply")


OPTIONS: tuple[Option, ...] = (
    Choice("edition", "full", "one piece to a square (simple) or stacks (full)", values=EDITIONS),
    Forces("forces", None, "the pieces of each side beside its king, as GGGBBBWWWRRRDDD,GGGBBBWWWRRRDDD"),
    Flag("unlimited", False, "removed pieces go back to their owner's reserve; 8 pieces a side"),
    Flag("enlist", False, "pieces removed in the opponent's turn join the opponent's reserve"),
    Flag("region_tiebreak", False, "a draw is won by whoever controls more regions"),
    Flag("blast_center", True, "an explosion also hits the square of the exploding piece"),
    Choice("immobile", "removed", "what a push does to kings and blacks without company", values=IMMOBILE),
    Choice("supply", "open", "any forces (open), or six of each colour for both (one_set)", values=SUPPLY),
)
