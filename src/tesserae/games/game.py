"""The declaration of a game, and its modules."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tesserae.errors import BadOption
from tesserae.games.modules import (
    EffectsModule,
    Environment,
    MindModule,
    Modules,
    NotationModule,
    Outcome,
    PositionModule,
    ReportModule,
    TextModule,
    ViewModule,
    WhyModule,
)
from tesserae.games.options import Option, resolve

if TYPE_CHECKING:
    from tesserae.engine.contract import Rules
    from tesserae.games.actions import Forms

__all__ = ["EVERYTHING", "Game", "Outcome", "PerSeat", "Preset"]

NAME = re.compile(r"[a-z][a-z0-9_]*")
PREFIX = re.compile(r"[A-Z]{2}")
RULE_PAGES = {"GE": "common", "MA": "table", "SV": "table"}  # the pages of rules that belong to no game, by prefix
OWN_PAGES = ("common", "table", "sources")  # the pages of the rulebook that belong to no game
EVERYTHING = -2  # the "seat" of a view in which nothing is hidden, for finished games and analysis


def no_conflict(values: Mapping[str, Any], seats: int) -> None:
    """The default check: all combinations of options are possible."""


def no_objection(values: Mapping[str, Any]) -> None:
    """The default: the values of the seats can always be chosen secretly."""


def alone(values: Mapping[str, Any], seats: int) -> int:
    """The default number of sides: everybody plays alone."""
    return seats


def always_timed(states: NDArray[Any]) -> bool:
    """The default: clocks run from the beginning."""
    return False


def no_facts() -> Mapping[str, Any]:
    """The default: the browser files need only views and effects."""
    return {}


@dataclass(frozen=True)
class Preset:
    """A named combination of option values. The title and the sentence are English; the game's catalogues have them
    under `preset.NAME` and `preset.NAME.about`."""

    name: str
    title: str
    about: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: int | None = None  # None: any number
    referee: bool = False  # whether the owner of the table is the referee


@dataclass(frozen=True)
class PerSeat:
    """An option with one value per seat, which players can choose secretly before the game and keep during a series.
    `standard` returns, from all options, the value of a seat that has chosen none."""

    option: str
    standard: Callable[[Mapping[str, Any]], Any]
    # Raises BadOption for options with which the values cannot be chosen secretly.
    hidden: Callable[[Mapping[str, Any]], None] = no_objection


@dataclass(frozen=True, eq=False)
class Game:
    """The declaration of a game. On first use, its modules are imported and its rules registered with the engine."""

    name: str
    package: str  # the import path of its package, in which its folders `web` and `rulebook` are
    prefix: str  # two capital letters with which the ids of its rules begin
    title: str
    about: str
    seats: tuple[int, ...]
    modules: Callable[[], Modules]  # imports them
    environment: Callable[[], Environment] = Environment  # imports what only environments need
    options: tuple[Option, ...] = ()
    sides: tuple[str, ...] = ()  # names of the seats, where the game has some
    secrets: bool = True  # whether a seat may know something that another must not see
    memory: bool = False  # whether players have to remember what they saw, so that nobody may look back
    aid: str | None = None  # the option that keeps showing players what they have seen
    # The rule that forbids team mates to talk to each other while they play, and its sentence; None: they may.
    silence: str | None = None
    silence_text: str = ""
    referee: bool = False  # whether there are actions for the seat None
    # The number of sides; seat i belongs to side i modulo this number.
    teams: Callable[[Mapping[str, Any], int], int] = alone
    # Whether the first turn has not begun yet, so that no clock runs.
    untimed: Callable[[NDArray[Any]], bool] = always_timed
    # Stored games with another number are refused; raise it when the rules change so that they would go differently.
    rules_version: int = 1
    # Raises BadOption for options that cannot be combined; may also normalise values that depend on the seats.
    check: Callable[[dict[str, Any], int], None] = no_conflict
    presets: tuple[Preset, ...] = ()  # the first is the default
    per_seat: PerSeat | None = None
    # What its browser files must know about the rules and is in no view; they use `facts(NAME)` of /static/js/given.js.
    facts: Callable[[], Mapping[str, Any]] = no_facts

    def __post_init__(self) -> None:
        for what, value, form in (("name", self.name, NAME), ("prefix", self.prefix, PREFIX)):
            if not form.fullmatch(value) or value in (*RULE_PAGES, *OWN_PAGES):
                raise ValueError(f"the {what} {value!r} is not possible for a game; see docs/guides/add-a-game.md")

    @cached_property
    def loaded(self) -> Modules:
        """Its modules, imported, and registered with the engine."""
        from tesserae.engine import contract

        modules = self.modules()
        contract.register(modules.rules, modules.ordering)
        return modules

    @cached_property
    def rules(self) -> "Rules":
        return self.loaded.rules

    @cached_property
    def notation(self) -> NotationModule:
        return self.loaded.notation

    @cached_property
    def forms(self) -> "Forms":
        """The forms of its actions."""
        return self.notation.FORMS

    @cached_property
    def position(self) -> PositionModule:
        return self.loaded.position

    @cached_property
    def view(self) -> ViewModule:
        return self.loaded.view

    @cached_property
    def why(self) -> WhyModule:
        return self.loaded.why

    @cached_property
    def text(self) -> TextModule:
        return self.loaded.text

    @cached_property
    def effects(self) -> EffectsModule:
        return self.loaded.effects

    @cached_property
    def mind(self) -> MindModule | None:
        return self.loaded.mind

    @cached_property
    def report(self) -> ReportModule | None:
        return self.loaded.report

    def preset(self, name: str) -> Preset:
        """The preset of that name."""
        for preset in self.presets:
            if preset.name == name:
                return preset
        raise BadOption(
            "there is no preset {name}; the presets are: {presets}",
            name=repr(name),
            presets=", ".join(preset.name for preset in self.presets) or "none",
        )

    def with_preset(
        self, name: str | None, given: Mapping[str, Any], seats: int | None
    ) -> tuple[dict[str, Any], int | None]:
        """The options and the number of seats of a preset, if there is one, except where others are given."""
        if name is None:
            return dict(given), seats
        preset = self.preset(name)
        return {**preset.options, **given}, preset.seats if seats is None else seats

    def side(self, seat: int) -> str:
        """The name of a seat."""
        return self.sides[seat] if self.sides else f"player {seat + 1}"

    def resolve(self, given: Mapping[str, object], seats: int) -> dict[str, Any]:
        """The values of all options; the given ones are checked, alone and in combination."""
        if type(seats) is not int or seats not in self.seats:
            possible = ", ".join(map(str, self.seats))
            raise BadOption(
                "{game} is for {possible} players, not {seats}", game=self.title, possible=possible, seats=repr(seats)
            )
        values = resolve(self.options, given)
        self.check(values, seats)
        return values

    def changed(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Only the options that differ from their defaults."""
        return {option.name: values[option.name] for option in self.options if values[option.name] != option.default}

    def encode(self, values: Mapping[str, Any]) -> NDArray[np.int64]:
        """The options as numbers, for compiled rules."""
        numbers = [number for option in self.options for number in option.encode(values[option.name])]
        return np.array(numbers, np.int64)

    def blank(self) -> NDArray[Any]:
        """An empty state: an array of one record."""
        return np.zeros(1, self.rules.STATE)
