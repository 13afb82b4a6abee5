"""The results of an arena in numbers (ready for JSON), and as tables."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich import box
from rich.table import Table

from tesserae import __version__
from tesserae.games import game as find
from tesserae.lab.arena import Fixture, Played
from tesserae.lab.score import Tally, number, pairs, ratings, standings

RATED = "Elo"  # the heading of the column of the ratings


def names(fixtures: Sequence[Fixture]) -> list[str]:
    """The players, in the order in which they were named."""
    return list(dict.fromkeys(player.name for fixture in fixtures for player in fixture.pair))


def export(fixtures: Sequence[Fixture], played: Sequence[Played]) -> dict[str, Any]:
    """All results after this many of the games."""
    first = fixtures[0]
    rated = ratings(names(fixtures), played)
    return {
        "tesserae": __version__,
        "game": first.game,
        "seats": first.seats,
        "options": find(first.game).changed(first.options),
        "seed": first.seed,
        "budget": first.budget,
        "planned": len(fixtures),
        "played": len(played),
        "players": [
            {
                "name": name,
                **_numbers(tally),
                "rating": rated and asdict(rated[name]),
                "choices": tally.choices,
                "seconds": tally.seconds,
            }
            for name, tally in standings(names(fixtures), played).items()
        ],
        "pairs": [{"players": list(pair), **_numbers(tally)} for pair, tally in pairs(played).items()],
        "games": [
            {
                "number": game.fixture.number + 1,
                "seed": game.fixture.seed,
                "players": [game.fixture.pair[who].name for who in game.fixture.seating],
                "actions": game.actions,
                "outcome": game.outcome.export(),
            }
            for game in sorted(played, key=number)
        ],
    }


def _numbers(tally: Tally) -> dict[str, Any]:
    return {
        "won": tally.won,
        "drawn": tally.drawn,
        "lost": tally.lost,
        "score": tally.score,
        "interval": list(tally.interval),
    }


def heading(fixtures: Sequence[Fixture]) -> str:
    """What is played, in words."""
    first = fixtures[0]
    game = find(first.game)
    values = game.changed(first.options)
    options = [f"{option.name} {option.write(values[option.name])}" for option in game.options if option.name in values]
    ((unit, amount),) = first.budget.items()
    pace = f"{amount:g} s of processor time a move" if unit == "seconds" else f"{amount} simulations a move"
    return ", ".join([game.title, f"{first.seats} seats", *options, pace, f"seed {first.seed}"])


def standings_table(fixtures: Sequence[Fixture], played: Sequence[Played], rated: bool = True) -> Table:
    """One row per player. No ratings while games are running: they would be fitted anew after every game."""
    found = ratings(names(fixtures), played) if rated else None
    table = _table("player", "won", "drawn", "lost", "score", "95 %", "s/move", *[RATED] * (found is not None))
    for name, tally in standings(names(fixtures), played).items():
        rating = [f"{found[name].elo:.0f} ± {found[name].error:.0f}"] if found is not None else []
        table.add_row(name, *_cells(tally), f"{tally.pace:.3f}", *rating)
    return table


def pairs_table(played: Sequence[Played]) -> Table:
    """One row for each pair of players."""
    table = _table("player", "against", "won", "drawn", "lost", "score", "95 %")
    for (one, other), tally in pairs(played).items():
        table.add_row(one, other, *_cells(tally))
    return table


def _table(*columns: str) -> Table:
    table = Table(box=box.MARKDOWN)
    for column in columns:
        table.add_column(column, justify="left" if column in ("player", "against") else "right")
    return table


def _cells(tally: Tally) -> list[str]:
    low, high = tally.interval
    score = f"{tally.score:.1%}" if tally.games else ""
    return [str(tally.won), str(tally.drawn), str(tally.lost), score, f"{low:.1%} – {high:.1%}"]
