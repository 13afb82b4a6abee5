"""Worlds that are believed to be likely."""

import math

import numpy as np

import tesserae
from tesserae.engine import belief, contract
from tesserae.engine.belief import pool, power, take
from tesserae.engine.jit import Ints, States
from tesserae.engine.net import NONE, Net
from tesserae.engine.rng import seed_rng
from tesserae.engine.search import Mcts, MctsSettings, Mind
from tesserae.engine.searches import Found, Task
from tests.walks import generator

GAME = "consequence"


def played(seed: int, actions: int = 9) -> tesserae.State:
    state = tesserae.start(GAME, seed=seed)
    rng, out = generator(seed), np.empty(4096, np.int64)
    for _ in range(actions):
        seat = state.actors[0]
        state.act(seat, state.game.notation.write(contract.random_action(state.raw(), seat, rng, out)))
    return state


def some_net(state: tesserae.State, scale: float) -> Net:
    chance = np.random.default_rng(5)
    first = chance.normal(0, scale, (contract.inputs_of(state.raw().dtype), 8)).astype(np.float32)
    return Net(first, np.zeros(8, np.float32), np.ones(8, np.float32), np.zeros(1, np.float32))


def fresh(seed: int) -> Ints:
    rng: Ints = np.zeros(4, np.int64)
    seed_rng(rng, seed, 1)
    return rng


def taken(hidden: States, net: Net, seat: int, seed: int, draws: int, size: int = 32) -> list[bytes]:
    """Worlds that a pool gives, without their generators, which differ even in equal worlds."""
    own, rng, room = pool(hidden, net, size), fresh(seed), np.repeat(hidden, 2)
    found = []
    for _ in range(draws):
        take(hidden, seat, own, rng, room)
        found.append(room[:1].tobytes()[hidden.dtype["rng"].itemsize :])
    return found


def test_a_power_of_e() -> None:
    for exponent in (0.0, -0.1, -1.0, -3.0, -8.0):
        assert math.isclose(power(exponent), math.exp(exponent), rel_tol=0.04)
    assert power(-1e9) == 0.0


def test_weights_add_up_and_worlds_are_taken_as_often_as_they_say() -> None:
    state = played(1)
    seat = state.turn
    hidden = state.hidden(seat)
    own, rng, room = pool(hidden, some_net(state, 0.5), 16), fresh(3), np.repeat(hidden, 2)
    counts = np.zeros(16)
    for _ in range(belief.LASTS):  # as long as it is the same pool
        take(hidden, seat, own, rng, room)
        same = [i for i in range(16) if own.worlds[i].tobytes() == room[0].tobytes()]
        counts[same] += 1 / len(same)
    weights = np.diff(own.upto, prepend=0.0)
    assert weights.min() >= 0
    assert math.isclose(weights.max(), 1.0)
    assert np.abs(counts / counts.sum() - weights / weights.sum()).max() < 0.05
    assert len(set(weights.tolist())) > 8
    before = own.worlds.copy()
    take(hidden, seat, own, rng, room)
    assert own.worlds.tobytes() != before.tobytes()  # drawn anew


def test_every_world_taken_is_possible_and_follows_from_the_seed_and_the_hidden_state() -> None:
    state = played(2)
    seat = state.turn
    hidden = state.hidden(seat)
    net = some_net(state, 0.5)
    assert taken(hidden, net, seat, 3, 60) == taken(hidden, net, seat, 3, 60) != taken(hidden, net, seat, 4, 60)
    own, rng, room = pool(hidden, net, 32), fresh(3), np.repeat(hidden, 2)
    for _ in range(60):
        take(hidden, seat, own, rng, room)
        world = room[:1].copy()
        contract.hide(world, seat)
        assert world.tobytes() == hidden.tobytes()


def test_a_search_with_a_belief_uses_only_what_is_hidden() -> None:
    state = played(3)
    seat = state.turn
    hidden = state.hidden(seat)
    other = hidden.copy()
    contract.imagine(other, seat, fresh(8))
    contract.hide(other, seat)

    def found(root: States, net: Net) -> list[Found]:
        search = Mcts(Task(root, seat, 2, fresh(5)), MctsSettings(Mind(plies=0), belief=net))
        search.run(300)
        return search.found()

    believing = found(hidden, some_net(state, 0.5))
    assert believing == found(other, some_net(state, 0.5))
    assert believing != found(hidden, NONE)
