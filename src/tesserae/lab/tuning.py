"""Searching for rules that reach a goal: Optuna varies the options, for several goals at a time."""

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from importlib import import_module
from typing import Any, NamedTuple

import msgspec

from tesserae.errors import BadOption
from tesserae.games import game as find
from tesserae.games.game import Game
from tesserae.games.options import Choice, Flag, Number
from tesserae.lab.executors import Executor
from tesserae.lab.measures import GROUPS
from tesserae.lab.plan import Plan, Variant, variants
from tesserae.lab.playing import Row, play
from tesserae.lab.results import results

BATCH = 4  # rule sets played at a time, before the search learns from them
MOST = 8  # values tried of an option that is a number
NONE = {"value": None, "low": None, "high": None, "n": 0}  # points of a side that does not exist
METRICS = tuple(name for group in GROUPS.values() for name in group)


class Goal(NamedTuple):
    """A metric and its target."""

    metric: str
    target: float


def goal(text: str) -> Goal:
    """As it is written: `balance=1`, `turns=40`."""
    metric, _, number = text.partition("=")
    try:
        target = float(number)
    except ValueError:
        target = math.nan
    side = metric.removeprefix("score.")
    if not (metric in METRICS or (side != metric and side.isdecimal())) or not math.isfinite(target):
        known = ", ".join(("score.0, score.1 …", *METRICS))
        raise BadOption(f"--goal must be a metric and a number, as in turns=40, not {text!r}; the metrics are {known}")
    return Goal(metric, target)


def space(game: Game) -> dict[str, list[Any]]:
    """All options that have a few values, each with all of them."""
    choices: dict[str, list[Any]] = {}
    for option in game.options:
        if isinstance(option, Flag):
            choices[option.name] = [False, True]
        elif isinstance(option, Choice):
            choices[option.name] = list(option.values)
        elif isinstance(option, Number):
            step = -(-(option.high - option.low + 1) // MOST)
            choices[option.name] = list(range(option.low, option.high + 1, step))
    return choices


class Tuning:
    """A search. `rows` has the games so far by the name of the rule set, so the search can end at any time."""

    def __init__(
        self,
        plan: Plan,
        given: Mapping[str, Any],
        seats: int | None,
        factors: Mapping[str, Sequence[Any]],
        goals: Sequence[Goal],
    ) -> None:
        if not goals:
            raise BadOption("--search needs a --goal, as in --goal balance=1 --goal turns=40")
        if not factors:
            raise BadOption("--search: there is nothing to vary; name options with --vary")
        try:
            self._optuna: Any = import_module("optuna")
        except ImportError:
            raise BadOption("--search needs Optuna; install tesserae-games[lab]") from None
        self.plan, self.goals = plan, list(goals)
        self._given, self._seats, self._factors = dict(given), seats, dict(factors)
        self.variants: dict[str, Variant] = {}
        self.rows: dict[str, list[Row]] = {}
        self.values: dict[str, dict[str, Any]] = {}  # the metrics of the goals, with their intervals
        self._optuna.logging.set_verbosity(self._optuna.logging.ERROR)
        sampler = self._optuna.samplers.TPESampler(seed=plan.seed, n_startup_trials=2 * BATCH)
        self._study = self._optuna.create_study(directions=["minimize"] * len(self.goals), sampler=sampler)

    def run(self, trials: int, executor: Executor, tell: Callable[[int], None] = lambda done: None) -> None:
        """Run this many trials. A rule set is not played twice, and one that is not possible is skipped."""
        for done in range(0, trials, BATCH):
            trials_now = [self._study.ask() for _ in range(min(BATCH, trials - done))]
            batch = [(trial, self._rules(trial)) for trial in trials_now]
            self._play([rules for _, rules in batch if rules is not None and rules.name not in self.values], executor)
            for trial, rules in batch:
                if rules is None:
                    self._study.tell(trial, state=self._optuna.trial.TrialState.FAIL)
                else:
                    self._study.tell(trial, self._misses(rules.name))
            tell(min(trials, done + BATCH))

    def _rules(self, trial: Any) -> Variant | None:
        """The rule set of a trial. Optuna chooses indexes into the lists, because values can be of any type."""
        chosen = {}
        for name, some in self._factors.items():
            chosen[name] = [some[trial.suggest_categorical(name, list(range(len(some))))]]
        try:
            (rules,) = variants(find(self.plan.game), self._given, self._seats, chosen)
        except BadOption:
            return None
        self.variants[rules.name] = rules
        return rules

    def _play(self, some: Sequence[Variant], executor: Executor) -> None:
        unlike = list({rules.name: rules for rules in some}.values())
        if not unlike:
            return
        plan = msgspec.structs.replace(self.plan, variants=unlike)
        rows: dict[str, list[Row]] = {rules.name: [] for rules in unlike}
        with closing(executor.run(play, plan.jobs())) as played:
            for row in played:
                rows[unlike[row.variant].name].append(row)
        cells = {
            cell["variant"]: cell for cell in results(plan, [row for one in rows.values() for row in one])["cells"]
        }
        for name, one in rows.items():
            self.rows[name] = one
            metrics = cells[name]["metrics"]
            self.values[name] = {goal.metric: metrics.get(goal.metric, NONE) for goal in self.goals}

    def _misses(self, name: str) -> list[float]:
        """The distance of a rule set from each goal; very large if it has no such number."""
        misses = []
        for aim in self.goals:
            value = self.values[name][aim.metric]["value"]
            misses.append(1e9 if value is None else abs(value - aim.target))
        return misses

    def front(self) -> list[str]:
        """The Pareto front: rule sets such that no other is closer to all goals; the closest overall comes first."""
        misses = {name: self._misses(name) for name in self.values}
        scale = [max(one[i] for one in misses.values()) or 1.0 for i in range(len(self.goals))]

        def beaten(name: str) -> bool:
            mine = misses[name]
            return any(all(a <= b for a, b in zip(one, mine, strict=True)) and one != mine for one in misses.values())

        best = [name for name in misses if not beaten(name)]
        return sorted(best, key=lambda name: (sum(m / s for m, s in zip(misses[name], scale, strict=True)), name))

    def outcome(self) -> tuple[Plan, list[Row], dict[str, Any]]:
        """The front as a plan that was played, and the report on everything that was tried."""
        best = self.front()
        plan = msgspec.structs.replace(self.plan, variants=[self.variants[name] for name in best])
        rows = []
        numbers = {(job.variant, job.level, job.start, job.play): job.number for job in plan.jobs()}
        for variant, name in enumerate(best):
            for row in self.rows[name]:
                number = numbers[variant, row.level, row.start, row.play]
                rows.append(msgspec.structs.replace(row, variant=variant, number=number))
        tried = [{"variant": name, "metrics": self.values[name], "front": name in best} for name in self.values]
        return plan, rows, {"goals": [aim._asdict() for aim in self.goals], "tried": tried}
