"""What all searches have in common: the protocol, settings by name, going on from a later position, and threads.

The searches are MCTS (engine/search.py), PUCT (engine/guided.py), alpha-beta (engine/alphabeta.py) and racing
(engine/race.py). Each has settings, which make it.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from tesserae.engine import contract
from tesserae.engine.jit import Ints, States
from tesserae.engine.net import Net
from tesserae.engine.playouts import ROOM
from tesserae.engine.threads import side_by_side
from tesserae.errors import BadOption

NODES = 1 << 20  # of all trees of a search together, at most
Step = tuple[int, int]  # a seat and its action


class Found(NamedTuple):
    """An action that the search has tried."""

    action: int
    visits: int
    values: tuple[float, ...]  # the mean result for each seat, from -1 to 1


class Search(Protocol):
    """A search from a state hidden for a seat, which must be one of its actors. It goes on with each call of `run`, so
    that the caller can stop in between."""

    @property
    def simulations(self) -> int:
        """How many there were, or what the search counts instead."""

    @property
    def settled(self) -> bool:
        """Whether more simulations are of no use."""

    def run(self, simulations: int) -> None:
        """Run more simulations."""

    def advance(self, steps: Sequence[Step], hidden: States) -> bool:
        """Go on from a later state of the same game, keeping what is known about it. The steps are the actions since
        then, all of which must be public. If this returns False, the search is of no further use."""

    def pack(self) -> int:
        """Give back the memory that is not needed before `advance`; returns the number of bytes that are kept."""

    def visits(self) -> dict[int, int]:
        """How often each action was tried."""

    def lead(self) -> int:
        """By how many visits the best action is ahead of every other."""

    def found(self) -> list[Found]:
        """The actions that were tried, the best first."""

    def line(self) -> list[Step]:
        """Seats and actions as they are expected, starting with the best action."""


# --- Settings --------------------------------------------------------------------------------------------------------


class Settings(Protocol):
    """How to search: a NamedTuple with its name, its numbers, and the nets that it uses."""

    @property
    def title(self) -> str:
        """The name of the search."""

    @property
    def numbers(self) -> Any:
        """A NamedTuple of what can be set by name."""

    @property
    def net(self) -> Net:
        """By which positions are judged."""

    def make(
        self, hidden: States, seat: int, seats: int, rng: Ints, threads: int = 1, room: int | None = None
    ) -> Search:
        """A search with these settings. `room`: for how many simulations a tree has room; None: for as many as
        possible."""


def changed(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """The settings with other numbers and nets; BadOption if the search has no such setting."""
    present: Any = settings
    nets = [name for name, value in present._asdict().items() if isinstance(value, Net)]
    numbers = list(present.numbers._asdict())
    for name in values:
        if name not in (*numbers, *nets):
            raise BadOption(f"{settings.title} has no setting {name!r}; it has: {', '.join((*numbers, *nets))}")
    own = {name: value for name, value in values.items() if name in nets}
    others = {name: value for name, value in values.items() if name in numbers}
    result: Settings = present._replace(numbers=present.numbers._replace(**others), **own)
    return result


# --- Going on --------------------------------------------------------------------------------------------------------


def leads(root: States, steps: Sequence[Step], seat: int, hidden: States) -> bool:
    """Whether the steps lead from one state that is hidden for a seat to another."""
    played = root.copy()
    out: Ints = np.empty(ROOM, np.int64)
    for actor, action in steps:
        if not contract.act(played, actor, action, out):
            return False
    contract.hide(played, seat)
    return played.tobytes() == hidden.tobytes()


def size(what: object) -> int:
    """The bytes of the arrays in a NamedTuple, but for those of nets, which searches share."""
    if isinstance(what, np.ndarray):
        return int(what.nbytes)
    return sum(map(size, what)) if isinstance(what, tuple) and not isinstance(what, Net) else 0


# --- Trees -----------------------------------------------------------------------------------------------------------


class Tree(Protocol):
    """The tree of one thread."""

    @property
    def used(self) -> Ints: ...
    def find(self, steps: Sequence[Step]) -> int:
        """The node that the steps lead to; -1 if it is not in the tree."""

    def visits(self, node: int) -> int: ...

    def below(self, node: int, room: int) -> Any:
        """The subtree of a node as a separate tree with room for so many nodes; the scratch space is shared."""

    def packed(self) -> Any:
        """The same tree without room for more nodes."""

    @property
    def nodes(self) -> NDArray[Any]: ...


T = TypeVar("T", bound=Tree)


class TreeSearch(ABC, Generic[T]):
    """A search by simulations. The same seed, number of threads and total number of simulations give the same result.
    Every thread has its own tree; their visits are added up."""

    def __init__(self, hidden: States, seat: int, trees: list[T], room: int) -> None:
        self._root = hidden
        self._seat = seat
        self._trees = trees
        self._room = room  # for nodes, in each tree
        self.simulations = 0

    @abstractmethod
    def _simulate(self, simulations: int, tree: T) -> None:
        """Run simulations in one tree."""

    @property
    def nodes(self) -> int:
        """The number of nodes in all trees."""
        return sum(int(tree.used[0]) for tree in self._trees)

    def run(self, simulations: int) -> None:
        """Run more simulations, shared evenly among the trees."""
        before, after = self.simulations, self.simulations + simulations
        threads = len(self._trees)
        self.simulations = after

        def grow(number: int) -> None:
            share = (after + number) // threads - (before + number) // threads
            self._simulate(share, self._trees[number])

        side_by_side(grow, threads, threads)

    def advance(self, steps: Sequence[Step], hidden: States) -> bool:
        found = [tree.find(steps) for tree in self._trees]
        if min(found) < 0 or not leads(self._root, steps, self._seat, hidden):
            return False
        full = any(len(tree.nodes) < self._room for tree in self._trees)
        if steps or full:
            self._trees = [tree.below(node, self._room) for tree, node in zip(self._trees, found, strict=True)]
        if steps:
            self.simulations = sum(tree.visits(0) for tree in self._trees)
            self._root = hidden
        return True

    def pack(self) -> int:
        self._trees = [tree.packed() for tree in self._trees]
        return sum(size(tree) for tree in self._trees)
