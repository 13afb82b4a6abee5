"""Nets: what they make of a position, the same with and without the compiler, and how the searches use them."""

from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from tesserae.bots import levels
from tesserae.engine import contract
from tesserae.engine.alphabeta import AlphaBetaSettings
from tesserae.engine.guided import PuctSettings
from tesserae.engine.net import NONE, BadNet, Net, judged, load, save, scratch
from tesserae.engine.search import MctsSettings, Mind
from tesserae.engine.searches import Search, Settings, Task
from tesserae.games import game, games
from tesserae.games.level import STRONGEST
from tests.engine.heap import INPUTS, LARGEST, STATE, heap
from tests.walks import generator

ROOT = Path(__file__).resolve().parents[2]
WIDTHS = (1, 3, 32, 50)


def net(width: int, seed: int = 1) -> Net:
    """One with random weights."""
    chance = np.random.default_rng(seed)
    shapes = ((INPUTS, width), (width,), (width,), (1,))
    return Net(*(chance.normal(0, 0.5, shape).astype(np.float32) for shape in shapes))


def expert() -> Net:
    """One that knows the game: who is to move loses if the counters are a multiple of four, else wins."""
    first = np.zeros((INPUTS, 2), np.float32)
    for counters in range(LARGEST + 1):
        first[counters, 0 if counters % 4 else 1] = 1.0
    return Net(first, np.zeros(2, np.float32), np.array([5, -5], np.float32), np.zeros(1, np.float32))


def expected(weights: Net, counters: int, own_turn: bool) -> float:
    """The same as `judge`, worked out with whole arrays and 64 bits."""
    seen = np.zeros(INPUTS)
    seen[counters] = 1.0
    seen[LARGEST + 1] = 0.1 * counters
    seen[LARGEST + 2] = -1.0 if own_turn else 0.0
    hidden = np.maximum(0.0, seen @ weights.first + weights.bias)
    ahead = float(hidden @ weights.last + weights.shift[0])
    return float(ahead / np.sqrt(1 + ahead**2))


@pytest.mark.parametrize("width", WIDTHS)
def test_two_sides_have_opposite_prospects_seen_by_who_acts(width: int) -> None:
    weights = net(width)
    for seats in (2, 4):
        for counters, turn in ((1, 0), (7, 1), (30, seats - 1)):
            values = judged(heap(counters, turn, seats), weights, seats)
            worth = expected(weights, counters, True)
            sides = [worth if seat % 2 == turn % 2 else -worth for seat in range(seats)]
            np.testing.assert_allclose(values, sides, atol=1e-5)


def test_of_three_sides_each_sees_for_itself() -> None:
    weights = net(16)
    values = judged(heap(9, 1, 3), weights, 3)
    np.testing.assert_allclose(values, [expected(weights, 9, seat == 1) for seat in range(3)], atol=1e-5)


# --- In a search -----------------------------------------------------------------------------------------------------


def searches(counters: int, weights: Net) -> list[Search]:
    kinds: list[Settings] = [
        MctsSettings(Mind(plies=0), net=weights),
        MctsSettings(Mind(plies=0, sieve=9, whole=1, widening=0.0), net=weights),
        PuctSettings(np.zeros(0), net=weights),
        AlphaBetaSettings(net=weights),
    ]
    return [kind.make(Task(heap(counters), 0, 2, generator(1))) for kind in kinds]


@pytest.mark.parametrize("which", range(4), ids=["tree", "sieve", "guided", "depth"])
def test_a_search_finds_with_a_good_net_what_it_cannot_find_without(which: int) -> None:
    """There are too many counters to look at the end with a few simulations."""
    for counters, good in ((30, 2), (29, 1), (27, 3)):
        search = searches(counters, expert())[which]
        search.run(40)
        assert search.found()[0].action == good
        blind = searches(counters, NONE)[which]
        blind.run(6)
        assert abs(blind.found()[0].values[0]) < 0.1


def test_a_net_for_other_inputs_is_refused() -> None:
    weights = net(4)._replace(first=np.zeros((INPUTS + 1, 4), np.float32))
    with pytest.raises(BadNet, match=f"for {INPUTS + 1} inputs, but the game has {INPUTS}"):
        MctsSettings(net=weights).make(Task(heap(5), 0, 2, generator(1)))


