"""The games for PettingZoo: one agent after the other (AEC)."""

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, register
from pettingzoo.env_registry.registration import aec_registry

from tesserae.engine import batch as core
from tesserae.engine.rng import SEEDS, seed_rng
from tesserae.envs.batch import IllegalChoice
from tesserae.envs.render import MODES, check_mode, render
from tesserae.envs.setup import Setup, setup
from tesserae.envs.single import LIMIT, Single
from tesserae.games import games
from tesserae.state import State, check_seed

VERSION = 0


def observation_space(setup: Setup) -> spaces.Dict:
    """What an agent is given: its observation, and its mask."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-LIMIT, LIMIT, setup.shape, np.float32),
            "action_mask": spaces.Box(0, 1, (setup.choices,), np.int8),
        }
    )


class AEC(AECEnv):  # type: ignore[misc]  # PettingZoo leaves its type variables open
    """Created by `tesserae.envs.aec`. The agents are `player_0` and so on, one for each seat."""

    def __init__(self, setup: Setup, render_mode: str | None) -> None:
        super().__init__()
        check_mode(render_mode)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{setup.game.name}_v{VERSION}",
            "render_modes": list(MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.setup = setup
        self.possible_agents = [f"player_{seat}" for seat in range(setup.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(setup) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(setup.choices) for agent in self.possible_agents}
        self._idle = {"action_mask": np.ones(setup.choices, np.int8)}
        self._single = Single(setup)
        self._stream = np.zeros(4, np.int64)
        seed_rng(self._stream, secrets.randbelow(SEEDS), 0)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: with a seed, the same as `tesserae.start` with it; without one, a different game each time.
        `options` is ignored: the game's options are given when the environment is made."""
        if seed is None:
            seed = core.fresh_seed(self._stream)
        else:
            check_seed(seed)
            seed_rng(self._stream, seed, 1)
        self._single.start(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: dict(self._idle) for agent in self.agents}
        self._skip_agent_selection = None
        self._serve()

    def _serve(self) -> None:
        """Prepare the observation of the seat that is to choose."""
        agent = self.possible_agents[self._single.seat]
        self.agent_selection = agent
        self._observation, self._mask = self._single.look(self._single.seat)
        self._legal = self._mask.tobytes()  # a copy, because callers may write to it
        self.infos[agent] = {"action_mask": self._mask}

    def observe(self, agent: str) -> dict[str, Any]:
        if agent == self.agent_selection and self._single.seat == self._seats[agent]:
            return {"observation": self._observation, "action_mask": self._mask}
        observation, mask = self._single.look(self._seats[agent])
        return {"observation": observation, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if not isinstance(action, int | np.integer) or not 0 <= action < self.setup.choices or not self._legal[action]:
            raise IllegalChoice(f"{agent} cannot choose {action} now")
        single = self._single
        self._cumulative_rewards[agent] = 0.0
        single.choose(int(action))
        self.infos[agent] = dict(self._idle)
        if single.seat == core.NOBODY:
            self.rewards = dict(zip(self.possible_agents, single.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self._serve()

    def choices_of(self, action: str) -> list[int]:
        """What to pass to `step`, one after the other, for an action in the game's notation."""
        return self._single.way_to(action)

    def game(self) -> State:
        """A copy of the game for the plain API, with everything in it. Bots look only at what they may know."""
        return self._single.state()

    def render(self) -> Any:
        return render(self._single.state(), self.render_mode)

    def close(self) -> None:
        """Nothing to close."""


def aec(game: str, *, seats: int | None = None, render_mode: str | None = None, **options: object) -> AEC:
    """A game for PettingZoo, with its options by their names."""
    return AEC(setup(game, seats, options), render_mode)


def env(game: str, **arguments: Any) -> AEC:
    """What `pettingzoo.make` calls."""
    return aec(game, **arguments)


def register_all() -> None:
    """`pettingzoo.make("aec", "tesserae/NAME-v0")` for every game."""
    for game in games():
        name = f"tesserae/{game.name}-v{VERSION}"
        if name not in aec_registry:
            register("aec", name, entry_point="tesserae.envs.pettingzoo:env", kwargs={"game": game.name})
