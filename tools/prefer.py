"""Learn which actions of a game look promising: the preferences of PUCT.

    python -m tools.prefer symbol --games 60 --simulations 2000 --write

The bots play against themselves with PUCT and the preferences that there are. Each game begins with some
random actions, so that no two are alike, and now and then one comes in between. Every search gives several samples: the
positions that it visited often, with what counts in each of their legal actions (`describe` in the game's rules) and
how often the search tried it. The weights are those whose softmax comes closest to these shares, by cross entropy.

With `--blank` the search has no preferences to begin with, so that what comes out does not depend on the weights that
there are: run again, it is the same.

The games are played where the lab plays too: in local processes (one a core), in this one (`--on here`) or on a Ray
cluster. What comes out is the same.
"""

import random
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tesserae
from tesserae.engine import contract, ordering
from tesserae.engine.guided import LOST, OPEN, WIDE, WON, Guide, Puct, PuctSettings
from tesserae.engine.playouts import ROOM
from tesserae.engine.rng import seed_rng
from tesserae.engine.searches import Step, Task
from tesserae.games import game as find
from tesserae.lab.executors import Executor, executor
from tesserae.state import State
from tools.fitting import Numbers, newton, parser, write

# The options of the games that are played, where they are not the usual ones.
OPTIONS: dict[str, dict[str, Any]] = {"symbol": {"edition": "full"}}
GUIDE = Guide(exploration=1.5, width=128, noise=0.5)  # tries more actions than one that wants to win
OPENING = 12  # random actions at the beginning, at most
WILD = 0.1  # how often one comes later
LEAST = 0.1  # the part of a search's simulations that a position must have had
RIDGE = 1e-4
STEPS = 12
FILE = "preferences.py"


@dataclass(frozen=True)
class Job:
    """A game to learn from; its number is its seed."""

    number: int
    game: str
    options: dict[str, Any]
    simulations: int
    weights: tuple[float, ...]


@dataclass(frozen=True)
class Lesson:
    """A position: a row for each legal action, and the share of the visits that each had."""

    aspects: Numbers
    shares: Numbers


def learn(job: Job) -> tuple[int, list[Lesson]]:
    """Play one game, and note what the searches found."""
    chance = random.Random(job.number)
    weights = np.array(job.weights)
    state = tesserae.start(job.game, 2, job.number, **job.options)
    opening = chance.randrange(OPENING)
    rng = np.zeros(4, np.int64)
    lessons = []
    while state.actors:
        seat = state.actors[0]
        legal = state.legal(seat)
        if len(legal) == 1 or len(state.history) < opening or chance.random() < WILD:
            state.act(seat, chance.choice(legal))
            continue
        seed_rng(rng, job.number, len(state.history))
        task = Task(state.hidden(seat), seat, state.seats, rng, nodes=WIDE * job.simulations)
        search = Puct(task, PuctSettings(weights, GUIDE))
        search.run(job.simulations)
        for steps, visits in positions(search, int(LEAST * job.simulations)):
            lesson = look(state, steps, visits, len(weights))
            if lesson is not None:
                lessons.append(lesson)
        state.act(seat, state.game.notation.write(search.found()[0].action))
    return job.number, lessons


def positions(search: Puct, least: int) -> list[tuple[list[Step], dict[int, int]]]:
    """The positions that a search of one thread visited so often and are not lost, as the steps that lead there, each
    with how often its actions were tried. Of a position that is proved to be won, only the action that wins."""
    (tree,) = search._trees
    found = []
    ahead: list[tuple[int, list[Step]]] = [(0, [])]
    while ahead:
        node, steps = ahead.pop()
        status = int(tree.nodes[node].status)
        tried = [child for child in tree.children(node) if tree.visits(child)]
        ahead += [
            (child, [*steps, (tree.seat(child), tree.action(child))])
            for child in tried
            if tree.visits(child) >= least and tree.children(child)
        ]
        if status > OPEN:
            if status != (WON if tree.seat(tried[0]) == 0 else LOST):
                continue
            tried = [child for child in tried if tree.nodes[child].status == status]
        found.append((steps, {tree.action(child): tree.visits(child) for child in tried}))
    return found


def look(state: State, steps: list[Step], visits: dict[int, int], aspects: int) -> Lesson | None:
    """The position after the steps as a lesson; None if there is no choice, or too much of it."""
    after = state.raw().copy()
    out = np.empty(ROOM, np.int64)
    for seat, action in steps:
        contract.act(after, seat, action, out)
    seat = contract.actors(after).bit_length() - 1
    n = contract.legal(after, seat, out)
    if not 1 < n <= ROOM:
        return None
    rows = np.empty((n, aspects))
    ordering.describe(after, seat, out, n, rows)
    shares = np.array([visits.get(int(action), 0) for action in out[:n]], np.float64)
    return Lesson(rows, shares / shares.sum())


