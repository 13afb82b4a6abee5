"""The record file of a match that is over."""

from tesserae import record
from tesserae.play.refusals import refuse
from tesserae.play.standing import Standing
from tesserae.record import Chance, Note, Past, Record
from tesserae.state import start

REASONS = {"resigned": record.RESIGNED, "flagged": record.TIME}


def write(match: Standing) -> str:
    """What was taken back within a turn is left out; everything else that was is there, and that it was."""
    if match.outcome is None or match.state is None:
        raise refuse("MA-27")
    found = Record(start(match.game.name, match.size, match.seed, **match.options))
    found.outcome = match.outcome.export()
    if past := match.settings.past:
        found.past = Past(len(past.actions), past.table)
        found.actions = list(past.actions)
    else:
        found.chance = Chance(match.commitment, match.secret.hex(), [seat.word for seat in match.seats])
    players: dict[int, str] = {}
    people: dict[int, str | None] = {}
    gave_up: Note | None = None
    for event in match.events:
        after, seat = len(found.actions), event.seat
        match event.kind:
            case "sat":
                assert seat is not None
                players[seat], people[seat] = event.data["name"], event.person
            case "seated":
                assert seat is not None
                players[seat], people[seat] = f"bot:{event.data['level']}", None
            case "renamed":
                players |= {own: event.data["name"] for own, person in people.items() if person == event.person}
            case "acted":
                found.actions.append((seat, event.data["action"]))
            case "undone" if event.data["how"] == "undo":
                del found.actions[-event.data["count"] :]
                left = len(found.actions)
                found.notes = [note._replace(after=min(note.after, left)) for note in found.notes]
            case "undone":
                found.notes.append(Note(after, seat, record.TAKEBACK, str(event.data["count"])))
            case "replaced":
                found.notes.append(Note(after, seat, record.BOT, event.data["level"]))
            case "returned":
                assert seat is not None
                if name := event.data.get("name"):  # a latecomer
                    if people[seat] is None:  # in the seat of a bot from the beginning
                        found.notes.insert(0, Note(0, seat, record.BOT, players[seat].removeprefix("bot:")))
                        players[seat] = name
                    else:
                        players[seat] += f", {name}"
                    people[seat] = event.person
                found.notes.append(Note(after, seat, record.BACK))
            case "resigned" | "flagged":
                gave_up = Note(after, seat, REASONS[event.kind])
            case "ended" if match.state.outcome is None:
                agreed = Note(after, None, record.AGREED)
                found.notes.append(gave_up if gave_up and event.data["outcome"]["reason"] == gave_up.word else agreed)
    found.players = [players[seat] for seat in range(match.size)]
    return record.render(found)
