"""Any people doing anything in any order: what must always be true of a match."""

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from tesserae import Refused, record
from tesserae.play import Event, Match, Settings, apply, changes
from tesserae.play import commands as c
from tests.play.tables import ANN, BOB, CYD, STRANGER, everything, stored

PEOPLE = (ANN, BOB, CYD)
seats = st.integers(0, 4)
any_seat = st.none() | seats
words = st.sampled_from(["", "tea", "x" * 41, "\u2603"])
forces = st.sampled_from(["GGGBBBWWWRRRDDD", "R" * 15, "X"])
levels = st.sampled_from(["random", "club", "wizard"])
actions = st.sampled_from(["bM@b2", "end", "penalty 1", "pass", "?"])
what = st.sampled_from(["draw", "takeback"])
COMMANDS: list[st.SearchStrategy[c.Command]] = [
    st.builds(c.Sit, seat=any_seat, word=words),
    st.builds(c.Bot, seat=seats, level=levels),
    st.builds(c.Leave, seat=any_seat),
    st.builds(c.Ready, word=words),
    st.builds(c.Start, level=levels),
    st.builds(c.SetWord, word=words),
    st.builds(c.Force, seat=seats, force=forces),
    st.builds(c.Act, seat=any_seat, actions=st.lists(actions, min_size=1, max_size=2)),
    st.builds(c.Undo, seat=seats),
    st.builds(c.Offer, what=what, seat=any_seat),
    st.builds(c.Accept, what=what),
    st.builds(c.Decline, what=what),
    st.builds(c.Resign, seat=any_seat),
    st.builds(c.Vote, seat=seats),
    st.builds(c.Chat, text=words),
    st.builds(c.Rename, name=words),
]
GAMES: dict[str, dict[str, Any]] = {
    "symbol": {"game": "symbol"},
    "forces": {"game": "symbol", "choose_forces": True, "options": {"edition": "simple", "region_tiebreak": True}},
    "chain": {"game": "symbol_chain", "seats": 3},
    "teams": {"game": "sequence", "seats": 4, "referee": True, "options": {"draw": "manual"}},
    "consequence": {"game": "consequence"},
}
CLOCKS = [None, {"kind": "game", "seconds": 20, "increment": 1}, {"kind": "move", "days": 1}]


