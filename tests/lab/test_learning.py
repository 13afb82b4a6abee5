"""Learning a game: the same everywhere and after any interruption, and errors that say what is wrong."""

import random
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from tesserae.engine import contract
from tesserae.engine.net import NONE, load, save
from tesserae.errors import BadOption
from tesserae.games import game as find
from tesserae.games import games
from tesserae.games.game import Game
from tesserae.lab import learning, selfplay
from tesserae.lab.curves import curves, sparks
from tesserae.lab.executors import Here, Processes, Work
from tesserae.lab.gate import Verdict
from tesserae.lab.learning import Learning, Plan, Round, check_plan, command, table
from tesserae.lab.selfplay import Lesson, Match, Thinker, learn, meet
from tesserae.lab.training import Samples, fresh

GAME = "consequence"
TINY = Plan(GAME, 3, width=4, simulations=4, games=10, window=2, passes=2, gate=20, gate_simulations=3, anchor=0)


def weights(path: Path) -> dict[str, list[bytes]]:
    """All nets of a run."""
    return {str(file.relative_to(path)): [part.tobytes() for part in load(file)[0]] for file in path.rglob("new*.npz")}


def told(run: Learning) -> list[Round]:
    """The rounds, without what depends on the clock."""
    return [msgspec.structs.replace(one, seconds=0.0, anchor_games=0, anchor_points=0.0) for one in run.rounds]


class Breaking:
    """An executor that is interrupted after so many results."""

    workers = 1

    def __init__(self, results: int) -> None:
        self.left = results

    def run(self, work: Work, jobs: Sequence[Any]) -> Generator[Any]:
        for result in Here().run(work, jobs):
            if self.left == 0:
                raise KeyboardInterrupt
            self.left -= 1
            yield result


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Learning:
    """Two rounds without a break."""
    run = Learning.create(tmp_path_factory.mktemp("learn") / "whole", TINY)
    run.run(Here(), rounds=2)
    return run


def test_two_rounds(whole: Learning) -> None:
    assert [one.number for one in whole.rounds] == [1, 2]
    assert whole.rounds[1].samples > whole.rounds[0].samples > 50
    assert len(weights(whole.path)) == 2
    assert weights(whole.path)["round-001/newest.npz"] != weights(whole.path)["round-002/newest.npz"]


@pytest.mark.parametrize("results", [0, 5, 14])
def test_after_an_interruption_it_goes_on_exactly(whole: Learning, tmp_path: Path, results: int) -> None:
    run = Learning.create(tmp_path / "run", TINY)
    breaks = 0
    while True:
        try:
            run.run(Breaking(results + breaks), rounds=2)
            break
        except KeyboardInterrupt:
            breaks += 1
            run.finish()
            run = Learning.resume(tmp_path / "run")
    assert breaks
    assert weights(run.path) == weights(whole.path)
    assert told(run) == told(whole)


def test_processes_give_the_same(whole: Learning, tmp_path: Path) -> None:
    run = Learning.create(tmp_path / "run", TINY)
    run.run(Processes(2), rounds=1)
    assert weights(run.path)["round-001/newest.npz"] == weights(whole.path)["round-001/newest.npz"]
    assert told(run) == told(whole)[:1]


def test_another_seed_gives_another_net(whole: Learning, tmp_path: Path) -> None:
    run = Learning.create(tmp_path / "run", msgspec.structs.replace(TINY, seed=4))
    run.run(Here(), rounds=1)
    assert weights(run.path)["round-001/newest.npz"] != weights(whole.path)["round-001/newest.npz"]


def test_hours_end_a_run_in_the_middle_and_it_can_go_on(tmp_path: Path) -> None:
    run = Learning.create(tmp_path / "run", TINY)
    run.run(Here(), hours=1e-7)
    assert run.rounds == []
    run.finish()
    again = Learning.resume(tmp_path / "run")
    assert again.seconds > 0
    again.run(Here(), rounds=1)
    assert len(again.rounds) == 1


