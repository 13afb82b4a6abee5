"""The examples run, shortened; in full they take minutes."""

import pytest

from examples import learn_consequence, play_a_bot, random_rollouts
from tesserae.games import names


@pytest.mark.parametrize("name", names())
def test_random_rollouts(name: str) -> None:
    found = random_rollouts.main([name, "--games", "32", "--steps", "150"])
    assert found["speed"] > 0


def test_a_learner_gets_better_than_random_play() -> None:
    """Ten updates are enough to tell; a margin of 0 is as good as random."""
    margin = learn_consequence.main(["--updates", "10", "--games", "256", "--test-games", "250"])
    assert margin > 0.15


@pytest.mark.parametrize("name", names())
def test_a_bot_through_pettingzoo(name: str) -> None:
    scores = play_a_bot.main([name, "--level", "novice", "--games", "2"])
    assert len(scores) == 2
