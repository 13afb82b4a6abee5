"""Players as they are written."""

import hashlib
import json
import re
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tesserae
from tesserae import BadOption, Bot
from tesserae.bots import levels
from tesserae.engine.contract import inputs_of
from tesserae.engine.net import NONE, Net, save
from tesserae.engine.search import Mind
from tesserae.games import game as find
from tesserae.lab.arena import schedule
from tesserae.lab.plan import Plan, check, variant
from tesserae.lab.players import player
from tesserae.lab.training import fresh


def numbers(bot: Bot) -> Any:
    """What is set of the search of a bot."""
    return bot.player.settings(bot.game.blank()).numbers


def judge(bot: Bot) -> Net:
    return bot.player.settings(bot.game.blank()).net


def test_a_level_is_the_bot_of_that_level() -> None:
    found = player("expert").sit("symbol", {"seconds": 0.5}, 7)
    usual = tesserae.bot("symbol", "expert", 0.5, seed=7)
    assert (found.level, found.player.seconds, found.player.simulations, found.seed) == ("expert", 0.5, None, 7)
    assert numbers(found) == numbers(usual)
    assert found.player.clock is time.thread_time


def test_plain_has_no_opinions() -> None:
    found = player("plain").sit("symbol", {"simulations": 9}, 7)
    assert found.level == "master"
    assert numbers(found) == Mind(sieve=1, plies=100_000)
    assert found.player.simulations == 9


CLASSIC = {  # never to be changed: what is claimed about other players was measured against it
    "symbol": (Mind(plies=0, sieve=6, whole=8, widening=2.0), "f40a5d26149c"),
    "symbol_chain": (Mind(plies=20, reflexes=True), "3041483dc5b2"),
    "sequence": (Mind(plies=4, reflexes=True), "f38dd69a94d4"),
    "consequence": (Mind(plies=2, sieve=4, whole=8, widening=2.0), "d5eb41b44d28"),
}


@pytest.mark.parametrize("name", CLASSIC)
def test_classic_stays_as_it_is(name: str) -> None:
    """If a change of a game's bots makes this fail, give `classic` the former settings or weights."""
    found = player("classic").sit(name, {"simulations": 9}, 7)
    weights = import_module(f"{tesserae.bot(name).game.package}.weights").WEIGHTS
    digest = hashlib.sha256(np.ascontiguousarray(weights).tobytes()).hexdigest()[:12]
    assert (found.level, numbers(found), digest) == ("master", *CLASSIC[name])


def test_settings_change_what_they_name() -> None:
    found = player("plain+sieve=3+exploration=1").sit("symbol", {"seconds": 0.5}, 0)
    assert numbers(found) == Mind(sieve=3, exploration=1.0)
    assert player("plain+sieve=3+exploration=1").name == "plain+sieve=3+exploration=1"
    usual = numbers(tesserae.bot("symbol", "master"))
    changed = numbers(player("master+exploration=0.5").sit("symbol", {"seconds": 0.5}, 0))
    assert changed.exploration == 0.5
    assert (changed.sieve, changed.plies) == (usual.sieve, usual.plies)


# For each search a game in which the strongest level uses it, and some of its settings.
SEARCHES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "MCTS": ("consequence", {}, {"plies": 3, "reflexes": True, "exploration": 0.4}),
    "PUCT": ("symbol", {"edition": "full"}, {"exploration": 2.0, "width": 5, "noise": 0.0}),
    "alpha-beta search": ("symbol", {"edition": "simple"}, {"quiescence": 0, "clear": 90, "late": 7}),
    "racing": ("sequence", {}, {"turns": 1, "doubt": 2.0}),
}


@pytest.mark.parametrize("title", SEARCHES)
def test_the_settings_of_every_search_can_be_set(title: str) -> None:
    game, options, values = SEARCHES[title]
    state = tesserae.start(game, seed=1, **options)
    usual = levels.settings(state.game, "grandmaster", state.raw())
    assert usual.title == title
    name = "+".join(["grandmaster", *(f"{key}={json.dumps(value)}" for key, value in values.items())])
    bot = player(name).sit(game, {"simulations": 50}, 1)
    found = bot.player.settings(state.raw()).numbers
    assert found == usual.numbers._replace(**values)
    assert found != usual.numbers
    assert bot.choose(state, 0) in state.legal(0)


