"""The games for Gymnasium: a learner in one seat, and the other seats played by a level of the bots or a function."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tesserae.engine.rng import SEEDS
from tesserae.envs.batch import Batch
from tesserae.envs.opponents import Opponent, Others
from tesserae.envs.pettingzoo import observation_space
from tesserae.envs.render import MODES, check_mode, render
from tesserae.errors import BadOption
from tesserae.games import games
from tesserae.games.game import Game

VERSION = 0
METADATA: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}
VECTOR_METADATA = {**METADATA, "autoreset_mode": AutoresetMode.SAME_STEP}
LOST = -1.0  # the reward for an illegal choice, which ends the game


class Vector(VectorEnv[dict[str, Any], NDArray[np.int64], NDArray[Any]]):
    """Created by `tesserae.envs.vector`: `n` games; in each of them the learner has one seat and is the one to choose.

    A step is a choice of the learner and everything the others do until the learner has to choose again. A game that
    ends restarts within the step; `info["final_obs"]` then has the last observation. An illegal choice loses the game
    at once, and `info["illegal"]` says so.
    """

    metadata = VECTOR_METADATA

    def __init__(
        self,
        game: str,
        n: int,
        opponent: Opponent = "casual",
        seat: int | None = 0,
        seats: int | None = None,
        render_mode: str | None = None,
        threads: int = 1,
        **options: object,
    ) -> None:
        check_mode(render_mode)
        self.render_mode = render_mode
        self.batch = Batch(game, n, seats=seats, seed=0, threads=threads, **options)
        self.num_envs = n
        if seat is not None and seat not in range(self.batch.seats):
            raise BadOption(f"seat must be a number from 0 to {self.batch.seats - 1} or None, not {seat!r}")
        self.seat = np.full(n, seat) if seat is not None else np.arange(n) % self.batch.seats
        self.single_observation_space = observation_space(self.batch.setup)
        self.single_action_space = spaces.Discrete(self.batch.choices)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._opponent = opponent
        self._finals = self.batch.show_ends(self.seat)
        self._others = Others(self.batch, opponent, 0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """New games; with a seed, the same as those of `Batch` with this seed."""
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(SEEDS)) if seed is None else seed)
        self._others = Others(self.batch, self._opponent, int(self.batch.seeds[0]))
        self._wait(np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_))
        observation = self._observation()
        return observation, {"action_mask": observation["action_mask"]}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[dict[str, Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        chosen = np.asarray(actions, np.int64).reshape(self.num_envs)
        inside = (chosen >= 0) & (chosen < self.batch.choices)
        illegal = ~inside | ~self.batch.legal_action_mask[np.arange(self.num_envs), np.where(inside, chosen, 0)]
        rewards, ended = np.zeros(self.num_envs), illegal.copy()
        if illegal.any():
            finals = self._observation()
            self.batch.renew(illegal)
            rewards[illegal] = LOST
        self._play(np.where(illegal, -1, chosen), rewards, ended)
        self._wait(rewards, ended)
        observation = self._observation()
        infos: dict[str, Any] = {"action_mask": observation["action_mask"], "illegal": illegal}
        if ended.any():
            last = np.full(self.num_envs, None, object)
            for i in np.flatnonzero(ended).tolist():
                seen = finals["observation"][i] if illegal[i] else self._finals[i].copy()
                last[i] = {"observation": seen, "action_mask": np.ones(self.batch.choices, np.int8)}
            infos |= {"final_obs": last, "_final_obs": ended.copy()}
        return observation, rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def _play(self, chosen: NDArray[np.int64], rewards: NDArray[Any], ended: NDArray[np.bool_]) -> None:
        """One choice in some of the games."""
        self.batch.step(chosen)
        over = self.batch.terminated
        rewards += self.batch.rewards[np.arange(self.num_envs), self.seat]
        ended |= over
        self._others.forget(np.flatnonzero(over))

    def _wait(self, rewards: NDArray[Any], ended: NDArray[np.bool_]) -> None:
        """Let the opponents play until the learner has to choose in all games. Games that end meanwhile restart."""
        while (waiting := np.flatnonzero(self.batch.current_player != self.seat)).size:
            chosen = np.full(self.num_envs, -1)
            chosen[waiting] = self._others.choose(waiting)
            self._play(chosen, rewards, ended)

    def _observation(self) -> dict[str, Any]:
        mask = self.batch.legal_action_mask.astype(np.int8)
        return {"observation": self.batch.observation.copy(), "action_mask": mask}

    def render(self) -> tuple[Any, ...] | None:
        if self.render_mode is None:
            return None
        return tuple(render(self.batch.state(i), self.render_mode) for i in range(self.num_envs))

    def close_extras(self, **_: Any) -> None:
        self.batch.close()


class Alone(gymnasium.Env[dict[str, Any], np.int64]):
    """One game of `Vector`, without automatic reset."""

    metadata = METADATA

    def __init__(self, game: str, render_mode: str | None = None, **arguments: Any) -> None:
        self._vector = Vector(game, 1, render_mode=render_mode, **arguments)
        self.render_mode = render_mode
        self.observation_space = self._vector.single_observation_space
        self.action_space = self._vector.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        observation, _ = self._vector.reset(seed=int(self.np_random.integers(SEEDS)))
        return self._one(observation)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        observation, rewards, ended, _, infos = self._vector.step(np.array([action]))
        seen, info = self._one(observation)
        if ended[0]:
            seen = infos["final_obs"][0]
            info = {"action_mask": seen["action_mask"]}
        return seen, float(rewards[0]), bool(ended[0]), False, info | {"illegal": bool(infos["illegal"][0])}

    def _one(self, observation: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        seen = {name: array[0] for name, array in observation.items()}
        return seen, {"action_mask": seen["action_mask"]}

    def render(self) -> Any:
        return render(self._vector.batch.state(0), self.render_mode)

    def close(self) -> None:
        self._vector.close()


def vector(game: str, n: int, *, opponent: Opponent = "casual", **options: Any) -> Vector:
    """`n` games against a level of the bots, or against a function of observations, masks and seats."""
    return Vector(game, n, opponent, **options)


def make_vector(game: str, num_envs: int = 1, **arguments: Any) -> Vector:
    """What `gymnasium.make_vec` calls."""
    return Vector(game, num_envs, **arguments)


def identifier(game: Game) -> str:
    return f"tesserae/{game.title.replace(' ', '')}-v{VERSION}"


def register_all() -> None:
    """`gymnasium.make("tesserae/TITLE-v0")` and `make_vec` for every game."""
    for game in games():
        if identifier(game) not in gymnasium.registry:
            gymnasium.register(
                identifier(game),
                entry_point="tesserae.envs.gymnasium:Alone",
                vector_entry_point="tesserae.envs.gymnasium:make_vector",
                kwargs={"game": game.name},
            )
