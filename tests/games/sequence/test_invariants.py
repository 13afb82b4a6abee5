"""What holds in every game: cards and chips are conserved, claims are those of the naive twin, replay is exact."""

import random
from collections import Counter
from itertools import chain
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tesserae
from tesserae.engine import contract
from tesserae.engine.playouts import playouts
from tesserae.engine.rng import seed_rng
from tesserae.games import game
from tesserae.games.sequence import rules
from tesserae.games.sequence.board import NAMES
from tesserae.games.sequence.chips import sequences_of
from tesserae.games.sequence.notation import parse, write
from tesserae.state import State
from tests.games.sequence.helpers import ALL_CARDS, TABLES, full_board, played, position, table, tables

HAND = {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3}


def check(state: State) -> None:
    """The invariants of one moment."""
    fields = state.export()
    cards = chain(fields["deck"], *fields["hands"], *fields["discards"])
    assert sorted(cards) == ALL_CARDS
    for seat, hand in enumerate(fields["hands"]):
        assert len(hand) + (seat in fields["owed"]) <= HAND[state.seats]
    for team, squares in fields["sequences"]:
        assert all(fields["chips"][square] == team for square in squares)
    assert len(fields["owed"]) == len(set(fields["owed"]))
    for seat in range(state.seats):
        legal = state.legal(seat)
        assert len(legal) == len(set(legal))
        assert bool(legal) == (seat in state.actors)
        codes = [parse(action) for action in legal]
        out = np.empty(300, np.int64)
        n = contract.legal(state.raw(), seat, out)
        assert out[:n].tolist() == sorted(codes)
        on_squares = sorted(action for name in NAMES for action in state.legal(seat, at=name) if "@" in action)
        assert on_squares == [action for action in legal if "@" in action]


@pytest.mark.slow
@settings(deadline=None, max_examples=20)
@given(game=tables(), steps=st.integers(0, 200), seed=st.integers(0, 2**32))
def test_invariants_hold_and_replay_is_exact(game: State, steps: int, seed: int) -> None:
    first = game.copy()
    state = played(game, steps, seed)
    check(state)
    for seat, action in state.history:
        first.act(seat, action)
    assert first.tobytes() == state.tobytes()


@pytest.mark.parametrize(
    "fields",
    [
        position("CA CA OH NY", "TX", chips=("f3 c7", "a10 h9")),  # two of a kind, an open space less, a dead card
        position("CA OH NY", "TX", chips=("f3 g7", "a10 h9"), exchanged=True),  # dead cards that must stay
        position("CA CA NY", "TX", chips=("f3 g7", "a10 h9")),  # dead cards only
        position("CA ADD REMOVE", "TX", chips=full_board()),
        position("ADD OH", "TX", chips=("", "b1 b9")),
        position("OH REMOVE REMOVE", "TX", chips=("a1", "b1 c1 c9 j10")),
        position("REMOVE", "TX"),  # pass
        position("OH", "TX", draw="manual", owed=[0]),
    ],
)
def test_pick_is_any_legal_action_as_likely_as_any_other(fields: dict[str, Any]) -> None:
    state = tesserae.load(fields)
    out, rng = np.empty(300, np.int64), np.zeros(4, np.int64)
    seed_rng(rng, 1, 2)
    codes = sorted(map(parse, state.legal(0)))
    rounds = 40 * len(codes)
    picked: Counter[int] = Counter()
    for _ in range(rounds):
        code, n = rules.pick(state.raw()[0], 0, rng, out)
        assert n == len(codes)
        picked[int(code)] += 1
    assert sorted(picked) == codes
    assert all(10 < times < 90 for times in picked.values()) or len(codes) == 1


def test_pick_a_claim_or_a_forfeit() -> None:
    state = table("ADD CA", "TX", chips=("a1 b1 c1 d1 f1",))
    rng = np.zeros(4, np.int64)
    seed_rng(rng, 1, 2)
    state.act(0, "ADD@e1")
    assert write(contract.random_action(state.raw(), 0, rng, np.empty(300, np.int64))) in ("claim a1-e1", "claim b1-f1")
    state.act(None, "penalty 1")
    assert write(contract.random_action(state.raw(), 1, rng, np.empty(300, np.int64))) == "forfeit TX"


