"""GE-3 for matches: what a seat is sent does not depend on what that seat cannot know."""

import random

import msgspec
import pytest
from msgspec.structs import replace

from tesserae.engine import contract
from tesserae.games.symbol_chain import memory, record
from tesserae.play import Match, Refused
from tesserae.play.commands import Act, Force, Sit
from tesserae.play.events import Acted
from tesserae.play.queries import Inspect, Legal, Question, Stage, Why, answer, check_asking
from tesserae.play.seeing import told
from tesserae.play.shown import Shown
from tests import nightly
from tests.games.symbol_chain.helpers import clever
from tests.play.tables import ANN, BOB, CYD, DAN, STRANGER, Table, stored
from tests.walks import generator, wrap

PEOPLE = (ANN, BOB, CYD, DAN)
SEEDS = nightly.cases(range(6), lambda seed: seed < 2)
TABLES = [
    ("consequence", 2, {}),
    ("consequence", 2, {"reveal_pushed": "both", "memory_aid": True}),
    ("sequence", 2, {}),
    ("sequence", 4, {"draw": "manual"}),
    ("symbol_chain", 2, {}),
    ("symbol_chain", 3, {"memory_aid": True}),
]


def sent(match: Match, seat: int | None, person: str) -> str:
    """Every byte that this seat is ever sent, in a fixed form."""
    news = [*(told(match, event, seat) for event in match.events), match.news(seat), match.choices(seat, person)]
    return encoded([match.document(seat, person), match.moves(seat), news, match.chats(), answers(match, seat, person)])


def encoded(value: object) -> str:
    return msgspec.json.encode(value).decode()


def answers(match: Match, seat: int | None, person: str) -> list[str]:
    """What this seat is answered, whatever it asks."""
    if match.status != "playing":
        return []
    state, squares = match.playing(), match.game.notation.NAMES[:2]
    questions: list[Question] = [Inspect(seat, square) for square in squares]
    if seat is not None:
        action = state.legal(seat)[0] if seat in state.actors else "pass"
        questions += [Legal(seat), Why(seat, action), Stage(seat, [action])]
        questions += [Legal(seat, square) for square in squares]
    said = []
    for question in questions:
        check_asking(match, question, person)
        try:
            said.append(encoded(answer(state, question, match.open_game)))
        except Refused as refused:
            said.append(str(refused))
    return said


def twin(match: Match, seat: int, chance: random.Random) -> Match:
    """The same match in another world that the seat holds possible; what the others did may have been another thing."""
    assert match.state is not None
    other = Match.replay(stored(match.events))
    world = match.state.hidden(seat)
    contract.imagine(world, seat, generator(chance.randrange(1 << 30)))
    other.state = wrap(match.state, world)
    public = match.game.forms.public
    for place, event in enumerate(other.events):
        if isinstance(event, Acted) and event.seat != seat and "?" in public(event.action):
            action = event.action
            another = action[0] + chance.choice("MSo") + action[2:]
            assert public(another) == public(action)
            other.events[place] = replace(event, action=another)
            moved = next((i for i, move in enumerate(other.moves_made) if move.number == event.number), None)
            if moved is not None:
                other.moves_made[moved] = replace(other.moves_made[moved], action=another)
    other.shown = Shown()
    return other


def hidden(match: Match, seat: int | None) -> list[bytes]:
    """What a seat may know of the game, now and before the last action."""
    return [state.hidden(seat).tobytes() for state in (match.before, match.state) if state is not None]


def step(match: Match, other: Match, looking: int, chance: random.Random, now: int) -> bool:
    """The same for those who look, as far as they can see; False if there is no such thing."""
    assert match.state is not None
    assert other.state is not None
    seat = chance.choice(match.state.actors)
    action = chance.choice(match.state.legal(seat))
    shown = str if seat == looking else match.game.forms.public
    twins = [one for one in other.state.legal(seat) if shown(one) == shown(action)]
    if not twins:
        return False
    person = match.seats[seat].person
    match.evolve(*match.decide(Act(seat, [action]), person, now))
    other.evolve(*other.decide(Act(seat, [chance.choice(twins)]), person, now))
    return match.outcome is None and other.outcome is None


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("game", "seats", "options"), TABLES, ids=lambda value: str(value))
def test_worlds_that_look_the_same_are_sent_the_same(
    game: str, seats: int, options: dict[str, object], seed: int
) -> None:
    chance = random.Random(seed)
    clock = {"kind": "game", "seconds": 1000}
    table = Table(game, seats=seats, options=options, clock=clock, secret=chance.randbytes(32))
    for person in PEOPLE[:seats]:
        table.do(Sit(), person)
    match = table.match
    compared = different = 0
    for _ in range(40):
        if match.outcome is not None or match.state is None:
            break
        for seat in range(seats):
            one, other = Match.replay(stored(match.events)), twin(match, seat, chance)
            for now in range(4):
                assert one.state is not None
                assert other.state is not None
                if one.state.hidden(seat).tobytes() != other.state.hidden(seat).tobytes():
                    break
                assert sent(one, seat, PEOPLE[seat]) == sent(other, seat, PEOPLE[seat])
                compared += 1
                different += one.state.tobytes() != other.state.tobytes()
                if hidden(one, None) == hidden(other, None):
                    assert sent(one, None, STRANGER) == sent(other, None, STRANGER)
                if not step(one, other, seat, chance, now):
                    break
        for _ in range(3):
            if match.status == "playing":
                seat, actions = table.legal()
                table.act(seat, chance.choice(actions), after=10)
    assert compared > 20
    assert different > compared / 2


