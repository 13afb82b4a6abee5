"""SY-30, SY-31: what is special in the simple edition."""

from tests.games.symbol.helpers import actions, play, rule, simple, targets


def test_SY_30_one_piece_to_a_square() -> None:
    state = simple({"d1": "G", "d2": "W", "e4": "B", "f4": "W"})
    assert "d2" not in targets(state, "d1")
    assert rule(state, "d1[G]-d2") == "SY-30"
    assert rule(state, "e4[B]-f4") == "SY-30"
    assert "g4" in targets(state, "e4")  # over it


def test_SY_30_a_turn_is_one_action() -> None:
    state = simple({"d1": "K", "d4": "D"}, reserve=("GW", "W"))
    play(state, "+G@d2")
    assert state.actors == (1,)
    state = simple({"d2": "W", "e7": "w"})
    play(state, "d2[W]-d4")
    assert state.actors == (1,)
    state = simple({"d4": "D", "e7": "w"})
    play(state, "d4!")
    assert state.actors == (1,)
    assert rule(state, "end") == "SY-30"


def test_SY_30_only_own_pieces_act_and_only_those_that_are_there() -> None:
    state = simple({"d2": "G", "d6": "g", "e4": "d"})
    assert rule(state, "d6[G]-d7") == "SY-30"
    assert rule(state, "d2[W]-d3") == "SY-30"
    assert rule(state, "e4!") == rule(state, "d2!") == "SY-30"
    assert rule(state, "d2[GG]-d1") == "SY-30"


def test_SY_31_reinforce_beside_any_own_piece_but_D() -> None:
    state = simple({"a1": "K", "f4": "W", "c6": "D"}, reserve=("R", ""))
    near_king = {"a2", "b1", "b2"}
    near_piece = {file + rank for file in "efg" for rank in "345"} - {"f4"}
    assert {text[3:] for text in actions(state) if text[0] == "+"} == near_king | near_piece
    assert rule(state, "+R@c5") == "SY-31"  # beside the D alone
    assert rule(state, "+R@a4") == "SY-31"
    assert rule(state, "+W@b1") == "SY-31"  # none in reserve


def test_SY_31_reinforce_only_on_empty_squares() -> None:
    state = simple({"a1": "K", "a2": "W", "b2": "w"}, reserve=("RD", ""))
    assert rule(state, "+R@a2") == rule(state, "+R@b2") == "SY-31"
    assert rule(state, "+D@b1") is None


def test_SY_31_around_each_colour() -> None:
    for piece, square in (("G", "d1"), ("B", "d4"), ("W", "d4"), ("R", "d4")):
        state = simple({square: piece}, reserve=("D", ""))
        assert f"+D@e{square[1]}" in actions(state)
