"""Bots: fair, legal, of different strength, and plain about what cannot be."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import tesserae
from tesserae import BadOption, Refused, State, bots
from tesserae.bots import LEVEL_NAMES, levels
from tesserae.engine import contract
from tesserae.engine.alphabeta import AlphaBeta
from tesserae.engine.guided import Puct, PuctSettings
from tesserae.engine.race import RacingSettings
from tesserae.games import games
from tests.games.sequence.helpers import line, table
from tests.games.symbol.helpers import game as full
from tests.games.symbol.helpers import simple
from tests.walks import generator, walk, wrap

GAMES = [game.name for game in games()]


def moments(name: str, seed: int, often: float) -> Iterator[State]:
    """Moments of a random game with somebody to act."""
    for state in walk(tesserae.start(name, seed=seed), random.Random(seed), often):
        if state.actors:
            yield state


def play(state: State, *players: tesserae.Bot) -> State:
    while state.actors:
        seat = state.actors[0]
        state.act(seat, players[seat].choose(state, seat))
    return state


# --- Fairness --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVEL_NAMES)
@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_cannot_tell_apart_it_treats_alike(name: str, level: str) -> None:
    """Two worlds imagined from one hidden state: the same thoughts, and the same choice."""
    rng = generator(7)
    different = 0
    for state in islice(moments(name, 2, 0.4), 1, 6):
        seat = state.actors[0]
        worlds = []
        for _ in range(2):
            array = state.hidden(seat)
            contract.imagine(array, seat, rng)
            worlds.append(wrap(state, array))
        assert worlds[0].hidden(seat).tobytes() == worlds[1].hidden(seat).tobytes()
        different += worlds[0].tobytes() != worlds[1].tobytes()
        choices, thoughts = set(), set()
        for world in (state, *worlds):
            one = tesserae.bot(name, level, simulations=200, seed=11)
            choices.add(one.choose(world, seat))
            thoughts.add(one.think(world, seat))
        assert len(choices) == len(thoughts) == 1
    assert different > 2


def test_a_bot_does_not_know_the_seed_of_its_game() -> None:
    """The generator of a bot is not that of the game, whose seed it may share: it would imagine the very deal."""
    state = tesserae.start("sequence", seed=5)
    one = tesserae.bot("sequence", "random", seed=5)
    one.choose(state, 0)
    start = generator(5)
    assert one._rng.tolist() != start.tolist()
    for _ in range(1000):
        contract.imagine(hidden := state.hidden(0), 0, one._rng)
        assert hidden["hands"].tolist() != state.raw()["hands"].tolist()


# --- Whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVEL_NAMES)
@pytest.mark.parametrize("name", GAMES)
def test_every_level_plays_a_whole_game(name: str, level: str) -> None:
    players = [tesserae.bot(name, level, simulations=20, seed=seat) for seat in range(2)]
    assert play(tesserae.start(name, seed=4), *players).outcome is not None


@pytest.mark.parametrize(("name", "seats"), [("sequence", 12), ("sequence", 3), ("symbol_chain", 4)])
def test_larger_tables(name: str, seats: int) -> None:
    players = [tesserae.bot(name, "master", simulations=8, seed=seat) for seat in range(seats)]
    assert play(tesserae.start(name, seats, 4), *players).outcome is not None


MATCHES: list[tuple[str, dict[str, Any]]] = [
    ("consequence", {}),
    ("sequence", {}),
    ("symbol_chain", {}),
    ("symbol", {"edition": "simple"}),
    ("symbol", {"edition": "full"}),
]


@pytest.mark.parametrize(("name", "options"), MATCHES, ids=str)
def test_a_master_beats_a_random_player(name: str, options: dict[str, Any]) -> None:
    wins = 0
    for number in range(8):
        players = [
            tesserae.bot(name, "master", simulations=300, seed=number),
            tesserae.bot(name, "random", seed=number),
        ]
        seat = number % 2
        final = play(tesserae.start(name, seed=number, **options), *(players if seat == 0 else players[::-1]))
        assert final.outcome is not None
        wins += final.outcome.winners == (seat,)
    assert wins >= 7


def test_a_grandmaster_looks_ahead_by_depth_where_that_is_stronger() -> None:
    """From turn to turn, it keeps what it knows; a proved win needs no more thought, whatever the budget."""
    state = tesserae.start("symbol", seed=1, edition="simple")
    one = tesserae.bot("symbol", "grandmaster", simulations=100, seed=1)
    other = tesserae.bot("symbol", "random", seed=1)
    for _ in range(3):
        state.act(0, one.choose(state, 0))
        assert isinstance(one.player._searches[0][0], AlphaBeta)
        state.act(1, other.choose(state, 1))
    won = simple({"c1": "G", "c2": "k"})
    thoughts = tesserae.bot("symbol", "grandmaster", simulations=10**9).think(won, 0)
    assert [candidate.text for candidate in thoughts.candidates] == ["c1[G]-c2"]
    assert thoughts.candidates[0].values == (1.0, -1.0)
    assert thoughts.simulations < 1000


def test_a_grandmaster_searches_with_preferences_where_that_is_stronger() -> None:
    state = tesserae.start("symbol", seed=1, edition="full")
    one = tesserae.bot("symbol", "grandmaster", simulations=2000, seed=1)
    other = tesserae.bot("symbol", "random", seed=1)
    while state.actors and len(state.history) < 8:
        seat = state.actors[0]
        state.act(seat, (one if seat == 0 else other).choose(state, seat))
    assert isinstance(one.player._searches[0][0], Puct)
    won = full({"c1": "G", "c2": "k"})
    thoughts = tesserae.bot("symbol", "grandmaster", simulations=10**9).think(won, 0)
    assert thoughts.candidates[0].text == "c1[G]-c2"
    assert thoughts.candidates[0].values == (1.0, -1.0)
    assert thoughts.simulations < 1000
    assert not isinstance(levels.settings(won.game, "master", won.hidden(0)), PuctSettings)


def test_a_grandmaster_races_where_that_is_stronger() -> None:
    state = tesserae.start("sequence", seed=1)
    assert isinstance(levels.settings(state.game, "grandmaster", state.hidden(0)), RacingSettings)
    thoughts = tesserae.bot("sequence", "grandmaster", simulations=200, seed=1).think(state, 0)
    assert {candidate.text for candidate in thoughts.candidates} == set(state.legal(0))
    assert not isinstance(levels.settings(state.game, "master", state.hidden(0)), RacingSettings)


# --- Thoughts and budgets --------------------------------------------------------------------------------------------


def test_thoughts_are_about_legal_actions() -> None:
    state = tesserae.start("consequence", seed=1)
    thoughts = tesserae.bot("consequence", "master", simulations=500, seed=1).think(state, 0)
    assert {candidate.text for candidate in thoughts.candidates} <= set(state.legal(0))
    assert sum(candidate.visits for candidate in thoughts.candidates) == thoughts.simulations == 500
    assert thoughts.line[0] == (0, thoughts.candidates[0].text)
    assert thoughts.line[1][0] == 1
    assert all(len(candidate.values) == 2 for candidate in thoughts.candidates)


def test_levels_think_as_much_as_they_can() -> None:
    state = tesserae.start("consequence", seed=1)
    counts = {
        level: tesserae.bot("consequence", level, simulations=10_000, seed=1).think(state, 0).simulations
        for level in LEVEL_NAMES
    }
    assert counts.pop("grandmaster") == counts["master"]
    assert list(counts.values()) == sorted(set(counts.values()))
    assert counts["random"] == 0
    assert counts["master"] == 10_000
    slow = tesserae.bot("consequence", "novice", seconds=60, seed=1)
    assert slow.think(state, 0).simulations == counts["novice"]  # however much time there is
    assert tesserae.bot("consequence", "expert", simulations=7, seed=1).think(state, 0).simulations == 7


def test_an_edition_can_have_levels_of_its_own() -> None:
    """In the simple edition of Symbol, weak levels think more and slip less."""
    editions = [tesserae.start("symbol", seed=1, edition=edition) for edition in ("full", "simple")]
    for name in ("novice", "casual", "club", "expert"):
        thinker = tesserae.bot("symbol", name, simulations=10_000, seed=1)
        fewer, more = (thinker.think(state, 0).simulations for state in editions)
        assert fewer < more
        often, seldom = (levels.level(state.game, name, state.hidden(0)).slips for state in editions)
        assert often > seldom


def test_novices_slip_to_what_is_plausible() -> None:
    state = tesserae.start("consequence", seed=1)
    margin = levels.LEVELS["novice"].margin
    slips = 0
    for seed in range(40):
        candidates = tesserae.bot("consequence", "novice", seed=seed).think(state, 0).candidates
        chosen = tesserae.bot("consequence", "novice", seed=seed).choose(state, 0)
        value = next(candidate.values[0] for candidate in candidates if candidate.text == chosen)
        assert value >= candidates[0].values[0] - margin
        slips += chosen != candidates[0].text
    assert 3 < slips < 37


# --- What is kept between choices ------------------------------------------------------------------------------------


def test_a_master_goes_on_thinking_where_it_was() -> None:
    """Symbol: its own turn of several steps, and the other's answer, as far as it had foreseen them."""
    state = tesserae.start("symbol", seed=1)
    one, other = (tesserae.bot("symbol", "master", simulations=2000, seed=seed) for seed in (1, 2))
    kept = []
    while state.actors and len(state.history) < 16:
        seat = state.actors[0]
        if seat == 0:
            thoughts = one.think(state, 0)
            assert sum(candidate.visits for candidate in thoughts.candidates) <= thoughts.simulations
            kept.append(thoughts.simulations - 2000)
            assert {candidate.text for candidate in thoughts.candidates} <= set(state.legal(0))
            state.act(0, thoughts.candidates[0].text)
        else:
            state.act(1, other.choose(state, 1))
    assert kept[0] == 0
    assert sum(some > 0 for some in kept) > len(kept) / 2


