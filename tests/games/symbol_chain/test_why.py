"""What Symbol Chain says to those who try what is not allowed: which stack, which tile, how far (GE-5)."""

from tests.games.symbol_chain.helpers import play, refused, setup, stock


def test_SC_5_the_stacks_that_are_left_are_named() -> None:
    state = setup(stacks=[stock(0, s4=0, s6=0), stock(1)])
    assert refused(state, "take 4") == "SC-5"
    assert str(state.why(0, "take 4")) == "Your stack 4 is empty; tiles are left in 2, 3 and 5."
    assert str(state.why(0, "flip a1")) == "First take a tile from one of your stacks: 2, 3 and 5."


def test_SC_6_SC_9_the_tile_and_the_progress_are_named() -> None:
    state = play(setup(), "take 2")
    assert str(state.why(0, "place a1>g7")) == "The sequence is not complete: 0 of 2 faces are turned up."
    assert str(state.why(0, "flip g7")) == "There is no tile on g7."