@pytest.mark.parametrize(
    ("name", "title", "has"),
    [
        ("grandmaster+exploration=2", "alpha-beta search", "quiescence, shallow, clear, hopeless, hope"),
        ("grandmaster+belief=none", "PUCT", "exploration, even, even_at_root, pessimism, width, patience, noise, net"),
        ("grandmaster+plies=2", "racing", "turns, field, margin, doubt, net"),
        ("master+turns=2", "MCTS", "exploration, whole, widening, sieve, plies, reflexes, net, belief"),
        ("plain+width=2", "MCTS", "exploration, whole, widening, sieve, plies, reflexes, net, belief"),
    ],
)
def test_a_setting_that_the_search_does_not_have_is_refused_by_name(name: str, title: str, has: str) -> None:
    game, options, _ = SEARCHES[title]
    state = tesserae.start(game, seed=1, **options)
    setting = name.partition("+")[2].partition("=")[0]
    message = f"{re.escape(name)}: in this game, {title} has no setting '{setting}'; it has: {has}"
    with pytest.raises(BadOption, match=message):
        schedule(state, [player("master"), player(name)], 2, {"simulations": 5})
    plan = Plan(game, [variant(state.game, "", options, None)], [name])
    with pytest.raises(BadOption, match=message):
        check(plan)


def test_a_setting_counts_where_the_search_has_it() -> None:
    """A variant of the game can be searched in another way."""
    game = find("symbol")
    variants = [variant(game, "", {"edition": edition}, None) for edition in ("full", "simple")]
    name = "grandmaster+width=5"
    check(Plan("symbol", variants[:1], [name]))
    with pytest.raises(BadOption, match="alpha-beta search has no setting 'width'"):
        check(Plan("symbol", variants, [name]))


def test_a_budget_of_its_own() -> None:
    assert player("master+seconds=2").sit("symbol", {"simulations": 5}, 0).player.simulations is None
    assert player("master+seconds=2").sit("symbol", {"simulations": 5}, 0).player.seconds == 2.0
    assert player("club+simulations=8").sit("symbol", {"seconds": 5.0}, 0).player.simulations == 8


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("genius", "random, novice, casual, club, expert, master, grandmaster, plain, classic"),
        ("", "there is no player ''"),
        ("random+plies=3", "does not think"),
        ("master+depth=3", "there is no setting 'depth'; the settings are: seconds, simulations, exploration"),
        ("master+plies", ", not ''"),
        ("master+plies=many", ", not 'many'"),
        ("master+plies=1.5", ", not '1.5'"),
        ("master+plies=true", ", not 'true'"),
        ("master+plies=-1", "from 0 to"),
        ("master+plies=1e400", "from 0 to"),
        ("master+exploration=NaN", ", not 'NaN'"),
        ("master+exploration=Infinity", ", not 'Infinity'"),
        ("master+plies=1+plies=2", "plies is given twice"),
        ("grandmaster+net=", "net takes a file, as net=weights.npz, or net=none"),
        ("grandmaster+net", "net takes a file"),
        ("grandmaster+net=a.npz+net=b.npz", "net is given twice"),
    ],
)
def test_what_is_no_player(text: str, message: str) -> None:
    with pytest.raises(BadOption) as raised:
        player(text)
    assert message in str(raised.value)


# --- Nets ------------------------------------------------------------------------------------------------------------


def test_a_player_with_a_net_from_a_file(tmp_path: Path) -> None:
    net = fresh(inputs_of(find("consequence").rules.STATE), 3, 1)
    save(tmp_path / "net.npz", net, "")
    found = player(f"grandmaster+net={tmp_path / 'net.npz'}+simulations=5").sit("consequence", {"seconds": 1.0}, 0)
    assert judge(found).first.tobytes() == net.first.tobytes()
    assert found.player.simulations == 5
    assert judge(player("grandmaster+net=none").sit("consequence", {"seconds": 1.0}, 0)) is NONE
    own = levels.settings(find("consequence"), "grandmaster", find("consequence").blank()).net
    assert judge(player("grandmaster").sit("consequence", {"seconds": 1.0}, 0)) is own


def test_nets_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"net: .*missing\.npz: this is no net"):
        player(f"grandmaster+net={tmp_path / 'missing.npz'}").sit("consequence", {"seconds": 1.0}, 0)
    save(tmp_path / "other.npz", fresh(5, 3, 1), "")
    with pytest.raises(BadOption, match="net: the net is for 5 inputs, but the game has"):
        player(f"grandmaster+net={tmp_path / 'other.npz'}").sit("consequence", {"seconds": 1.0}, 0)
