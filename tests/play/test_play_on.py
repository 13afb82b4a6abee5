"""Going on from a moment of a game that is over."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tesserae import record
from tesserae.cli import main
from tesserae.errors import BadRecord, Refused
from tesserae.games import NAMES
from tesserae.play import Match
from tesserae.play.commands import Offer, Resign, Undo
from tesserae.play.events import read, write
from tests.play.tables import ANN, BOB, SECRET, STRANGER, Table, everything, stored

OTHER = bytes(range(32, 64))


def finished(game: str, moves: int = 40, seed: int = 1, **settings: Any) -> Table:
    """A game of Ann against Bob, who gives up after so many random moves."""
    table = Table(game, **settings).seat(ANN, BOB)
    chances = random.Random(seed)
    for _ in range(moves):
        if table.status == "playing":
            seat, actions = table.legal()
            table.act(seat, chances.choice(actions))
    if table.status == "playing":
        table.do(Resign(), BOB)
    return table


def go_on(table: Table, moves: int, seat: int = 0, level: str = "novice", person: str = ANN) -> Table:
    """The match that goes on, as it comes back from a store."""
    made = table.match.play_on(moves, seat, level, person, person.title(), 5_000, OTHER, "oldtable")
    after = Table("consequence")
    after.match = Match.replay(stored(made.events))
    assert everything(after.match) == everything(made)
    return after


def refusal(table: Table, moves: int, seat: int = 0, level: str = "novice", person: str = ANN) -> str:
    with pytest.raises(Refused) as caught:
        table.match.play_on(moves, seat, level, person, person.title(), 5_000, OTHER, "oldtable")
    return caught.value.rule


@pytest.mark.parametrize("game", NAMES)
def test_GE_1_the_position_is_the_same_at_every_moment(game: str) -> None:
    old = finished(game, 25, choose_forces=False)
    state = old.match.state
    assert state is not None
    loaded = record.read(old.match.record())
    for moves, then in enumerate([loaded.beginning, *(done.after for done in loaded.replay())]):
        if then.outcome is not None:
            break
        new = go_on(old, moves, seat=moves % 2)
        assert new.match.state is not None
        assert new.match.state.tobytes() == then.tobytes()
        assert [(move["seat"], move["action"]) for move in new.match.moves(None)] == [
            (move.seat, game_text(old, move.action)) for move in old.match.moves_made[:moves]
        ]
        assert new.status == "playing"
        assert [seat.kind for seat in new.match.seats] == (["person", "bot"] if moves % 2 == 0 else ["bot", "person"])


def game_text(table: Table, action: str) -> str:
    return table.match.game.forms.public(action)


def test_the_new_match_has_no_clock_and_is_nobody_elses() -> None:
    old = finished("symbol", 10, clock={"kind": "game", "seconds": 600}, best_of=3, watch=False)
    new = go_on(old, 4)
    settings = new.match.settings
    assert (settings.clock, settings.best_of, settings.listed, settings.watch) == (None, 1, False, False)
    assert new.match.owner == ANN


def test_chosen_forces_go_along() -> None:
    old = finished("symbol", 6, options={"forces": ["GGGGGBBBBBWWRRD", "GGGBBBWWWRRRDDD"]})
    new = go_on(old, 6)
    assert new.match.state is not None
    assert old.match.state is not None
    assert new.match.state.options == old.match.state.options


def test_what_is_refused() -> None:
    running = Table("consequence").seat(ANN, BOB)
    assert refusal(running, 0) == "MA-28"
    over = finished("consequence", 5_000)
    last = len(over.match.moves_made)
    assert refusal(over, last) == "MA-36"
    assert refusal(over, last + 1) == "MA-35"
    assert refusal(over, -1) == "MA-35"
    assert refusal(over, 0, seat=2) == "MA-1"
    assert refusal(over, 0, level="genius") == "MA-11"
    assert refusal(finished("consequence", 8, watch=False), 0, person=STRANGER) == "MA-25"
    given_up = finished("consequence", 8)
    assert go_on(given_up, 8, person=STRANGER).status == "playing"  # the game itself was not over


def test_nothing_that_is_hidden_is_told() -> None:
    old = finished("sequence", 20)
    new = go_on(old, 20)
    seen = everything(new.match)
    assert str(new.match.seed) not in seen
    assert OTHER.hex() not in seen
    document = new.table(0)
    assert document["past"] == {"table": "oldtable", "moves": 20}
    assert document["commitment"] is None  # it promises nothing, for the seed is known


def test_nothing_is_taken_back_beyond_the_past() -> None:
    old = finished("symbol", 21)
    new = go_on(old, 21)
    state = new.match.state
    assert state is not None
    seat = state.turn
    new = go_on(old, 21, seat=seat)
    assert (new.table(seat)["undo"], new.table(seat)["takeback"]) == (False, None)
    new.refused(Undo(seat), ANN, "MA-14")
    new.refused(Offer("takeback"), ANN, "MA-15")
    before = state.tobytes()
    moves = 0
    while new.match.state is not None and seat in new.match.state.actors and new.status == "playing":
        new.act(seat, new.match.state.legal(seat)[0])
        moves += 1
    new.do(Offer("takeback"), ANN)
    assert new.match.state is not None
    assert new.match.state.tobytes() == before  # also from the middle of a turn, of which the first steps are past
    assert len(new.match.moves_made) == 21
    new.check()


def test_a_rematch_begins_at_the_beginning() -> None:
    new = go_on(finished("symbol", 9), 9)
    new.do(Resign(), ANN)
    again = new.match.rematch(ANN, 9_000, SECRET)
    assert again.settings.past is None
    assert again.moves_made == []


@pytest.mark.parametrize("game", NAMES)
def test_the_record_says_where_it_comes_from(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = go_on(finished(game, 12), 12)
    chances = random.Random(3)
    for _ in range(10):
        seat, actions = new.legal()
        new.act(seat, chances.choice(actions))
    new.do(Resign(), ANN)
    text = new.match.record()
    assert "past: 12 oldtable" in text.splitlines()
    assert "commitment" not in text
    loaded = record.read(text)
    assert len(loaded.actions) == 22
    assert new.match.state is not None
    assert loaded.final().tobytes() == new.match.state.tobytes()
    assert record.render(loaded) == text
    path = tmp_path / "record.txt"
    path.write_text(text)
    assert main(["verify", str(path)]) == 0
    told = capsys.readouterr().out
    assert "the first 12 actions are of the game at table oldtable" in told
    assert "no chance of its own" in told


@pytest.mark.parametrize("line", ["past: 99 oldtable", "past: x oldtable", "past: 3"])
def test_a_past_that_cannot_be_is_refused(line: str) -> None:
    new = go_on(finished("consequence", 6), 6)
    new.do(Resign(), ANN)
    text = new.match.record()
    with pytest.raises(BadRecord):
        record.read(text.replace("past: 6 oldtable", line))


def test_a_record_takes_nothing_back_beyond_its_past() -> None:
    new = go_on(finished("consequence", 6), 6)
    new.do(Resign(), ANN)
    text = new.match.record().replace("* 0 resigned", "* 0 takeback 1\n* 0 resigned")
    with pytest.raises(BadRecord, match="there are 0"):
        record.read(text).final()


def test_settings_without_a_past_are_as_they_were() -> None:
    old = finished("consequence", 4)
    created = json.loads(write(old.match.events[0]))
    del created["data"]["settings"]["past"]
    events = [read(json.dumps(created)), *old.match.events[1:]]
    assert everything(Match.replay(events)) == everything(old.match)
