"""What the lab plays: a game, its variants, the level of the bots, and the number of games.

All variants and levels have the same starts, and the bots have the same seeds, so that only the rules differ.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from tesserae.errors import BadOption, check_whole
from tesserae.games import game as find
from tesserae.games.game import Game
from tesserae.games.options import named
from tesserae.lab.players import BUDGETS, player
from tesserae.lab.playing import Job
from tesserae.state import check_seed
from tesserae.state import start as begin

PLAYS = 2  # games from each start between equal bots; any difference between them is not due to the deal
GAMES = 200
SIMULATIONS = 2000  # per choice; levels weaker than expert use fewer
JUDGE = 400  # simulations to evaluate the position after a turn
SKILL = (100, 200)  # simulations of the weaker side of each match for skill; the stronger has twice as many
LIMIT = 2000  # actions after which a game counts as unfinished
MATCH = "skill"
PLAIN = "plain rules"  # the name of a variant without options


class Variant(Struct, frozen=True):
    """One rule set; the options are those that differ from the defaults."""

    name: str
    seats: int
    options: dict[str, Any] = {}


class Plan(Struct, frozen=True, omit_defaults=True):
    """`games`: how many for each variant at each level; `skill`: how many for each match that measures skill, or 0."""

    game: str
    variants: list[Variant]
    levels: list[str]
    games: int = GAMES
    skill: int = 0
    seed: int = 0
    budget: dict[str, int | float] = field(default_factory=lambda: {"simulations": SIMULATIONS})
    judge: int = JUDGE
    limit: int = LIMIT

    @property
    def starts(self) -> int:
        return -(-self.games // PLAYS)

    def jobs(self) -> list[Job]:
        """All games, ordered by start, so that an interrupted run has played about as many games of every cell."""
        planned: list[Job] = []

        def add(variant: int, level: str, start: int, play: int, players: Sequence[str], judge: int) -> None:
            rules = self.variants[variant]
            planned.append(
                Job(
                    number=len(planned),
                    game=self.game,
                    variant=variant,
                    level=level,
                    seats=rules.seats,
                    options=rules.options,
                    start=self.seed + start,
                    play=play,
                    bot_seed=self.seed + start * PLAYS + play,
                    players=list(players),
                    budget=dict(self.budget),
                    judge=judge,
                    limit=self.limit,
                )
            )

        for start in range(max(self.starts, -(-self.skill // 2))):
            for variant, rules in enumerate(self.variants):
                if start < self.starts:
                    for level, play in product(self.levels, range(PLAYS)):
                        add(variant, level, start, play, [level] * rules.seats, self.judge)
                if 2 * start < self.skill:
                    teams = self.teams(variant)
                    for simulations, play in product(SKILL, range(2)):
                        pair = [f"master+simulations={simulations * times}" for times in (2, 1)]
                        players = [pair[(seat % teams + play) % 2] for seat in range(rules.seats)]
                        add(variant, f"{MATCH} {simulations}", start, play, players, 0)
        return planned

    def teams(self, variant: int) -> int:
        """How many sides a variant has."""
        rules = self.variants[variant]
        game = find(self.game)
        return game.teams(game.resolve(rules.options, rules.seats), rules.seats)


def check(plan: Plan) -> Plan:
    """Returns the plan if everything in it is possible."""
    find(plan.game)
    for what, value, least in (("games", plan.games, 1), ("skill", plan.skill, 0), ("judge", plan.judge, 0)):
        check_whole(what, value, least)
    if not plan.levels:
        raise BadOption("levels: at least one is needed")
    for words, what in ((plan.levels, "level"), ([one.name for one in plan.variants], "variant")):
        for number, word in enumerate(words):
            if word in words[:number]:
                raise BadOption(f"the {what} {word!r} is given twice")
    if len(plan.budget) != 1 or not set(plan.budget) <= set(BUDGETS):
        raise BadOption(f"a budget is one of: {', '.join(BUDGETS)}")
    for level, rules in product(plan.levels, plan.variants):
        player(level).check(begin(plan.game, rules.seats, 0, **rules.options), plan.budget)
    check_seed(plan.seed)
    check_seed(plan.seed + plan.games + plan.skill)
    return plan


def variants(
    game: Game, given: Mapping[str, Any], seats: int | None, vary: Mapping[str, Sequence[Any]]
) -> list[Variant]:
    """All combinations of the varied options, `seats` and `preset`."""
    combined = []
    for values in product(*vary.values()):
        factors = dict(zip(vary, values, strict=True))
        name = ", ".join(f"{key}={_written(game, key, value)}" for key, value in factors.items())
        combined.append(variant(game, name, {**given, **factors}, seats))
    return combined


def variant(game: Game, name: str, given: Mapping[str, Any], seats: int | None) -> Variant:
    """A rule set from its options, which may include `seats` and `preset`."""
    options = dict(given)
    wanted = options.pop("seats", seats)
    options, wanted = game.with_preset(options.pop("preset", None), options, wanted)
    number = game.seats[0] if wanted is None else wanted
    changed = game.changed(game.resolve(options, number))
    words = [f"{key}={_written(game, key, value)}" for key, value in changed.items()]
    if number != game.seats[0]:
        words.insert(0, f"seats={number}")
    return Variant(name or ", ".join(words) or PLAIN, number, changed)


def _written(game: Game, key: str, value: Any) -> str:
    return str(value) if key in ("seats", "preset") else named(game.options, key).write(value)


def varied(game: Game, texts: Iterable[str]) -> dict[str, list[Any]]:
    """Parses `--vary`, for example `seats=2,3`; values that contain commas are separated by semicolons."""
    factors: dict[str, list[Any]] = {}
    for text in texts:
        key, sign, values = text.partition("=")
        if not sign or not values:
            raise BadOption(f"--vary must be a name and values, as in name=one,other, not {text!r}")
        if key in factors:
            raise BadOption(f"--vary: {key} is given twice")
        parts = [part.strip() for part in values.split(";" if ";" in values else ",")]
        factors[key] = [_typed(game, key, part) for part in parts if part]
    return factors


def _typed(game: Game, key: str, text: str) -> Any:
    if key == "preset":
        return game.preset(text).name
    if key == "seats":
        if not text.isdecimal() or int(text) not in game.seats:
            game.resolve({}, int(text) if text.isdecimal() else -1)
        return int(text)
    return named(game.options, key).typed(text)


FIELDS = ("games", "skill", "seed", "judge", "limit", "levels", *BUDGETS)
TABLES = ("options", "vary", "variants")


def read(game: Game, path: Path) -> dict[str, Any]:
    """Reads a plan from a TOML file: the fields of a Plan by name, and its variants (docs/reference/lab.md)."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadOption(f"{path}: {error}") from None
    for key in data:
        if key not in (*FIELDS, *TABLES):
            raise BadOption(f"{path}: there is no {key!r}; there can be: {', '.join((*FIELDS, *TABLES))}")
    common, vary, listed = data.pop("options", {}), data.pop("vary", {}), data.pop("variants", [])
    if not isinstance(common, dict) or not isinstance(vary, dict) or not isinstance(listed, list):
        raise BadOption(f"{path}: options and vary are tables, variants is a list of tables")
    for key, values in vary.items():
        if not isinstance(values, list) or not values:
            raise BadOption(f"{path}: vary.{key}: a list of values is needed")
    for name, value in data.items():
        _check_type(path, name, value)
    made = variants(game, common, None, vary) if vary or not listed else []
    for one in listed:
        if not isinstance(one, dict):
            raise BadOption(f"{path}: variants: a list of tables is needed")
        own = dict(one)
        made.append(variant(game, str(own.pop("name", "")), {**common, **own}, None))
    budget = {name: data.pop(name) for name in BUDGETS if name in data}
    return {**data, **({"budget": budget} if budget else {}), "variants": made}


def _check_type(path: Path, name: str, value: object) -> None:
    if name == "levels":
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise BadOption(f"{path}: levels: a list of texts is needed")
    elif isinstance(value, bool) or not isinstance(value, int | float if name == "seconds" else int):
        raise BadOption(f"{path}: {name} must be a number, not {value!r}")
