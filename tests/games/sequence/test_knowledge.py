"""GE-3, and Sequence's "who knows what": `hide`, `imagine`, views, and opinions."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tesserae
from tesserae.engine import contract
from tesserae.games.sequence.board import CARDS, NAMES, STANDARD
from tesserae.games.sequence.opinion import TRAITS, traits
from tesserae.state import State
from tests.games.sequence.helpers import ALL_STATES, full_board, line, played, table, tables


def test_GE_3_a_view_has_the_own_hand_and_of_others_only_sizes() -> None:
    state = table("CA OH", "NY MN", "TX", "WA", deck="PA RI VT", discards=[["HI"], [], [], []])
    view = state.view(2)
    assert view["hand"] == ["TX"]
    assert view["hand_sizes"] == [2, 2, 1, 1]
    assert view["deck_size"] == 3
    assert view["discards"] == [["HI"], [], [], []]
    assert state.view(None)["hand"] is None
    assert state.view(None)["dead"] == []
    hidden = {key: value for key, value in view.items() if key not in ("layout", "hand", "discards")}
    assert not any(card in str(hidden) for card in ALL_STATES)


def test_GE_3_hands_stay_hidden_when_the_game_is_over() -> None:
    state = table("ADD CA", "OH", chips=("a3 b3 c3 d3",), sequences=((0, line("a1", "e1")),))
    state.act(0, "ADD@e3")
    assert state.view(1)["hand"] == ["OH"]
    assert state.view(1)["hand_sizes"] == [1, 1]


def test_GE_3_a_hand_does_not_tell_in_which_order_its_cards_came() -> None:
    one = table("CA", "NY", deck="OH", draw="manual", owed=[0])
    other = table("OH", "NY", deck="CA", draw="manual", owed=[0])
    assert one.tobytes() != other.tobytes()
    one.act(0, "draw")
    other.act(0, "draw")
    assert one.tobytes() == other.tobytes()


@pytest.mark.slow
@settings(deadline=None, max_examples=20)
@given(game=tables(), steps=st.integers(0, 150), seed=st.integers(0, 2**32))
def test_GE_3_hide_and_imagine(game: State, steps: int, seed: int) -> None:
    state = played(game, steps, seed)
    for seat in (*range(state.seats), None):
        hidden = state.hidden(seat)
        again = hidden.copy()
        contract.hide(again, -1 if seat is None else seat)
        assert again.tobytes() == hidden.tobytes()
        world = state.imagined(seat, seed)
        assert world.hidden(seat).tobytes() == hidden.tobytes()
        assert world.view(seat) == state.view(seat)
        if seat is not None:
            assert world.legal(seat) == state.legal(seat)
        fields, real = world.export(), state.export()
        assert sorted(sum(fields["hands"], fields["deck"])) == sorted(sum(real["hands"], real["deck"]))
        assert fields["discards"] == real["discards"]
        assert all(hand == sorted(hand) for hand in fields["hands"])
        if seat is not None:
            assert fields["hands"][seat] == real["hands"][seat]


@pytest.mark.slow
@settings(deadline=None, max_examples=10)
@given(game=tables(), steps=st.integers(0, 80), seed=st.integers(0, 2**32))
def test_GE_3_an_imagined_world_can_be_played_to_its_end(game: State, steps: int, seed: int) -> None:
    state = played(game, steps, seed)
    if state.actors:
        world = played(state.imagined(state.actors[0], seed), 3000, seed)
        assert world.outcome is not None


@pytest.mark.slow
def test_GE_3_unseen_cards_are_dealt_uniformly() -> None:
    """Three unseen cards, of which two are alike: one in each other hand and one on the deck."""
    state = table("OH", "CA", "CA", deck="TX", discards=[["WA"], [], []])
    worlds: Counter[tuple[str, str, str]] = Counter()
    for seed in range(3000):
        fields = state.imagined(0, seed).export()
        assert fields["hands"][0] == ["OH"]
        worlds[fields["hands"][1][0], fields["hands"][2][0], fields["deck"][0]] += 1
    assert set(worlds) == {("CA", "CA", "TX"), ("CA", "TX", "CA"), ("TX", "CA", "CA")}
    assert all(900 < n < 1100 for n in worlds.values())


def test_GE_3_the_order_of_the_deck_is_imagined_too() -> None:
    state = table("OH", "", deck="TX CA WA")
    decks = {tuple(state.imagined(0, seed).export()["deck"]) for seed in range(100)}
    assert len(decks) == 6


def test_GE_3_cards_out_of_the_game_stay_out() -> None:
    state = table("OH", "CA NY", deck="TX")
    for seat in (0, 1, None):
        fields = state.imagined(seat, 3).export()
        assert sorted(sum(fields["hands"], fields["deck"])) == ["CA", "NY", "OH", "TX"]


def test_GE_3_an_exchanged_card_is_known_by_all() -> None:
    state = table("CA", "OH", chips=("f3", "g7"), deck="TX WA")
    state.act(0, "dead CA")
    assert state.view(1)["discards"] == [["CA"], []]
    assert all(state.imagined(1, seed).export()["hands"][0] != ["CA"] for seed in range(50))


def observed(state: State, seat: int | None) -> Any:
    out = np.full(state.game.rules.OBSERVATION, np.nan).reshape(-1)
    contract.observe(state.hidden(seat), -1 if seat is None else seat, out)
    return out.reshape(state.game.rules.OBSERVATION)


def test_observe_says_what_it_says() -> None:
    state = table(
        "CA CA ADD", "OH REMOVE", chips=("f3 g7", "b1"), sequences=((1, line("a10", "e10")),), deck="TX", turns=500
    )
    planes = observed(state, 0)
    assert planes[0].sum() == 2
    assert planes[0, 2, 5] == planes[0, 6, 6] == 1  # f3, g7
    assert planes[1].sum() == 6
    assert planes[4].sum() == 5
    assert planes[6, 2, 5] == planes[6, 6, 6] == 1.0  # two CA
    assert planes[6].sum() == 2.0
    assert planes[7].sum() == 2.0  # OH and TX, one of each
    assert planes[9].reshape(-1)[:17] == pytest.approx(
        [0.25, 0, 0, 0.25, 1, 0, 0, 0, 0, 0.5, 0, 2 / 7, 1 / 108, 0, 0.5, 3 / 7, 2 / 7]
    )
    other = observed(state, 1)
    assert other[0].sum() == 6
    assert other[9].reshape(-1)[15:17] == pytest.approx([2 / 7, 3 / 7])
    spectator = observed(state, None)
    assert spectator[6].sum() == 0
    assert spectator[0].sum() == 2


def test_observe_shows_what_was_played() -> None:
    piles = [["HI", "ADD"], ["OH"], ["OH", "REMOVE"], []]
    state = table("CA", "NY", "TX", "WA", deck="PA", discards=piles)
    hawaii, ohio = (set(np.flatnonzero(CARDS.index(code) == STANDARD).tolist()) for code in ("HI", "OH"))
    planes = observed(state, 0).reshape(-1, 100)
    assert {int(i): planes[10, i] for i in np.flatnonzero(planes[10])} == dict.fromkeys(hawaii | ohio, 0.5)
    assert {int(i): planes[11, i] for i in np.flatnonzero(planes[11])} == dict.fromkeys(ohio, 0.5)
    assert not planes[12].any()
    assert planes[9, 39:45].tolist() == [0.25, 0.25, 0, 0, 0, 0]
    assert {int(i): planes[13, i] for i in np.flatnonzero(planes[13])} == dict.fromkeys(ohio, 11 / 12)
    other = observed(state, 1).reshape(-1, 100)
    assert (other[10] == planes[11]).all()
    assert (other[11] == planes[10]).all()
    assert other[9, 39:45].tolist() == [0, 0, 0.25, 0.25, 0, 0]
    assert {int(i): other[13, i] for i in np.flatnonzero(other[13])} == dict.fromkeys(ohio, 1.0)


def test_observe_claiming_and_forfeits() -> None:
    state = table("ADD CA", "NY", chips=("a1 b1 c1 d1 f1",))
    state.act(0, "ADD@e1")
    assert observed(state, 1)[8, 0, 4] == 1
    state.act(None, "penalty 0")
    assert observed(state, 0)[9, 0, 6] == 1
    assert observed(state, 1)[9, 0, 6] == 0
    assert observed(table("CA", "NY", "OH"), 0)[9, 0, 7] == 1


def evaluated(state: State) -> list[float]:
    out = np.full(state.seats, np.nan)
    contract.evaluate(state.raw(), out)
    return [float(value) for value in out]


def test_evaluate_prefers_more_in_a_line() -> None:
    even = evaluated(table("CA", "NY"))
    ahead = evaluated(table("CA", "NY", chips=("a1 b1 c1", "j1 j9")))
    further = evaluated(table("CA", "NY", sequences=((0, line("a1", "e1")),), chips=("", "j1 j9 c10")))
    assert abs(even[0]) < 0.1
    assert ahead[0] == -ahead[1]
    assert 0 < ahead[0] < further[0] < 1
    three = evaluated(table("CA", "NY", "OH", "", "", "", chips=("a1 b1 c1", "j1"), teams=3))
    assert three[0] == three[3] > three[1] > three[2] > -1


def counted(state: State, team: int) -> dict[str, float]:
    out = np.full(len(TRAITS), np.nan)
    traits(state.raw()[0], team, out)
    return {name: count for name, count in zip(TRAITS, out.tolist(), strict=True) if count}


WALL = "a2 b2 c2 d2 e2 f2 f1"  # with these, a1 to e1 is the only line that is open to what lies there
FOURTH, FIFTH, ELSEWHERE = (CARDS[STANDARD[NAMES.index(square)]] for square in ("d1", "e1", "h5"))


@pytest.mark.parametrize(
    ("chips", "hand", "expected"),
    [
        ("a1", ELSEWHERE, {"one": 1}),
        ("a1 b1", ELSEWHERE, {"two": 1}),
        ("a1 b1 c1", ELSEWHERE, {"three": 1}),
        ("a1 b1 c1", f"{FOURTH} {FOURTH}", {"three and a card": 1}),
        ("a1 b1 c1", f"{FOURTH} {FIFTH}", {"three and both cards": 1}),
        ("a1 b1 c1 d1", ELSEWHERE, {"four": 1}),
        ("a1 b1 c1 d1", FIFTH, {"four and the card": 1}),
        ("a1 b1 c1 d1", "ADD REMOVE", {"four and the card": 1, "adds": 1, "removes": 1}),
    ],
    ids=str,
)
def test_lines_are_counted_by_their_chips_and_cards(chips: str, hand: str, expected: dict[str, float]) -> None:
    assert counted(table("CA", hand, chips=(WALL, chips)), 1) == expected
    in_turn = {"four in turn" if name == "four and the card" else name: n for name, n in expected.items()}
    assert counted(table(hand, "CA", chips=(chips, WALL)), 0) == {**in_turn, "turn": 1}


def test_cards_that_are_not_seen_do_not_count() -> None:
    out = np.full(len(TRAITS), np.nan)
    traits(table("CA", f"ADD REMOVE {FIFTH}", chips=(WALL, "a1 b1 c1 d1")).hidden(0)[0], 1, out)
    assert {name for name, count in zip(TRAITS, out.tolist(), strict=True) if count} == {"four"}


def test_lines_that_a_sequence_has_used_up_do_not_count() -> None:
    own = counted(table("CA", "NY", sequences=((0, line("a1", "e1")),), chips=("", "a2 b2 c2 d2 e2 f2")), 0)
    assert own == {"sequences": 1, "one": 1, "turn": 1}  # e1 to i1 shares one chip with it; b1 to f1 shares four
    assert counted(table("CA OH", "NY", chips=full_board()), 0) == {"dead": 2, "turn": 1}


def test_observe_who_is_owed_a_card() -> None:
    state = tesserae.start("sequence", seats=4, seed=1, draw="manual")
    for seat in (0, 1):
        state.act(seat, next(action for action in state.legal(seat) if "@" in action))
    assert state.export()["owed"] == [0, 1]
    cells = observed(state, 1).reshape(-1, 100)[9]
    assert list(cells[27:31]) == [pytest.approx(11 / 12), 0, 0, 1]  # from seat 1 on: 1, 2, 3, 0
    assert not observed(tesserae.start("sequence", seed=1), 0).reshape(-1, 100)[9][27:].any()