def test_nothing_is_kept_where_something_is_hidden_or_forgotten() -> None:
    for name, level in (("sequence", "master"), ("consequence", "master"), ("symbol_chain", "club")):
        one = tesserae.bot(name, level, simulations=100, seed=1)
        state = tesserae.start(name, seed=1)
        while state.legal(state.actors[0]) == ["ready"]:
            state.act(state.actors[0], "ready")
        for _ in range(2):
            assert one.think(state, 0).simulations == 100


def test_what_is_kept_is_of_the_same_game_and_seat() -> None:
    state = tesserae.start("symbol", seed=1)
    one = tesserae.bot("symbol", "master", simulations=100, seed=1)
    assert one.think(state, 0).simulations == 100
    assert one.think(state, 0).simulations == 200
    state.act(0, one.choose(state, 0))
    assert one.think(state, 1).simulations == 100
    again = tesserae.start("symbol", seed=1)
    assert one.think(again, 0).simulations == 400  # the same state, whichever game it is of
    simple = tesserae.start("symbol", seed=1, edition="simple")
    assert one.think(simple, 0).simulations == 100


def test_the_choices_of_a_game_are_a_function_of_the_seed() -> None:
    histories = []
    for _ in range(2):
        players = [tesserae.bot("symbol", "master", simulations=150, seed=seat) for seat in range(2)]
        histories.append(play(tesserae.start("symbol", seed=4, edition="simple"), *players).history)
    assert histories[0] == histories[1]


