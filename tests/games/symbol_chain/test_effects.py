"""What an action of Symbol Chain did, as each seat is told it."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tesserae
from tesserae.games.effects import Ended, Foreseen, Gave, Placed, Removed, Said, Scored, Took, Turned
from tesserae.games.symbol_chain import memory, record
from tesserae.record import Step, step
from tesserae.state import State
from tests.games import telling
from tests.games.symbol_chain.helpers import NINE, board, clever, play, random_options, setup, stock, without
from tests.games.symbol_chain.test_knowledge import mixed
from tests.walks import generator, wrap

SEEDS = st.integers(0, 10**6)


def started(chance: random.Random, **options: Any) -> State:
    given = random_options(chance) | options
    return tesserae.start("symbol_chain", chance.randint(2, 4), chance.randrange(10**6), **given)


def skilled(state: State, seat: int, chance: random.Random) -> str:
    return clever(state, seat, chance, 0.8)


class Model:
    """What one who looks on would write down, from a view of the beginning; then only by what is told."""

    def __init__(self, state: State, viewer: int | None) -> None:
        self.viewer = viewer
        self.view: dict[str, Any] = state.view(viewer)
        self.aid = state.options["memory_aid"]
        self.owners = state.options["backs"] == "owner"

    def down(self, face: str, owner: int | None) -> list[Any]:
        """How a tile that lies face down is shown."""
        return [face if self.aid else None, owner if self.aid or self.owners else None]

    def follow(self, done: Step) -> None:
        view = self.view
        for effect in done.effects(self.viewer):
            if isinstance(effect, Took):
                face, sequence = effect.piece.split(": ")
                view["taken"] = [face, sequence]
                stack = view["stacks"][effect.seat][str(len(sequence.split()))]
                assert stack.pop() in (None, view["taken"])
            elif isinstance(effect, Turned) and effect.cause == "top":
                view["stacks"][effect.owner][effect.square][-1] = effect.piece.split(": ")
            elif isinstance(effect, Turned):
                self._turned(effect)
            elif isinstance(effect, Gave):
                assert effect.piece == ": ".join(view["taken"])
                view["discards"][effect.seat].append(view["taken"] if self.aid else None)
                view["taken"] = None
            elif isinstance(effect, Removed):
                view["lifted"] = [effect.pieces, effect.owner]
                del view["board"][effect.square]
            elif isinstance(effect, Placed):
                view["board"][effect.square] = self.down(effect.pieces, effect.owner)
                view["taken" if effect.cause == "place" else "lifted"] = None
            elif isinstance(effect, Scored):
                view["scores"][effect.seat] += effect.points
            elif isinstance(effect, Said):
                self._said(effect)
            elif isinstance(effect, Ended):
                view["outcome"] = {"winners": effect.winners, "reason": effect.cause, "scores": effect.scores}
                view["flipped"] = []

    def _turned(self, effect: Turned) -> None:
        shown = [effect.piece, effect.owner]
        self.view["board"][effect.square] = shown if effect.up else self.down(effect.piece, effect.owner)
        if effect.cause in ("right", "wrong"):
            self.view["flipped"].append(effect.square)
        elif effect.cause == "down":
            self.view["flipped"].remove(effect.square)

    def _said(self, effect: Said) -> None:
        if effect.cause == "ready":
            self.view["ready"] = sorted([*self.view["ready"], effect.seat])
        elif effect.cause == "begin":
            self.view |= {"begun": True, "ready": []}

    def check(self, done: Step) -> None:
        now = done.after.view(self.viewer)
        keys = ("board", "taken", "lifted", "scores", "stacks", "discards", "flipped", "ready", "begun", "outcome")
        for key in keys:
            assert self.view[key] == now[key], key


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(SEEDS)
def test_effects_explain_everything(seed: int) -> None:
    chance = random.Random(seed)
    state = started(chance)
    models = [Model(state, viewer) for viewer in (0, None)]
    for done in telling.game(state, chance, skilled):
        telling.check_end(done)
        for model in models:
            model.follow(done)
            model.check(done)


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(SEEDS)
def test_with_plain_backs_effects_tell_nothing_of_what_stays_face_down(seed: int) -> None:
    """Worlds that differ only in which tiles lie face down where are told alike, unless one of them is laid open."""
    chance = random.Random(seed)
    compared = 0
    for done in telling.game(started(chance, memory_aid=False, backs="plain"), chance, skilled):
        if not done.before.export()["begun"]:
            continue
        shown = done.action.split()[-1] if done.action.split()[0] in ("flip", "place") else None
        twin = mixed(done.before, seed)
        if shown:
            array = done.before.raw()
            square = done.before.game.notation.square(shown)
            memory.mix(array[0], record.face_down(array[0]) & ~(1 << square), generator(seed))
            twin = wrap(done.before, array)
        if done.after.outcome is None:
            other = step(twin, done.seat, done.action)
            compared += twin.tobytes() != done.before.tobytes()
            told, again = (telling.encoded(one.effects(None, foreseen=True)) for one in (done, other))
            assert again == told
    assert compared > 10


@pytest.mark.slow
@settings(max_examples=4, deadline=None)
@given(SEEDS)
def test_only_laying_can_be_foreseen(seed: int) -> None:
    chance = random.Random(seed)
    for done in telling.game(started(chance), chance, skilled):
        assert done.seat is not None
        if chance.random() < 0.1 or done.action.startswith("lay"):
            legal = done.before.legal(done.seat)
            found = telling.check_foreseeable(done.before, done.seat)
            assert found == (len(legal) if done.action.startswith("lay") else 0)


def test_SC_4_the_last_who_is_ready_turns_the_tiles_down() -> None:
    state = setup(begun=False)
    first = step(state, 1, "ready")
    assert first.effects(0) == [Said("ready", 1)]
    last = step(first.after, 0, "ready").effects(None)
    assert last[:2] == [Said("ready", 0), Said("begin", None)]
    assert last[2:] == [Turned("begin", square, face, False) for square, (face, _) in board(NINE).items()]


def test_SC_5_what_is_taken_and_what_it_uncovers() -> None:
    state = setup(stacks=[stock(0, "gX:bC wT", "bX:gC bT wC wX", "gC:gT wT bC gX"), stock(1)])
    assert step(state, 0, "take 2").effects(1) == [Took("take", 0, "gX: bC wT")]
    assert step(state, 0, "take 4").effects(1) == [
        Took("take", 0, "gC: gT wT bC gX"),
        Turned("top", "4", "bX: gC bT wC wX", True, 0),
    ]
    last = setup(stacks=[stock(0, "gC:gT wT bC gX", s4=1), stock(1)])
    assert step(last, 0, "take 4").effects(1) == [Took("take", 0, "gC: gT wT bC gX")]


def flipping() -> State:
    stacks = [without(stock(0, "gX:bC wT"), "wT"), without(stock(1), "bC")]
    state = setup("a1=bT b1=bC1 c1=bX d1=wT0 e1=wC f1=wX g1=gX a2=gC b2=gT", stacks)
    return play(state, "take 2")


def test_SC_6_SC_7_right_flips() -> None:
    first = step(flipping(), 0, "flip b1")
    assert first.effects(1) == [Turned("right", "b1", "bC", True, 1), Scored("flip", 0, 1)]
    second = step(first.after, 0, "flip d1")
    assert second.effects(1) == [Turned("right", "d1", "wT", True, 0), Said("complete", 0)]


def test_SC_8_a_wrong_flip() -> None:
    state = play(flipping(), "flip b1")
    assert step(state, 0, "flip a1").effects(0) == [
        Turned("wrong", "a1", "bT", True),
        Gave("discard", 0, "gX: bC wT"),
        Turned("down", "b1", "bC", False, 1),
        Turned("down", "a1", "bT", False),
    ]


def test_SC_9_placing_and_laying() -> None:
    state = play(flipping(), "flip b1", "flip d1")
    placed = step(state, 0, "place e1")
    assert placed.effects(1) == [Removed("lift", "e1", "wC", None, 0), Placed("place", "e1", "gX", 0)]
    laid = step(placed.after, 0, "lay g7")
    assert laid.effects(1) == [
        Placed("lay", "g7", "wC"),
        Turned("down", "b1", "bC", False, 1),
        Turned("down", "d1", "wT", False, 0),
    ]


def test_SC_10_passing() -> None:
    assert step(setup(stacks=[{}, stock(1)]), 0, "pass").effects(1) == [Said("pass", 0)]


@pytest.mark.parametrize("wrong", [True, False])
def test_SC_12_all_is_turned_up_at_the_end(wrong: bool) -> None:
    stacks = [without(stock(0, "gX:bC wT", s2=1), "wX"), without(stock(1), "wC")]
    stacks[1]["2"] = []
    state = play(setup(NINE + " a3=wX0 b3=wC1", stacks, scores=[3, 2]), "take 2")
    state = state if wrong else play(state, "flip b1", "flip d1", "place a1")
    told = step(state, 0, "flip f1" if wrong else "lay g7").effects(1)
    turned = [effect for effect in told if isinstance(effect, Turned) and effect.cause == "end"]
    open_before = {"f1"} if wrong else {"b1", "d1"}
    final = step(state, 0, "flip f1" if wrong else "lay g7").after.view(1)["board"]
    assert {effect.square: [effect.piece, effect.owner] for effect in turned} == {
        square: tile for square, tile in final.items() if square not in open_before
    }
    assert not any(isinstance(effect, Turned) and not effect.up for effect in told)
    own = 2 if wrong else 4
    assert told[-3:-1] == [Scored("own", 0, own), Scored("own", 1, 2)]
    assert told[-1] == Ended("stacks", [0], [3 + (0 if wrong else 2) + own, 4])


def test_hints_see_what_is_wanted_and_what_is_open() -> None:
    def foreseen(state: State, action: str) -> list[Any]:
        told = step(state, 0, action).effects(None, foreseen=True)
        return [effect for effect in told if isinstance(effect, Foreseen)]

    state = setup(stacks=[stock(0, "gX:bC wT", "gC:gT wT bC gX"), stock(1)])
    assert foreseen(state, "take 2") == [Foreseen("unseen", n=2)]
    assert foreseen(state, "take 4") == [Foreseen("sequence", pieces="gC: gT wT bC gX", n=4)]
    assert foreseen(flipping(), "flip a1") == [Foreseen("wanted", ["a1"], "bC")]
    state = play(flipping(), "flip b1", "flip d1")
    assert foreseen(state, "place a1") == [Foreseen("own", ["a1"], n=2)]
    assert foreseen(play(state, "place a1"), "lay g7") == []
