"""Random play of the naive Symbol twin keeps what the rules promise."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.games.symbol.naive import Naive
from tests.games.symbol.naive_board import SQUARES, may_stand
from tests.games.symbol.wild import wild_position


def check(game: Naive, forces: list[str]) -> None:
    """Conservation of pieces, standing rules, kings."""
    held = [Counter(pieces) for pieces in game.reserve]
    for square, (owner, pieces) in game.board.items():
        assert square in SQUARES
        assert may_stand(pieces, square), (square, pieces)
        assert game.full or len(pieces) == 1
        held[owner] += Counter(pieces)
    kings = [held[seat].pop("K", 0) for seat in (0, 1)]
    assert all(king <= 1 for king in kings)
    assert not any("K" in pieces for pieces in game.reserve)
    if game.enlist:
        assert held[0] + held[1] <= Counter(forces[0]) + Counter(forces[1])
    else:
        assert held[0] <= Counter(forces[0])
        assert held[1] <= Counter(forces[1])
    assert (game.outcome is None) == bool(game.legal())
    assert game.outcome is not None or game.quiet < 100


REASONS = {"king", "both_kings", "repetition", "dead_position", "quiet", "regions"}
VARIANTS: list[dict[str, Any]] = [{}, {"unlimited": True}, {"enlist": True, "blast_center": False}]


@pytest.mark.parametrize("edition", ["simple", "full"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_play_keeps_the_invariants(edition: str, variant: dict[str, Any]) -> None:
    options = {"edition": edition, "region_tiebreak": True, **variant}
    for seed in range(4):
        rng = random.Random(seed)
        game = Naive.start(options)
        forces = list(game.reserve)
        for _ in range(300):
            game.act(rng.choice(sorted(game.legal())))
            check(game, forces)
            if game.unlimited:
                assert sum(len(p) - ("K" in p) for _, p in game.board.values()) + len("".join(game.reserve)) == 16
            if game.outcome is not None:
                break
        else:
            continue
        assert game.legal() == set()
        assert game.outcome["reason"] in REASONS


def test_wild_positions_are_legal_and_playable() -> None:
    rng = random.Random(5)
    for _ in range(150):
        position = wild_position(rng)
        game = Naive.load(position)
        standard = "GGBBWWRD" if game.unlimited else "GGGBBBWWWRRRDDD"
        forces = position["options"].get("forces", [standard, standard])
        check(game, forces)
        assert {key: position[key] for key in game.snapshot()} == game.snapshot()
        for _ in range(4):
            if game.outcome is None:
                game.act(rng.choice(sorted(game.legal())))
                check(game, forces)