def test_the_net_that_passes_is_the_best_and_says_how_it_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def generous(pairs: Sequence[Sequence[float]]) -> Verdict:
        return Verdict(2 * len(pairs), sum(map(sum, pairs)), 9.0, len(pairs) >= 2)

    monkeypatch.setattr(learning, "verdict", generous)
    run = Learning.create(tmp_path / "run", msgspec.structs.replace(TINY, anchor=2, anchor_seconds=0.0005))
    assert run.best() is NONE
    run.run(Here(), rounds=1)
    first = weights(run.path)["round-001/newest.npz"]
    assert [part.tobytes() for part in run.best()] == first
    assert run.rounds[0].passed
    assert (run.rounds[0].gate_games, run.rounds[0].anchor_games) == (4, 2)
    net, about = load(run.path / "net.npz")
    assert net.width == 4
    for text in ("--seed 3", "--rounds 1", "--width 4", "hours", "gate games", "yes", "Consequence"):
        assert text in about
    Learning.resume(run.path).run(Here(), rounds=2)
    assert "--rounds 2" in load(run.path / "net.npz")[1]


def test_a_gate_by_time(tmp_path: Path) -> None:
    run = Learning.create(tmp_path / "run", msgspec.structs.replace(TINY, games=4, gate=2, gate_seconds=0.001))
    run.run(Here(), rounds=1)
    assert run.rounds[0].gate_games == 2
    assert "--gate-seconds 0.001" in command(run.plan)


def test_old_samples_are_removed_when_they_are_no_longer_needed(tmp_path: Path) -> None:
    run = Learning.create(tmp_path / "run", msgspec.structs.replace(TINY, window=1, gate=2))
    run.run(Here(), rounds=2)
    assert not list((run.path / "round-001").glob("games-*"))
    assert list((run.path / "round-002").glob("games-*"))
    assert run.rounds[0].samples != 0


# --- Games -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "one", [one for one in games() if contract.has(one.rules.STATE, contract.inputs)], ids=lambda one: one.name
)
def test_lessons_of_every_game_are_possible_and_differ(one: Game) -> None:
    lesson = getattr(one.mind, "lesson", None)
    drawn = []
    for seed in range(60):
        start = selfplay.begin(one, {}, None, random.Random(seed))
        assert start.seats in one.seats
        drawn.append((start.seats, repr(lesson(random.Random(seed)) if lesson else None)))
    assert lesson is None or len(set(drawn)) > 3


def test_what_is_given_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    def lesson(chance: random.Random) -> tuple[int, dict[str, Any]]:
        return 2, {"row_min": chance.randint(1, 3)}

    one = find(GAME)
    monkeypatch.setattr(one.mind, "lesson", lesson, raising=False)
    starts = [selfplay.begin(one, {}, None, random.Random(seed)).state["row_min"][0] for seed in range(30)]
    assert set(starts) == {1, 2, 3}
    given = [selfplay.begin(one, {"row_min": 2}, None, random.Random(seed)).state["row_min"][0] for seed in range(30)]
    assert set(given) == {2}


def test_samples_are_what_the_net_sees_with_labels_of_that_side() -> None:
    net = fresh(contract.inputs_of(find(GAME).rules.STATE), 4, 1)
    job = Lesson(5, 3, GAME, {}, None, 1, 4, net)
    number, samples = learn(job)
    assert number == 5
    assert set(samples.games.tolist()) == {5, 6, 7}
    assert samples.begins[-1] == len(samples.places) == len(samples.amounts)
    assert 0 <= samples.places.min() <= samples.places.max() < net.inputs
    assert np.abs(samples.results).max() <= 1
    assert np.abs(samples.values).max() <= 1
    again = learn(job)[1]
    for name in Samples._fields:
        assert np.array_equal(getattr(samples, name), getattr(again, name))
    apart = [learn(Lesson(number, 1, GAME, {}, None, 1, 4, net))[1] for number in (5, 6, 7)]
    assert samples.results.tobytes() == b"".join(one.results.tobytes() for one in apart)


def test_after_a_random_action_the_value_before_it_counts_as_the_result() -> None:
    state = find(GAME).blank()
    seen = selfplay._Seen(state, 2)
    for mover, values, wild in ((0, (0.1, -0.1), False), (1, (-0.2, 0.2), True), (0, (0.3, -0.3), False)):
        seen.note(state, mover, values, wild)
    samples = seen.samples(np.array([1.0, -1.0]), 0)
    np.testing.assert_allclose(samples.results, [-0.2, 0.2, 1.0], atol=1e-6)
    np.testing.assert_allclose(samples.values, [0.1, 0.2, 0.3], atol=1e-6)


def test_a_match_is_played_in_both_seatings_and_the_stronger_one_wins() -> None:
    strong, weak = Thinker(NONE, simulations=500), Thinker(NONE, simulations=2)
    scores = [meet(Match(number, GAME, {}, None, 1, (strong, weak)))[1] for number in range(8)]
    assert all(len(pair) == 2 for pair in scores)
    assert sum(map(sum, scores)) >= 11
    mirrored = [meet(Match(number, GAME, {}, None, 1, (weak, strong)))[1] for number in range(2)]
    assert [[1 - one for one in pair[::-1]] for pair in mirrored] == scores[:2]


