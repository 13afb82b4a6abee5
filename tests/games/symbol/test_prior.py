"""What an action does, as PUCT is told before it is tried, against what the rules then do."""

import random

import numpy as np
import pytest

import tesserae
from tesserae.engine import contract, ordering
from tesserae.engine.jit import Ints
from tesserae.games.symbol.preferences import PREFERENCES
from tesserae.games.symbol.prior import ASPECTS, WORTH
from tesserae.games.symbol.record import count
from tests.games.symbol import helpers

AT = {name: number for number, name in enumerate(ASPECTS)}


def aspects(state: tesserae.State) -> tuple[list[int], dict[int, dict[str, float]]]:
    """The legal actions, and what counts in each of them, as far as it is not 0."""
    seat = state.actors[0]
    out: Ints = np.empty(4096, np.int64)
    n = contract.legal(state.raw(), seat, out)
    rows = np.full((n, len(ASPECTS)), np.nan)
    ordering.describe(state.raw(), seat, out, n, rows)
    assert np.isfinite(rows).all()
    codes = out[:n].tolist()
    return codes, {
        code: {name: float(row[at]) for name, at in AT.items() if row[at]}
        for code, row in zip(codes, rows, strict=True)
    }


def test_every_aspect_has_its_weight() -> None:
    assert len(AT) == len(ASPECTS)
    assert PREFERENCES.shape == (len(ASPECTS),)
    assert np.isfinite(PREFERENCES).all()


@pytest.mark.parametrize("edition", ["simple", "full"])
def test_wins_and_losses_are_told_as_they_happen(edition: str) -> None:
    """With pushes that remove something, the chain of explosions may go another way than is told."""
    seen = {"wins": 0, "loses": 0, "both_kings": 0}
    for seed in range(20):
        chance = random.Random(seed)
        state = tesserae.start("symbol", 2, seed, edition=edition)
        while state.actors and len(state.history) < 60:
            seat = state.actors[0]
            codes, told = aspects(state)
            if len(state.history) % 3 == 0:
                for code in codes:
                    if "crushes" in told[code]:
                        continue
                    after = state.copy()
                    after.act(seat, state.game.notation.write(code))
                    ended = after.outcome is not None and after.outcome.reason in ("king", "both_kings")
                    winners = after.outcome.winners if after.outcome is not None else ()
                    happened = None
                    if ended:
                        happened = "both_kings" if not winners else "wins" if winners == (seat,) else "loses"
                        seen[happened] += 1
                    found = [name for name in seen if name in told[code]]
                    assert found == ([happened] if happened else []), state.game.notation.write(code)
            state.act(seat, helpers.random_action(state, chance, 0.1))
    assert seen["wins"] > 10
    assert seen["loses"] > 10


def test_what_an_action_takes_and_loses() -> None:
    state = helpers.game({"c3": "W", "c5": "gw", "b6": "k", "d1": "K", "e3": "D"})
    codes, told = aspects(state)
    write = state.game.notation.write
    by_text = {write(code): told[code] for code in codes}
    taking = by_text["c3[W]-c5"]
    assert taking["takes"] == WORTH[1] + WORTH[3]
    assert taking["lands"] == taking["at_enemy_king"] == taking["check"] == 1.0
    assert "loses_worth" not in taking
    explosion = by_text["e3!"]
    assert explosion["loses_worth"] == pytest.approx(WORTH[5])
    assert "takes" not in explosion
    assert count(int(state.raw()[0].pile[16]), 3) == 1


def test_rows_that_are_too_short_are_left_as_they_are() -> None:
    """The search asks so where it has no weights."""
    state = helpers.game({"d1": "KG", "e6": "k"})
    out: Ints = np.empty(4096, np.int64)
    n = contract.legal(state.raw(), 0, out)
    rows = np.full((n, len(ASPECTS) - 1), 0.5)
    ordering.describe(state.raw(), 0, out, n, rows)
    assert (rows == 0.5).all()
