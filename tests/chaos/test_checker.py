"""The checker finds what is planted in a good history."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tesserae.play import Match, Settings
from tesserae.play.commands import Act, Sit
from tesserae.play.events import Acted, write
from tesserae.play.settings import GameClock
from tests.chaos.checker import check
from tests.chaos.history import Asked, Heard, History, Row, Span, Told

PEOPLE = ("ann", "bob")
STEP = 2.0  # seconds that each move takes


def plain(value: object) -> dict[str, object]:
    found: dict[str, object] = msgspec.json.decode(msgspec.json.encode(value))
    return found


def good() -> History:
    """Twelve moves of two people, as they should be told."""
    chance = random.Random(1)
    settings = Settings("consequence", {"memory_aid": True}, clock=GameClock(600, first=0))
    match = Match.create(settings, "ann", 0, chance.randbytes(32))
    for person in PEOPLE:
        match.evolve(*match.decide(Sit(), person, 0, person))
    history = History("table", [], [], [Heard(person) for person in PEOPLE])
    keys: dict[int, str] = {}

    def tell(t: str, at: float) -> None:
        for seat, heard in enumerate(history.heard):
            document: dict[str, Any] = plain(match.document(seat, PEOPLE[seat]))
            document["table"] = {"id": "table", **document["table"]}
            message = {"t": t, "n": match.number, "moves": plain(match.moves(seat))}
            if t == "event":
                message = {"t": t, **plain(match.news(seat))}
            heard.told.append(Told(at, seat, message, document))

    tell("state", 0.0)
    for number in range(12):
        assert match.state is not None
        seat = match.state.actors[0]
        action = chance.choice(match.state.legal(seat))
        now = (number + 1) * STEP
        decision = match.decide(Act(seat, [action]), PEOPLE[seat], int(1000 * now))
        assert len(decision.events) == 1
        match.evolve(*decision)
        asked = Asked(PEOPLE[seat], str(number), seat, action, now - 0.01, now + 0.01, match.number)
        history.asked.append(asked)
        keys[match.number] = asked.request
        tell("event", now + 0.01)
    history.rows = [Row(event.number, keys.get(event.number), write(event)) for event in match.events]
    assert match.clock is not None
    assert sum(match.clock.left) < 1_200_000 - 15_000
    return history


GOOD = good()


def lose(history: History) -> None:
    del history.rows[-1]


def change(history: History) -> None:
    history.asked[3].action = history.asked[4].action


def double(history: History) -> None:
    history.rows[-1] = history.rows[-1]._replace(request=history.rows[-2].request)
    history.asked[-1].number = None


def do_what_was_refused(history: History) -> None:
    history.asked[-1].number, history.asked[-1].refused = None, "stale"


def swap(history: History) -> None:
    history.asked[-1].answered, history.asked[-2].sent = 1.0, 2.0


def show_a_phantom(history: History) -> None:
    last = history.heard[0].told[-1]
    history.heard[0].told[-1] = last._replace(
        document={**last.document, "view": history.heard[0].told[-2].document["view"]}
    )


def tell_wrongly(history: History) -> None:
    history.heard[1].told[-3].message["data"]["action"] = "bM@a1"


def tell_of_nothing(history: History) -> None:
    history.heard[1].told[-1].message["n"] += 1


def forget_one(history: History) -> None:
    del history.heard[0].told[-1]


def tell_the_secret(history: History) -> None:
    created = json.loads(history.rows[0].event)
    history.heard[0].told[2].message["data"]["effects"].append(created["data"]["secret"])


def tell_who_it_is(history: History) -> None:
    history.heard[0].told[2].message["data"]["effects"].append("bob")


def let_it_run(history: History) -> None:
    """A clock went on for an hour while a second passed."""
    for index in range(-6, 0):
        row = history.rows[index]
        event = json.loads(row.event)
        event["at"] += 3_600_000
        history.rows[index] = row._replace(event=json.dumps(event))


def let_it_stand(history: History) -> None:
    for index in range(-6, 0):
        row = history.rows[index]
        event = json.loads(row.event)
        event["at"] = 1000
        history.rows[index] = row._replace(event=json.dumps(event))


def charge_an_outage(history: History) -> None:
    """All waited for as long as it took, but nobody served."""
    for asked in history.asked[-6:]:
        asked.sent += 10
        asked.answered += 10
    for index in range(-6, 0):
        row = history.rows[index]
        event = json.loads(row.event)
        event["at"] += 10_000
        history.rows[index] = row._replace(event=json.dumps(event))
    began = history.asked[-7].answered
    history.outages.append(Span(began + 0.1, began + 10.1))


@pytest.mark.parametrize(
    ("plant", "kind"),
    [
        (lose, "lost"),
        (change, "lost"),
        (double, "doubled"),
        (do_what_was_refused, "doubled"),
        (swap, "disordered"),
        (show_a_phantom, "diverged"),
        (tell_wrongly, "diverged"),
        (tell_of_nothing, "diverged"),
        (forget_one, "diverged"),
        (tell_the_secret, "leaked"),
        (tell_who_it_is, "leaked"),
        (let_it_run, "mischarged"),
        (let_it_stand, "mischarged"),
        (charge_an_outage, "mischarged"),
    ],
)
def test_what_is_planted_is_found(plant: Callable[[History], None], kind: str) -> None:
    history = copy.deepcopy(GOOD)
    plant(history)
    assert kind in {problem.kind for problem in check(history)}


def test_a_good_history() -> None:
    assert check(GOOD) == []
    assert any(isinstance(row, Row) and '"acted"' in row.event for row in GOOD.rows)


def test_what_was_not_answered_may_have_been_done_or_not() -> None:
    history = copy.deepcopy(GOOD)
    history.asked[-1].number = None
    assert check(history) == []
    history.asked.append(Asked("ann", "never", 0, Acted.__name__, 30.0))
    assert check(history) == []