@pytest.mark.parametrize("seed", SEEDS)
def test_SC_7_with_plain_backs_a_match_tells_nothing_of_what_lies_face_down(seed: int) -> None:
    """Worlds that differ only in which tiles lie face down where, with their owners, are byte-equal for everybody."""
    chance = random.Random(seed)
    table = Table("symbol_chain", seats=3, secret=chance.randbytes(32)).seat(ANN, BOB, CYD)
    for seat in range(3):
        table.act(seat, "ready")
    table.act(0, "take 2")  # with the last `ready` all are told what is turned down
    different = 0
    for _ in range(80):
        if table.status != "playing":
            break
        other = Match.replay(stored(table.match.events))
        for state in (other.before, other.state):
            assert state is not None
            s = state._array[0]
            just_shown = sum(1 << int(square) for square in (*s.flips, s.placed, s.displaced) if square >= 0)
            memory.mix(s, record.face_down(s) & ~just_shown, generator(seed))
        other.shown = Shown()
        for looking, person in [*enumerate(PEOPLE[:3]), (None, STRANGER)]:
            assert sent(table.match, looking, person) == sent(other, looking, person)
        assert table.match.state is not None
        assert other.state is not None
        different += table.match.state.tobytes() != other.state.tobytes()
        seat, _ = table.legal()
        table.act(seat, clever(table.match.state, seat, chance, 0.9))
    assert different > 20


def test_the_property_can_fail() -> None:
    """If others were told the actions themselves, the comparison would notice."""
    table = Table("consequence").seat(ANN, BOB)
    table.act(0, "bM@b2")
    table.act(1, "rS@c3")
    other = twin(table.match, 1, random.Random(1))
    assert sent(table.match, 1, BOB) == sent(other, 1, BOB)
    assert [event.data for event in table.match.events] != [event.data for event in other.events]
    assert encoded([event.data for event in table.match.events]) not in sent(table.match, 1, BOB)


def test_nothing_says_the_secret_or_the_seed_before_the_end() -> None:
    table = Table("sequence", seats=4).seat(ANN, BOB, CYD, DAN)
    assert table.match.state is not None
    for seat, person in [*enumerate((ANN, BOB, CYD, DAN)), (None, STRANGER)]:
        text = sent(table.match, seat, person)
        assert table.match.secret.hex() not in text
        assert str(table.match.state.seed) not in text
        assert all(f'"{name}"' not in text for name in (ANN, BOB, CYD, DAN))  # who they are to the server


def test_SY_4_a_force_is_nobody_elses_business() -> None:
    texts = []
    for force in ("GGGGGBBBBBWWWWW", "RRRRRRRRRRRRRRR"):
        table = Table("symbol", choose_forces=True).seat(ANN, BOB)
        table.do(Force(0, force), ANN)
        texts.append([sent(table.match, 1, BOB), sent(table.match, None, STRANGER)])
        assert force in sent(table.match, 0, ANN)
    assert texts[0] == texts[1]


def test_nobody_asks_about_a_seat_of_somebody_else() -> None:
    match = Table("symbol", watch=False).seat(ANN, BOB).match
    questions: list[Question] = [Legal(1), Legal(1, "d1"), Why(1, "pass"), Stage(1, ["pass"]), Inspect(1, "d1")]
    for person in (ANN, STRANGER, None):
        for question in questions:
            with pytest.raises(Refused) as refused:
                check_asking(match, question, person)
            assert refused.value.rule == "MA-3"
    for question in questions:
        check_asking(match, question, BOB)
    check_asking(match, Inspect(None, "d1"), ANN)
    with pytest.raises(Refused, match="nobody else may watch"):
        check_asking(match, Inspect(None, "d1"), STRANGER)
