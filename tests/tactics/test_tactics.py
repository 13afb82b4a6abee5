"""Positions are proved anew in `make nightly`; then the bots try them. `python -m tests.tactics.solve`
prints the whole table."""

from collections import Counter
from itertools import islice

import pytest

import tesserae
from tesserae.bots import levels
from tesserae.engine.alphabeta import AlphaBetaSettings
from tesserae.engine.guided import PuctSettings
from tesserae.engine.race import RacingSettings
from tesserae.engine.search import MctsSettings
from tesserae.engine.searches import Settings
from tests.tactics import sharp, suite
from tests.tactics.claims import Claims
from tests.tactics.solve import solved
from tests.tactics.suite import Tactic

TACTICS = suite.load()
FIRST = list({(tactic.sort, tactic.label): tactic for tactic in reversed(TACTICS)}.values())  # of each kind
SIMULATIONS = 20_000
# How many of each kind `master` must find, with one thread and the seed of solve.py: all wins in one and two turns.
# Measured were 37 of 37, 25 of 25, 8 of 10, 20 of 25, 4 of 4 and 5 of 5. The bar is one less, where that is not all of
# them, since machines may round differently.
BARS = {"win 1": 37, "win 2": 25, "win 3": 7, "defence": 19, "claim": 4, "point": 5}


@pytest.mark.nightly
@pytest.mark.parametrize("tactic", TACTICS, ids=lambda tactic: tactic.id)
def test_the_answers_are_proved(tactic: Tactic) -> None:
    assert Claims(tactic.state(), tactic.seat).answers(tactic.kind, tactic.depth) == sorted(tactic.answers)


def test_there_are_enough_of_them_and_each_is_a_choice() -> None:
    assert len({tactic.id for tactic in TACTICS}) == len(TACTICS) >= 60
    assert {tactic.game for tactic in TACTICS} == {"symbol", "symbol_chain", "sequence", "consequence"}
    assert {tactic.label for tactic in TACTICS} == set(suite.KINDS)
    for tactic in TACTICS:
        state = tactic.state()
        assert state.actors == (tactic.seat,)
        assert len(tactic.answers) == 1 or tactic.kind == "claim"
        assert len(state.legal(tactic.seat)) > 2 * len(tactic.answers)


def test_master_finds_wins_in_two_turns_claims_and_points() -> None:
    """One of each table and kind; all of them are tried by the next test."""
    sure = [tactic for tactic in FIRST if tactic.label in ("win 1", "win 2", "claim", "point")]
    assert len(sure) > 10
    assert not [tactic.id for tactic in sure if not solved(tactic, "master", None, SIMULATIONS)]


@pytest.mark.nightly
def test_master_finds_them() -> None:
    missed = [tactic for tactic in TACTICS if not solved(tactic, "master", None, SIMULATIONS)]
    found = Counter(tactic.label for tactic in TACTICS) - Counter(tactic.label for tactic in missed)
    short = {kind: found[kind] for kind, bar in BARS.items() if found[kind] < bar}
    assert not short, [tactic.id for tactic in missed]


def test_grandmaster_finds_them_all_where_it_looks_ahead_by_depth() -> None:
    deep = [tactic for tactic in TACTICS if isinstance(searched(tactic), AlphaBetaSettings)]
    assert len(deep) > 20
    assert not [tactic.id for tactic in deep if not solved(tactic, "grandmaster", None, SIMULATIONS)]


def test_grandmaster_finds_them_all_where_it_has_preferences() -> None:
    """`symbol-full-win3-3` among them: a win in three turns that begins with an action that does not look promising."""
    guided = [tactic for tactic in TACTICS if isinstance(searched(tactic), PuctSettings)]
    assert len(guided) > 20
    assert not [tactic.id for tactic in guided if not solved(tactic, "grandmaster", None, SIMULATIONS)]


def test_grandmaster_finds_them_all_in_consequence_whatever_it_believes() -> None:
    hidden = [tactic for tactic in TACTICS if tactic.game == "consequence"]
    for one in map(searched, hidden):
        assert isinstance(one, MctsSettings)
        assert one.belief.width
    assert not [tactic.id for tactic in hidden if not solved(tactic, "grandmaster", None, SIMULATIONS)]


def test_grandmaster_finds_all_wins_and_claims_by_racing() -> None:
    """Defences are another matter: there the right answer counts only if others have certain cards."""
    raced = [one for one in TACTICS if isinstance(searched(one), RacingSettings) and one.label != "defence"]
    assert len(raced) > 15
    assert not [tactic.id for tactic in raced if not solved(tactic, "grandmaster", None, 4000)]


@pytest.mark.slow
def test_grandmaster_loses_no_king_without_need() -> None:
    """`python -m tests.tactics.sharp` has more positions, and other levels."""
    for state in islice(sharp.positions(), 10):
        choice = tesserae.bot("symbol", "grandmaster", simulations=2000, seed=1).choose(state, state.actors[0])
        assert not sharp.loses_at_once(state, choice)


def searched(tactic: Tactic) -> Settings:
    """How the strongest level searches there."""
    state = tactic.state()
    return levels.settings(state.game, "grandmaster", state.hidden(tactic.seat))


def test_novice_misses_some() -> None:
    for kind in ("win 1", "win 2"):
        found = [solved(tactic, "novice", None, SIMULATIONS) for tactic in TACTICS if tactic.label == kind]
        assert 0 < sum(found) < len(found)
