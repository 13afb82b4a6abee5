"""What all searches have in common: the protocol, settings by name, going on from a later position, and threads.

The searches are MCTS (engine/search.py), PUCT (engine/guided.py), alpha-beta (engine/alphabeta.py) and racing
(engine/race.py). Each has settings, which make it.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from tesserae.engine import contract
from tesserae.engine.jit import Ints, States
from tesserae.engine.net import Net
from tesserae.engine.playouts import ROOM
from tesserae.engine.threads import side_by_side
from tesserae.engine.tree import Tree, plant
from tesserae.errors import BadOption

NODES = 1 << 20  # of all trees of a search together, at most
Step = tuple[int, int]  # a seat and its action


class Found(NamedTuple):
    """An action that the search has tried."""

    action: int
    visits: int
    values: tuple[float, ...]  # the mean result for each seat, from -1 to 1


class Task(NamedTuple):
    """What is searched, and with what."""

    hidden: States
    seat: int
    seats: int
    rng: Ints
    threads: int = 1
    nodes: int = NODES  # for which there is room in all trees together


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
    """How to search: a dataclass with its numbers, and the nets that it uses."""

    @property
    def title(self) -> str:
        """The name of the search."""

    @property
    def numbers(self) -> Any:
        """A NamedTuple of what can be set by name."""

    @property
    def net(self) -> Net:
        """By which positions are judged."""

    @property
    def growth(self) -> int:
        """How many nodes a tree gets in each simulation, at most; 0: it needs always the same memory."""

    def make(self, task: Task) -> Search:
        """A search with these settings."""


def room(settings: Settings, simulations: int, threads: int) -> int:
    """The nodes for so many simulations."""
    return min(NODES, threads * settings.growth * (simulations // threads + 2))


def changed(settings: Settings, values: Mapping[str, Any]) -> Settings:
    """The settings with other numbers and nets; BadOption if the search has no such setting."""
    present: Any = settings
    nets = [field.name for field in fields(present) if isinstance(getattr(present, field.name), Net)]
    numbers = list(present.numbers._asdict())
    for name in values:
        if name not in (*numbers, *nets):
            raise BadOption(f"{settings.title} has no setting {name!r}; it has: {', '.join((*numbers, *nets))}")
    own = {name: value for name, value in values.items() if name in nets}
    others = {name: value for name, value in values.items() if name in numbers}
    result: Settings = replace(present, numbers=present.numbers._replace(**others), **own)
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

E = TypeVar("E", bound=tuple[Any, ...])


class TreeSearch(ABC, Generic[E]):
    """A search by simulations. The same seed, number of threads and total number of simulations give the same result.
    Every thread has its own tree; their visits are added up. `extras` are the arrays that a kind of search has beside
    each tree."""

    def __init__(self, task: Task, net: Net, sums: int, extras: list[E]) -> None:
        self._root = task.hidden
        self._seat = task.seat
        self._room = task.nodes // task.threads  # for nodes, in each tree
        self._trees = [plant(task.hidden, task.seats, sums, task.rng, self._room, net) for _ in extras]
        self._extras = extras
        self.simulations = 0

    @abstractmethod
    def _simulate(self, simulations: int, tree: Tree, extra: E) -> None:
        """Run simulations in one tree."""

    @abstractmethod
    def _favourite(self, tree: Tree, node: int) -> int:
        """The child that is best for who acts; 0 if there is none."""

    @abstractmethod
    def found(self) -> list[Found]:
        """The actions that were tried, the best first."""

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
            self._simulate(share, self._trees[number], self._extras[number])

        side_by_side(grow, threads, threads)

    def visits(self) -> dict[int, int]:
        """How often each action was tried."""
        visits: dict[int, int] = {}
        for tree in self._trees:
            children = tree.children(0)
            tried = zip(tree.nodes["action"][children].tolist(), tree.nodes["visits"][children].tolist(), strict=True)
            for action, count in tried:
                if count:
                    visits[action] = visits.get(action, 0) + count
        return visits

    def line(self) -> list[Step]:
        """Seats and actions of the most visited path, starting with the best action."""
        best = self.found()[0].action
        firsts = [(tree, child) for tree in self._trees for child in tree.children(0) if tree.action(child) == best]
        tree, node = max(firsts, key=lambda first: first[0].visits(first[1]))
        way = []
        while node:
            way.append((tree.seat(node), tree.action(node)))
            node = self._favourite(tree, node)
        return way

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
        return sum(map(size, (*self._trees, *self._extras)))
