"""Gymnasium's own check for every table, and what a learner meets: the others move, games begin again, masks hold."""

import contextlib
import pickle
import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from tesserae import BadOption, Refused
from tesserae.envs import vector
from tesserae.envs.gymnasium import Alone, Vector, identifier
from tesserae.games import games
from tesserae.state import State
from tests.envs.tables import FEW, TABLES, Table, Twin

every_table = pytest.mark.parametrize("table", TABLES, ids=str)
a_few = pytest.mark.parametrize("table", FEW, ids=str)


def make(table: Table, n: int, **more: Any) -> Vector:
    return vector(table.game, n, seats=table.seats, **more, **table.options)


def legal(chance: random.Random, masks: Any) -> Any:
    return np.array([chance.choice(np.flatnonzero(mask).tolist()) for mask in masks])


@every_table
def test_check_env(table: Table) -> None:
    check_env(Alone(table.game, seats=table.seats, opponent="random", **table.options), skip_render_check=True)


@a_few
def test_check_env_with_pictures(table: Table) -> None:
    name = identifier(next(game for game in games() if game.name == table.game))
    env = gymnasium.make(name, seats=table.seats, opponent="random", render_mode="ansi", **table.options)
    check_env(env.unwrapped)
    env.close()


@every_table
def test_the_learner_plays_the_games_of_the_plain_api(table: Table) -> None:
    """Against a function, whose choices are known here, so that all can be followed."""
    said: list[tuple[int, int]] = []

    def first(observations: Any, masks: Any, seats: Any) -> Any:
        found = masks.argmax(axis=1)
        said.extend(zip(seats.tolist(), found.tolist(), strict=True))
        return found

    env = make(table, 1, opponent=first)
    chance = random.Random(3)
    seen, _ = env.reset(seed=21)
    twin = Twin(table, int(env.batch.seeds[0]))
    for seat, choice in said:
        assert twin.seat == seat
        twin.choose(choice)
    for _ in range(30):
        assert twin.seat == 0
        assert np.allclose(seen["observation"][0], twin.observation(0), rtol=0, atol=1e-5)
        assert np.flatnonzero(seen["action_mask"][0]).tolist() == twin.offered()
        said.clear()
        choices = legal(chance, seen["action_mask"])
        seen, rewards, ended, truncated, infos = env.step(choices)
        assert (infos["action_mask"] == seen["action_mask"]).all()
        ends = 0
        for seat, choice in [(0, int(choices[0])), *said]:
            assert twin.seat == seat
            twin.choose(choice)
            if twin.seat is None:
                ends += 1
                assert rewards[0] == twin.returns()[0]
                last = infos["final_obs"][0]["observation"]
                assert np.allclose(last, twin.observation(0), rtol=0, atol=1e-5)
                twin = Twin(table, int(env.batch.seeds[0]))
        assert ends == int(ended[0])
        assert not truncated.any()


