"""Turns a command into the events that follow from it, or a refusal. Nothing here changes the match."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from tesserae.bots import LEVEL_NAMES, check_level
from tesserae.errors import BadOption, Refused
from tesserae.play import commands as c
from tesserae.play import events as e
from tesserae.play.events import Event, Result
from tesserae.play.refusals import refuse
from tesserae.play.standing import OPEN, Decision, Seat, Standing
from tesserae.record import step
from tesserae.state import State

NAME, WORD, CHAT = 30, 40, 300  # the most characters
ODD = {"Cc", "Cs", "Cn", "Co"}  # control characters
UNSEEN = re.compile(  # invisible or changing the direction of text, except joiners of letters and emoji
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0"
    "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)

Events = list[Event]  # without numbers yet


def decide(match: Standing, command: c.Command, person: str | None, now: int, name: str) -> Decision:
    if isinstance(command, c.Act):
        return act(match, command, person, now)
    if person is None:
        raise refuse("MA-3")
    if isinstance(command, c.Sit):
        events = sit(match, command, person, name)
    elif isinstance(command, c.Chat):
        events = chat(match, command, person, name)
    elif isinstance(command, c.Vote):
        events = vote(match, command, person, now)
    else:
        events = REST[type(command)](match, command, person)
    return match.follow(events, person, now)


# --- Before the game -------------------------------------------------------------------------------------------------


def tidy(text: str, most: int) -> str | None:
    """A text in one line; None if it is too long or not printable."""
    text = " ".join(text.split())
    odd = UNSEEN.search(text) or any(unicodedata.category(letter) in ODD for letter in text)
    return None if odd or len(text) > most else text


def good_word(text: str) -> str:
    word = tidy(text, WORD)
    if word is None:
        raise refuse("MA-10", most=WORD)
    return word


def good_name(text: str) -> str:
    name = tidy(text, NAME)
    if not name or not any(unicodedata.category(letter)[0] in "LNPS" for letter in name):
        raise refuse("MA-9", most=NAME)
    return name


def check_waiting(match: Standing) -> None:
    if match.status not in ("waiting", "choosing"):
        raise refuse("MA-5")


def check_owner(match: Standing, person: str) -> None:
    if person != match.owner:
        raise refuse("MA-4")


def refuse_unknown_level(level: str) -> None:
    """Refused unless there is such a level."""
    try:
        check_level(level)
    except BadOption:
        raise refuse("MA-11", level=level, levels=", ".join(LEVEL_NAMES)) from None


def begin(match: Standing, seats: Sequence[Seat]) -> Events:
    """The event that starts the game, if these seats are complete."""
    complete = all(seat.kind != "open" and seat.ready for seat in seats)
    chosen = not match.chooses or all(seat.kind == "bot" or seat.force for seat in seats)
    return [e.Started()] if complete and chosen else []


def sit(match: Standing, command: c.Sit, person: str, name: str) -> Events:
    if match.settings.party and match.status == "playing":
        return take_over(match, command, person, name)
    check_waiting(match)
    number = command.seat
    if number is None:
        if OPEN not in match.seats:
            raise refuse("MA-8")
        number = match.seats.index(OPEN)
    if match.check_seat(number).kind != "open":
        raise refuse("MA-2")
    sat = e.Sat(number, good_name(name), good_word(command.word), True)
    seats = list(match.seats)
    seats[number] = Seat("person", person)
    return [sat, *begin(match, seats)]


def take_over(match: Standing, command: c.Sit, person: str, name: str) -> Events:
    """Join a party game late, replacing a bot, unless it keeps the seat for a player or you have had another seat."""
    sat = any(event.person == person and isinstance(event, e.Sat | e.Returned) for event in match.events)
    if sat or any(seat.left == person for seat in match.seats):
        raise refuse("MA-5")
    free = [number for number, seat in enumerate(match.seats) if seat.kind == "bot" and seat.left is None]
    if not free:
        raise refuse("MA-8")
    number = free[0] if command.seat is None else command.seat
    match.check_seat(number)
    if number not in free:
        raise refuse("MA-2")
    return [e.Returned(number, good_name(name))]


def seat_bot(match: Standing, command: c.Bot, person: str) -> Events:
    check_waiting(match)
    check_owner(match, person)
    if match.check_seat(command.seat).kind != "open":
        raise refuse("MA-2")
    return _seat_bots(match, [command.seat], command.level)


def start(match: Standing, command: c.Start, person: str) -> Events:
    check_waiting(match)
    check_owner(match, person)
    free = [number for number, seat in enumerate(match.seats) if seat.kind == "open"]
    if not free:
        raise refuse("MA-8")
    return _seat_bots(match, free, command.level)


def _seat_bots(match: Standing, numbers: list[int], level: str) -> Events:
    refuse_unknown_level(level)
    seats = [Seat("bot") if number in numbers else seat for number, seat in enumerate(match.seats)]
    return [*(e.Seated(number, level) for number in numbers), *begin(match, seats)]


def leave(match: Standing, command: c.Leave, person: str) -> Events:
    check_waiting(match)
    if command.seat is None:
        own = match.seats_of(person)
        if not own:
            raise refuse("MA-7")
        return [e.Stood(number) for number in own]
    seat = match.check_seat(command.seat)
    if seat.kind == "open" or (seat.person != person and person != match.owner):
        raise refuse("MA-3")
    return [e.Stood(command.seat)]


def ready(match: Standing, command: c.Ready, person: str) -> Events:
    check_waiting(match)
    own = _own(match, person)
    if all(match.seats[number].ready for number in own):
        raise refuse("MA-31")
    seats = [replace(seat, ready=True) if seat.person == person else seat for seat in match.seats]
    return [e.Ready(own[0], good_word(command.word)), *begin(match, seats)]


def word(match: Standing, command: c.SetWord, person: str) -> Events:
    check_waiting(match)
    return [e.Word(_own(match, person)[0], good_word(command.word))]


def force(match: Standing, command: c.Force, person: str) -> Events:
    match.check_own(command.seat, person)
    per_seat = match.game.per_seat
    if match.status != "choosing" or per_seat is None:
        raise refuse("MA-13")
    standard = per_seat.standard(match.options)
    given = {**match.settings.options, per_seat.option: [command.force] + [standard] * (match.size - 1)}
    try:
        chosen = (match.game.resolve(given, match.size)[per_seat.option] or [standard])[0]
    except BadOption as error:
        raise refuse("MA-12", force=command.force, why=error) from None
    seats = list(match.seats)
    seats[command.seat] = replace(seats[command.seat], force=chosen)
    return [e.Force(command.seat, chosen), *begin(match, seats)]


def _own(match: Standing, person: str) -> list[int]:
    own = match.seats_of(person)
    if not own:
        raise refuse("MA-7")
    return own


# --- The game --------------------------------------------------------------------------------------------------------


def act(match: Standing, command: c.Act, person: str | None, now: int) -> Decision:
    """Apply all steps to copies of the game, which become part of the decision."""
    state = match.playing()
    seat = command.seat
    if seat is None:
        if not match.settings.referee:
            raise refuse("MA-32")
        if person is None or person != match.owner:
            raise refuse("MA-4")
    else:
        match.check_own(seat, person)
        due = match.clock.due(seat) if match.clock else None
        if due is not None and due <= now:
            raise refuse("MA-24")
    mark, number = state.turn_mark, match.number
    events: Events = []
    states: list[State] = []
    for action in command.actions:
        if states and not mark.goes_on(state, seat):
            raise refuse("MA-33")
        state = step(state, seat, action).after
        states.append(state)
        number += 1
        events.append(e.Acted(seat, state.last[1], number=number, at=now, person=person))
    if seat is not None and match.game.forms.read(state.last[1]).form.together:
        for other in match.seats_of(person):
            if other != seat and state.why(other, command.actions[-1]) is None:
                state = step(state, other, command.actions[-1]).after
                states.append(state)
                number += 1
                events.append(e.Acted(other, state.last[1], number=number, at=now, person=person))
    outcome = state.outcome
    if outcome is not None:
        events.append(e.Ended(Result.of(outcome), number=number + 1, at=now))
    return Decision(events, states)


def undo(match: Standing, command: c.Undo, person: str) -> Events:
    match.playing()
    match.check_own(command.seat, person)
    if not may_undo(match, command.seat):
        raise refuse("MA-14")
    return [e.Undone(command.seat, match.moves_made[-1].number, 1, "undo")]


def may_undo(match: Standing, seat: int | None) -> bool:
    """Whether the last action is a step of that seat that can be undone, in a turn that continues."""
    if seat is None or match.status != "playing" or len(match.moves_made) <= match.given:
        return False
    last = match.moves_made[-1]
    return last.seat == seat and last.goes_on and match.game.forms.read(last.action).form.retractable


# --- Offers ----------------------------------------------------------------------------------------------------------


def last_turn(match: Standing, seats: Sequence[int]) -> int | None:
    """The index of the move with which the last turn of one of the seats began; not before the start of the match."""
    moves = match.moves_made
    for index in range(len(moves) - 1, match.given - 1, -1):
        if moves[index].seat in seats:
            return max(moves[index].began, match.given)
    return None


def offer(match: Standing, command: c.Offer, person: str) -> Events:
    match.playing()
    own = _own(match, person)
    if command.seat is not None:
        match.check_own(command.seat, person)
        own = [command.seat]
    if command.what == "draw":
        return offer_draw(match, own[0], person)
    return ask_takeback(match, own, person)


def may_draw(match: Standing, seat: int) -> str | None:
    """The id of the refusal if that seat cannot offer a draw."""
    if match.teams != 2:
        return "MA-17"
    if not any(other.person for number, other in enumerate(match.seats) if number % 2 != seat % 2):
        return "MA-18"
    return None


def offer_draw(match: Standing, seat: int, person: str) -> Events:
    if reason := may_draw(match, seat):
        raise refuse(reason)
    _check_new(match, "draw", person)
    offered = e.Offered(seat, "draw")
    return [offered] if match.others(person) else [offered, agree(match)]


def agree(match: Standing) -> e.Ended:
    return e.Ended(Result.of(match.playing().agreed()))


def takeback_way(match: Standing, person: str) -> str | None:
    """How turns can be taken back here: `ask` the others, `alone` at once, or not at all."""
    if match.others(person):
        return "ask"
    return "alone" if match.open_game or not any(seat.kind == "bot" for seat in match.seats) else None


def ask_takeback(match: Standing, own: list[int], person: str) -> Events:
    began = last_turn(match, own)
    if began is None:
        raise refuse("MA-15")
    way = takeback_way(match, person)
    if way is None:
        raise refuse("MA-16")
    first = match.moves_made[began]
    seat = next(seat for seat in (move.seat for move in reversed(match.moves_made)) if seat in own)
    if way == "alone":
        return [_take_back(match, seat, first.number, "alone")]
    _check_new(match, "takeback", person)
    return [e.Offered(seat, "takeback", first.number)]


def _take_back(match: Standing, seat: int, to: int, how: Literal["alone", "granted"]) -> e.Undone:
    return e.Undone(seat, to, sum(move.number >= to for move in match.moves_made), how)


def _check_new(match: Standing, what: str, person: str) -> None:
    if what in match.offers:
        raise refuse("MA-19")
    if (person, what) in match.rebuffed:
        raise refuse("MA-20")


def accept(match: Standing, command: c.Accept, person: str) -> Events:
    match.playing()
    offer = match.offers.get(command.what)
    if offer is None or person not in match.others(offer.person) or person in offer.accepted:
        raise refuse("MA-21")
    accepted = e.Accepted(match.seats_of(person)[0], command.what)
    if set(match.others(offer.person)) - {person, *offer.accepted}:
        return [accepted]
    if command.what == "draw":
        return [accepted, agree(match)]
    return [accepted, _take_back(match, offer.seat, offer.to, "granted")]


def decline(match: Standing, command: c.Decline, person: str) -> Events:
    match.playing()
    offer = match.offers.get(command.what)
    if offer is None or person not in match.people:
        raise refuse("MA-21")
    kind = e.Withdrawn if person == offer.person else e.Declined
    return [kind(match.seats_of(person)[0], command.what)]


# --- Leaving ---------------------------------------------------------------------------------------------------------


def resign(match: Standing, command: c.Resign, person: str) -> Events:
    match.playing()
    seat = _own(match, person)[0] if command.seat is None else command.seat
    match.check_own(seat, person)
    hand_over = match.teams < match.size and match.settings.leaver == "bot"
    return [e.Resigned(seat), give_up(match, match.seats, seat, hand_over, "resigned")]


def give_up(
    match: Standing, seats: Sequence[Seat], seat: int, hand_over: bool, reason: Literal["resigned", "time"]
) -> e.Replaced | e.Ended:
    """With two sides, one loses; with more, a bot takes the seat while a person is left."""
    others = any(other.kind == "person" for number, other in enumerate(seats) if number != seat)
    if others and (hand_over or match.teams > 2):
        return e.Replaced(seat, match.settings.substitute, reason)
    return e.Ended(Result.of(match.playing().against(seat, reason)))


def tick(match: Standing, now: int) -> Decision:
    if match.status != "playing":
        return Decision([])
    events: Events = []
    seats = list(match.seats)
    for seat in match.clock.fallen(now) if match.clock is not None else ():
        follows = give_up(match, seats, seat, match.settings.flag == "bot", "time")
        events += [e.Flagged(seat), follows]
        if isinstance(follows, e.Ended):
            return match.follow(events, None, now)
        seats[seat] = Seat("bot")
    events += [hand_on(match, seat) for seat, at in match.missed if at <= now and seats[seat].kind == "person"]
    return match.follow(events, None, now)


def hand_on(match: Standing, seat: int) -> e.Replaced:
    """Let a bot keep the seat of a player who is away."""
    return e.Replaced(seat, match.settings.substitute, "gone")


def return_(match: Standing, command: c.Return, person: str) -> Events:
    match.playing()
    kept = [number for number, seat in enumerate(match.seats) if seat.left == person]
    if not kept:
        raise refuse("MA-34")
    return [e.Returned(number) for number in kept]


def vote(match: Standing, command: c.Vote, person: str, now: int) -> Events:
    match.playing()
    _own(match, person)
    seat = match.check_seat(command.seat)
    since = match.gone.get(str(seat.person))
    if since is None or now - since < match.settings.patience * 1000:
        raise refuse("MA-22", seconds=match.settings.patience)
    voted = match.votes.get(command.seat, ())
    if person in voted:
        raise refuse("MA-23")
    here = {other for other in match.people if other not in match.gone}
    if here - {person, *voted}:
        return [e.Voted(command.seat)]
    return [e.Voted(command.seat), hand_on(match, command.seat)]


# --- Talking ---------------------------------------------------------------------------------------------------------


def silence(match: Standing, person: str | None) -> Refused | None:
    """Why a player may not talk now: some games forbid it to team mates."""
    rule = match.game.silence
    if rule is None or match.status != "playing" or match.teams == match.size or not match.seats_of(person):
        return None
    return Refused(rule, match.game.silence_text)


def may_talk(match: Standing, person: str | None) -> Refused | None:
    """Why a person may not chat now."""
    if refused := silence(match, person):
        return refused
    allowed = match.settings.watch or person == match.owner or bool(match.seats_of(person))
    return None if allowed else refuse("MA-25")


def chat(match: Standing, command: c.Chat, person: str, name: str) -> Events:
    if refused := may_talk(match, person):
        raise refused
    text = tidy(command.text, CHAT)
    if not text:
        raise refuse("MA-30", most=CHAT)
    own = match.seats_of(person)
    called = match.seats[own[0]].name if own else good_name(name)
    return [e.Chatted(own[0] if own else None, called, text)]


def rename(match: Standing, command: c.Rename, person: str) -> Events:
    """Renaming has the same restriction as chat, because a name can be a message."""
    own = _own(match, person)
    if refused := silence(match, person):
        raise refused
    return [e.Renamed(own[0], good_name(command.name))]


REST: dict[type, Callable[[Standing, Any, str], Events]] = {
    c.Bot: seat_bot,
    c.Leave: leave,
    c.Ready: ready,
    c.Start: start,
    c.SetWord: word,
    c.Force: force,
    c.Undo: undo,
    c.Offer: offer,
    c.Accept: accept,
    c.Decline: decline,
    c.Resign: resign,
    c.Return: return_,
    c.Rename: rename,
}
