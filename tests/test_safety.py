"""Compiled code checks no index, so nothing that the public API lets through may lead it out of its arrays."""

import random
from typing import Any

import numpy as np
import pytest

import tesserae
from tesserae import BadOption, Refused, State
from tesserae.engine import contract
from tesserae.envs import Batch, IllegalChoice
from tests.walks import NAMES, TABLES, WILD

every_table = pytest.mark.parametrize(("game", "seats"), [(game.name, seats) for game, seats in TABLES], ids=NAMES)
NO_SEATS: list[Any] = [-1, -2, -3, 99, 1 << 31, -(1 << 63), 1 << 64, True, 0.0, "0", (), np.int64(0)]


def middle(game: str, seats: int, actions: int = 12) -> State:
    """A game after some random actions."""
    state, chance = tesserae.start(game, seats, 5), random.Random(seats)
    for _ in range(actions):
        if state.actors:
            state.act(seat := chance.choice(state.actors), chance.choice(state.legal(seat)))
    return state


@every_table
def test_a_seat_that_does_not_exist_is_refused_everywhere(game: str, seats: int) -> None:
    state = middle(game, seats)
    before, action, square = state.tobytes(), state.legal(state.actors[0])[0], state.game.notation.NAMES[0]
    for seat in [*NO_SEATS, seats]:
        for ask in (
            state.legal,
            lambda seat: state.legal(seat, at=square),
            lambda seat: state.listed(seat, 5),
            state.count,
            state.squares,
            lambda seat: state.act(seat, action),
            state.view,
            state.shared_view,
            state.hidden,
            state.imagined,
            lambda seat: state.foretell(seat, action, None),
            lambda seat: tesserae.bot(game, "novice", simulations=1).choose(state, seat),
        ):
            with pytest.raises(Refused, match="There is no seat"):
                ask(seat)
        assert isinstance(state.why(seat, action), Refused)
        if seat != -2 or isinstance(seat, bool):  # which stands for everything, where somebody views
            with pytest.raises(Refused, match="There is no seat"):
                state.inspect(seat, square)
            with pytest.raises(Refused, match="There is no seat"):
                state.foretell(state.actors[0], action, seat)
    assert state.tobytes() == before


@every_table
def test_texts_that_are_nearly_actions_are_legal_or_refused(game: str, seats: int) -> None:
    state, chance = middle(game, seats), random.Random(29)
    signs = sorted({sign for seat in state.actors for sign in "".join(state.legal(seat))} | set("9-:> \0é𝟗"))
    for _ in range(400):
        seat = chance.choice(state.actors)
        text = list(chance.choice(state.legal(seat)))
        for _ in range(chance.randrange(1, 4)):
            place = chance.randrange(len(text) + 1)
            text[place : place + chance.randrange(3)] = chance.choices(signs, k=chance.randrange(3))
        action, other = "".join(text), state.copy()
        reason = state.why(seat, action)
        if reason is None:
            other.act(seat, action)
            assert other.last[1] in state.legal(seat)
        else:
            with pytest.raises(Refused):
                other.act(seat, action)
            assert other.tobytes() == state.tobytes()


@every_table
def test_numbers_that_stand_for_no_action_are_refused(game: str, seats: int) -> None:
    batch = Batch(game, 2, seats=seats, seed=3)
    chance = random.Random(7)
    for _ in range(8):
        before = batch.state(1).tobytes()
        legal = set(batch.legal_actions()[0][batch.legal_actions()[1][1] :].tolist())
        wild = [*WILD, *(chance.getrandbits(63) for _ in range(50)), *(chance.randrange(1 << 16) for _ in range(50))]
        for code in {*wild, *(one + step for one in legal for step in (-1, 1, 1 << 8, 1 << 32, -(1 << 40)))} - legal:
            if code == -1:  # it means: not in this game
                continue
            with pytest.raises(IllegalChoice):
                batch.act([-1, code])
            with pytest.raises(IllegalChoice):
                batch.step([-1, code if code >= batch.choices else batch.choices])
        assert batch.state(1).tobytes() == before
        batch.act([-1, chance.choice(sorted(legal))])


def test_a_game_that_is_not_in_the_batch_is_no_game() -> None:
    batch = Batch("consequence", 2)
    assert batch.state(1).actors
    for i in (-1, -2, 2, 1 << 40):
        with pytest.raises(IndexError, match="there is no game"):
            batch.state(i)


def test_final_observations_are_those_of_seats() -> None:
    batch = Batch("consequence", 2, seed=1)
    wrong: list[Any] = [[0], [0, 0, 0], [0, 2], [-1, 0], [0.0, 1.0], [[0, 1]]]
    for viewers in wrong:
        with pytest.raises(BadOption, match=r"actions|viewers"):
            batch.show_ends(np.array(viewers))
    viewers = np.array([0, 1])
    finals = batch.show_ends(viewers)
    viewers[:] = 1 << 40
    while not batch.terminated.all():
        batch.step(np.where(batch.terminated, -1, batch.sample()))
        if batch.terminated.any():
            break
    assert finals[batch.terminated].any()


@every_table
def test_views_of_any_position_are_made_from_one_game_only(game: str, seats: int) -> None:
    """What the API gives out as raw states has the shape that compiled code takes."""
    state = middle(game, seats)
    for array in (state.raw(), state.hidden(None), state.hidden(0), state.imagined(0).raw(), state.game.blank()):
        assert array.shape == (1,)
        assert array.dtype == state.game.rules.STATE
        assert array.flags.c_contiguous
        contract.over(array)