class Machine(RuleBasedStateMachine):
    """`game` is set by the test."""

    game: dict[str, Any]

    @initialize(
        clock=st.sampled_from(CLOCKS),
        flag=st.sampled_from(["lose", "bot"]),
        leaver=st.sampled_from(["resign", "bot"]),
        best_of=st.sampled_from([1, 3]),
        chance=st.integers(0, 1000),
        seated=st.lists(st.sampled_from([*PEOPLE, "bot"]), max_size=4),
    )
    def begin(self, clock: Any, flag: str, leaver: str, best_of: int, chance: int, seated: list[str]) -> None:
        given = {**self.game, "clock": clock, "flag": flag, "leaver": leaver, "best_of": best_of, "absent": 10}
        self.chance = random.Random(chance)
        self.now = 1_000
        self.match = Match.create(msgspec.convert(given, Settings), ANN, self.now, self.chance.randbytes(32))
        self.seen = json.loads(json.dumps(self.match.document(None, ANN)))
        for seat, player in enumerate(seated):
            command: c.Command = c.Bot(seat, "random") if player == "bot" else c.Sit(seat, word=player)
            self.try_it(command, ANN if player == "bot" else player)

    def try_it(self, command: c.Command, person: str | None) -> None:
        """Refused and nothing changed, or decided the same way twice and carried out."""
        before = everything(self.match)
        try:
            events = self.match.decide(command, person, self.now, (person or "").title())
        except Refused:
            assert everything(self.match) == before
            return
        assert events
        assert everything(self.match) == before
        assert self.match.decide(command, person, self.now, (person or "").title()) == events
        self.happen(events)

    def happen(self, events: list[Event]) -> None:
        """By way of the store, every other time."""
        self.match.evolve(stored(events) if self.chance.random() < 0.5 else events)

    @rule(command=st.one_of(COMMANDS), person=st.sampled_from([*PEOPLE, STRANGER, None]))
    def anything(self, command: c.Command, person: str | None) -> None:
        self.try_it(command, person)

    @rule(person=st.sampled_from(PEOPLE), command=st.sampled_from([c.Sit(), c.Ready(), c.Start(level="random")]))
    def get_ready(self, person: str, command: c.Command) -> None:
        self.try_it(command, person)

    @rule(moves=st.integers(1, 8), takes=st.integers(0, 5_000))
    def play(self, moves: int, takes: int) -> None:
        for _ in range(moves):
            if self.match.status == "playing" and self.match.state is not None:
                self.now += takes
                seat = self.chance.choice(self.match.state.actors)
                action = self.chance.choice(self.match.state.legal(seat))
                self.try_it(c.Act(seat, [action]), self.match.seats[seat].person)

    @rule(what=what, way=st.sampled_from([c.Accept, c.Decline]))
    def answer(self, what: Any, way: Any) -> None:
        for person in self.match.people:
            self.try_it(way(what), person)

    @rule(passes=st.integers(0, 30_000))
    def wait(self, passes: int) -> None:
        self.now += passes
        due = self.match.due
        events = self.match.tick(self.now)
        assert bool(events) == (due is not None and due <= self.now)
        self.happen(events)

    @rule(person=st.sampled_from([*PEOPLE, STRANGER]), here=st.booleans())
    def come_and_go(self, person: str, here: bool) -> None:
        self.happen(self.match.presence(person, here, self.now))

    @rule(lasts=st.integers(0, 100_000))
    def pause(self, lasts: int) -> None:
        due = self.match.due
        self.happen(self.match.pause(self.now, self.now + lasts))
        self.now += lasts
        if due is not None:
            assert self.match.due is not None
            assert due <= self.match.due <= due + lasts

    @rule()
    def go_on(self) -> None:
        """The next game, if this one is over; its record must be in order."""
        if self.match.status != "over":
            return
        loaded = record.read(self.match.record())
        final = loaded.final()
        assert self.match.state is not None
        assert final.tobytes() == self.match.state.tobytes()
        assert loaded.result(final) == self.match.outcome
        if self.match.people:
            person = self.match.people[0]
            following = self.match.rematch(person, self.now, self.chance.randbytes(32))
            self.happen(self.match.continued("next", person, self.now))
            self.check_replay()
            self.match = following
            self.seen = json.loads(json.dumps(self.match.document(None, ANN)))

    def check_replay(self) -> None:
        again = Match.replay(stored(self.match.events))
        assert everything(again) == everything(self.match)
        if self.match.state is not None:
            assert again.state is not None
            assert again.state.tobytes() == self.match.state.tobytes()

    @invariant()
    def the_events_are_the_match(self) -> None:
        match = self.match
        assert [event.number for event in match.events] == list(range(1, match.number + 1))
        self.check_replay()

    @invariant()
    def changes_lead_from_document_to_document(self) -> None:
        document = self.match.document(None, ANN)
        self.seen = apply(self.seen, json.loads(json.dumps(changes(self.seen, document))))
        assert self.seen == json.loads(json.dumps(document))

    @invariant()
    def the_status_is_what_it_says(self) -> None:
        match = self.match
        full = all(seat.kind != "open" and seat.ready for seat in match.seats)
        assert (match.state is not None) == (match.status in ("playing", "over"))
        assert (match.outcome is not None) == (match.status == "over")
        assert full or match.status == "waiting"
        if match.status == "playing":
            assert match.state is not None
            assert match.state.outcome is None
            assert len(match.moves(None)) == len(match.state.history)
        if match.due is not None:
            assert match.clock is not None
            assert all(match.seats[seat].kind == "person" for seat in match.clock.running)

    @invariant()
    def secrets_stay_secret(self) -> None:
        if self.match.status != "over":
            assert self.match.secret.hex() not in everything(self.match)


@pytest.mark.parametrize("game", GAMES)
def test_anything_in_any_order(game: str) -> None:
    machine = type("Machine", (Machine,), {"game": GAMES[game]})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=40,
            stateful_step_count=30,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
