"""Write the games that the home page shows in its miniature boards into games/NAME/web/miniature.json.

    python tools/miniatures.py

Bots play one game of each, the same at every run; of the views that a spectator or, for Consequence, an omniscient one
has of it, those fields are kept that a miniature draws.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tesserae

GAMES = Path(__file__).parents[1] / "src/tesserae/games"
SIMULATIONS = 3000  # a choice, before the level takes its share


@dataclass(frozen=True)
class Film:
    """Which moments of a game are shown: `frames` of them, from action `first` on, one in every `pace` actions."""

    fields: tuple[str, ...]
    seed: int
    first: int = 0
    pace: int = 1
    frames: int = 32
    reveal: bool = False


FILMS = {
    "symbol": Film(("board", "regions"), seed=2, pace=2),
    "symbol_chain": Film(("board",), seed=2, first=84),
    "sequence": Film(("layout", "chips", "sequences"), seed=8, pace=3),
    "consequence": Film(("board",), seed=3, reveal=True),
}


def shoot(game: str, film: Film) -> list[dict[str, Any]]:
    """The moments of one game of two bots, the last of them its end if the game ends in time."""
    state = tesserae.start(game, seed=film.seed)
    player = tesserae.bot(game, "expert", simulations=SIMULATIONS, seed=film.seed)
    moments = [state.copy()]
    while state.outcome is None and len(moments) < film.first + film.pace * film.frames:
        seat = state.actors[0]
        state.act(seat, player.choose(state, seat))
        moments.append(state.copy())
    chosen = moments[film.first :: film.pace]
    if chosen[-1] is not moments[-1]:
        chosen.append(moments[-1])
    views = [moment.reveal() if film.reveal else moment.view(None) for moment in chosen]
    return [{field: view[field] for field in film.fields} for view in views]


def main() -> None:
    """Write the files."""
    for game, film in FILMS.items():
        text = json.dumps(shoot(game, film), separators=(",", ":")) + "\n"
        (GAMES / game / "web" / "miniature.json").write_text(text, "utf-8")
        print(f"{game}: {len(text)} bytes")


if __name__ == "__main__":
    main()
