"""Any people doing anything in any order: what must always be true of a match."""

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from msgspec.structs import replace

from tesserae import Refused, record
from tesserae.play import Decision, Match, Settings, apply, changes
from tesserae.play import commands as c
from tesserae.play.events import KINDS
from tests import nightly
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
    st.builds(c.Return),
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
SEEN: set[tuple[str, str | None]] = set()  # the events of all games, to see that the machine gets anywhere
CLOCKS = [None, {"kind": "game", "seconds": 20, "increment": 1, "first": 5}, {"kind": "move", "days": 1}]


class Machine(RuleBasedStateMachine):
    """`game` is set by the test."""

    game: dict[str, Any]

    @initialize(
        clock=st.sampled_from(CLOCKS),
        flag=st.sampled_from(["lose", "bot"]),
        leaver=st.sampled_from(["resign", "bot"]),
        best_of=st.sampled_from([1, 3]),
        party=st.booleans(),
        chance=st.integers(0, 1000),
        seated=st.lists(st.sampled_from([*PEOPLE, *PEOPLE, "bot"]), min_size=1, max_size=4),
        moves=st.integers(0, 12),
    )
    def begin(
        self,
        clock: Any,
        flag: str,
        leaver: str,
        best_of: int,
        party: bool,
        chance: int,
        seated: list[str],
        moves: int,
    ) -> None:
        """A table with some people, and mostly a game under way."""
        how = {"clock": clock, "flag": flag, "leaver": leaver, "best_of": best_of, "party": party}
        given = {**self.game, **how, "absent": 10}
        self.chance = random.Random(chance)
        self.now = 1_000
        self.match = Match.create(msgspec.convert(given, Settings), ANN, self.now, self.chance.randbytes(32))
        self.seen = json.loads(json.dumps(self.match.document(None, ANN)))
        self.kept: dict[tuple[int | None, str | None], dict[str, Any]] = {}
        for seat, player in enumerate(seated):
            command: c.Command = c.Bot(seat, "random") if player == "bot" else c.Sit(seat, word=player)
            self.try_it(command, ANN if player == "bot" else player)
        if moves:
            self.get_ready()
            self.play(moves, 100)

    def try_it(self, command: c.Command, person: str | None) -> None:
        """Refused and nothing changed, or decided the same way twice and carried out."""
        before = everything(self.match)
        try:
            decision = self.match.decide(command, person, self.now, (person or "").title())
        except Refused:
            assert everything(self.match) == before
            return
        assert decision.events
        assert everything(self.match) == before
        assert self.match.decide(command, person, self.now, (person or "").title()).events == decision.events
        self.happen(decision)

    def happen(self, decision: Decision) -> None:
        """By way of the store, every other time."""
        for event in decision.events:
            SEEN.add((event.kind, event.data.get("how") or event.data.get("why")))
        if self.chance.random() < 0.5:
            self.match.evolve(stored(decision.events))
        else:
            self.match.evolve(*decision)

    @rule(command=st.one_of(COMMANDS), person=st.sampled_from([*PEOPLE, STRANGER, None]))
    def anything(self, command: c.Command, person: str | None) -> None:
        self.try_it(command, person)

    @rule()
    def get_ready(self) -> None:
        """Whatever is missing before the game."""
        for person in self.match.people:
            self.try_it(c.SetWord(f"{person}'s word"), person)
            self.try_it(c.Ready(word=person), person)
        self.try_it(c.Start(level="random"), ANN)
        for seat, chair in enumerate(self.match.seats):
            if self.match.status == "choosing" and chair.person is not None:
                self.try_it(c.Force(seat, self.chance.choice(["GGGBBBWWWRRRDDD", "G" * 7 + "D" * 8])), chair.person)

    @rule(command=st.sampled_from([c.Chat("hello"), c.Rename("Zoe"), c.SetWord("tea"), c.Leave(), c.Resign()]))
    def say(self, command: c.Command) -> None:
        if self.match.people:
            self.try_it(command, self.chance.choice(self.match.people))

    @rule(what=what, answer=st.sampled_from([c.Accept, c.Decline, None]))
    def wish(self, what: Any, answer: Any) -> None:
        """The last of the people wishes for something; the others answer, or the wish is withdrawn."""
        person = self.chance.choice(self.match.people or [ANN])
        others = self.match.others(person)
        self.try_it(c.Offer(what), person)
        for other in others:
            if answer is not None:
                self.try_it(answer(what), other)
        if answer is None:
            self.try_it(c.Decline(what), person)

    @rule(what=what)
    def wish_in_vain(self, what: Any) -> None:
        for person in self.match.people:
            self.try_it(c.Offer(what), person)

    @rule()
    def undo(self) -> None:
        for seat, chair in enumerate(self.match.seats):
            self.try_it(c.Undo(seat), chair.person)

    @rule(team=st.integers(0, 1))
    def penalise(self, team: int) -> None:
        self.try_it(c.Act(None, [f"penalty {team}"]), ANN)

    @rule()
    def vanish(self) -> None:
        """One leaves, and the others vote."""
        if len(self.match.people) < 2:
            return
        person, *others = self.match.people
        self.happen(self.match.presence(person, False, self.now))
        self.now += 10_000
        for other in others:
            self.try_it(c.Vote(self.match.seats_of(person)[0] if self.match.seats_of(person) else 0), other)

    @rule(passes=st.integers(0, 20_000))
    def drop_out(self, passes: int) -> None:
        """Who is to act leaves; at a party table a bot takes over, unless nobody else is there."""
        if self.match.status != "playing" or self.match.state is None:
            return
        for seat in self.match.state.actors:
            person = self.match.seats[seat].person
            if person is not None:
                self.happen(self.match.presence(person, False, self.now))
        self.wait(passes)

    @rule()
    def return_(self) -> None:
        """Whoever was replaced for being away has exactly those seats again, and sees what they see."""
        for person in sorted(self.match.leavers):
            kept = [number for number, seat in enumerate(self.match.seats) if seat.left == person]
            owned = self.match.seats_of(person)
            chairs = [self.match.seats[number] for number in kept]
            self.try_it(c.Return(), person)
            if self.match.status != "playing":
                assert person in self.match.leavers
                continue
            assert self.match.seats_of(person) == sorted(owned + kept)
            assert person not in self.match.gone
            assert self.match.state is not None
            for number, chair in zip(kept, chairs, strict=True):
                assert self.match.seats[number] == replace(chair, kind="person", person=person, level="", left=None)
                assert self.match.document(number, person)["view"] == self.match.state.view(number)

    @rule(moves=st.integers(1, 8), takes=st.integers(0, 5_000))
    def play(self, moves: int, takes: int) -> None:
        for _ in range(moves):
            if self.match.status == "playing" and self.match.state is not None:
                self.now += takes
                seat = self.chance.choice(self.match.state.actors)
                action = self.chance.choice(self.match.state.legal(seat))
                self.try_it(c.Act(seat, [action]), self.match.seats[seat].person)

    @rule(passes=st.integers(0, 30_000))
    def wait(self, passes: int) -> None:
        self.now += passes
        due = self.match.due
        decision = self.match.tick(self.now)
        assert bool(decision.events) == (due is not None and due <= self.now)
        self.happen(decision)

    @rule(here=st.booleans())
    def come_and_go(self, here: bool) -> None:
        for person in (*PEOPLE, STRANGER):
            self.happen(self.match.presence(person, here or person in self.match.gone, self.now))

    @rule(lasts=st.integers(0, 100_000))
    def pause(self, lasts: int) -> None:
        due = self.match.due
        self.happen(self.match.pause(self.now, self.now + lasts))
        self.now += lasts
        if due is not None:
            assert self.match.due is not None
            assert due <= self.match.due <= due + lasts

    @rule(give_up=st.booleans())
    def go_on(self, give_up: bool) -> None:
        """The next game, if this one is over; its record must be in order."""
        if give_up:
            for person in self.match.people:
                self.try_it(c.Resign(), person)
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
            if give_up:
                self.get_ready()
            self.seen = json.loads(json.dumps(self.match.document(None, ANN)))
            self.kept.clear()

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
    def what_is_kept_is_what_would_be_worked_out_anew(self) -> None:
        """Documents and changes, byte for byte."""
        again = Match.replay(self.match.events)
        looks: list[tuple[int | None, str | None]] = [(None, None)]
        looks += [(seat, chair.person) for seat, chair in enumerate(self.match.seats) if chair.person is not None]
        for look in looks:
            if look == (None, None) and not self.match.settings.watch:
                continue
            document = self.match.document(*look)
            assert json.dumps(document) == json.dumps(again.document(*look))
            if look in self.kept:
                anew = changes(self.kept[look], document)
                assert json.dumps(self.match.changes(look[0], self.kept[look], document)) == json.dumps(anew)
            self.kept[look] = document

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
        if match.clock is not None:
            assert all(match.seats[seat].kind == "person" for seat in match.clock.running)

    @invariant()
    def bots_keep_seats_for_those_who_are_not_there(self) -> None:
        match = self.match
        assert all(seat.left is None or (seat.kind == "bot" and seat.person is None) for seat in match.seats)
        assert match.gone.keys() <= set(match.people)
        for number, seat in enumerate(match.seats):
            if seat.left is not None:
                with pytest.raises(Refused):
                    match.document(number, seat.left)
        if match.due is not None and match.clock is None:
            assert match.settings.party
            assert set(match.people) - match.gone.keys()

    @invariant()
    def secrets_stay_secret(self) -> None:
        if self.match.status != "over":
            assert self.match.secret.hex() not in everything(self.match)


