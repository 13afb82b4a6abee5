"""Tables as this version keeps them, for the versions to come: `python -m tests.server.old_tables`.

Do not make them anew when the rules change: that they can still be read is what they are for.
"""

import random
from pathlib import Path

from tesserae.games import games
from tesserae.play import Match, Settings, commands
from tesserae.play.events import write

FOLDER = Path(__file__).parent / "old_tables"


def make(game: str) -> Match:
    """A game that chance plays, with a step taken back where that can be."""
    chance = random.Random(game)
    match = Match.create(Settings(game), "ann", 1_000, bytes(range(32)))
    for person, name in (("ann", "Ann"), ("bob", "Bob")):
        match.evolve(*match.decide(commands.Sit(None, f"word of {name}"), person, 2_000, name))
    match.evolve(*match.decide(commands.Chat("Good luck!"), "bob", 2_500, "Bob"))
    now = 3_000
    while match.status == "playing":
        assert match.state is not None
        seat = match.state.actors[0]
        action = chance.choice(match.state.legal(seat))
        match.evolve(*match.decide(commands.Act(seat, [action]), match.seats[seat].person, now))
        now += 1_000
        if match.number > 120:
            match.evolve(*match.decide(commands.Resign(), "bob", now))
    return match


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in games():
        match = make(game.name)
        lines = [write(event) for event in match.events]
        (FOLDER / f"{game.name}-1.jsonl").write_text("\n".join(lines) + "\n")
        (FOLDER / f"{game.name}-1.txt").write_text(match.record())


if __name__ == "__main__":
    main()
