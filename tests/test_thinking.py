"""Bots that are watched while they think, and told that it is enough."""

import signal

import pytest

import tesserae
from tesserae.play.foretelling import promise
from tesserae.thinking import advice, consider, ctrl_c_noted, parties


def test_who_watches_can_end_the_thinking() -> None:
    state = tesserae.start("consequence", seed=1)
    looks = 0

    def third_look(done: float) -> bool:
        nonlocal looks
        looks += 1
        return looks == 3

    one = tesserae.bot("consequence", "master", simulations=10**9, seed=1)
    thoughts = one.think(state, 0, third_look)
    assert looks == 3
    assert 3 <= sum(candidate.visits for candidate in thoughts.candidates) == thoughts.simulations < 10**9
    looks = 0
    assert one.choose(state, 0, third_look) in state.legal(0)


def test_ctrl_c_is_noted_once_and_then_does_as_ever() -> None:
    before = signal.getsignal(signal.SIGINT)
    with ctrl_c_noted() as pressed:
        assert not pressed()
        signal.raise_signal(signal.SIGINT)
        assert pressed()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) == before
    with ctrl_c_noted() as pressed:
        assert not pressed()
    assert signal.getsignal(signal.SIGINT) == before


def test_advice_names_seats_that_win_together_once() -> None:
    state = tesserae.start("sequence", 6, seed=1, teams=3)
    assert parties(state) == [(0, 3), (1, 4), (2, 5)]
    thoughts = consider(tesserae.bot("sequence", "master", simulations=300, seed=1), state, 0)
    best = thoughts.candidates[0]
    first, done, *_, expected, _ = advice("master", state, thoughts, promise).splitlines()
    assert first == f"player 1: {best.text} (master, 300 simulations)"
    assert done.startswith("player 1 plays ")
    assert expected == (
        f"Expected: player 1, player 4 {best.values[0]:+.2f}, player 2, player 5 {best.values[1]:+.2f}, "
        f"player 3, player 6 {best.values[2]:+.2f} (+1 is a win, -1 a loss)"
    )