def test_time_is_kept_and_progress_shown() -> None:
    state = tesserae.start("symbol", seed=1)
    seen: list[float] = []
    one = bots.bot("symbol", "master", seconds=2.0, seed=1, threads=2, clock=Ticking())
    thoughts = one.think(state, 0, seen.append)
    assert thoughts.simulations > 100
    assert len(seen) > 3
    assert seen == sorted(seen)
    assert seen[-1] == 1


class Ticking:
    """A clock for which every look takes a sixty-fourth of a second."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.looks / 64


def test_time_is_that_of_the_clock_given() -> None:
    clock = Ticking()
    state = tesserae.start("consequence", seed=1)
    bots.bot("consequence", "master", seconds=2.0, seed=1, clock=clock).think(state, 0)
    assert clock.looks == 129  # the first, and then two seconds


def test_a_choice_is_made_when_nothing_can_change_it_any_more() -> None:
    """With one action that wins on the spot, where the other side wins with its next. Who may slip draws by visits, and
    thinks as long as the level does."""
    state = table(
        "ADD WY",
        "ADD ADD",
        chips=("a3 b3 c3 d3", "g5 g6 g7 g8"),
        sequences=((0, line("a1", "e1")), (1, line("a10", "e10"))),
        deck="UT UT",
    )
    looks = {}
    for level in ("master", "club"):
        clock = Ticking()
        one = bots.bot("sequence", level, seconds=2.0, seed=1, clock=clock)
        chosen = one.choose(state, 0)
        looks[level] = clock.looks
        assert level == "club" or chosen == "ADD@e3"
    assert 60 < looks["master"] < 120
    clock = Ticking()
    bots.bot("sequence", "club", seconds=2.0, seed=1, clock=clock).think(state, 0)
    assert looks["club"] == clock.looks


def test_a_forced_action_needs_no_thought() -> None:
    state = tesserae.start("symbol_chain", seed=2)
    one = tesserae.bot("symbol_chain", "random", seed=1)
    while len(state.legal(state.actors[0])) > 1:
        state.act(state.actors[0], one.choose(state, state.actors[0]))
    master = tesserae.bot("symbol_chain", "master", seconds=60, seed=1)
    assert master.think(state, state.actors[0]).simulations == 64


def test_a_short_memory_forgets() -> None:
    """A tile is discarded when a wrong one was flipped. A master knows where they all lie."""
    wrong = {"master": 0, "novice": 0}
    for level in wrong:
        one = tesserae.bot("symbol_chain", level, simulations=300, seed=3)
        state = tesserae.start("symbol_chain", seed=3)
        while state.actors:  # it takes many tiles on the board before a novice loses track of them
            seat = state.actors[0]
            state.act(seat, one.choose(state, seat))
        wrong[level] = sum(len(tiles) for tiles in state.export()["discards"])
    assert wrong["novice"] > 2 * wrong["master"] + 4, wrong


# --- What cannot be --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "chess"}, "symbol, symbol_chain"),
        ({"level": "genius"}, "random, novice, casual, club, expert, master, grandmaster"),
        ({"seconds": 0}, "above 0"),
        ({"seconds": float("nan")}, "above 0"),
        ({"seconds": float("inf")}, "above 0"),
        ({"seconds": True}, "above 0"),
        ({"seconds": "1"}, "above 0"),
        ({"simulations": 0}, "from 1"),
        ({"simulations": 2.5}, "from 1"),
        ({"simulations": True}, "from 1"),
        ({"threads": 0}, "from 1"),
        ({"seconds": 1.0, "simulations": 5}, "not in both"),
        ({"seed": -1}, "seed"),
    ],
)
def test_bad_arguments_get_a_list_of_good_ones(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        tesserae.bot(**{"game": "consequence", **arguments})


def test_a_bot_plays_its_own_game_in_its_own_turn() -> None:
    one = tesserae.bot("consequence", simulations=10)
    with pytest.raises(BadOption, match="not Symbol"):
        one.choose(tesserae.start("symbol"), 0)
    with pytest.raises(Refused) as caught:
        one.choose(tesserae.start("consequence"), 1)
    assert caught.value.rule == "GE-7"
    with pytest.raises(Refused, match="no seat 2"):
        one.choose(tesserae.start("consequence"), 2)
