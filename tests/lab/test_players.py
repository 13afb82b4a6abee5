"""Players as they are written."""

import hashlib
import time
from importlib import import_module

import numpy as np
import pytest

import tesserae
from tesserae import BadOption
from tesserae.engine.search import Mind
from tesserae.lab.players import player


def test_a_level_is_the_bot_of_that_level() -> None:
    found = player("expert").sit("symbol", {"seconds": 0.5}, 7)
    usual = tesserae.bot("symbol", "expert", 0.5, seed=7)
    assert (found.level, found.mind, found.seconds, found.simulations, found.seed) == (
        usual.level,
        usual.mind,
        0.5,
        None,
        7,
    )
    assert found.clock is time.thread_time


def test_plain_has_no_opinions() -> None:
    found = player("plain").sit("symbol", {"simulations": 9}, 7)
    assert found.level == "master"
    assert (found.mind.sieve, found.mind.plies) == (1, 100_000)
    assert found.simulations == 9


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
    assert (found.level, found.mind, digest) == ("master", *CLASSIC[name])


def test_settings_change_what_they_name() -> None:
    found = player("plain+sieve=3+exploration=1").sit("symbol", {"seconds": 0.5}, 0)
    assert found.mind == Mind(sieve=3, exploration=1.0)
    assert player("plain+sieve=3+exploration=1").name == "plain+sieve=3+exploration=1"
    usual = tesserae.bot("symbol", "master").mind
    changed = player("master+exploration=0.5").sit("symbol", {"seconds": 0.5}, 0).mind
    assert changed.exploration == 0.5
    assert (changed.sieve, changed.plies) == (usual.sieve, usual.plies)


def test_a_budget_of_its_own() -> None:
    assert player("master+seconds=2").sit("symbol", {"simulations": 5}, 0).simulations is None
    assert player("master+seconds=2").sit("symbol", {"simulations": 5}, 0).seconds == 2.0
    assert player("club+simulations=8").sit("symbol", {"seconds": 5.0}, 0).simulations == 8


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("genius", "random, novice, casual, club, expert, master, grandmaster, plain, classic"),
        ("", "there is no player ''"),
        ("random+plies=3", "does not think"),
        ("master+depth=3", "there is no setting 'depth'; the settings are: seconds, simulations, exploration"),
        ("master+plies", "plies: ''"),
        ("master+plies=many", "plies: 'many'"),
        ("master+plies=1.5", "plies: '1.5'"),
        ("master+plies=true", "plies: 'true'"),
        ("master+plies=-1", "from 0 to"),
        ("master+plies=1e400", "from 0 to"),
        ("master+exploration=NaN", "exploration: 'NaN'"),
        ("master+exploration=Infinity", "exploration: 'Infinity'"),
        ("master+plies=1+plies=2", "plies is given twice"),
    ],
)
def test_what_is_no_player(text: str, message: str) -> None:
    with pytest.raises(BadOption) as raised:
        player(text)
    assert message in str(raised.value)
