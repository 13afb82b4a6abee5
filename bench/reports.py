"""What the report of a game costs: `python bench/reports.py`.

A game of each kind between bots; then its report, as `tesserae report` works it out: turns, simulations for each
position, seconds of processor time in all, and for the longest piece of the work, for which a bot may have to wait.
"""

import time
from typing import Any

import tesserae
from tesserae import record
from tesserae.reports import advance, begin

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "Symbol, full": ("symbol", {}),
    "Symbol, simple": ("symbol", {"edition": "simple"}),
    "Symbol Chain": ("symbol_chain", {}),
    "Sequence": ("sequence", {}),
    "Sequence for 4": ("sequence", {"seats": 4}),
    "Consequence": ("consequence", {}),
}


def played(game: str, options: dict[str, Any]) -> tesserae.State:
    state = tesserae.start(game, seed=1, **options)
    bots = [tesserae.bot(game, "casual" if seat % 2 else "club", seed=seat) for seat in range(state.seats)]
    while state.actors:
        seat = state.actors[0]
        state.act(seat, bots[seat].choose(state, seat))
    return state


def main() -> None:
    print("| game | actions | turns | simulations a position | seconds | longest piece | turning points |")
    print("|---|---|---|---|---|---|---|")
    for title, (game, options) in GAMES.items():
        state = played(game, options)
        work = begin(record.write(state))
        spent = []
        while work.report is None:
            began = time.process_time()
            work = advance(work)
            spent.append(time.process_time() - began)
        found = work.report
        cells = [len(state.history), len(found.turns), found.simulations, f"{sum(spent):.1f}", f"{max(spent):.2f}"]
        print(f"| {title} | {' | '.join(map(str, cells))} | {len(found.points)} |")


if __name__ == "__main__":
    main()
