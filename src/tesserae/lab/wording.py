"""The words of the reports in English and German, and numbers as each language writes them."""

import json
import math
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, NamedTuple

from tesserae.games import words
from tesserae.games.game import Game
from tesserae.lab.measures import SHARES

LANGUAGES = ("en", "de")
SIGNIFICANT = 3


@cache
def catalogue(language: str) -> dict[str, str]:
    text = files("tesserae.lab").joinpath("words").joinpath(f"{language}.json").read_text("utf-8")
    texts: dict[str, str] = json.loads(text)
    return texts


class Number(NamedTuple):
    """A number in a text: a share is written in percent, a change with its sign."""

    value: float | None
    share: bool = False
    change: bool = False
    whole: bool = False
    bare: bool = False  # without its unit, because another number with a unit follows

    def write(self, language: str) -> str:
        if self.value is None or not math.isfinite(self.value):
            return "–"
        value = self.value * 100 if self.share else self.value
        if self.whole:
            text = f"{round(value):,}"
        elif self.share:
            text = f"{value:.1f}"
        else:
            digits = SIGNIFICANT - 1 - math.floor(math.log10(abs(value))) if value else 2
            text = f"{value:,.{max(0, min(3, digits))}f}"
        if self.change:
            text = text.replace("-", "−") if value < 0 else f"+{text}"
        if language == "de":
            text = text.translate(str.maketrans(",.", ".,"))
        unit = (
            "\N{NO-BREAK SPACE}%" if not self.change else "\N{NO-BREAK SPACE}" + ("Pkt." if language == "de" else "pts")
        )
        return text + unit if self.share and not self.bare else text


class Who(NamedTuple):
    """A side of a game, by its name or number."""

    game: Game
    side: int
    sides: int
    seats: int

    def write(self, language: str) -> str:
        if self.game.sides and self.sides == self.seats:
            return self.game.sides[self.side]
        return say(language, "player" if self.sides == self.seats else "team", n=self.side + 1)


class Level(NamedTuple):
    """How well the bots play, in words if it is a plain level."""

    name: str

    def write(self, language: str) -> str:
        return catalogue(language).get(f"level.{self.name}", self.name)


class Metric(NamedTuple):
    """The name of a metric."""

    name: str
    game: Game
    sides: int
    seats: int

    @property
    def share(self) -> bool:
        return self.name.split(".")[0] in SHARES

    def write(self, language: str) -> str:
        kind, _, rest = self.name.partition(".")
        if kind == "score":
            return say(language, "metric.score", who=Who(self.game, int(rest), self.sides, self.seats))
        if kind == "reason":
            rest = catalogue(language).get(self.name) or own(self.game, language, self.name) or rest
        if kind == "kind":
            effect, _, cause = rest.partition(".")
            plain = f"{catalogue(language).get(f'effect.{effect}', effect)} ({cause})"
            rest = own(self.game, language, self.name) or plain
        return say(language, f"metric.{kind}", word=rest)


class Piece(NamedTuple):
    """A piece, by the name that its game has for it."""

    game: Game
    letters: str

    def write(self, language: str) -> str:
        return own(self.game, language, f"piece.{self.letters}") or self.letters


def own(game: Game, language: str, key: str) -> str | None:
    """What a game itself says, if it has texts in that language."""
    try:
        return words.catalogue(game.package, language).get(key)
    except FileNotFoundError:
        return None


def say(language: str, key: str, **values: Any) -> str:
    """A sentence of the catalogue; numbers and names among its values are written in its language."""
    told = {name: value.write(language) if hasattr(value, "write") else value for name, value in values.items()}
    return catalogue(language)[key].format(**told)


def both(key: str, tag: str = "span", **values: Any) -> str:
    """In all languages, as HTML that shows one of them; only once if they are the same."""
    return _tagged({language: say(language, key, **values) for language in LANGUAGES}, tag)


def written(value: Any, tag: str = "span") -> str:
    """A number or a name in all languages, as HTML."""
    return _tagged({language: value.write(language) for language in LANGUAGES}, tag)


def _tagged(texts: dict[str, str], tag: str) -> str:
    if len(set(texts.values())) == 1:
        return escape(texts[LANGUAGES[0]])
    return "".join(f'<{tag} lang="{language}">{escape(text)}</{tag}>' for language, text in texts.items())
