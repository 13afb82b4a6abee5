"""Symbol's actions as choices: every legal action has exactly one way to it, and no other action has any."""

import random

import numpy as np
import pytest

import tesserae
from tesserae.engine import batch, contract
from tesserae.engine.jit import INTERPRETED, Ints
from tesserae.envs.setup import setup
from tesserae.games import game
from tesserae.games.symbol import factored, numbered
from tesserae.state import State
from tests.walks import codes, walk

FULL: list[dict[str, object]] = [
    {},
    {"enlist": True},
    {"unlimited": True, "blast_center": False},
    {"forces": ["GGGGGGGGGGGGGGG", "BBBBBBBBBBBBBBB"]},
    {"forces": ["RRRRRWWWWWDDDDD", "GGGGGBBBBBRRRRR"]},
]
# For each set of options; with the compiler off it is only about every line.
POSITIONS, MOST = (60, 600) if INTERPRETED else (400, 4000)
BUILD_UP = 0.5  # how often a walk adds or joins instead of doing anything, so that large stacks come about


def ways(state: State, seat: int) -> dict[int, int]:
    """All ways of choices in a position: the action that each leads to, and how many lead to it."""
    found: dict[int, int] = {}
    array = state.raw()
    ahead: list[Ints] = [np.zeros(factored.MADE, np.int64)]
    out = np.empty(4096, np.int64)
    while ahead:
        made = ahead.pop()
        n = batch.listed(array, seat, made, out)
        offered = out[:n].tolist()
        assert offered == sorted(set(offered))
        assert n > 0
        assert n > 1 or not made.any()
        for choice in offered:
            further = made.copy()
            action = batch.choose(array[0], seat, further, choice)
            if action == batch.MORE:
                assert further.any()
                ahead.append(further)
            else:
                assert not further.any()
                found[action] = found.get(action, 0) + 1
    return found


def follow(state: State, seat: int, choices: list[int]) -> int:
    """The action that some choices lead to, of which only the last one may complete it."""
    made = np.zeros(factored.MADE, np.int64)
    *first, last = choices
    for choice in first:
        assert batch.choose(state.raw()[0], seat, made, choice) == batch.MORE
    return batch.choose(state.raw()[0], seat, made, last)


@pytest.mark.parametrize("options", FULL, ids=str)
def test_all_ways_lead_to_all_legal_actions(options: dict[str, object]) -> None:
    setup("symbol", 2, options)
    chance = random.Random(5)
    out = np.empty(64, np.int64)
    positions = widest = seed = 0
    while positions < POSITIONS:
        state = tesserae.start("symbol", 2, seed, **options)
        seed += 1
        while state.actors and positions < POSITIONS:
            seat = state.actors[0]
            listed = codes(state, seat)
            if len(listed) < MOST:
                assert ways(state, seat) == dict.fromkeys(listed, 1)
                action = chance.choice(listed)
                n = batch.way_to(state.raw(), seat, action, factored.MADE, out)
                assert follow(state, seat, out[:n].tolist()) == action
                positions += 1
                widest = max(widest, len(listed))
            texts = state.legal(seat)
            joining = [text for text in texts if text.startswith("+")]
            state.act(seat, chance.choice(joining if joining and chance.random() < BUILD_UP else texts))
    assert widest > 40


def test_the_simple_edition_numbers_its_actions_without_gaps() -> None:
    found = setup("symbol", 2, {"edition": "simple"})
    assert found.choices == len(numbered.NUMBERED) == 1856
    numbers = [numbered.number(code) for code in numbered.NUMBERED.tolist()]
    assert numbers == list(range(1856))
    assert numbered.NUMBERED.max() < game("symbol").rules.ACTIONS
    seen: set[int] = set()
    out = np.empty(4096, np.int64)
    made = np.zeros(factored.MADE, np.int64)
    for seed in range(8):
        state = tesserae.start("symbol", 2, seed, edition="simple")
        for _ in walk(state, random.Random(seed), often=0.5):
            for seat in state.actors:
                listed = codes(state, seat)
                n = batch.listed(state.raw(), seat, made, out)
                assert [numbered.NUMBERED[number] for number in out[:n]] == listed
                seen.update(out[:n].tolist())
    assert len(seen) > 900


def test_what_is_chosen_is_shown_and_sampled() -> None:
    """Planes behind those of `observe`, and choices picked at random, all the way through some games."""
    found = setup("symbol", 2, {})
    rng = np.array([1, 2, 3, 4], np.int64)
    out = np.empty(4096, np.int64)
    stages = set()
    for seed in range(4 if INTERPRETED else 20):
        state = tesserae.start("symbol", 2, seed)
        made = np.zeros(factored.MADE, np.int64)
        for _ in range(150):
            if not state.actors:
                break
            seat = state.actors[0]
            array = state.raw()
            shown = np.full(found.size - found.base, 7.0, np.float32)
            batch.show_made(array[0], seat, made, shown)
            planes = shown.reshape(factored.PLANES, 49)
            stage = int(made[factored.STAGE])
            stages.add(stage)
            assert planes[0].sum() == (stage != factored.NOTHING)
            assert planes[1].sum() == (stage == factored.STRIKING_NEXT)
            assert planes[2, 6:12].sum() == (stage == factored.COUNTING)
            assert planes[2, 12:15].tolist() == [float(stage == i) for i in (1, 2, 3)]
            if stage != factored.NOTHING:
                assert planes[0, made[factored.SQUARE]] == 1
            choice = batch.pick_choice(array[0], seat, made, rng, out)
            assert choice in out[: batch.listed(array, seat, made, out)]
            action = batch.choose(array[0], seat, made, choice)
            if action != batch.MORE:
                state.act(seat, state.game.notation.write(action))
    assert stages >= {factored.NOTHING, factored.AIMING}
    simple = tesserae.start("symbol", 2, 1, edition="simple").raw()
    nothing = np.zeros(0, np.float32)
    made = np.zeros(factored.MADE, np.int64)
    batch.show_made(simple[0], 0, made, nothing)
    assert batch.pick_choice(simple[0], 0, made, rng, out) in out[: batch.listed(simple, 0, made, out)]
    assert batch.choices(simple[0], 1, made, out) == 0
    n = batch.way_to(simple, 0, int(numbered.NUMBERED[3]), factored.MADE, out)
    assert out[:n].tolist() == [3]


def test_a_choice_without_an_alternative_is_made_by_itself() -> None:
    """A single W, for which there is neither a part to choose nor a strike."""
    setup("symbol", 2, {})
    state = tesserae.start("symbol", 2, 1)
    for seat, action in ((0, "+K@d1"), (1, "+K@d7"), (0, "+W@d2"), (0, "end"), (1, "+W@d6"), (1, "end")):
        if action in state.legal(seat):
            state.act(seat, action)
    assert state.actors == (0,)
    array = state.raw()
    made = np.zeros(factored.MADE, np.int64)
    square = state.game.notation.square("d2")
    assert batch.choose(array[0], 0, made, factored.ACTING + square) == batch.MORE
    assert made[factored.STAGE] == factored.AIMING
    code = batch.choose(array[0], 0, made, factored.GOAL + state.game.notation.square("d4"))
    assert state.game.notation.write(code) == "d2[W]-d4"
    assert contract.allowed(array, 0, code, np.empty(16, np.int64))