class Pair:
    """Two learners who make the same choices in the same games, the other seats being played by the same script."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.script: list[int] = []
        self.said: list[int] = []
        self.envs = [make(table, 1, opponent=self.play) for _ in range(2)]
        for env in self.envs:
            self.script = self.said[:]
            env.reset(seed=13)

    def play(self, observations: Any, masks: Any, seats: Any) -> Any:
        choice = self.script.pop(0) if self.script else int(masks[0].argmax())
        self.said.append(choice)
        return np.array([choice])

    def twin(self, state: State) -> Twin:
        """A game of the plain API as it stands with the first learner, or in another world."""
        twin = Twin(self.table, 0)
        twin.state, twin.seat, twin.made = state, 0, self.envs[0].batch._games.made[0].copy()
        return twin

    def other_world(self, before: State, after: bytes, chance: random.Random, choices: list[int]) -> Any:
        """A world that was the same to the learner before these choices, and is after them; None if none was found."""
        for _ in range(400):
            world = self.twin(before.copy()).world(0, chance)
            twin = self.twin(world.copy())
            with contextlib.suppress(Refused, StopIteration):
                for choice in choices:
                    if choice not in twin.offered():
                        raise StopIteration
                    twin.choose(choice)
                if twin.state.hidden(0).tobytes() == after:
                    return world.raw()
        return None


@pytest.mark.parametrize("table", [table for table in FEW if table.seats == 2], ids=str)
def test_worlds_that_are_equal_to_the_learner_give_it_the_same_byte_for_byte(table: Table) -> None:
    """What a step gives back depends on nothing that is hidden from the learner, before or after it."""
    pair = Pair(table)
    one, other = pair.envs
    chance = random.Random(4)
    compared = differing = 0
    for _ in range(60):
        before = one.batch.state(0)
        real = before.raw().copy()
        choices = legal(chance, one.batch.legal_action_mask)
        pair.said.clear()
        got = one.step(choices)
        said = pair.said[:]
        world = None
        if not got[2].any():
            after = one.batch.state(0).hidden(0).tobytes()
            world = pair.other_world(before, after, chance, [int(choices[0]), *said])
        if world is not None:
            compared += 1
            world["rng"] = real["rng"]
            differing += int(world.tobytes() != real.tobytes())
            other.batch._games.states[:] = world
        pair.script = said
        again = other.step(choices)
        assert pickle.dumps(got) == pickle.dumps(again)
        other.batch._games.states[:] = one.batch._games.states
        if compared == 3:
            break
    assert compared == 3
    assert (differing > 0) == (table.game != "symbol")  # in which nothing is hidden but the generator


@pytest.mark.parametrize("level", ["random", "novice", "casual"])
@a_few
def test_levels_of_the_bots_are_opponents(table: Table, level: str) -> None:
    runs = []
    for _ in range(2):
        env = make(table, 2, opponent=level, seat=None)
        chance = random.Random(1)
        seen, _ = env.reset(seed=5)
        trace = []
        for _ in range(3):
            assert (env.batch.current_player == env.seat).all()
            seen, rewards, ended, _, _ = env.step(legal(chance, seen["action_mask"]))
            trace.append((seen["observation"].tobytes(), rewards.tobytes(), ended.tobytes()))
        runs.append(trace)
        env.close()
    assert runs[0] == runs[1]


def test_every_level_can_be_named() -> None:
    from tesserae.bots import LEVEL_NAMES

    for level in LEVEL_NAMES:
        assert vector("consequence", 1, opponent=level).num_envs == 1
    with pytest.raises(BadOption, match=r"opponent must be .*, not 'champion'"):
        vector("consequence", 1, opponent="champion")
    with pytest.raises(BadOption, match=r"seat must be .*, not 2"):
        vector("consequence", 1, opponent="random", seat=2)
    env = vector("consequence", 1, opponent=lambda observations, masks, seats: [0.5], seat=1)
    with pytest.raises(BadOption, match="the function must give 1 whole numbers"):
        env.reset(seed=1)


def test_games_begin_again_within_the_step() -> None:
    env = vector("consequence", 16, opponent="random")
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    chance = random.Random(2)
    seen, _ = env.reset(seed=1)
    ends = 0
    for _ in range(60):
        before = env.batch.seeds.copy()
        seen, rewards, ended, _, infos = env.step(legal(chance, seen["action_mask"]))
        assert ((before != env.batch.seeds) == ended).all()
        assert set(np.unique(rewards[~ended])) <= {0.0}
        assert set(np.unique(rewards)) <= {-1.0, 0.0, 1.0}
        if ended.any():
            ends += int(ended.sum())
            assert (infos["_final_obs"] == ended).all()
            for i in np.flatnonzero(ended):
                assert infos["final_obs"][i]["observation"].shape == env.batch.setup.shape
    assert ends > 20


def test_a_choice_that_is_not_possible_loses_the_game() -> None:
    env = vector("consequence", 3, opponent="random")
    seen, _ = env.reset(seed=1)
    choices = legal(random.Random(1), seen["action_mask"])
    choices[1] = int(np.argmin(seen["action_mask"][1]))
    seeds = env.batch.seeds.copy()
    _, rewards, ended, _, infos = env.step(choices)
    assert infos["illegal"].tolist() == [False, True, False]
    assert rewards[1] == -1
    assert ended.tolist() == [False, True, False]
    assert (env.batch.seeds != seeds).tolist() == [False, True, False]
    assert (infos["final_obs"][1]["observation"] == seen["observation"][1]).all()
    env.step(np.array([-7, 10**9, 0]))


def test_they_are_registered() -> None:
    for game in games():
        env = gymnasium.make_vec(identifier(game), num_envs=2, opponent="random")
        assert isinstance(env, Vector)
        seen, _ = env.reset(seed=1)
        assert env.observation_space.contains(seen)
        env.close()
    env = gymnasium.make_vec("tesserae/Symbol-v0", num_envs=3, opponent="random", edition="simple", render_mode="ansi")
    env.reset(seed=1)
    pictures = env.render()
    assert pictures is not None
    assert len(pictures) == 3
