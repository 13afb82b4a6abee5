"""OpenSpiel's own test for every table, its Python searchers, and that its games are those of the plain API."""

import random
import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from tesserae import BadOption
from tesserae.envs import openspiel
from tesserae.games import game, games
from tests.envs.tables import FEW, TABLES, Table, Twin

openspiel.register()
every_table = pytest.mark.parametrize("table", TABLES, ids=str)
a_few = pytest.mark.parametrize("table", FEW, ids=str)


def load(table: Table, **more: int) -> openspiel.SpielGame:
    declared = game(table.game)
    written = {
        option.name: openspiel.typed(option.write(table.options[option.name]))
        if not isinstance(openspiel.defaults(declared)[option.name], str)
        else option.write(table.options[option.name])
        for option in declared.options
        if option.name in table.options
    }
    return pyspiel.load_game(f"tesserae_{table.game}", {"players": table.seats, **written, **more})


# It asks for every text of every player at every step, and Sequence takes long.
SIMULATED = [table for table in TABLES if table.game != "sequence" or table.seats in (3, 6)]


@pytest.mark.parametrize("table", SIMULATED, ids=str)
def test_the_random_simulation_test(table: Table) -> None:
    pyspiel.random_sim_test(load(table, deals=10), num_sims=1, serialize=True, verbose=False)


@every_table
def test_every_step_is_that_of_the_plain_api(table: Table) -> None:
    spiel = load(table, seed=4)
    chance = random.Random(6)
    state = spiel.new_initial_state()
    assert state.is_chance_node()
    assert len(state.chance_outcomes()) == openspiel.DEALS
    state.apply_action(17)
    twin = Twin(table, spiel.deal(17))
    for _ in range(80):
        if twin.seat is None:
            break
        assert state.current_player() == twin.seat
        assert state.legal_actions() == twin.offered()
        assert np.allclose(state.observation_tensor(twin.seat), twin.observation(twin.seat).ravel(), atol=1e-5)
        assert state.returns() == [0.0] * table.seats
        choice = chance.choice(twin.offered())
        assert state.action_to_string(twin.seat, choice)
        state.apply_action(choice)
        twin.choose(choice)
        if chance.random() < 0.2:
            state = state.clone()
        assert state.single.states.tobytes() == twin.state.tobytes()
    if twin.seat is None:
        assert state.is_terminal()
        assert state.returns() == twin.returns()


@every_table
def test_worlds_that_are_equal_to_a_player_give_it_equal_texts_and_numbers(table: Table) -> None:
    state = load(table).new_initial_state()
    chance = random.Random(8)
    state.apply_action(3)
    for _ in range(10):
        for player in range(table.seats):
            other = state.resample_from_infostate(player, chance.random)
            assert other.current_player() == state.current_player()
            assert other.legal_actions() == state.legal_actions() or player != state.current_player()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert all(seat == player or public == whole for seat, public, whole in other.told)
        for _ in range(3):
            if state.is_terminal():
                return
            state.apply_action(chance.choice(state.legal_actions()))


def test_resampling_is_not_copying() -> None:
    """In a game with hidden hands, worlds differ, and what others did in secret is not in them."""
    state = pyspiel.load_game("tesserae_consequence").new_initial_state()
    chance = random.Random(1)
    state.apply_action(0)
    for _ in range(12):
        state.apply_action(chance.choice(state.legal_actions()))
    worlds = {state.resample_from_infostate(0, chance.random).single.states.tobytes() for _ in range(20)}
    assert len(worlds) > 5
    secret = [(public, whole) for seat, public, whole in state.told if seat == 1]
    assert any(public != whole for public, whole in secret)
    assert state.information_state_string(0) != state.information_state_string(1)


@a_few
def test_its_python_searchers_play(table: Table) -> None:
    spiel = load(table)
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    state = spiel.new_initial_state()
    state.apply_action(1)
    searcher = mcts.MCTSBot(spiel, 2.0, 3, evaluator, random_state=rng)
    assert searcher.step(state) in state.legal_actions()
    blind = ismcts.ISMCTSBot(game=spiel, uct_c=2.0, max_simulations=3, evaluator=evaluator, random_state=rng)
    assert blind.step(state) in state.legal_actions()


def test_the_searcher_of_cpp_that_crashes_is_refused() -> None:
    spiel = pyspiel.load_game("tesserae_consequence")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.ISMCTSBot(1, evaluator, 2.0, 3, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False)
    with pytest.raises(BadOption, match="crashes on games written in Python"):
        openspiel.check_bot(bot)
    openspiel.check_bot(mcts.MCTSBot(spiel, 2.0, 3, mcts.RandomRolloutEvaluator(), random_state=None))


def test_a_process_that_has_registered_them_ends_well() -> None:
    """pyspiel once let go of what it had been given only after the interpreter had ended, and crashed."""
    code = "import pyspiel; from tesserae.envs import openspiel; openspiel.register()"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_same_deals_for_the_same_seed_and_all_games_by_name() -> None:
    assert openspiel.register() == tuple(f"tesserae_{declared.name}" for declared in games())
    one, other = (pyspiel.load_game("tesserae_sequence", {"seed": seed}) for seed in (1, 2))
    deals = [one.deal(i) for i in range(100)]
    assert len(set(deals)) == 100
    assert deals == [pyspiel.load_game("tesserae_sequence(seed=1)").deal(i) for i in range(100)]
    assert set(deals).isdisjoint(other.deal(i) for i in range(100))
    with pytest.raises(BadOption, match=r"deals must be .*, not 0"):
        pyspiel.load_game("tesserae_sequence", {"deals": 0})


@pytest.mark.parametrize("text", ["3", "true", "usual", "a,b=(c)", "", "12.5", "%33", "d1 e2"])
def test_texts_survive_as_parameters(text: str) -> None:
    assert openspiel.plain(openspiel.guarded(text)) == text
    assert openspiel.guarded(openspiel.plain(openspiel.guarded(text))) == openspiel.guarded(text)