# --- What is refused -------------------------------------------------------------------------------------------------


def test_a_game_without_inputs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(contract, "has", lambda dtype, function: False)
    with pytest.raises(BadOption, match="Consequence cannot be learned"):
        check_plan(TINY)
    with pytest.raises(BadOption, match="Consequence cannot be learned"):
        Learning.create(tmp_path / "new", TINY)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"width": 0}, "--width must be"),
        ({"games": 0}, "--games must be"),
        ({"mix": 1.5}, "--mix must be"),
        ({"decay": -1.0}, "--decay must be"),
        ({"gate_simulations": 1}, "--gate-simulations must be"),
        ({"anchor_seconds": 0.0}, "--anchor-seconds"),
        ({"gate_seconds": -1.0}, "--gate-seconds"),
        ({"seats": 5}, "is for 2 players"),
        ({"given": {"row_min": 9}}, "row_min"),
    ],
)
def test_plans_that_are_not_possible(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption, match=message):
        check_plan(msgspec.structs.replace(TINY, **change))


def test_folders_that_are_no_runs(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="nothing was learned in"):
        Learning.resume(tmp_path)
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(BadOption, match=r"run\.json"):
        Learning.resume(tmp_path)
    with pytest.raises(BadOption, match="is not empty; to continue"):
        Learning.create(tmp_path, TINY)


def test_damaged_checkpoints(tmp_path: Path) -> None:
    run = Learning.create(tmp_path / "run", msgspec.structs.replace(TINY, gate=2))
    run.run(Here(), rounds=1)
    newest, games = run.path / "round-001" / "newest.npz", run.path / "round-001" / "games-000004.npz"
    good = newest.read_bytes()
    newest.write_bytes(good[:-200])
    with pytest.raises(BadOption, match=r"this checkpoint is damaged.*newest\.npz"):
        Learning.resume(run.path).run(Here(), rounds=2)
    save(newest, fresh(7, 4, 1), "for other inputs")
    with pytest.raises(BadOption, match="is for 7 inputs"):
        Learning.resume(run.path).run(Here(), rounds=2)
    newest.write_bytes(good)
    games.write_bytes(b"nothing")
    with pytest.raises(BadOption, match=r"games-000004\.npz: these samples are damaged"):
        Learning.resume(run.path).run(Here(), rounds=2)
    (run.path / "rounds.jsonl").write_text('{"number": 1}\n')
    with pytest.raises(BadOption, match=r"rounds\.jsonl"):
        Learning.resume(run.path)
    (run.path / "rounds.jsonl").unlink()
    (run.path / "clock.txt").write_text("soon")
    with pytest.raises(BadOption, match=r"clock\.txt: this is not a number of seconds"):
        Learning.resume(run.path)


# --- What is told ----------------------------------------------------------------------------------------------------


def some_rounds() -> list[Round]:
    numbers = ((1, 0.68, 60.0, True, 18.0), (2, 0.66, 40.0, False, 0.0), (3, 0.61, 55.5, True, 24.0))
    return [
        Round(n, 100 * n, loss, loss, 100, points, 1.0, True, passed, 40 if passed else 0, anchor, 10.0 * n)
        for n, loss, points, passed, anchor in numbers
    ]


def test_curves_and_table() -> None:
    svg = curves(some_rounds(), "A & B")
    assert svg.startswith("<svg ")
    assert "A &amp; B" in svg
    assert svg.count("<circle") == 8
    assert svg.count('class="failed"') == 2
    assert "round 3: 70.44" in svg
    lines = sparks(some_rounds())
    assert lines[0].startswith("█▆▁  log loss")
    assert lines[2].startswith("▁█  Elo")
    rows = table(some_rounds())
    assert rows[2].split() == ["2", "200", "0.6600", "100", "40.0%", "no"]
    assert rows[3].split() == ["3", "300", "0.6100", "100", "55.5%", "yes", "+70"]


def test_the_command_that_repeats_a_run() -> None:
    plan = Plan(GAME, 7, given={"row_min": 2}, width=32, anchor_seconds=0.1)
    assert command(plan) == f"tesserae learn {GAME} --seed 7 --row-min 2 --width 32 --anchor-seconds 0.1"