# --- Games -----------------------------------------------------------------------------------------------------------


def test_the_tiny_game_has_inputs() -> None:
    heap(1)
    assert contract.has(STATE, contract.inputs)
    assert contract.inputs_of(STATE) == INPUTS


@pytest.mark.parametrize("one", games(), ids=lambda one: one.name)
def test_sides_are_those_that_the_game_declares(one: object) -> None:
    found = game(getattr(one, "name", ""))
    for seats in found.seats:
        values = found.resolve({}, seats)
        state = found.blank()
        contract.start(state, found.encode(values), seats, 1)
        assert contract.sides(state, seats) == found.teams(values, seats)


@pytest.mark.parametrize("one", games(), ids=lambda one: one.name)
def test_inputs_are_within_bounds_and_only_the_strongest_level_has_a_net(one: object) -> None:
    found = game(getattr(one, "name", ""))
    state = found.blank()
    seats = found.seats[0]
    contract.start(state, found.encode(found.resolve({}, seats)), seats, 1)
    assert all(levels.settings(found, name, state).net is NONE for name in levels.LEVELS if name != STRONGEST)
    strongest = levels.settings(found, STRONGEST, state).net
    room = scratch(state.dtype, strongest)
    for seat in range(seats):
        n = contract.inputs(state, seat, room.places, room.amounts)
        assert 0 <= n <= len(room.places)
        assert all(0 <= place < len(room.places) for place in room.places[:n])
        assert (n > 0) == contract.has(state.dtype, contract.inputs)


@pytest.mark.parametrize("one", games(), ids=lambda one: one.name)
def test_nets_of_a_game_fit_its_inputs_and_are_small(one: object) -> None:
    found = game(getattr(one, "name", ""))
    files = sorted(Path(str(resources.files(found.package))).glob("nets/*.npz"))
    assert bool(files) <= contract.has(found.rules.STATE, contract.inputs)
    assert sum(file.stat().st_size for file in files) <= 2_000_000
    for file in files:
        weights, about = load(file)
        assert weights.inputs == contract.inputs_of(found.rules.STATE)
        assert about


# --- Files -----------------------------------------------------------------------------------------------------------


def test_what_is_saved_is_loaded_with_its_text(tmp_path: Path) -> None:
    weights = net(8)
    save(tmp_path / "net.npz", weights, "made by a test")
    read, about = load(tmp_path / "net.npz")
    assert about == "made by a test"
    assert all(one.tobytes() == two.tobytes() for one, two in zip(weights, read, strict=True))


def test_half_the_bits_are_nearly_the_same(tmp_path: Path) -> None:
    save(tmp_path / "half.npz", net(64), "", half=True)
    save(tmp_path / "full.npz", net(64), "")
    read, _ = load(tmp_path / "half.npz")
    assert read.first.dtype == np.float32
    assert (tmp_path / "half.npz").stat().st_size < 0.7 * (tmp_path / "full.npz").stat().st_size
    np.testing.assert_allclose(judged(heap(9), read, 2), judged(heap(9), net(64), 2), atol=0.01)


def test_files_that_are_no_nets(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    with pytest.raises(BadNet, match="this is no net"):
        load(path)
    path.write_bytes(b"nothing of the kind")
    with pytest.raises(BadNet, match="this is no net"):
        load(path)
    save(path, net(8), "")
    path.write_bytes(path.read_bytes()[:-300])
    with pytest.raises(BadNet, match="this is no net"):
        load(path)
    with path.open("wb") as file:
        np.savez(file, first=np.zeros((3, 2)))
    with pytest.raises(BadNet, match="this is no net"):
        load(path)
    for wrong in (
        net(8)._replace(last=np.zeros(7, np.float32)),
        net(8)._replace(shift=np.zeros(2, np.float32)),
        net(8)._replace(bias=np.full(8, np.nan, np.float32)),
        NONE,
    ):
        save(path, wrong, "")
        with pytest.raises(BadNet, match="do not fit together"):
            load(path)
