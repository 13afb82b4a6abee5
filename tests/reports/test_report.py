"""Reports: turns, values and turning points, in games whose best moves are proved."""

import json
import pickle
import random
from pathlib import Path

import msgspec
import pytest

import tesserae
from tesserae import record
from tesserae.cli import main
from tesserae.games import NAMES
from tesserae.games.modules import Turn
from tesserae.games.words import say_all
from tesserae.record import beginning, replay, turns
from tesserae.reports import Report, Work, advance, begin
from tesserae.reports.report import smooth
from tesserae.state import ALL
from tests.tactics import suite

# Both kings, a reinforcement each, and a turn of two steps, after which nothing more can be done.
SYMBOL = [(0, "+K@d1"), (1, "+K@d7"), (0, "+G@d1"), (1, "+W@d7"), (0, "d1[KG]-d2"), (0, "+B@c3")]
TACTICS = {tactic.id: tactic for tactic in suite.load()}


def whole(state: tesserae.State) -> Report:
    """All pieces of the work, each as it comes back from another process."""
    work = begin(record.write(state))
    done = [0.0]
    while work.report is None:
        work = pickle.loads(pickle.dumps(advance(work)))
        assert isinstance(work, Work)
        done.append(work.done)
    assert done == sorted(done)
    assert done[-1] == 1.0
    return work.report


def random_game(game: str, moves: int, seed: int = 1) -> tesserae.State:
    state = tesserae.start(game, seed=seed)
    chances = random.Random(seed)
    while state.actors and len(state.history) < moves:
        seat = state.actors[0]
        state.act(seat, chances.choice(state.legal(seat)))
    return state


def test_the_turns_of_symbol() -> None:
    state = tesserae.start("symbol", seed=1)
    for seat, action in SYMBOL:
        state.act(seat, action)
    assert turns(replay(beginning(state), state.history)) == [
        Turn(0, 1, 0),
        Turn(1, 2, 1),
        Turn(2, 3, 0),
        Turn(3, 4, 1),
        Turn(4, 6, 0),
    ]


def test_what_the_referee_does_stands_for_itself() -> None:
    state = tesserae.start("sequence", seats=4, seed=5)
    first = state.legal(0)[0]
    state.act(0, first)
    state.act(None, "penalty 1")
    assert turns(replay(beginning(state), state.history))[:2] == [Turn(0, 1, 0), Turn(1, 2, None)]


@pytest.mark.parametrize("game", NAMES)
def test_a_report_is_the_same_each_time(game: str) -> None:
    state = random_game(game, 6)
    report = whole(state)
    assert msgspec.json.encode(whole(state)) == msgspec.json.encode(report)
    assert [turn.end for turn in report.turns][-1] == 6
    assert len(report.values) == len(report.turns) + 1
    assert all(-1 <= value <= 1 for values in report.values for value in values)
    for point in report.points:
        turn = report.turns[point.turn]
        assert point.played == [action for _, action in state.history[turn.begin : turn.end]]
        assert point.instead != point.played
        assert point.better - point.after >= 0.1


@pytest.mark.parametrize(
    "id", ["symbol-simple-win1-2", "symbol-full-win1-3", "sequence-2-win1-1", "consequence-win1-1"]
)
def test_a_win_that_was_missed_is_a_turning_point(id: str) -> None:
    """The winning action is the only one, and proved (tests/tactics)."""
    tactic = TACTICS[id]
    state = tactic.state()
    turn = state.turn
    other = next(action for action in state.legal(tactic.seat) if action not in tactic.answers and action != "end")
    state.act(tactic.seat, other)
    while state.turn == turn and tactic.seat in state.actors:
        ending = [action for action in ("end", "draw") if action in state.legal(tactic.seat)]
        state.act(tactic.seat, ending[0] if ending else state.legal(tactic.seat)[0])
    assert state.outcome is None
    report = whole(state)
    (point,) = report.points
    assert (point.turn, point.seat) == (0, tactic.seat)
    assert point.instead[0] == tactic.answers[0]
    assert point.better > 0.9
    assert report.values[0][tactic.seat % len(report.sides)] > point.after


def test_the_end_is_worth_what_it_brought() -> None:
    tactic = TACTICS["symbol-simple-win1-2"]
    state = tactic.state()
    state.act(tactic.seat, tactic.answers[0])
    assert state.outcome is not None
    report = whole(state)
    assert report.values[-1] == [1.0, -1.0]
    assert report.points == []


def test_values_are_means_of_a_round() -> None:
    """Whoever is to move seems better; over a round that evens out. The end is what it is."""
    assert smooth([[0.4, -0.4], [-0.2, 0.2], [0.6, -0.6], [1.0, -1.0]]) == [
        [0.4, -0.4],
        [0.1, -0.1],
        [0.2, -0.2],
        [1.0, -1.0],
    ]
    assert smooth([[0.5, -0.5]]) == [[0.5, -0.5]]


def test_a_game_that_was_given_up_at_once() -> None:
    report = whole(tesserae.start("consequence", seed=0))
    assert (report.turns, len(report.values), report.points) == ([], 1, [])


def test_teams_are_sides() -> None:
    state = tesserae.start("sequence", seats=4, seed=5)
    state.act(0, state.legal(0)[0])
    report = whole(state)
    assert report.sides == [[0, 2], [1, 3]]
    assert [len(values) for values in report.values] == [2, 2]


def test_SY_43_regions_and_pieces_over_time() -> None:
    state = tesserae.start("symbol", seed=1)
    for seat, action in SYMBOL:
        state.act(seat, action)
    details = whole(state).details
    assert details["pieces"] == [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [3, 2]]
    assert details["regions"] == [[0, 0], [1, 0], [1, 1], [1, 1], [1, 1], [2, 1]]  # c3 is in the next region
    assert details["reserve"] == [[15, 15], [15, 15], [15, 15], [14, 15], [14, 14], [13, 14]]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.txt"
    state = random_game("consequence", 10)
    path.write_text(record.write(state))
    assert main(["report", str(path)]) == 0
    told = capsys.readouterr().out
    for _, action in state.history:
        assert action in told
    report = whole(state)
    assert report.points
    for point in report.points:  # what that turn did
        turn = report.turns[point.turn]
        step = list(replay(beginning(state), state.history))[turn.begin]
        for sentence in say_all(state.game, step.effects(ALL)):
            assert " ".join(sentence.split()) in " ".join(told.split())
    assert main(["report", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert msgspec.convert(found, Report) == report
