"""One game of the lab, and what is recorded of it. With a budget of simulations, the result depends only on the job."""

import math
import re
from collections import Counter
from statistics import pstdev
from typing import Any

import msgspec
from msgspec import Struct

from tesserae import record
from tesserae.bots.player import Progress, quiet
from tesserae.games.effects import Claimed, Effect, Moved, Placed, Removed, Turned
from tesserae.lab.players import player
from tesserae.record import Step, step, turns
from tesserae.reports.report import candidates, judge, moments, smooth
from tesserae.state import ALL, State, start

PIECE = re.compile(r"[a-z]?[A-Z]|[a-z]+")  # one piece in a text of several: a capital, perhaps after a small letter
CLEAR = 3  # actions that must have been visited before the spread of their values is used
UNFINISHED = "unfinished"


class Job(Struct, frozen=True):
    """A game to be played. `players`: who has each seat, as in an arena; `level` names the cell it belongs to."""

    number: int
    game: str
    variant: int
    level: str
    seats: int
    options: dict[str, Any]
    start: int  # the seed of the start
    play: int  # which of the games from that start this is
    bot_seed: int
    players: list[str]
    budget: dict[str, int | float]
    judge: int
    limit: int


class Row(Struct, frozen=True):
    """A finished game. `values`: the expected result of each side, before the first turn and after each turn."""

    number: int
    variant: int
    level: str
    start: int
    play: int
    players: list[str]
    sides: int
    winners: list[int]  # sides
    reason: str
    scores: list[int] | None
    turns: int
    actions: int
    decisions: int  # actions where there was a choice
    branching: float  # the mean number of legal actions
    tree: float  # the sum of log10 of the numbers of legal actions
    minutes: float
    clarity: float | None
    values: list[list[float]]
    opening: list[str]  # the first turn of each side
    kinds: dict[str, int]  # the first effect of each action, as KIND.CAUSE
    came: dict[str, int]  # pieces that came to the board
    went: dict[str, int]  # and that left it
    squares: dict[str, int]  # how often something happened there
    record: str


def pace(options: int) -> float:
    """Seconds that people need for a choice: three to carry it out, and two for every doubling of the number of choices
    (Hick's law). This is an assumption, not a measurement; docs/reference/lab.md says so."""
    return 3.0 + 2.0 * math.log2(options) if options > 1 else 3.0


def play(job: Job, heed: Progress = quiet) -> Row:
    """Play a game. `heed` is called now and then; it can raise an error to abandon the game."""
    beginning = state = start(job.game, job.seats, job.start, **job.options)
    bots = [player(name).sit(job.game, job.budget, job.bot_seed) for name in job.players]
    steps: list[Step] = []
    counts: list[int] = []
    while state.actors and len(steps) < job.limit:
        seat = state.actors[0]
        heed(0.0)
        action = bots[seat].choose(state, seat, heed)
        counts.append(state.count(seat))
        steps.append(step(state, seat, action))
        state = steps[-1].after
    return _told(job, beginning, steps, counts, heed)


def _told(job: Job, beginning: State, steps: list[Step], counts: list[int], heed: Progress) -> Row:
    found = turns(steps)
    reached = moments(beginning, steps, found)
    values, spreads = _judged(reached, job.judge, heed)
    sides = beginning.teams
    outcome = reached[-1].outcome
    kinds, came, went, squares = _happened(steps)
    opening = [""] * sides
    for turn in reversed(found):
        if turn.seat is not None and not steps[turn.begin].before.untimed:
            opening[turn.seat % sides] = "; ".join(done.action for done in steps[turn.begin : turn.end])
    return Row(
        number=job.number,
        variant=job.variant,
        level=job.level,
        start=job.start,
        play=job.play,
        players=job.players,
        sides=sides,
        winners=sorted({seat % sides for seat in outcome.winners}) if outcome else [],
        reason=outcome.reason if outcome else UNFINISHED,
        scores=list(outcome.scores) if outcome and outcome.scores is not None else None,
        turns=len(found),
        actions=len(counts),
        decisions=sum(n > 1 for n in counts),
        branching=round(sum(counts) / len(counts), 4),
        tree=round(sum(math.log10(n) for n in counts), 4),
        minutes=round(sum(map(pace, counts)) / 60, 4),
        clarity=round(sum(spreads) / len(spreads), 4) if spreads else None,
        values=smooth(values) if values else [],
        opening=opening,
        kinds=dict(sorted(kinds.items())),
        came=dict(sorted(came.items())),
        went=dict(sorted(went.items())),
        squares=dict(sorted(squares.items())),
        record=record.write(reached[-1], job.players),
    )


def _judged(moments: list[State], simulations: int, heed: Progress) -> tuple[list[list[float]], list[float]]:
    """The expected result of each side at each moment, and how far apart the values of the actions were."""
    values: list[list[float]] = []
    spreads: list[float] = []
    if simulations:
        for state in moments:
            heed(0.0)
            tried = None if state.outcome is not None else candidates(state, simulations)
            values.append(judge(state, simulations, tried))
            if tried is not None and len(tried) >= CLEAR:
                seat = state.actors[0]
                spreads.append(pstdev(one.values[seat] for one in tried))
    return values, spreads


def _happened(steps: list[Step]) -> tuple[Counter[str], Counter[str], Counter[str], Counter[str]]:
    """What actions did: the kind of the first effect of each, pieces that came and went, and where."""
    kinds, came, went, squares = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for done in steps:
        board = done.before.game.notation.NAMES
        effects = done.effects(ALL)
        if effects:
            kinds[_kind(effects[0])] += 1
        for effect in effects:
            if isinstance(effect, Placed):
                came.update(_pieces(effect.pieces))
            elif isinstance(effect, Removed):
                went.update(_pieces(effect.pieces))
            if effect.cause != "end":  # tiles that are only revealed at the end
                squares.update(square for square in _where(effect) if square in board)
    return kinds, came, went, squares


def _kind(effect: Effect) -> str:
    return f"{type(effect).__name__.lower()}.{effect.cause}"


def _pieces(text: str) -> list[str]:
    return PIECE.findall(text.partition(":")[0])


def _where(effect: Effect) -> list[str]:
    if isinstance(effect, Moved):
        return [effect.to]
    if isinstance(effect, Placed | Removed | Turned):
        return [effect.square]
    return effect.squares if isinstance(effect, Claimed) and effect.owner is not None else []


def plain(row: Row) -> dict[str, Any]:
    """A row as JSON has it."""
    written: dict[str, Any] = msgspec.to_builtins(row)
    return written
