"""What Symbol Chain says to those who try what is not allowed: which stack, which tile, how far (GE-5)."""

import tesserae
from tests.games.symbol_chain.helpers import begun, play, rule, setup, stock


def test_SC_5_the_stacks_that_are_left_are_named() -> None:
    state = setup(stacks=[stock(0, s4=0, s6=0), stock(1)])
    assert rule(state, "take 4") == "SC-5"
    assert str(state.why(0, "take 4")) == "Your stack 4 is empty; tiles are left in 2, 3 and 5."
    assert str(state.why(0, "flip a1")) == "First take a tile from one of your stacks: 2, 3 or 5."


def test_SC_6_SC_9_the_tile_and_the_progress_are_named() -> None:
    state = play(setup(), "take 2")
    assert str(state.why(0, "place a1")) == "The sequence is not complete: 0 of 2 faces are turned up."
    assert str(state.why(0, "flip g7")) == "There is no tile on g7."


def test_SC_4_who_looks_and_who_waits() -> None:
    state = tesserae.start("symbol_chain", 3, seed=1)
    first = "First everybody looks at the starting tiles; say ready when you have."
    assert str(state.why(0, "take 2")) == str(state.why(2, "pass")) == first
    assert rule(state, "take 2") == "SC-4"
    state.act(1, "ready")
    waiting = state.why(1, "ready")
    assert waiting is not None
    assert (waiting.rule, str(waiting)) == ("SC-4", "You are ready; the game begins when all are. Still looking: 2.")
    state = begun(seed=1)
    assert rule(state, "ready") == "SC-4"
    assert str(state.why(0, "ready")) == "The game has begun; the starting tiles lie face down."
    out_of_turn = state.why(1, "ready")
    assert out_of_turn is not None
    assert out_of_turn.rule == "GE-7"


def test_SC_9_what_comes_first_is_named() -> None:
    state = play(setup(stacks=[stock(0, "gX:bC wT"), stock(1)]), "take 2", "flip b1", "flip d1")
    assert rule(state, "lay g7") == "SC-9"
    assert str(state.why(0, "lay g7")).startswith("First place the tile")
    assert str(state.why(0, "flip a1")).startswith("The sequence is complete")
    play(state, "place a1")
    assert rule(state, "place c1") == rule(state, "flip c1") == "SC-9"
    assert str(state.why(0, "flip c1")) == "Now lay the lifted tile on an empty square, as in lay e5."
    assert str(state.why(0, "lay a1")) == "a1 is not empty; the lifted tile needs an empty square."
