"""Players in an arena, written as one word: a level of the bots, or one with other settings."""

import json
import math
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tesserae.bots import LEVEL_NAMES, RANDOM, Bot, bot, levels
from tesserae.engine.alphabeta import Pruning
from tesserae.engine.guided import Guide
from tesserae.engine.jit import States
from tesserae.engine.net import NONE, BadNet, Net, load, scratch
from tesserae.engine.race import Racing
from tesserae.engine.search import MctsSettings, Mind
from tesserae.engine.searches import Settings, changed
from tesserae.errors import BadOption
from tesserae.games import game as find
from tesserae.games.game import Game
from tesserae.state import State

PLAIN = "plain"
CLASSIC = "classic"  # `master` as it was before `grandmaster` came: a fixed opponent to compare bots with
NAMES = (*LEVEL_NAMES, PLAIN, CLASSIC)
# Only random playouts to the end: what a level must beat to show that its evaluation is worth the time.
PLAIN_MIND = Mind(sieve=1, plies=100_000)
NO_NET = "none"
NET = "net"
FILES = (NET, "belief")  # settings that name a file
# Those of all searches, with their types; each search has some of them.
NUMBERS = {
    name: type(usual) for numbers in (Mind(), Guide(), Pruning(), Racing()) for name, usual in numbers._asdict().items()
}
BUDGETS = ("seconds", "simulations")
MOST = 10**9  # the largest value of a setting


@dataclass(frozen=True)
class Player:
    """Created by `player`. Without a budget of its own it has that of the arena."""

    name: str
    kind: str
    budget: dict[str, Any]
    changes: dict[str, Any]  # the settings that differ from those of its level; for nets, the names of files

    def check(self, state: State, budget: dict[str, Any]) -> None:
        """BadOption if it cannot play from such a state, because the search that it uses there has not its settings."""
        found = self.sit(state.game.name, budget, 0)
        if found.level != RANDOM:
            found.player.settings(state.raw())

    def sit(self, game: str, budget: dict[str, Any], seed: int) -> Bot:
        """The bot that plays for it in one seat. Its seconds are processor time, so that other load does not count."""
        level = "master" if self.kind in (PLAIN, CLASSIC) else self.kind
        declared = find(game)
        nets = {key: read_net(name, declared) for key, name in self.changes.items() if key in FILES}
        changes = {**self.changes, **nets}
        net = changes.pop(NET, None)

        def settings(states: States) -> Settings:
            if self.kind == PLAIN:
                usual: Settings = MctsSettings(PLAIN_MIND, net=net or NONE)
            else:
                usual = levels.settings(declared, level, states, net)
            try:
                return changed(usual, changes)
            except BadOption as error:
                raise BadOption(f"{self.name}: in this game, {error}") from None

        return bot(game, level, seed=seed, clock=time.thread_time, settings=settings, **(self.budget or budget))


def player(text: str) -> Player:
    """A player as it is written: `club`, `plain`, `master+plies=12+sieve=3`, `master+seconds=1`,
    `grandmaster+net=FILE`, `grandmaster+belief=none`."""
    kind, *settings = text.split("+")
    if kind not in NAMES:
        raise BadOption(f"there is no player {kind!r}; the players are: {', '.join(NAMES)}")
    if kind == RANDOM and settings:
        raise BadOption(f"{text}: {RANDOM} has no settings, as it does not think")
    values: dict[str, Any] = {}
    for setting in settings:
        key, _, value = setting.partition("=")
        if key in values:
            raise BadOption(f"{text}: {key} is given twice")
        values[key] = value if key in FILES and value else _read(text, key, value)
    budget = {key: values.pop(key) for key in BUDGETS if key in values}
    return Player(text, kind, budget, values)


def read_net(name: str, game: Game) -> Net:
    """The net of a file, or none; BadOption if it is not for this game."""
    if name == NO_NET:
        return NONE
    try:
        net, _ = _load(name)
        scratch(game.rules.STATE, net)
    except BadNet as error:
        raise BadOption(f"net: {error}") from None
    return net


@cache
def _load(name: str) -> tuple[Net, str]:
    """A file is read once, however many games are played with it."""
    return load(Path(name))


def _read(text: str, key: str, value: str) -> bool | int | float:
    """The value of a setting, converted to its type."""
    kinds = {"seconds": float, "simulations": int, **NUMBERS, **dict.fromkeys(FILES, str)}
    if key not in kinds:
        raise BadOption(f"{text}: there is no setting {key!r}; the settings are: {', '.join(kinds)}")
    if key in FILES:
        raise BadOption(f"{text}: {key} takes a file, as {key}=weights.npz, or {key}={NO_NET}")
    try:
        number = json.loads(value)
    except ValueError:
        number = None
    if kinds[key] is float and type(number) is int:
        number = float(number)
    if type(number) is not kinds[key] or not math.isfinite(number) or not 0 <= number <= MOST:
        raise BadOption(f"{text}: {key} must be a number from 0 to {MOST}, as {key}=1, not {value!r}")
    return number
