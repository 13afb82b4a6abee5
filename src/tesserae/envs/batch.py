"""Many games at once, at the speed of the engine: the core of all environments (docs/reference/environments.md)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tesserae.engine import batch as core
from tesserae.engine import contract
from tesserae.engine.batch import ANEW, WAIT
from tesserae.engine.jit import Ints
from tesserae.engine.playouts import ROOM
from tesserae.envs.setup import setup
from tesserae.errors import BadOption, check_whole
from tesserae.state import State, check_seed, duplicate


class IllegalChoice(ValueError):
    """A choice that the mask does not allow. Nothing was changed."""


def _shown(array: NDArray[Any], shape: tuple[int, ...] | None = None) -> NDArray[Any]:
    """A read-only view of an array, which follows its changes."""
    view = array.reshape(shape) if shape else array.view()
    view.flags.writeable = False
    return view


class Batch:
    """`n` games with the same rules, stepped together; games that end restart automatically.

    After `reset` and each `step`, these arrays have the current situation. They are read-only and updated in place:

    - `current_player` [n]: the seat that is to choose;
    - `observation` [n, …]: what that seat knows, as float32; the pages of docs/reference have the meaning of
      every number;
    - `legal_action_mask` [n, choices]: what that seat may choose;
    - `rewards` [n, seats]: the reward of each seat for the last step: 0, or the result at the end of a game;
    - `terminated` [n]: whether a game ended with the last step; the other arrays then show the next game;
    - `truncated` [n]: never true, since every game ends;
    - `episode_length` [n]: steps of the game that the last step belonged to; `episode_result` [n, seats]: the result of
      the last game that ended;
    - `seeds` [n]: the seed of the current game: `tesserae.start(game, seats, seed, **options)` starts the same one.
    """

    def __init__(
        self, game: str, n: int, *, seats: int | None = None, seed: int = 0, threads: int = 1, **options: object
    ) -> None:
        check_whole("n", n)
        check_whole("threads", threads)
        self.setup = prepared = setup(game, seats, options)
        self.game, self.n, self.seats, self.threads = prepared.game, n, prepared.seats, threads
        self.choices = prepared.choices
        self._games = games = core.Games(
            states=prepared.blank(n),
            streams=np.zeros((n, 4), np.int64),
            samplers=np.zeros((n, 4), np.int64),
            seeds=np.zeros(n, np.int64),
            made=np.zeros((n, prepared.made), np.int64),
            current=np.zeros(n, np.int64),
            lengths=np.zeros(n, np.int64),
            rewards=np.zeros((n, prepared.seats), np.float64),
            terminated=np.zeros(n, np.bool_),
            results=np.zeros((n, prepared.seats), np.float64),
        )
        self._seen = seen = core.Shown(
            base=prepared.base,
            observation=np.zeros((n, prepared.size), np.float32),
            mask=np.zeros((n, prepared.choices), np.bool_),
            marks=np.full((n, core.MARKED), core.MANY, np.uint16),
            viewers=np.zeros(n, np.int64),
            finals=np.zeros((0, prepared.size), np.float32),
        )
        self._sampled = np.zeros(n, np.int64)
        self.current_player = _shown(games.current)
        self.observation = _shown(seen.observation, (n, *prepared.shape))
        self.legal_action_mask = _shown(seen.mask)
        self.rewards = _shown(games.rewards)
        self.terminated = _shown(games.terminated)
        self.truncated = _shown(np.zeros(n, np.bool_))
        self.episode_length = _shown(games.lengths)
        self.episode_result = _shown(games.results)
        self.seeds = _shown(games.seeds)
        parts = min(n, threads)
        self._edges = np.linspace(0, n, parts + 1).astype(np.int64).tolist()
        self._rooms = [core.Room(prepared.blank(1), np.empty(ROOM, np.int64)) for _ in range(parts)]
        self._pool = ThreadPoolExecutor(parts - 1) if parts > 1 else None
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Restart all games: with a seed, from the beginning of its streams; without one, with the next seeds."""
        if seed is not None:
            check_seed(seed)
            core.seed_streams(seed, self._games.streams, self._games.samplers)
        self._games.results[:] = 0
        self._run(self._advance, np.full(self.n, ANEW), False)

    def renew(self, which: ArrayLike) -> None:
        """Restart the games where `which` is true, with the next seeds of their streams."""
        chosen = np.where(np.asarray(which, np.bool_), ANEW, WAIT)
        self._run(self._advance, self._numbers(chosen), False)

    def step(self, actions: ArrayLike) -> None:
        """Make a choice in each game, as the mask allows; -1 skips a game. If one of them is illegal, nothing is done,
        and an IllegalChoice says which."""
        chosen = self._numbers(actions)
        self._refuse(chosen, core.first_wrong(chosen, self._seen.mask))
        self._run(self._advance, chosen, False)

    def act(self, actions: ArrayLike) -> None:
        """Like `step`, with the codes of whole actions, which `legal_actions` lists. If each choice is an action, this
        is the same as `step`; otherwise it must not be called in the middle of an action."""
        chosen = self._numbers(actions)
        if self._games.made.any():
            raise IllegalChoice("an action has been begun; make the rest of its choices first")
        out, states, current = self._rooms[0].out, self._games.states, self._games.current
        for i, code in enumerate(chosen.tolist()):
            if code != WAIT and not contract.allowed(states[i : i + 1], int(current[i]), code, out):
                self._refuse(chosen, i)
        self._run(self._advance, chosen, True)

    def sample(self) -> Ints:
        """A random choice for each game, uniform over those that the mask allows. The same array is returned each time;
        its contents depend on the seed and the number of calls, not on the threads."""
        self._run(self._sample)
        return self._sampled

    def legal_actions(self) -> tuple[Ints, Ints]:
        """The codes of all whole actions of the seats to choose, game after game, and the index where each game's codes
        begin (and, last, where all end): those of game i are `codes[first[i]:first[i + 1]]`."""
        codes, first = [], np.zeros(self.n + 1, np.int64)
        for i in range(self.n):
            hidden = duplicate(self._games.states[i : i + 1])
            seat = int(self._games.current[i])
            contract.hide(hidden, seat)
            out = self._rooms[0].out
            count = contract.legal(hidden, seat, out)
            if count > len(out):
                out = np.empty(2 * count, np.int64)
                self._rooms[0] = self._rooms[0]._replace(out=out)
                contract.legal(hidden, seat, out)
            codes.append(out[:count].copy())
            first[i + 1] = first[i] + count
        return np.concatenate(codes), first

    def state(self, i: int) -> State:
        """A copy of one game for the plain API, with everything in it except its history."""
        if not 0 <= i < self.n:
            raise IndexError(f"there is no game {i}; they are 0 to {self.n - 1}")
        array = duplicate(self._games.states[i : i + 1])
        return State(self.game, self.seats, self.setup.values, int(self._games.seeds[i]), array, None)

    def close(self) -> None:
        """End the threads; the arrays stay as they are."""
        if self._pool is not None:
            self._pool.shutdown()

    def show_ends(self, viewers: Ints) -> NDArray[np.float32]:
        """From now on, store a seat's final observation of each game in the returned array when it is `terminated`."""
        chosen = self._numbers(viewers)
        if chosen.min() < 0 or chosen.max() >= self.seats:
            raise BadOption(f"viewers: these are not all seats from 0 to {self.seats - 1}")
        finals = np.zeros((self.n, self.setup.size), np.float32)
        self._seen = self._seen._replace(viewers=chosen.copy(), finals=finals)
        return _shown(finals, (self.n, *self.setup.shape))

    def _numbers(self, actions: ArrayLike) -> Ints:
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise BadOption(f"actions: {self.n} whole numbers are needed, one for each game, not {_described(given)}")
        return np.ascontiguousarray(given, np.int64)

    def _refuse(self, chosen: Ints, i: int) -> None:
        """Raise IllegalChoice for game i; -1: all choices were legal."""
        if i >= 0:
            raise IllegalChoice(f"in game {i} seat {self._games.current[i]} cannot choose {chosen[i]} now")

    def _run(self, work: Callable[..., None], *arguments: Any) -> None:
        """Run a function on all parts of the batch: the first part in this thread, the others in other threads."""
        others = []
        if self._pool is not None:
            others = [self._pool.submit(work, part, *arguments) for part in range(1, len(self._rooms))]
        work(0, *arguments)
        for other in others:
            other.result()

    def _advance(self, part: int, chosen: Ints, whole: bool) -> None:
        low, high = self._edges[part : part + 2]
        core.advance(self._games, self._seen, self._rooms[part], self.setup.options, low, high, chosen, whole)

    def _sample(self, part: int) -> None:
        low, high = self._edges[part : part + 2]
        core.sample(self._games, self._seen, self._rooms[part], low, high, self._sampled)


def _described(given: NDArray[Any]) -> str:
    return f"an array of {given.dtype} with the shape {given.shape}"
