"""Random games of Consequence, step by step beside the naive twin."""

import random
from typing import Any

import pytest

import tesserae
from tesserae import State
from tests.games.consequence.naive import SQUARES, Table


def compare(seed: int, row_min: int, lazy: bool) -> None:
    """Step by step the same legal actions, table and end; a lazy game moves and pushes rather than places."""
    state = tesserae.start("consequence", seed=seed, row_min=row_min)
    twin = Table(row_min=row_min)
    chance = random.Random(seed)
    while not twin.over:
        assert state.actors == (twin.turn,)
        actions = state.legal(twin.turn)
        assert actions == sorted(twin.legal())
        assert state.legal(1 - twin.turn) == []
        for square in chance.sample(SQUARES, 3):
            assert state.legal(twin.turn, at=square) == [
                action for action in actions if action.split("@")[-1].startswith(square)
            ]
        preferred = [action for action in actions if "-" in action or ">" in action] if lazy else actions
        action = chance.choice(preferred or actions)
        state.act(twin.turn, action)
        twin.act(action)
        assert facts(state) == {
            "turn": twin.turn,
            "hands": [sorted(hand) for hand in twin.hands],
            "board": twin.board,
            "known": [[q for q in SQUARES if twin.placer.get(q) == seat] for seat in range(2)],
            "last": {"moved": twin.moved, "added": twin.added},
            "moves_in_row": twin.moves_in_row,
            "turns": twin.turns,
        }
    assert state.actors == ()
    winners, reason, scores = twin.outcome()
    assert state.export()["outcome"] == {"winners": winners, "reason": reason, "scores": scores}


def facts(state: State) -> dict[str, Any]:
    position = state.export()
    return {name: position[name] for name in ("turn", "hands", "board", "known", "last", "moves_in_row", "turns")}


@pytest.mark.slow
@pytest.mark.parametrize("row_min", [1, 2, 3])
@pytest.mark.parametrize("lazy", [False, True])
def test_random_games_agree_with_the_naive_twin(row_min: int, lazy: bool) -> None:
    for seed in range(2 if lazy else 8):
        compare(seed, row_min, lazy)
