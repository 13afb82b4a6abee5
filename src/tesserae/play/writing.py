"""The record of a finished match."""

from tesserae import record
from tesserae.play import events as e
from tesserae.play.refusals import refuse
from tesserae.play.standing import Standing
from tesserae.record import Chance, Note, Origin, Record
from tesserae.state import start


def write(match: Standing) -> str:
    """The record of the match. Steps that were undone within a turn are left out; takebacks are noted."""
    if match.outcome is None or match.state is None:
        raise refuse("MA-27")
    written = Record(start(match.game.name, match.size, match.seed, **match.options))
    written.outcome = match.outcome.export()
    if past := match.settings.past:
        written.past = Origin(len(past.actions), past.table)
        written.actions = list(past.actions)
    else:
        written.chance = Chance(match.commitment, match.secret.hex(), [seat.word for seat in match.seats])
    players: dict[int, str] = {}
    people: dict[int, str | None] = {}
    gave_up: Note | None = None
    for event in match.events:
        after = len(written.actions)
        match event:
            case e.Sat():
                players[event.seat], people[event.seat] = event.name, event.person
            case e.Seated():
                players[event.seat], people[event.seat] = f"bot:{event.level}", None
            case e.Renamed():
                players |= {own: event.name for own, person in people.items() if person == event.person}
            case e.Acted():
                written.actions.append((event.seat, event.action))
            case e.Undone(how="undo"):
                del written.actions[-event.count :]
                left = len(written.actions)
                written.notes = [note._replace(after=min(note.after, left)) for note in written.notes]
            case e.Undone():
                written.notes.append(Note(after, event.seat, record.TAKEBACK, str(event.count)))
            case e.Replaced():
                written.notes.append(Note(after, event.seat, record.BOT, event.level))
            case e.Returned():
                seat = event.seat
                if event.name:  # a latecomer
                    if people[seat] is None:  # in a seat that a bot had from the beginning
                        written.notes.insert(0, Note(0, seat, record.BOT, players[seat].removeprefix("bot:")))
                        players[seat] = event.name
                    else:
                        players[seat] += f", {event.name}"
                    people[seat] = event.person
                written.notes.append(Note(after, seat, record.BACK))
            case e.Resigned():
                gave_up = Note(after, event.seat, record.RESIGNED)
            case e.Flagged():
                gave_up = Note(after, event.seat, record.TIME)
            case e.Ended() if match.state.outcome is None:
                agreed = Note(after, None, record.AGREED)
                written.notes.append(gave_up if gave_up and event.outcome.reason == gave_up.word else agreed)
    written.players = [players[seat] for seat in range(match.size)]
    return record.render(written)
