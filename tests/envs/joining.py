"""Every environment of the game in tests/plugin, by its declaration alone; test_joining.py runs this in a process that
has the game installed."""

import random
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pyspiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import tesserae.envs
from tesserae.envs import openspiel
from tests.envs.tables import Table, Twin

GAME = "treasure"


def batches(options: dict[str, Any]) -> None:
    table = Table(GAME, 2, options)
    batch = tesserae.envs.Batch(GAME, 4, seed=2, **options)
    twins = [Twin(table, int(seed)) for seed in batch.seeds]
    for _ in range(40):
        for i, twin in enumerate(twins):
            assert twin.seat is not None
            assert twin.seat == batch.current_player[i]
            assert np.allclose(batch.observation[i], twin.observation(twin.seat), atol=1e-5)
            assert np.flatnonzero(batch.legal_action_mask[i]).tolist() == twin.offered()
        chosen = batch.sample().tolist()
        batch.step(chosen)
        for i, twin in enumerate(twins):
            twin.choose(chosen[i])
            assert batch.terminated[i] == (twin.seat is None)
            if twin.seat is None:
                assert batch.rewards[i].tolist() == twin.returns()
                twins[i] = Twin(table, int(batch.seeds[i]))


def one_after_the_other() -> None:
    env = pettingzoo.make("aec", f"tesserae/{GAME}-v0", render_mode="svg")
    api_test(env, num_cycles=20)
    env.reset(seed=1)
    assert env.render().startswith("<svg")
    assert tesserae.start(GAME, seed=1).tobytes() == env.game().tobytes()


def with_opponents() -> None:
    check_env(gymnasium.make(f"tesserae/{GAME.title()}-v0", opponent="random").unwrapped, skip_render_check=True)


def in_openspiel() -> None:
    assert f"tesserae_{GAME}" in openspiel.register()
    spiel = pyspiel.load_game(f"tesserae_{GAME}")
    pyspiel.random_sim_test(spiel, num_sims=2, serialize=True, verbose=False)
    state = spiel.new_initial_state()
    state.apply_action(0)
    chance = random.Random(1)
    while not state.is_terminal():
        for player in range(2):
            other = state.resample_from_infostate(player, chance.random)
            assert other.information_state_string(player) == state.information_state_string(player)
        state.apply_action(chance.choice(state.legal_actions()))


if __name__ == "__main__":
    batches({})
    batches({"measure": "king"})
    one_after_the_other()
    with_opponents()
    in_openspiel()
    print("all of them")
