"""What an action of Consequence did, as each seat is told it."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tesserae
from tesserae.games.effects import Claimed, Ended, Moved, Placed, Removed, Said, Scored, Turned, plain
from tesserae.record import Step, step
from tesserae.state import ALL, State
from tests.games import telling

SEEDS = st.integers(0, 10**6)


def options(chance: random.Random) -> dict[str, Any]:
    return {
        "row_min": chance.randint(1, 2),
        "reveal_pushed": chance.choice(["receiver", "both"]),
        "memory_aid": chance.random() < 0.5,
    }


def pushy(state: State, seat: int, chance: random.Random) -> str:
    """Rather a push than a placement, rather that than a move, so that all hands get empty and full again."""
    actions = state.legal(seat)
    pushes = [action for action in actions if ">" in action]
    placements = [action for action in actions if "@" in action]
    return chance.choice(chance.choice([pushes, placements, actions]) or actions)


def position(**fields: Any) -> State:
    given = {"game": "consequence", "turn": 0, "hands": [["bM", "bo"], ["rS", "rS"]], "board": {}, "turns": 5}
    return tesserae.load(given | fields)


class Model:
    """What one who looks on would write down: the board and both hands, from a view; then only by what is told."""

    def __init__(self, state: State, viewer: int | None) -> None:
        self.viewer = viewer
        self.view = state.reveal() if viewer == ALL else state.view(viewer)
        self.faces = viewer == ALL or bool(state.options["memory_aid"])

    def follow(self, done: Step) -> None:
        board, hands = self.view["board"], self.view["hands"]
        for effect in done.effects(self.viewer):
            if isinstance(effect, Placed):
                assert done.seat is not None
                hands[done.seat].remove(effect.pieces)
                board[effect.square] = effect.pieces if self.faces else effect.pieces[0] + "?"
            elif isinstance(effect, Moved):
                board[effect.to] = board.pop(effect.origin)
            elif isinstance(effect, Removed):
                assert effect.to is not None
                assert board.pop(effect.square)[0] == effect.pieces[0]
                own = self.viewer in (effect.to, ALL)
                hands[effect.to] = sorted([*hands[effect.to], effect.pieces if own else effect.pieces[0] + "?"])
            elif isinstance(effect, Turned):
                board[effect.square] = effect.piece
            elif isinstance(effect, Said):
                self.view["closing"] = True
            elif isinstance(effect, Ended):
                outcome = {"winners": effect.winners, "reason": effect.cause, "scores": effect.scores}
                self.view |= {"outcome": outcome, "closing": False}

    def check(self, done: Step) -> None:
        now = done.after.reveal() if self.viewer == ALL else done.after.view(self.viewer)
        for key in ("board", "hands", "closing", "outcome"):
            assert self.view[key] == now[key]


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(SEEDS)
def test_effects_explain_everything(seed: int) -> None:
    chance = random.Random(seed)
    state = tesserae.start("consequence", seed=seed, **options(chance))
    models = [Model(state, viewer) for viewer in (*telling.viewers(state), ALL)]
    for done in telling.game(state, chance, pushy):
        telling.check_end(done)
        for model in models:
            model.follow(done)
            model.check(done)


@pytest.mark.slow
@settings(max_examples=4, deadline=None)
@given(SEEDS)
def test_every_action_can_be_foreseen_but_for_the_end(seed: int) -> None:
    chance = random.Random(seed)
    for done in telling.game(tesserae.start("consequence", seed=seed, **options(chance)), chance, pushy):
        if chance.random() < 0.2 or done.before.view(None)["closing"]:
            assert done.seat is not None
            assert telling.check_foreseeable(done.before, done.seat) == len(done.before.legal(done.seat))


def test_CQ_3_who_places_is_told_which() -> None:
    done = step(position(), 0, "bM@b2")
    assert done.effects(0) == done.effects(ALL) == [Placed("place", "b2", "bM")]
    assert done.effects(1) == done.effects(None) == [Placed("place", "b2", "b?")]


def test_CQ_4_a_move() -> None:
    done = step(position(board={"b2": "bM"}, known=[["b2"], []]), 0, "b2-c3")
    assert done.effects(0) == done.effects(1) == [Moved("move", "b2", "c3", "b?")]
    assert done.effects(ALL) == [Moved("move", "b2", "c3", "bM")]
    aid = step(position(board={"b2": "bM"}, known=[["b2"], []], options={"memory_aid": True}), 0, "b2-c3")
    assert aid.effects(0) == [Moved("move", "b2", "c3", "bM")]
    assert aid.effects(1) == [Moved("move", "b2", "c3", "b?")]


def test_CQ_5_a_gap_takes_up_the_push() -> None:
    done = step(position(board={"b2": "rS"}), 0, "bM@a1>NE")
    assert done.effects(0) == [
        Placed("place", "a1", "bM"),
        Moved("push", "b2", "c3", "r?"),
        Moved("push", "a1", "b2", "bM"),
    ]


@pytest.mark.parametrize(("reveal", "pusher"), [("receiver", "r?"), ("both", "rM")])
def test_CQ_6_who_sees_what_is_pushed_off(reveal: str, pusher: str) -> None:
    state = position(board={"d2": "rM", "c2": "bS"}, options={"reveal_pushed": reveal})
    done = step(state, 0, "bM@b2>E")

    def row(fallen: str, placed: str) -> list[Any]:
        return [
            Placed("place", "b2", placed),
            Removed("push", "d2", fallen, to=1),
            Moved("push", "c2", "d2", "b?"),
            Moved("push", "b2", "c2", placed),
        ]

    assert done.effects(0) == row(pusher, "bM")
    assert done.effects(1) == row("rM", "b?")
    assert done.effects(None) == row("r?", "b?")
    assert plain(done.effects(1))[1] == {"kind": "removed", "cause": "push", "square": "d2", "pieces": "rM", "to": 1}


def test_CQ_8_the_end() -> None:
    done = step(position(hands=[["bM"], ["rS"]], board={"a1": "bM"}), 0, "bM@a2")
    assert done.effects(None) == [Placed("place", "a2", "b?"), Said("closing", None)]
    last = step(done.after, 1, "rS@d4")
    assert last.effects(0) == [
        Placed("place", "d4", "r?"),
        Turned("end", "a1", "bM", True),
        Turned("end", "a2", "bM", True),
        Turned("end", "d4", "rS", True),
        Scored("pairs", 0, 1),
        Scored("pairs", 1, 0),
        Ended("points", [0], [1, 0]),
    ]


def test_CQ_10_the_line_that_breaks_a_tie() -> None:
    board = {"a1": "rS", "b1": "rS", "c1": "rS", "a3": "bM", "a4": "bM", "b4": "bM"}
    done = step(position(turn=1, hands=[[], ["bS"]], board=board), 1, "bS@d1")
    assert done.effects(0)[-2:] == [Claimed("four", ["a1", "b1", "c1", "d1"], 1), Ended("four_in_row", [1], [3, 3])]
