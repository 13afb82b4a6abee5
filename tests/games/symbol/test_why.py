"""Refusals of Symbol: every illegal action has a rule, and the sentences say what is meant."""

import random

import pytest

import tesserae
from tesserae.games.symbol import notation
from tesserae.games.symbol.board import SQUARES
from tesserae.games.symbol.record import END, EXPLODE, PASS, PLACE, movement
from tests.games.symbol.helpers import game, play, simple
from tests.games.symbol.wild import wild_position


def random_code(rng: random.Random) -> int:
    """Any action that can be written down."""
    kind = rng.random()
    if kind < 0.1:
        return rng.choice([END, PASS])
    if kind < 0.3:
        return PLACE + rng.randrange(6) * 64 + rng.randrange(SQUARES)
    if kind < 0.4:
        return EXPLODE + rng.randrange(SQUARES)
    square = rng.randrange(SQUARES)
    if kind < 0.5:
        return movement(square, square, rng.randrange(SQUARES), 0)
    part = notation.pile("".join(rng.choices("KGBWRD", k=rng.choice([1, 1, 2, 3]))))
    strike = rng.randrange(SQUARES) if rng.random() < 0.3 else -1
    return movement(square, rng.randrange(SQUARES), strike, part)


@pytest.mark.slow
def test_GE_5_every_illegal_action_names_a_rule_and_changes_nothing() -> None:
    rng = random.Random(5)
    rules = set()
    for _ in range(150):
        state = tesserae.load(wild_position(rng))
        for _ in range(4):
            if state.outcome is not None:
                break
            (seat,) = state.actors
            legal = set(state.legal(seat))
            before = state.tobytes()
            board = state.export()["board"]
            for _ in range(30):
                code = random_code(rng)
                text = notation.write(code)
                if "]" in text and board and rng.random() < 0.9:  # a movement of pieces that are there
                    square, (_, pieces) = rng.choice(list(board.items()))
                    part = rng.sample(pieces, rng.randint(1, len(pieces)))
                    text = f"{square}[{''.join(sorted(part, key='KGBWRD'.index))}]{text.split(']')[1]}"
                refused = state.why(seat, text)
                assert (refused is None) == (text in legal), text
                if refused is not None:
                    rules.add(refused.rule)
                    assert "{" not in str(refused)
            assert state.tobytes() == before
            state.act(seat, rng.choice(sorted(legal)))
    assert {"SY-5", "SY-10", "SY-17", "SY-29", "SY-34", "SY-35", "SY-36", "SY-41", "SY-42", "SY-44"} <= rules


@pytest.mark.parametrize(
    ("action", "rule", "says"),
    [
        ("d4[W]-d6", "SY-37", "GG would be stranded on d4, which is water"),
        ("d4[WGG]-d5", None, ""),
        ("b4[W]-b6", "SY-10", "The enemy on b5 is in the way of W from b4 to b6"),
        ("b4[W]-c6", "SY-13", "straight line"),
        ("b4[W]-e4", "SY-13", "too far"),
        ("f5[B]-c2", "SY-36", "join"),
        ("b4[R]-b6", "SY-35", "You have no R on b4"),
        ("c7[W]-c6", "SY-34", "nothing on c7"),
        ("d2*e3", "SY-17", "no enemy on e3"),
    ],
)
def test_subtle_refusals(action: str, rule: str | None, says: str) -> None:
    state = game({"d4": "GGW", "b4": "W", "b5": "w", "f5": "B", "d2": "G"})
    refused = state.why(0, action)
    assert (refused and refused.rule) == rule
    assert says in str(refused)


@pytest.mark.parametrize(
    ("action", "rule", "says"),
    [
        ("d2[G]-d4", "SY-36", "G cannot pass c3, d3 and e3 from d2 to d4: that is not land"),
        ("a2[G]-c2", "SY-10", "The enemy on b1 and b2 is in the way of G from a2 to c2"),
        ("f5[B]-c5", "SY-10", "The enemy on e5 is in the way of B from f5 to c5"),
        ("f3[B]-d5*c6", "SY-10", "The enemy on e4 is in the way of B from f3 to c6"),
        ("+K@c1", "SY-5", "already, on a1"),
        ("+R@b3", "SY-44", "You have no R in reserve; there are GD"),
        ("+G@g2", "SY-44", "G is added on a1"),
    ],
)
def test_refusals_name_the_squares_in_question(action: str, rule: str, says: str) -> None:
    enemies = {"e5": "w", "e4": "b", "b1": "g", "b2": "g", "c6": "g"}
    state = game({"f5": "B", "f3": "B", "d2": "G", "a2": "G", "d4": "W"} | enemies, reserve=("GD", ""))
    refused = state.why(0, action)
    assert refused is not None
    assert refused.rule == rule
    assert says in str(refused)


def test_of_several_transports_the_one_in_reach_is_explained() -> None:
    state = game({"d4": "BWRD", "d5": "w"})
    refused = state.why(0, "d4[BWR]-d6")
    assert refused is not None
    assert refused.rule == "SY-10"
    state = game({"d3": "BRD"})
    refused = state.why(0, "d3[BR]-d1")
    assert refused is not None
    assert refused.rule == "SY-36"


def test_refusals_within_a_turn() -> None:
    state = game({"d1": "KWWD", "a1": "W", "f1": "R"}, reserve=("GGG", "W"))
    play(state, "+G@d1")
    for action, rule, says in (
        ("d1[GW]-d3", "SY-35", "added this turn"),
        ("a1[W]-a2", "SY-34", "uses the pieces of d1"),
        ("+G@g1", "SY-44", "does not touch the king"),
    ):
        refused = state.why(0, action)
        assert refused is not None
        assert refused.rule == rule
        assert says in str(refused)
    play(state, "d1[W]-d3")
    refused = state.why(0, "d1[W]-d2")
    assert refused is not None
    assert "a movement in this turn already" in str(refused)


def test_GE_7_the_referee_and_the_other_seat_do_not_act() -> None:
    state = simple({"d4": "W"})
    for seat in (None, 1):
        refused = state.why(seat, "d4[W]-d5")
        assert refused is not None
        assert refused.rule == "GE-7"
