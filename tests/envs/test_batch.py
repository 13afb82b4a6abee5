"""Batches: the games of the plain API, whatever the threads; nothing hidden shows, and bad input changes nothing."""

import random
from typing import Any

import numpy as np
import pytest

from tesserae import BadOption
from tesserae.engine import batch as core
from tesserae.envs import Batch, IllegalChoice
from tesserae.envs.setup import setup
from tests.envs.tables import FEW, TABLES, Table, Twin

SHOWN = ("current_player", "observation", "legal_action_mask", "rewards", "terminated", "truncated")
COUNTED = ("episode_length", "episode_result", "seeds")
every_table = pytest.mark.parametrize("table", TABLES, ids=str)
a_few = pytest.mark.parametrize("table", FEW, ids=str)


def make(table: Table, n: int, seed: int = 0, threads: int = 1) -> Batch:
    return Batch(table.game, n, seats=table.seats, seed=seed, threads=threads, **table.options)


@every_table
def test_every_step_is_that_of_the_plain_api(table: Table) -> None:
    batch = make(table, 2, seed=3)
    twins = [Twin(table, int(seed)) for seed in batch.seeds]
    lengths = [0, 0]
    for _ in range(150):
        for i, twin in enumerate(twins):
            seat = twin.seat
            assert batch.current_player[i] == seat
            assert seat is not None
            assert np.flatnonzero(batch.legal_action_mask[i]).tolist() == twin.offered()
            assert np.allclose(batch.observation[i], twin.observation(seat), rtol=0, atol=1e-5)
            assert batch.state(i).tobytes() == twin.state.tobytes()
        chosen = batch.sample().tolist()
        batch.step(chosen)
        for i, choice in enumerate(chosen):
            twins[i].choose(choice)
            lengths[i] += 1
            assert batch.episode_length[i] == lengths[i]
            ended = twins[i].seat is None
            assert batch.terminated[i] == ended
            assert batch.rewards[i].tolist() == (twins[i].returns() if ended else [0.0] * table.seats)
            if ended:
                assert batch.episode_result[i].tolist() == twins[i].returns()
                twins[i], lengths[i] = Twin(table, int(batch.seeds[i])), 0
    assert not batch.truncated.any()


@a_few
def test_whole_actions_go_the_same_way(table: Table) -> None:
    batch = make(table, 3, seed=5)
    chance = random.Random(1)
    twins = [Twin(table, int(seed)) for seed in batch.seeds]
    for _ in range(60):
        codes, first = batch.legal_actions()
        chosen = []
        for i, twin in enumerate(twins):
            listed = codes[first[i] : first[i + 1]].tolist()
            assert twin.seat is not None
            assert sorted(map(batch.game.notation.write, listed)) == twin.state.legal(twin.seat)
            chosen.append(chance.choice(listed))
        batch.act(chosen)
        for i, (twin, code) in enumerate(zip(twins, chosen, strict=True)):
            assert twin.seat is not None
            twin.state.act(twin.seat, batch.game.notation.write(code))
            twin.seat = twin._next(twin.seat)
            if batch.terminated[i]:
                assert twin.seat is None
                twins[i] = Twin(table, int(batch.seeds[i]))
            assert batch.current_player[i] == twins[i].seat


@a_few
def test_results_do_not_depend_on_threads_or_neighbours(table: Table) -> None:
    one, three, alone = make(table, 37, seed=8), make(table, 37, seed=8, threads=3), make(table, 1, seed=8)
    ended = 0
    for _ in range(80):
        chosen = one.sample().copy()
        assert (three.sample() == chosen).all()
        assert alone.sample() == chosen[:1]
        one.step(chosen)
        three.step(chosen)
        alone.step(chosen[:1])
        for name in SHOWN + COUNTED:
            assert getattr(one, name).tobytes() == getattr(three, name).tobytes()
            assert getattr(alone, name).tobytes() == getattr(one, name)[:1].tobytes()
        ended += int(one.terminated.sum())
    three.close()
    one.reset(8)
    again = make(table, 37, seed=8)
    assert all(getattr(one, name).tobytes() == getattr(again, name).tobytes() for name in SHOWN + COUNTED)
    one.reset()
    assert set(one.seeds.tolist()).isdisjoint(again.seeds.tolist())


