"""PettingZoo's own tests for every table, and that its games are those of the plain API."""

import random
import time
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from pettingzoo.utils.wrappers import BaseWrapper, TerminateIllegalWrapper

import tesserae
from tesserae import BadOption, Refused
from tesserae.envs import IllegalChoice, aec
from tesserae.envs.pettingzoo import AEC
from tesserae.envs.render import MODES
from tesserae.games import games
from tests.envs.tables import FEW, TABLES, Table, Twin

every_table = pytest.mark.parametrize("table", TABLES, ids=str)
a_few = pytest.mark.parametrize("table", FEW, ids=str)
# The test has a list, by name, of the environments that may give a dictionary with a mask; ours cannot be on it.
LISTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)


def make(table: Table, **more: Any) -> AEC:
    return aec(table.game, seats=table.seats, **more, **table.options)


@pytest.fixture
def unlisted() -> Iterator[None]:
    with warnings.catch_warnings():
        for message in LISTED:
            warnings.filterwarnings("ignore", message)
        yield


@every_table
@pytest.mark.usefixtures("unlisted")
def test_the_api_test(table: Table) -> None:
    api_test(make(table), num_cycles=15)


@every_table
def test_the_seed_test(table: Table) -> None:
    seed_test(lambda: make(table), num_cycles=10)


@a_few
def test_the_render_test(table: Table) -> None:
    pictures = {"svg": lambda drawn: drawn.startswith("<svg") and drawn.endswith("</svg>")}
    render_test(lambda render_mode: make(table, render_mode=render_mode), custom_tests=pictures)


@every_table
def test_the_performance_benchmark(
    table: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By a clock that goes a hundred times as fast, so that it does not take five seconds."""
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() * 100)
    performance_benchmark(make(table))
    assert "turns per second" in capsys.readouterr().out


@every_table
def test_every_step_is_that_of_the_plain_api(table: Table) -> None:
    env = make(table)
    chance = random.Random(4)
    for seed in (5, 6):
        env.reset(seed=seed)
        twin = Twin(table, seed)
        for _ in range(60):
            if twin.seat is None:
                break
            assert env.agent_selection == f"player_{twin.seat}"
            observation, reward, terminated, truncated, info = env.last()
            assert observation is not None
            assert np.allclose(observation["observation"], twin.observation(twin.seat), rtol=0, atol=1e-5)
            offered = twin.offered()
            assert np.flatnonzero(observation["action_mask"]).tolist() == offered
            assert info["action_mask"] is observation["action_mask"]
            assert (reward, terminated, truncated) == (0, False, False)
            choice = chance.choice(offered)
            env.step(choice)
            twin.choose(choice)
            assert env.game().tobytes() == twin.state.tobytes()
        if twin.seat is None:
            assert all(env.terminations.values())
            assert list(env.rewards.values()) == twin.returns()


def test_without_a_seed_games_differ_and_with_one_they_follow_from_it() -> None:
    envs = [make(next(table for table in TABLES if table.game == "sequence")) for _ in range(2)]
    seen = []
    for env in envs:
        env.reset(seed=3)
        env.reset()
        first = env.game().tobytes()
        env.reset()
        assert env.game().tobytes() != first
        seen.append(first)
    assert seen[0] == seen[1]
    assert tesserae.start("sequence", seed=3).tobytes() not in seen


@every_table
def test_worlds_that_are_equal_to_a_seat_look_equal_byte_for_byte(table: Table) -> None:
    """Observations, masks and infos of all agents."""
    env, other = make(table), make(table)
    chance = random.Random(7)
    env.reset(seed=9)
    twin = Twin(table, 9)
    for _ in range(25):
        if twin.seat is None:
            break
        for seat, agent in enumerate(env.agents):
            other.reset(seed=9)
            other._single.states = twin.world(seat, chance).raw()
            other._single.made = twin.made.copy()
            other._single.seat = twin.seat
            other._serve()
            assert other.agent_selection == env.agent_selection
            for name, array in env.observe(agent).items():
                assert array.tobytes() == other.observe(agent)[name].tobytes()
            if seat == twin.seat:
                assert env.infos[agent]["action_mask"].tobytes() == other.infos[agent]["action_mask"].tobytes()
            else:
                assert env.infos[agent]["action_mask"].all()
        choice = chance.choice(twin.offered())
        env.step(choice)
        twin.choose(choice)


@a_few
def test_what_is_not_possible_is_refused_and_changes_nothing(table: Table) -> None:
    env = make(table)
    env.reset(seed=2)
    observation = env.observe(env.agent_selection)
    wrong = int(np.argmin(observation["action_mask"]))
    observation["action_mask"][:] = 1  # whoever is given a mask may do with it what he likes
    before = env.game().tobytes(), env.agent_selection
    impossible: list[Any] = [wrong, -1, env.setup.choices, None, "a1", 1.5]
    for action in impossible:
        with pytest.raises(IllegalChoice, match=f"{env.agent_selection} cannot choose {action} now"):
            env.step(action)
    assert (env.game().tobytes(), env.agent_selection) == before
    with pytest.raises(BadOption, match=r"render_mode must be .*, not 'film'"):
        make(table, render_mode="film")


@a_few
def test_masks_of_idle_agents_are_not_empty(table: Table) -> None:
    env = make(table)
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any()
    while env.agents:
        _, _, terminated, _, info = env.last()
        assert info["action_mask"].any()
        env.step(None if terminated else int(np.flatnonzero(info["action_mask"])[0]))


@a_few
def test_wrappers_that_read_the_mask(table: Table) -> None:
    """One of PettingZoo's own, which ends the game of who breaks the rules, and one that passes the mask on."""

    class OnlyNumbers(BaseWrapper):  # type: ignore[misc]  # PettingZoo leaves its type variables open
        def observe(self, agent: str) -> Any:
            return super().observe(agent)["observation"].ravel()

    env = OnlyNumbers(TerminateIllegalWrapper(make(table), illegal_reward=-1))
    env.reset(seed=1)
    observation, _, _, _, info = env.last()
    assert observation.shape == (env.unwrapped.setup.size,)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    agent = env.agent_selection
    env.step(int(np.argmin(env.infos[agent]["action_mask"])))
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())


def test_they_are_registered_with_their_options() -> None:
    for game in games():
        assert isinstance(pettingzoo.make("aec", f"tesserae/{game.name}-v0", seats=game.seats[-1]), AEC)
    env = pettingzoo.make("aec", "tesserae/consequence-v0", render_mode="ansi", row_min=2)
    env.reset(seed=1)
    assert isinstance(env, AEC)
    assert env.game().options["row_min"] == 2
    assert env.metadata["render_modes"] == list(MODES)
    with pytest.raises(BadOption, match="there is no option 'row'"):
        pettingzoo.make("aec", "tesserae/consequence-v0", row=2)


@a_few
def test_a_bot_plays_through_it(table: Table) -> None:
    env = make(table)
    env.reset(seed=3)
    novice = tesserae.bot(table.game, "novice", simulations=5, seed=1)
    for _ in range(4):
        seat = env.possible_agents.index(env.agent_selection)
        action = novice.choose(env.game(), seat)
        twin = env.game()
        twin.act(seat, action)
        for choice in env.choices_of(action):
            env.step(choice)
        assert env.game().tobytes() == twin.tobytes()
    with pytest.raises((IllegalChoice, Refused)):  # what is no action in this game, or none now
        env.choices_of("pass")
