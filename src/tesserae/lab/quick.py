"""Quick games to learn from, for games whose strongest bot races (engine/race.py): the net plays alone, no search.

Where much is luck, hundreds of thousands of such games teach more than a few with a search (Tesauro's TD-Gammon, 1995).
Each seat takes the action that the net thinks best, by what that seat may know; now and then a random one. After every
action the position is a sample for two seats of different sides, whoever is to move. Its value is a mean of what the
net thought of all later positions for that seat, the nearer ones counting more, and of the result (TD(lambda)).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tesserae.engine import contract
from tesserae.engine.bits import nth, popcount
from tesserae.engine.jit import Ints, States, Weights, heavy, lean
from tesserae.engine.net import Net, value
from tesserae.engine.race import Judge, judge_by, reply
from tesserae.engine.rng import below, seed_rng
from tesserae.lab.training import Samples, joined

TRACE = 0.9  # lambda: how much all later positions count, compared with the next one
WILD = 25  # thousandths: how often an action is random
LONGEST = 400  # actions; a game that lasts longer counts as drawn
CELLS = 2 * LONGEST * 128  # room for the inputs of one game; what does not fit in is not learned from


class Sheet(NamedTuple):
    """What is written down of one game; for compiled code."""

    places: NDArray[np.int32]
    amounts: Weights
    begins: Ints
    results: Weights
    values: Weights


def play(starts: Sequence[States], seats: Sequence[int], net: Net, seeds: Sequence[int], first: int) -> Samples:
    """Samples of games from these starts, with the numbers from `first` on. A net without hidden units plays at
    random."""
    sheet = Sheet(
        np.zeros(CELLS, np.int32),
        np.zeros(CELLS, np.float32),
        np.zeros(2 * LONGEST + 1, np.int64),
        np.zeros(2 * LONGEST, np.float32),
        np.zeros(2 * LONGEST, np.float32),
    )
    trained = net.width > 0
    if not trained:
        inputs = contract.inputs_of(starts[0].dtype)
        net = Net(*(np.zeros(shape, np.float32) for shape in ((inputs, 1), 1, 1, 1)))
    rng: Ints = np.zeros(4, np.int64)
    parts = []
    for i, start in enumerate(starts):
        seed_rng(rng, seeds[i], 0)
        n = _play(np.repeat(start, 4), rng, judge_by(net, start, seats[i]), trained, sheet)
        cells = int(sheet.begins[n])
        parts.append(
            Samples(
                sheet.places[:cells].copy(),
                sheet.amounts[:cells].copy(),
                sheet.begins[: n + 1].copy(),
                sheet.results[:n].copy(),
                sheet.values[:n].copy(),
                np.full(n, first + i, np.int64),
            )
        )
    return joined(parts)


@heavy
def _play(worlds: States, rng: Ints, judge: Judge, trained: bool, sheet: Sheet) -> int:
    """Play a game from the first world to its end, and write its samples down; how many there are."""
    s = worlds[0]
    returns, room = judge.values, judge.room
    seats = len(returns)
    one = below(rng, seats)
    two = (one + 1 + below(rng, room.sides - 1)) % seats  # of another side: there are as many seats on each
    n = 0
    sheet.begins[0] = 0
    for _ in range(LONGEST):
        if contract.over(s):
            break
        actors = contract.actors(s)
        seat = nth(actors, below(rng, popcount(actors)))
        if trained and below(rng, 1000) >= WILD:
            action = reply(worlds, seat, rng, judge)
        else:
            action = contract.pick(s, seat, rng, judge.out)[0]
        contract.apply(s, seat, action)
        if not contract.over(s) and sheet.begins[n] + 2 * len(room.places) <= len(sheet.places):
            _write(worlds, one, judge, sheet, n)
            _write(worlds, two, judge, sheet, n + 1)
            n += 2
    returns[:] = 0.0
    if contract.over(s):
        contract.returns(s, returns)
    for first in range(2):
        result = returns[one if first == 0 else two]
        worth = result
        for i in range(n - 2 + first, -1, -2):
            thought = sheet.values[i]
            sheet.results[i] = result
            sheet.values[i] = worth
            worth = TRACE * worth + (1.0 - TRACE) * thought if trained else result
    return n


@lean
def _write(worlds: States, seat: int, judge: Judge, sheet: Sheet, number: int) -> None:
    """A sample: the first world as a seat sees it, and what the net thinks of it."""
    room = judge.room
    at = sheet.begins[number]
    n = contract.inputs(worlds[0], seat, room.places, room.amounts)
    for i in range(n):
        sheet.places[at + i] = room.places[i]
        sheet.amounts[at + i] = room.amounts[i]
    sheet.begins[number + 1] = at + n
    sheet.values[number] = value(judge.net, n, room.places, room.amounts, room.hidden)
