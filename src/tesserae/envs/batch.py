"""Many games at once, at the speed of the engine: the core of all environments. docs/environments.md explains it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tesserae.engine import batch as core
from tesserae.engine import contract
from tesserae.engine.batch import ANEW, WAIT
from tesserae.engine.jit import Ints, States
from tesserae.engine.playouts import ROOM
from tesserae.envs.setup import setup
from tesserae.errors import BadOption, check_whole
from tesserae.state import State, check_seed, duplicate


class IllegalChoice(ValueError):
    """A choice that the mask does not allow. Nothing was changed."""


class _Scratch:
    """The working memory of one thread."""

    def __init__(self, hidden: States) -> None:
        self.hidden = hidden
        self.out: Ints = np.empty(ROOM, np.int64)


def _shown(array: NDArray[Any], shape: tuple[int, ...] | None = None) -> NDArray[Any]:
    """A read-only view of an array, which follows its changes."""
    view = array.reshape(shape) if shape else array.view()
    view.flags.writeable = False
    return view


class Batch:
    """`n` games with the same rules, stepped together; games that end restart automatically.

    After `reset` and each `step`, these arrays have the current situation. They are read-only and updated in place:

    - `current_player` [n]: the seat that is to choose;
    - `observation` [n, …]: what that seat knows, as float32; docs/environments.md has the meaning of every number;
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
        self._states = prepared.blank(n)
        self._made = np.zeros((n, prepared.made), np.int64)
        self._streams = np.zeros((n, 4), np.int64)
        self._samplers = np.zeros((n, 4), np.int64)
        self._current = np.zeros(n, np.int64)
        self._observation = np.zeros((n, prepared.size), np.float32)
        self._mask = np.zeros((n, prepared.choices), np.bool_)
        self._marks = np.full((n, core.MARKED), core.MANY, np.uint16)
        self._rewards = np.zeros((n, prepared.seats), np.float64)
        self._terminated = np.zeros(n, np.bool_)
        self._lengths = np.zeros(n, np.int64)
        self._results = np.zeros((n, prepared.seats), np.float64)
        self._seeds = np.zeros(n, np.int64)
        self._sampled = np.zeros(n, np.int64)
        self._viewers = np.zeros(n, np.int64)
        self._finals = np.zeros((0, prepared.size), np.float32)
        self.current_player = _shown(self._current)
        self.observation = _shown(self._observation, (n, *prepared.shape))
        self.legal_action_mask = _shown(self._mask)
        self.rewards = _shown(self._rewards)
        self.terminated = _shown(self._terminated)
        self.truncated = _shown(np.zeros(n, np.bool_))
        self.episode_length = _shown(self._lengths)
        self.episode_result = _shown(self._results)
        self.seeds = _shown(self._seeds)
        parts = min(n, threads)
        self._edges = np.linspace(0, n, parts + 1).astype(np.int64).tolist()
        self._scratch = [_Scratch(prepared.blank(1)) for _ in range(parts)]
        self._pool = ThreadPoolExecutor(parts - 1) if parts > 1 else None
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Restart all games: with a seed, from the beginning of its streams; without one, with the next seeds."""
        if seed is not None:
            check_seed(seed)
            core.seed_streams(seed, self._streams, self._samplers)
        self._results[:] = 0
        self._run(self._advance, np.full(self.n, ANEW), False)

    def renew(self, which: ArrayLike) -> None:
        """Restart the games where `which` is true, with the next seeds of their streams."""
        chosen = np.where(np.asarray(which, np.bool_), ANEW, WAIT)
        self._run(self._advance, self._numbers(chosen), False)

    def step(self, actions: ArrayLike) -> None:
        """Make a choice in each game, as the mask allows; -1 skips a game. If one of them is illegal, nothing is done,
        and an IllegalChoice says which."""
        chosen = self._numbers(actions)
        self._refuse(chosen, core.first_wrong(chosen, self._mask))
        self._run(self._advance, chosen, False)

    def act(self, actions: ArrayLike) -> None:
        """Like `step`, with the codes of whole actions, which `legal_actions` lists. If each choice is an action, this
        is the same as `step`; otherwise it must not be called in the middle of an action."""
        chosen = self._numbers(actions)
        if self._made.any():
            raise IllegalChoice("an action has been begun; make the rest of its choices first")
        out, states, current = self._scratch[0].out, self._states, self._current
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
            hidden = duplicate(self._states[i : i + 1])
            seat = int(self._current[i])
            contract.hide(hidden, seat)
            out = self._scratch[0].out
            count = contract.legal(hidden, seat, out)
            if count > len(out):
                self._scratch[0].out = out = np.empty(2 * count, np.int64)
                contract.legal(hidden, seat, out)
            codes.append(out[:count].copy())
            first[i + 1] = first[i] + count
        return np.concatenate(codes), first

    def state(self, i: int) -> State:
        """A copy of one game for the plain API, with everything in it except its history."""
        if not 0 <= i < self.n:
            raise IndexError(f"there is no game {i}; they are 0 to {self.n - 1}")
        array = duplicate(self._states[i : i + 1])
        return State(self.game, self.seats, self.setup.values, int(self._seeds[i]), array, None)

    def close(self) -> None:
        """End the threads; the arrays stay as they are."""
        if self._pool is not None:
            self._pool.shutdown()

    def show_ends(self, viewers: Ints) -> NDArray[np.float32]:
        """From now on, store a seat's final observation of each game in the returned array when it is `terminated`."""
        chosen = self._numbers(viewers)
        if chosen.min() < 0 or chosen.max() >= self.seats:
            raise BadOption(f"viewers: these are not all seats from 0 to {self.seats - 1}")
        self._viewers = chosen.copy()
        self._finals = np.zeros((self.n, self.setup.size), np.float32)
        return _shown(self._finals, (self.n, *self.setup.shape))

    def _numbers(self, actions: ArrayLike) -> Ints:
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise BadOption(f"actions: {self.n} whole numbers are needed, one for each game, not {_described(given)}")
        return np.ascontiguousarray(given, np.int64)

    def _refuse(self, chosen: Ints, i: int) -> None:
        """Raise IllegalChoice for game i; -1: all choices were legal."""
        if i >= 0:
            raise IllegalChoice(f"in game {i} seat {self._current[i]} cannot choose {chosen[i]} now")

    def _run(self, work: Callable[..., None], *arguments: Any) -> None:
        """Run a function on all parts of the batch: the first part in this thread, the others in other threads."""
        others = []
        if self._pool is not None:
            others = [self._pool.submit(work, part, *arguments) for part in range(1, len(self._scratch))]
        work(0, *arguments)
        for other in others:
            other.result()

    def _advance(self, part: int, chosen: Ints, whole: bool) -> None:
        scratch, setup = self._scratch[part], self.setup
        core.advance(
            self._states,
            self._edges[part],
            self._edges[part + 1],
            chosen,
            whole,
            setup.options,
            self.seats,
            self._streams,
            self._seeds,
            self._made,
            self._current,
            self._rewards,
            self._terminated,
            self._lengths,
            self._results,
            setup.base,
            self._observation,
            self._mask,
            self._marks,
            self._viewers,
            self._finals,
            scratch.hidden,
            scratch.out,
        )

    def _sample(self, part: int) -> None:
        low, high = self._edges[part], self._edges[part + 1]
        core.sample(
            self._states,
            low,
            high,
            self._current,
            self._made,
            self._marks,
            self._samplers,
            self._scratch[part].out,
            self._sampled,
        )


def _described(given: NDArray[Any]) -> str:
    return f"an array of {given.dtype} with the shape {given.shape}"
