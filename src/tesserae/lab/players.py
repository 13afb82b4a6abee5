"""Players in an arena, written as one word: a level of the bots, or one with other settings."""

import json
import math
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tesserae.bots import LEVEL_NAMES, RANDOM, Bot, bot
from tesserae.engine.net import NONE, BadNet, Net, load, scratch
from tesserae.engine.search import Mind
from tesserae.errors import BadOption
from tesserae.games.game import Game

PLAIN = "plain"
CLASSIC = "classic"  # `master` as it was before `grandmaster` came: a fixed opponent to compare bots with
NAMES = (*LEVEL_NAMES, PLAIN, CLASSIC)
# Only random playouts to the end: what a level must beat to show that its evaluation is worth the time.
PLAIN_MIND = Mind(sieve=1, plies=100_000)
NO_NET = "none"
FILES = ("net", "belief")  # settings that name a file
BUDGETS = ("seconds", "simulations")
MOST = 10**9  # the largest value of a setting


@dataclass(frozen=True)
class Player:
    """Created by `player`. Without a budget of its own it has that of the arena."""

    name: str
    kind: str
    budget: dict[str, Any]
    mind: dict[str, Any]  # the settings that differ from those of its level
    net: str | None = None  # a file with the net to judge by, or NO_NET; None: what its level has
    belief: str | None = None  # the same for the net that says which worlds are likely

    def sit(self, game: str, budget: dict[str, Any], seed: int) -> Bot:
        """The bot that plays for it in one seat. Its seconds are processor time, so that other load does not count."""
        level = "master" if self.kind in (PLAIN, CLASSIC) else self.kind
        player = bot(game, level, seed=seed, clock=time.thread_time, **(self.budget or budget))
        player.mind = (PLAIN_MIND if self.kind == PLAIN else player.mind)._replace(**self.mind)
        if self.net is not None:
            player.net = read_net(self.net, player.game)
        if self.belief is not None:
            player.belief = read_net(self.belief, player.game)
        return player


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
    net, belief = (values.pop(key, None) for key in FILES)
    budget = {key: values.pop(key) for key in BUDGETS if key in values}
    return Player(text, kind, budget, values, net, belief)


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
    kinds = {
        "seconds": float,
        "simulations": int,
        **{name: type(usual) for name, usual in Mind()._asdict().items()},
        **dict.fromkeys(FILES, str),
    }
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
        raise BadOption(f"{text}: {key}: {value!r} is not possible; it takes a number from 0 to {MOST}, as {key}=1")
    return number
