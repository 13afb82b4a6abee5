"""Players as they are written."""

import hashlib
import time
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import tesserae
from tesserae import BadOption
from tesserae.engine.contract import inputs_of
from tesserae.engine.net import NONE, save
from tesserae.engine.search import Mind
from tesserae.games import game as find
from tesserae.lab.players import player
from tesserae.lab.training import fresh


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
    assert found.net is not None
    assert found.net.first.tobytes() == net.first.tobytes()
    assert found.simulations == 5
    assert player("grandmaster+net=none").sit("consequence", {"seconds": 1.0}, 0).net is NONE
    assert player("grandmaster").sit("consequence", {"seconds": 1.0}, 0).net is None  # the one of its level


def test_nets_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"net: .*missing\.npz: this is no net"):
        player(f"grandmaster+net={tmp_path / 'missing.npz'}").sit("consequence", {"seconds": 1.0}, 0)
    save(tmp_path / "other.npz", fresh(5, 3, 1), "")
    with pytest.raises(BadOption, match="net: the net is for 5 inputs, but the game has"):
        player(f"grandmaster+net={tmp_path / 'other.npz'}").sit("consequence", {"seconds": 1.0}, 0)
