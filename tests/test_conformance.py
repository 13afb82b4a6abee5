"""What every game must do (docs/adding-a-game.md), whatever its rules are."""

import json
import math
import random
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tesserae
from tesserae import Refused, State
from tesserae.engine import contract, door
from tesserae.engine.playouts import ROOM, playouts
from tesserae.engine.rng import below, seed_rng
from tesserae.games import games
from tesserae.games.game import Game
from tests.walks import NAMES, TABLES, codes, generator, starts, walk, wrap

RULE = re.compile(r"(GE|SY|SC|SQ|CQ)-\d+")
SQUARES = [f"{file}{rank}" for rank in range(1, 11) for file in "abcdefghij"]

every_table = pytest.mark.parametrize(("game", "seats"), TABLES, ids=NAMES)
every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.name)


def some(examples: int) -> Callable[[Any], Any]:
    """A few examples, always the same ones."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def everybody(state: State) -> list[int | None]:
    return [*range(state.seats), None]


def refused(state: State, seat: int | None, action: str) -> Refused:
    """The refusal of an action; nothing may change, `why` must say the same, and a rule is named (GE-5)."""
    before, history = state.raw().tobytes(), len(state.history)
    with pytest.raises(Refused) as caught:
        state.act(seat, action)
    assert state.raw().tobytes() == before
    assert len(state.history) == history
    why = state.why(seat, action)
    assert why is not None
    assert (why.rule, str(why)) == (caught.value.rule, str(caught.value))
    assert RULE.fullmatch(why.rule)
    assert str(why).endswith(".")
    return why


# --- The record ------------------------------------------------------------------------------------------------------


@every_game
def test_the_record_is_sound(game: Game) -> None:
    """No padding, which NumPy would not copy; no field hidden by a method of np.record; a generator."""
    dtype = game.rules.STATE
    assert dtype.fields is not None
    assert sum(dtype.fields[name][0].itemsize for name in dtype.names or ()) == dtype.itemsize
    assert [name for name in dtype.names or () if hasattr(np.record, name)] == []
    assert dtype.fields["rng"][0] == np.dtype((np.int64, 4))


# --- Playing ---------------------------------------------------------------------------------------------------------


@every_table
@some(4)
@given(data=st.data())
def test_random_play_comes_to_an_end(game: Game, seats: int, data: st.DataObject) -> None:
    """At every moment each actor has actions and nobody else has; at the end there is an outcome."""
    state = data.draw(starts(game, seats))
    for _ in walk(state, random.Random(state.seed), often=0.3):
        assert (state.actors == ()) == (state.outcome is not None)
        for seat in range(seats):
            actions = state.legal(seat)
            assert bool(actions) == (seat in state.actors)
            assert actions == sorted(set(actions))
            numbers = codes(state, seat)
            assert numbers == sorted(set(numbers))
            assert sorted(map(game.notation.write, numbers)) == actions
        assert [seat for seat, _ in state.history if seat is not None and not 0 <= seat < seats] == []
    outcome = state.outcome
    assert outcome is not None
    assert list(outcome.winners) == sorted(set(outcome.winners))
    assert set(outcome.winners) <= set(range(seats))
    assert outcome.scores is None or len(outcome.scores) == seats
    results = np.full(seats, np.nan)
    door.returns(state.raw(), results)
    assert (abs(results) <= 1).all()
    if not outcome.winners:
        assert (results == 0).all()
    elif len(outcome.winners) < seats:
        losers = [seat for seat in range(seats) if seat not in outcome.winners]
        assert min(results[list(outcome.winners)]) > max(results[losers])
        assert (results[losers] == -1).all()
    assert refused(state, 0, state.history[0][1]).rule == "GE-7"


@every_table
@some(3)
@given(data=st.data())
def test_the_legal_list_is_exactly_what_act_accepts(game: Game, seats: int, data: st.DataObject) -> None:
    state = data.draw(starts(game, seats))
    chance = random.Random(state.seed)
    written: set[str] = set()
    for _ in walk(state, chance, often=0.1):
        lists = {seat: state.legal(seat) for seat in everybody(state)}
        written.update(*lists.values())
        everything = sorted(written)
        for seat, actions in lists.items():
            for action in chance.sample(actions, min(4, len(actions))):
                assert state.why(seat, action) is None
                twin = state.copy()
                twin.act(seat, action)
                assert twin.history == [*state.history, (seat, action)]
            for action in chance.sample(everything, min(12, len(everything))):
                if action not in actions:
                    refused(state, seat, action)
        for nonsense in ("", "?", "xyzzy", "a1", "@", "take", "{}"):
            assert refused(state, 0, nonsense).rule


@every_table
@some(2)
@given(data=st.data())
def test_any_code_that_can_be_written_is_listed_or_refused(game: Game, seats: int, data: st.DataObject) -> None:
    """A sample of all numbers up to the largest that was ever legal."""
    state = data.draw(starts(game, seats))
    chance = random.Random(state.seed)
    largest = 0
    for _ in walk(state, chance, often=0.1):
        for seat in state.actors:
            listed = set(codes(state, seat))
            largest = max(largest, *listed)
            assert largest < game.rules.ACTIONS
            for code in [chance.randrange(largest + 1) for _ in range(30)] + [-1, largest + 1, 1 << 40]:
                array = state.raw()
                accepted = door.act(array, seat, code, np.empty(ROOM, np.int64))
                assert accepted == (code in listed)
                assert accepted or array.tobytes() == state.raw().tobytes()


def is_square(game: Game, name: str) -> bool:
    try:
        game.notation.square(name)
    except Refused:
        return False
    return True


@every_table
@some(2)
@given(data=st.data())
def test_actions_of_one_square_are_among_the_legal_ones(game: Game, seats: int, data: st.DataObject) -> None:
    state = data.draw(starts(game, seats))
    names = [name for name in SQUARES if is_square(game, name)]
    for name in names:
        assert game.notation.square(name) == game.notation.square(f" {name.upper()} ")
    found = 0
    for _ in walk(state, random.Random(state.seed), often=0.05):
        for seat in everybody(state):
            actions = state.legal(seat)
            for name in names:
                there = state.legal(seat, at=name)
                assert set(there) <= set(actions)
                assert there == sorted(set(there))
                assert all(name in action for action in there)
                found += len(there)
    assert found


# --- Notation --------------------------------------------------------------------------------------------------------


@every_table
@some(2)
@given(data=st.data())
def test_GE_4_notation_round_trips_and_is_lenient(game: Game, seats: int, data: st.DataObject) -> None:
    state = data.draw(starts(game, seats))
    chance = random.Random(state.seed)
    for _ in walk(state, chance, often=0.1):
        for seat in state.actors:
            numbers = codes(state, seat)
            for code in chance.sample(numbers, min(20, len(numbers))):
                text = game.notation.write(code)
                spaced = re.sub(r"([@>*!\[\]-])", r" \1 ", text).replace(" ", "  ")
                for variant in (text, text.upper(), text.lower(), text.swapcase(), f" {text}\n", spaced):
                    assert game.notation.parse(variant) == code


# --- Saving ----------------------------------------------------------------------------------------------------------


@every_table
@some(3)
@given(data=st.data())
def test_positions_round_trip(game: Game, seats: int, data: st.DataObject) -> None:
    state = data.draw(starts(game, seats))
    loaded = 0
    for _ in walk(state, random.Random(state.seed), often=0.15):
        position = state.export()
        text = json.dumps(position)
        assert json.loads(text) == position
        assert position["game"] == game.name
        assert position["options"] == game.changed(state.options)
        if position["outcome"] is None and "step" not in position:
            again = tesserae.load(text, seed=1)
            assert again.export() == position
            assert again.actors == state.actors
            for seat in everybody(state):
                assert again.legal(seat) == state.legal(seat)
            loaded += 1
        else:
            with pytest.raises(tesserae.BadPosition):
                tesserae.load(text)
    assert loaded


@every_table
@some(3)
@given(data=st.data())
def test_GE_1_replaying_the_history_gives_the_same_bytes(game: Game, seats: int, data: st.DataObject) -> None:
    state = data.draw(starts(game, seats))
    moments = [(len(one.history), one.raw().tobytes()) for one in walk(state, random.Random(state.seed), often=0.3)]
    again = tesserae.start(game.name, seats, state.seed, **state.options)
    seen = {0: again.raw().tobytes()}
    for seat, action in state.history:
        again.act(seat, action)
        seen[len(again.history)] = again.raw().tobytes()
    assert all(seen[length] == data for length, data in moments)
    assert again.export() == state.export()
    assert again.history == state.history


@every_table
@some(2)
@given(data=st.data())
def test_copies_are_independent(game: Game, seats: int, data: st.DataObject) -> None:
    state = data.draw(starts(game, seats))
    for _ in walk(state, random.Random(state.seed), often=0.05):
        before, history = state.raw().tobytes(), list(state.history)
        twin = state.copy()
        assert (twin.raw().tobytes(), twin.history) == (before, history)
        for _ in range(3):
            if twin.actors:
                twin.act(twin.actors[0], twin.legal(twin.actors[0])[-1])
        assert (state.raw().tobytes(), state.history) == (before, history)


# --- What each seat knows --------------------------------------------------------------------------------------------


@every_table
@some(3)
@given(data=st.data())
def test_GE_3_hiding_imagining_and_what_is_sent(game: Game, seats: int, data: st.DataObject) -> None:
    state = data.draw(starts(game, seats))
    chance, rng = random.Random(state.seed), generator(state.seed)
    for _ in walk(state, chance, often=0.08):
        before = state.raw().tobytes()
        for seat in everybody(state):
            number = -1 if seat is None else seat
            hidden = state.hidden(seat)
            again = hidden.copy()
            door.hide(again, number)
            assert again.tobytes() == hidden.tobytes()
            assert not hidden["rng"].any()
            view = json.dumps(state.view(seat))
            assert state.view(seat) == json.loads(view)
            if seat is None:
                continue
            world = hidden.copy()
            door.imagine(world, seat, rng)
            other = wrap(state, world)
            assert other.hidden(seat).tobytes() == hidden.tobytes()
            assert json.dumps(other.view(seat)) == view
            assert other.legal(seat) == state.legal(seat)
            assert other.actors == state.actors
            for actor, action in chance.sample(state.history, min(4, len(state.history))):
                if actor == seat:
                    answers = [one.why(seat, action) for one in (state, other)]
                    assert len({answer and (answer.rule, str(answer)) for answer in answers}) == 1
        assert state.raw().tobytes() == before


@every_table
@some(2)
@given(data=st.data())
def test_imagined_worlds_can_be_played_to_the_end(game: Game, seats: int, data: st.DataObject) -> None:
    state = data.draw(starts(game, seats))
    rng = generator(state.seed)
    for _ in walk(state, random.Random(state.seed), often=0.04):
        for seat in range(seats):
            world = state.hidden(seat)
            door.imagine(world, seat, rng)
            position = wrap(state, world).export()
            assert json.loads(json.dumps(position)) == position
            playouts(world, seats, seed=state.seed)
            assert door.over(world)


# --- Numbers ---------------------------------------------------------------------------------------------------------


@every_table
@some(2)
@given(data=st.data())
def test_evaluate_and_observe_give_sane_numbers(game: Game, seats: int, data: st.DataObject) -> None:
    state = data.draw(starts(game, seats))
    size = math.prod(game.rules.OBSERVATION)
    for _ in walk(state, random.Random(state.seed), often=0.1):
        opinion = np.full(seats, np.nan)
        array = state.raw()
        door.evaluate(array, opinion)
        assert (abs(opinion) <= 1).all()
        assert array.tobytes() == state.raw().tobytes()
        for seat in range(seats):
            hidden = state.hidden(seat)
            seen = []
            for filler in (np.nan, 7.0):
                out = np.full(size, filler)
                door.observe(hidden, seat, out)
                seen.append(out)
            assert np.isfinite(seen[0]).all()
            assert (seen[0] == seen[1]).all()


@every_table
def test_pick_is_uniform_over_the_legal_list(game: Game, seats: int) -> None:
    state = tesserae.start(game.name, seats, 3)
    chance, rng, out = random.Random(3), generator(3), np.empty(ROOM, np.int64)
    tested = 0
    for _ in walk(state, chance, often=0.3):
        for seat in state.actors:
            listed = codes(state, seat)
            s = state.raw()[0]
            action, n = contract.pick(s, seat, rng, out)
            assert n == len(listed)
            assert action in listed
            if tested < 3 and 1 < n < 60:
                tested += 1
                counts = dict.fromkeys(listed, 0)
                for _ in range(80 * n):
                    counts[contract.pick(s, seat, rng, out)[0]] += 1
                statistic = sum((count - 80) ** 2 / 80 for count in counts.values())
                assert statistic < (n - 1) + 5 * (2 * (n - 1)) ** 0.5


@every_table
def test_playouts_agree_with_play_from_python(game: Game, seats: int) -> None:
    states = np.concatenate([tesserae.start(game.name, seats, seed).raw() for seed in range(16)])
    once, twice, slowly = states.copy(), states.copy(), states[:2].copy()
    found, threaded = playouts(once, seats, seed=8), playouts(twice, seats, seed=8, threads=3)
    assert once.tobytes() == twice.tobytes()
    for name in ("results", "lengths", "branching"):
        assert (getattr(found, name) == getattr(threaded, name)).all()
    out = np.empty(ROOM, np.int64)
    for i, s in enumerate(slowly):
        rng = np.zeros(4, np.int64)
        seed_rng(rng, 8, i)
        length = branching = 0
        while not contract.over(s):
            actors = [seat for seat in range(seats) if contract.actors(s) >> seat & 1]
            seat = actors[below(rng, len(actors))] if len(actors) > 1 else actors[0]
            action, n = contract.pick(s, seat, rng, out)
            contract.apply(s, seat, action)
            length, branching = length + 1, branching + n
        assert (length, branching) == (found.lengths[i], found.branching[i])
    assert slowly.tobytes() == once[:2].tobytes()
