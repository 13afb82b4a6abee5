"""The examples run, shortened; in full they take minutes."""

import pytest

from examples import learn_consequence, play_a_bot, random_rollouts
from tesserae.games import names


@pytest.mark.parametrize("name", names())
def test_random_rollouts(name: str) -> None:
    found = random_rollouts.main([name, "--games", "32", "--steps", "150"])
    assert found["speed"] > 0


@pytest.mark.parametrize(
    ("updates", "games", "least"), [(4, 128, 0.1), pytest.param(10, 256, 0.15, marks=pytest.mark.nightly)]
)
def test_a_learner_gets_better_than_random_play(updates: int, games: int, least: float) -> None:
    """A few updates are enough to tell; a margin of 0 is as good as random."""
    options = ["--updates", str(updates), "--games", str(games), "--test-games", "250"]
    assert learn_consequence.main(options) > least


@pytest.mark.parametrize("name", names())
def test_a_bot_through_pettingzoo(name: str) -> None:
    scores = play_a_bot.main([name, "--level", "novice", "--games", "2"])
    assert len(scores) == 2
