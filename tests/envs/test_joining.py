"""A game of another package has every environment by its declaration alone."""

from collections.abc import Iterator
from pathlib import Path

import gymnasium
import numpy as np
import pettingzoo
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from tesserae.envs import Batch, aec, openspiel
from tesserae.envs import gymnasium as for_gymnasium
from tesserae.envs import pettingzoo as for_pettingzoo
from tesserae.games import games
from tests.envs.tables import Table, Twin
from tests.envs.test_pettingzoo import unlisted as unlisted


@pytest.fixture(autouse=True)
def nim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """As if a package with the game had been installed."""
    about = tmp_path / "nim-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: nim\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text("[tesserae.games]\nnim = tests.envs.nim:GAME\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    games.cache_clear()
    yield Table("nim", 2, {})
    monkeypatch.undo()
    games.cache_clear()


def test_batches(nim: Table) -> None:
    batch = Batch("nim", 8, seats=3, seed=2)
    assert batch.observation.shape == (8, 1, 1, 3)
    twins = [Twin(Table("nim", 3, {}), int(seed)) for seed in batch.seeds]
    for _ in range(40):
        chosen = batch.sample().tolist()
        batch.step(chosen)
        for i, twin in enumerate(twins):
            twin.choose(chosen[i])
            assert batch.terminated[i] == (twin.seat is None)
            if twin.seat is None:
                assert batch.rewards[i].tolist() == twin.returns()
                twins[i] = Twin(Table("nim", 3, {}), int(batch.seeds[i]))
            assert batch.state(i).tobytes() == twins[i].state.tobytes()


@pytest.mark.usefixtures("unlisted")
def test_pettingzoo() -> None:
    for_pettingzoo.register_all()
    env = pettingzoo.make("aec", "tesserae/nim-v0", render_mode="svg")
    api_test(env, num_cycles=20)
    env.reset(seed=1)
    assert "&lt;" in env.render()  # its terminal board, written as a picture


def test_gymnasium() -> None:
    for_gymnasium.register_all()
    check_env(gymnasium.make("tesserae/Nim-v0", opponent="novice").unwrapped, skip_render_check=True)


def test_openspiel() -> None:
    assert "tesserae_nim" in openspiel.register()
    pyspiel.random_sim_test(pyspiel.load_game("tesserae_nim"), num_sims=2, serialize=True, verbose=False)


def test_its_game_is_the_one_of_the_plain_api(nim: Table) -> None:
    env = aec("nim")
    env.reset(seed=5)
    twin = Twin(nim, 5)
    while twin.seat is not None:
        mask = env.infos[env.agent_selection]["action_mask"]
        choice = int(np.flatnonzero(mask)[-1])
        env.step(choice)
        twin.choose(choice)
    assert env.game().outcome == twin.state.outcome
