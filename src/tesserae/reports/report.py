"""Computes a report: the evaluation after each turn, and the turning points. It is done in pieces, while others play.

The search of the bots evaluates the positions with nothing hidden from it, not even the order of a deck. What should
have been played instead is the choice of a master who knows only what the player could know. The number of simulations
and the seed are fixed, so the report of a game is always the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from msgspec import Struct, field

from tesserae.bots import bot, levels
from tesserae.engine import contract
from tesserae.engine.rng import seed_rng
from tesserae.engine.search import OMNISCIENT, MctsSettings
from tesserae.engine.searches import Found, Task, room
from tesserae.games.modules import Turn
from tesserae.record import Step, read, replay, turns
from tesserae.state import State

BUDGET = 300_000  # simulations for all evaluations of a game
MOST, LEAST = 4_000, 100  # simulations for one evaluation
PIECE = 10_000  # simulations of one piece of work
EXAMINED, SHOWN = 8, 5  # turns that are examined, and turning points that are shown
SLIP = 0.1  # the least loss that makes a turning point; evaluations are from -1 to 1
STEPS = 40  # the most steps of a turn
SEED = 0
JUDGE = "master"  # the level whose MCTS evaluates; it judges what others would have done, too


class Point(Struct, frozen=True):
    """A turning point: a turn that made things worse for its side, and what would have been better."""

    turn: int  # counted from 0
    seat: int
    after: float  # the evaluation for the side after the turn, from -1 to 1
    better: float  # and after the better turn
    played: list[str]
    instead: list[str]


class Report(Struct, frozen=True):
    """`values`: the evaluation for each side before the first turn and after each turn, from -1 (lost) to 1 (won). They
    are means over a round of turns, because the search favours the side to move; only the last one is exact."""

    game: str
    sides: list[list[int]]  # the seats of each side
    turns: list[Turn]
    values: list[list[float]]
    points: list[Point]
    simulations: int  # for each evaluation
    details: dict[str, Any]  # the game's own part of the report


class Work(Struct):
    """A report that is being computed, in a form that can be sent to other processes; `done` is the finished part, 0
    to 1."""

    record: str
    turns: list[Turn]
    simulations: int
    values: list[list[float]] = field(default_factory=list)
    examined: int = 0
    points: list[Point] = field(default_factory=list)
    done: float = 0.0
    report: Report | None = None


def begin(record: str) -> Work:
    """`record`: the text of a game, without anything that was taken back."""
    game = read(record)
    found = turns(replay(game.beginning, game.actions))
    return Work(record, found, max(LEAST, min(MOST, BUDGET // (len(found) + 1))))


def moments(beginning: State, steps: Sequence[Step], turns: Sequence[Turn]) -> list[State]:
    """The game before the first turn and after each turn."""
    return [beginning, *(steps[turn.end - 1].after for turn in turns)]


def advance(work: Work, enough: Callable[[], bool] = lambda: False) -> Work:
    """Compute one more piece, which takes a fraction of a second; it ends early if `enough` returns true."""
    game = read(work.record)
    steps = list(replay(game.beginning, game.actions))
    reached = moments(game.beginning, steps, work.turns)
    spent = 0
    while spent < PIECE and len(work.values) < len(reached) and not (spent and enough()):
        work.values.append(judge(reached[len(work.values)], work.simulations))
        spent += work.simulations
    if len(work.values) == len(reached):
        worst = suspects(work)
        while spent < PIECE and work.examined < len(worst) and not (spent and enough()):
            spent += examine(work, worst[work.examined], steps)
            work.examined += 1
        if work.examined == len(worst):
            work.report = finish(work, steps, reached)
    work.done = 1.0 if work.report else (len(work.values) + 4 * work.examined) / (len(reached) + 4 * EXAMINED + 1)
    return work


def sides(state: State) -> list[list[int]]:
    return [list(range(side, state.seats, state.teams)) for side in range(state.teams)]


def candidates(state: State, simulations: int) -> list[Found]:
    """The actions that the search found in a game that is not over, with nothing hidden from it, the best first."""
    rng = np.zeros(4, np.int64)
    seed_rng(rng, SEED, 0)
    raw = state.raw()
    settings = levels.settings(state.game, JUDGE, raw)
    assert isinstance(settings, MctsSettings), "only MCTS can see everything"
    task = Task(raw, state.actors[0], state.seats, rng, nodes=room(settings, simulations, 1))
    search = replace(settings, span=OMNISCIENT).make(task)
    search.run(simulations)
    return search.found()


def judge(state: State, simulations: int, thoughts: list[Found] | None = None) -> list[float]:
    """The evaluation for each side, with nothing hidden, from `candidates`, which can be given if they are known."""
    if state.outcome is not None:
        returns = np.zeros(state.seats)
        contract.returns(state.raw(), returns)
        values = returns.tolist()
    else:
        values = list((thoughts or candidates(state, simulations))[0].values)
    return [round(float(values[seats[0]]), 3) for seats in sides(state)]


def drop(work: Work, turn: int) -> float:
    """How much worse a turn made the position for its own side."""
    seat = work.turns[turn].seat
    if seat is None:
        return 0.0
    side = seat % len(work.values[0])
    return work.values[turn][side] - work.values[turn + 1][side]


def suspects(work: Work) -> list[int]:
    """The turns to examine: those that made the position worse for their own side, the worst first."""
    worst = sorted(range(len(work.turns)), key=lambda turn: -drop(work, turn))
    return [turn for turn in worst[:EXAMINED] if drop(work, turn) >= SLIP]


def examine(work: Work, number: int, steps: Sequence[Step]) -> int:
    """Let a master play a turn; if that is better, the turn is a turning point. Returns the simulations used."""
    turn = work.turns[number]
    seat = turn.seat
    assert seat is not None
    state = steps[turn.begin].before.copy()
    master = bot(state.game.name, JUDGE, simulations=2 * work.simulations, seed=SEED)
    mark, instead = state.turn_mark, list[str]()
    while not instead or (len(instead) < STEPS and mark.goes_on(state, seat)):
        instead.append(master.choose(state, seat))
        state.act(seat, instead[-1])
    played = [step.action for step in steps[turn.begin : turn.end]]
    side = seat % len(work.values[0])
    after = work.values[number + 1][side]
    better = judge(state, work.simulations)[side]
    if instead != played and better - after >= SLIP:
        work.points.append(Point(number, seat, after, better, played, instead))
    return (2 * len(instead) + 1) * work.simulations


def finish(work: Work, steps: Sequence[Step], reached: Sequence[State]) -> Report:
    game = reached[0].game
    states = [reached[0].raw(), *(step.after.raw() for step in steps)]
    worst = sorted(work.points, key=lambda point: point.after - point.better)[:SHOWN]
    return Report(
        game.name,
        sides(reached[0]),
        work.turns,
        smooth(work.values),
        sorted(worst, key=lambda point: point.turn),
        work.simulations,
        {} if game.report is None else game.report.details(states, [step.action for step in steps], work.turns),
    )


def smooth(values: list[list[float]]) -> list[list[float]]:
    """Means over the last round of turns."""
    each = len(values[0])
    rounds = [values[max(0, end - each) : end] for end in range(1, len(values))]
    return [*([round(sum(side) / len(side), 3) for side in zip(*some, strict=True)] for some in rounds), values[-1]]