def gather(jobs: list[Job], where: Executor) -> dict[int, list[Lesson]]:
    """The lessons of each game."""
    found: dict[int, list[Lesson]] = {}
    for number, lessons in where.run(learn, jobs):
        found[number] = lessons
        if len(found) % 20 == 0:
            n = sum(map(len, found.values()))
            print(
                f"{jobs[0].game} {jobs[0].options or ''}: {len(found)} of {len(jobs)} games, {n} positions", flush=True
            )
    return found


@dataclass(frozen=True)
class Lessons:
    """Many of them, one after the other."""

    rows: Numbers
    shares: Numbers
    lengths: NDArray[np.int64]  # how many rows each of them has
    starts: NDArray[np.int64]  # and which is its first

    def chances(self, weights: Numbers) -> Numbers:
        scores = self.rows @ weights
        scores -= np.repeat(np.maximum.reduceat(scores, self.starts), self.lengths)
        powers = np.exp(scores)
        result: Numbers = powers / np.repeat(np.add.reduceat(powers, self.starts), self.lengths)
        return result

    def loss(self, weights: Numbers) -> float:
        """Cross entropy, in nats."""
        return float(-np.sum(self.shares * np.log(self.chances(weights) + 1e-12)) / len(self.starts))

    def hits(self, weights: Numbers) -> float:
        """How often the action that looks best is the one that was tried most."""
        chances = self.chances(weights)
        ends = self.starts + self.lengths
        pairs = zip(self.starts, ends, strict=True)
        return float(np.mean([chances[a:b].argmax() == self.shares[a:b].argmax() for a, b in pairs]))


def together(lessons: list[Lesson]) -> Lessons:
    lengths = np.array([len(lesson.shares) for lesson in lessons])
    return Lessons(
        rows=np.concatenate([lesson.aspects for lesson in lessons]),
        shares=np.concatenate([lesson.shares for lesson in lessons]),
        lengths=lengths,
        starts=np.cumsum(lengths) - lengths,
    )


def fit(lessons: Lessons) -> Numbers:
    """Newton's method with a ridge."""
    spread = lessons.rows.std(axis=0)
    scale = np.where(spread > 0, spread, 1.0)  # what never varies stays 0
    scaled = replace(lessons, rows=lessons.rows / scale)
    n, width = len(lessons.starts), lessons.rows.shape[1]

    def loss(candidate: Numbers) -> float:
        return scaled.loss(candidate) + RIDGE * float(candidate @ candidate)

    def slopes(weights: Numbers) -> tuple[Numbers, Numbers]:
        chances = scaled.chances(weights)
        down = scaled.rows.T @ (scaled.shares - chances) / n - 2 * RIDGE * weights
        weighted = scaled.rows * chances[:, None]
        means = np.add.reduceat(weighted, scaled.starts, axis=0)
        return (scaled.rows.T @ weighted - means.T @ means) / n + 2 * RIDGE * np.eye(width), down

    result: Numbers = newton(width, STEPS, loss, slopes) / scale
    return result


def main() -> None:
    chosen = parser(__doc__, FILE, 60, 2000)
    chosen.add_argument("--first", type=int, default=0, help="the number of the first game")
    chosen.add_argument("--blank", action="store_true", help="search without preferences")
    arguments = chosen.parse_args()
    name = find(arguments.game).name
    present = import_module(f"tesserae.games.{name}.preferences").PREFERENCES
    before = 0.0 * present if arguments.blank else present
    numbers = range(arguments.first, arguments.first + arguments.games)
    options, weights = OPTIONS.get(name, {}), tuple(before.tolist())
    jobs = [Job(number, name, options, arguments.simulations, weights) for number in numbers]
    found = gather(jobs, executor(arguments.on, arguments.workers))
    even, odd = (together([one for n in numbers if n % 2 == half for one in found[n]]) for half in range(2))
    tried = fit(even)
    for text, candidate in (("without", 0.0 * tried), ("before", before), ("learned", tried)):
        loss, hits = odd.loss(candidate), odd.hits(candidate)
        print(f"{text}: cross entropy {loss:.3f}, the best action first in {hits:.1%}, in the other half of the games")
    if arguments.write:
        how = f"--games {arguments.games} --simulations {arguments.simulations}"
        how += f" --first {arguments.first}" * (arguments.first > 0) + " --blank" * arguments.blank
        everything = fit(together([one for n in numbers for one in found[n]]))
        about = "How much the aspects of an action, named in prior.py, say for trying it."
        about += f"\n\nMade by `python -m tools.prefer {name} {how} --write`."
        lines = ["PREFERENCES = np.array(", "    [", *(f"        {one:.4f}," for one in everything), "    ]", ")"]
        write(name, FILE, about, lines)


if __name__ == "__main__":
    import_module("tools.prefer").main()  # under this name, workers find what they have to do