@pytest.mark.parametrize("examples", nightly.cases([15, 40], lambda examples: examples == 15))
@pytest.mark.parametrize("game", GAMES)
def test_anything_in_any_order(game: str, examples: int) -> None:
    run_state_machine_as_test(
        type("Machine", (Machine,), {"game": GAMES[game]}),
        settings=settings(
            max_examples=examples,
            stateful_step_count=25,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def random_step(machine: Machine, chance: random.Random) -> None:
    wanted = chance.choice(["draw", "takeback", "takeback", "takeback"])
    steps: list[tuple[int, Any]] = [
        (8, lambda: machine.play(chance.randrange(1, 4), chance.choice([0, 2_000]))),
        (6, lambda: machine.undo()),
        (3, lambda: machine.wish(wanted, chance.choice([c.Accept, c.Accept, c.Decline, None]))),
        (1, lambda: machine.wish_in_vain(wanted)),
        (1, lambda: machine.say(chance.choice([c.Chat("hello"), c.Rename("Zoe"), c.SetWord("tea")]))),
        (4 if machine.match.status == "waiting" else 0, lambda: machine.say(c.Leave())),
        (1, lambda: machine.penalise(chance.randrange(2))),
        (3, lambda: machine.come_and_go(chance.random() < 0.5)),
        (1, lambda: machine.pause(chance.randrange(100_000))),
        (1, lambda: machine.wait(chance.choice([1_000, 90_000_000]))),
        (1, lambda: machine.vanish()),
        (2, lambda: machine.drop_out(chance.choice([5_000, 10_000]))),
        (2, lambda: machine.return_()),
        (1, lambda: machine.say(c.Resign())),
        (2, lambda: machine.get_ready()),
        (2, lambda: machine.go_on(chance.random() < 0.3)),
    ]
    chance.choices([step for _, step in steps], [weight for weight, _ in steps])[0]()
    machine.the_events_are_the_match()
    machine.changes_lead_from_document_to_document()
    machine.the_status_is_what_it_says()
    machine.bots_keep_seats_for_those_who_are_not_there()
    machine.secrets_stay_secret()


def test_everything_that_can_happen_happens() -> None:
    """The same machine, steered towards the middle of games: every kind of event must come up."""
    SEEN.clear()
    for game in GAMES.values():
        for seed in range(16):
            chance = random.Random(seed)
            machine: Machine = type("Machine", (Machine,), {"game": game})()
            seated = [chance.choice([*PEOPLE, *PEOPLE, "bot"]) for _ in range(4)]
            flag, leaver = chance.choice(["lose", "bot"]), chance.choice(["resign", "bot"])
            machine.begin(CLOCKS[seed % 3], flag, leaver, 3, seed % 2 == 0, seed, seated, 1)
            for _ in range(25):
                random_step(machine, chance)
    elsewhere = {"created", "handed"}  # seats are handed over by links, not by commands: tests/server/test_tables.py
    assert {kind for kind, _ in SEEN} == KINDS.keys() - elsewhere
    assert {("undone", how) for how in ("undo", "alone", "granted")} <= SEEN
    assert {("replaced", why) for why in ("resigned", "time", "gone")} <= SEEN
