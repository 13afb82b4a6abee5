"""The opponents in environments with one learner: a level of the bots, or a function."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tesserae.bots import LEVEL_NAMES, RANDOM, bot
from tesserae.envs.batch import Batch
from tesserae.envs.single import Single
from tesserae.errors import BadOption
from tesserae.games.game import Game
from tesserae.state import State

# From the observations, masks and seats of some games (one row each) to the choices in them.
Policy = Callable[[NDArray[np.float32], NDArray[np.bool_], NDArray[np.int64]], ArrayLike]
Opponent = str | Policy
SIMULATIONS = 1000  # at most, per choice; weak levels use fewer. Counting them makes choices reproducible


class Bots:
    """A level of the bots, in any seat of any number of games. The seed and the order of calls decide its choices."""

    def __init__(self, game: Game, level: str, seed: int) -> None:
        if level not in LEVEL_NAMES:
            raise BadOption(f"opponent must be a function or one of {', '.join(LEVEL_NAMES)}, not {level!r}")
        self._bot = bot(game.name, level, simulations=SIMULATIONS, seed=seed)

    def action(self, state: State, seat: int) -> str:
        return self._bot.choose(state, seat)


class Others:
    """The other seats of a batch."""

    def __init__(self, batch: Batch, opponent: Opponent, seed: int) -> None:
        self._batch = batch
        self._policy = None if isinstance(opponent, str) else opponent
        self._bots = None
        if isinstance(opponent, str) and opponent != RANDOM:
            self._bots = Bots(batch.game, opponent, seed)
        self._begun: dict[int, list[int]] = {}  # for each game, the remaining choices of a bot's action

    def forget(self, games: NDArray[Any]) -> None:
        """These games have restarted."""
        for i in games.tolist():
            self._begun.pop(i, None)

    def choose(self, games: NDArray[np.int64]) -> NDArray[np.int64]:
        """Their choices in some of the games."""
        batch = self._batch
        if self._policy is not None:
            seats = batch.current_player[games]
            actions = np.asarray(self._policy(batch.observation[games], batch.legal_action_mask[games], seats))
            if actions.shape != games.shape or actions.dtype.kind not in "iu":
                raise BadOption(f"opponent: the function must give {len(games)} whole numbers, not {actions!r}")
            return actions.astype(np.int64)
        if self._bots is None:
            return batch.sample()[games]
        return np.array([self._by_bot(i) for i in games.tolist()], np.int64)

    def _by_bot(self, i: int) -> int:
        if not self._begun.get(i):
            assert self._bots is not None
            seat = int(self._batch.current_player[i])
            single = Single(self._batch.setup)
            single.states, single.seat = self._batch.state(i).raw(), seat
            self._begun[i] = single.way_to(self._bots.action(self._batch.state(i), seat))
        return self._begun[i].pop(0)