@every_table
def test_worlds_that_are_equal_to_a_seat_look_equal_byte_for_byte(table: Table) -> None:
    found = table.setup()
    chance = random.Random(2)
    batch = make(table, 1, seed=11)
    twin = Twin(table, int(batch.seeds[0]))
    room = core.Room(found.blank(1), np.empty(4096, np.int64))
    for _ in range(12):
        for seat in range(table.seats):
            made = twin.made if seat == twin.seat else np.zeros_like(twin.made)
            seen = []
            for state in (twin.state, twin.world(seat, chance)):
                row, mask = np.zeros(found.size, np.float32), np.zeros(found.choices, np.bool_)
                n = core.look(state.raw(), seat, made, room, found.base, row, mask)
                seen.append((n, row.tobytes(), mask.tobytes()))
            assert seen[0] == seen[1]
            assert (seen[0][0] > 0) == (seat in twin.state.actors)
        for _ in range(4):
            choice = int(batch.sample()[0])
            twin.choose(choice)
            batch.step([choice])
            if batch.terminated[0]:
                twin = Twin(table, int(batch.seeds[0]))


@a_few
def test_what_is_not_possible_is_refused_and_changes_nothing(table: Table) -> None:
    batch = make(table, 4, seed=1)
    legal = batch.sample().copy()
    before = [getattr(batch, name).tobytes() for name in SHOWN + COUNTED]
    for choice in (-3, batch.choices, int(np.argmin(batch.legal_action_mask[2]))):
        wrong = legal.copy()
        wrong[2] = choice
        with pytest.raises(IllegalChoice, match=f"in game 2 seat {batch.current_player[2]} cannot choose {choice} now"):
            batch.step(wrong)
        with pytest.raises(IllegalChoice):
            batch.act([-1, -1, -3, -1])
    wrongs: list[Any] = [legal[:3], legal.astype(float), legal.reshape(2, 2), None]
    for shape in wrongs:
        with pytest.raises(BadOption, match="4 whole numbers are needed"):
            batch.step(shape)
    for name in SHOWN:
        with pytest.raises(ValueError, match="read-only"):
            getattr(batch, name)[0] = 1
    assert before == [getattr(batch, name).tobytes() for name in SHOWN + COUNTED]
    batch.step(legal)


def test_a_game_that_waits_stays_as_it_is() -> None:
    batch = make(FEW[-1], 2)
    before = batch.observation[0].tobytes(), batch.state(0).tobytes()
    for _ in range(5):
        batch.step([-1, batch.sample()[1]])
    assert (batch.observation[0].tobytes(), batch.state(0).tobytes()) == before
    assert batch.episode_length.tolist() == [0, 5]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"n": 0}, "n must be "),
        ({"n": True}, "n must be "),
        ({"threads": 0}, "threads must be "),
        ({"seed": -1}, "seed must be "),
        ({"seats": 7}, "is for 2 players, not 7"),
        ({"colour": "red"}, "there is no option 'colour'"),
        ({"game": "chess"}, "there is no game 'chess'"),
    ],
    ids=str,
)
def test_bad_arguments_are_named(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        Batch(**{"game": "consequence", "n": 1, **arguments})


@a_few
def test_masks_are_the_same_whether_choices_are_noted_or_too_many(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In both cases they are exact, and what is sampled is allowed by them."""
    noted = make(table, 16, seed=2)
    monkeypatch.setattr(core, "MARKED", 1)  # there is no room for any
    full = make(table, 16, seed=2)
    for _ in range(100):
        assert (full.legal_action_mask == noted.legal_action_mask).all()
        assert full.legal_action_mask[np.arange(16), full.sample()].all()
        chosen = noted.sample()
        full.step(chosen)
        noted.step(chosen)


@pytest.mark.parametrize("room", [core.MARKED, 1])
@a_few
def test_every_choice_is_as_likely_as_any_other(table: Table, room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core, "MARKED", room)
    batch = make(table, 1, seed=4)
    for _ in range(9):
        batch.step(batch.sample())
    possible = int(batch.legal_action_mask.sum())
    rounds = 200 * possible
    seen = np.bincount([int(batch.sample()[0]) for _ in range(rounds)], minlength=batch.choices)
    assert ((seen > 0) == batch.legal_action_mask[0]).all()
    assert (abs(seen[seen > 0] - 200) < 5 * np.sqrt(200)).all()


@every_table
def test_a_game_takes_at_most_4_kib_beside_what_is_observed(table: Table) -> None:
    n = 16
    batch = make(table, n)
    arrays = [value for value in vars(batch).values() if isinstance(value, np.ndarray) and value.base is None]
    observed = {id(batch._seen.observation), id(batch._seen.mask)}
    beside = sum(array.nbytes for array in arrays if id(array) not in observed)
    assert beside / n <= 4096


def test_a_game_with_too_many_actions_for_a_mask_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tesserae.envs.setup.MOST_CHOICES", 500)
    with pytest.raises(BadOption, match="too many actions for a mask"):
        setup("consequence", 2, {})