def wins(state: State, seat: int) -> set[str]:
    """The actions of a seat that win the game on the spot, or with the line that is claimed then."""
    found = set()
    for action in state.legal(seat):
        after = state.copy()
        after.act(seat, action)
        if after.view(seat)["claims"]:
            after.act(seat, f"claim {after.view(seat)['claims'][0]}")
        if after.outcome and seat in after.outcome.winners:
            found.add(action)
    return found


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (2, {"draw": "manual"}),
        pytest.param(3, {}, marks=pytest.mark.slow),
        pytest.param(6, {"teams": 3}, marks=pytest.mark.slow),
    ],
)
def test_to_win_is_obvious(seats: int, options: dict[str, Any]) -> None:
    """In random games, whenever a sequence is all that is missing; but in the choice between lines nothing is."""
    chance = random.Random(seats)
    seen: Counter[str] = Counter()
    for seed in range(4):
        state = tesserae.start("sequence", seats, seed, **options)
        while state.actors:
            seat = chance.choice(state.actors)
            lacking = (2 if state.teams == 2 else 1) - sequences_of(state.raw()[0], seat % state.teams)
            code = contract.obvious(state.raw(), seat)
            if state.view(seat)["claims"] or lacking > 1:
                assert code == -1
            else:
                winning = wins(state, seat)
                assert (code >= 0) == bool(winning)
                assert code < 0 or write(code) in winning
                seen["a win" if winning else "none"] += 1
            state.act(seat, chance.choice(state.legal(seat)))
    assert seen["a win"] > 0
    assert seen["none"] > 0


def test_returns() -> None:
    won = table("ADD", "CA", "NY", chips=("a3 b3 c3 d3",))
    won.act(0, "ADD@e3")
    drawn = table("ADD", "ADD", chips=full_board(), passes=1)
    drawn.act(0, "pass")
    for state, expected in ((won, [1, -1, -1]), (drawn, [0, 0])):
        out = np.full(state.seats, np.nan)
        contract.returns(state.raw(), out)
        assert out.tolist() == expected


def start_many(n: int, seats: int, options: dict[str, Any], seed: int) -> Any:
    declared = game("sequence")
    states = np.zeros(n, declared.rules.STATE)
    encoded = declared.encode(declared.resolve(options, seats))
    for i in range(n):
        contract.start(states[i : i + 1], encoded, seats, seed + i)
    return states


def many_playouts(n: int, seed: int) -> Counter[str]:
    """Random games of every size with every option; all end, with results that fit, and no card is lost."""
    reasons: Counter[str] = Counter()
    for seats, teams in TABLES:
        for draw in ("auto", "manual"):
            for board in ("standard", "shuffled"):
                states = start_many(n, seats, {**teams, "draw": draw, "board": board}, seed)
                done = playouts(states, seats, seed)
                assert (states["phase"] == 2).all()
                won = states["winner"] >= 0
                number = teams.get("teams", 3 if seats in (3, 9) else 2)
                in_team = np.arange(seats) % number == states["winner"][:, None]
                assert (done.results == np.where(won[:, None], np.where(in_team, 1, -1), 0)).all()
                assert ((states["reason"] == 0) == won).all()
                assert (states["turns"] <= 1000).all()
                cards = states["hand_size"].sum(1) + states["deck_size"] + states["discard_size"].sum(1)
                assert (cards == 108).all()
                everything = np.concatenate(
                    [states["hands"].reshape(n, -1), states["deck"], states["discards"].reshape(n, -1)], axis=1
                )
                everything.sort(axis=1)
                assert (everything[:, :108] == np.repeat(np.arange(52), [2] * 50 + [4, 4])).all()
                reasons.update(("sequences", "stuck", "quiet")[reason] for reason in states["reason"])
    return reasons


@pytest.mark.slow
def test_playouts_end() -> None:
    reasons = many_playouts(500, 10_000)
    assert sum(reasons.values()) == 500 * len(TABLES) * 4
    assert set(reasons) == {"sequences", "stuck", "quiet"}
