"""What an action of Sequence did, as each seat is told it."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tesserae
from tesserae.games.effects import Claimed, Ended, Foreseen, Gave, Placed, Removed, Said, Took
from tesserae.record import Step, step
from tesserae.state import ALL, State
from tests.games import telling

SEEDS = st.integers(0, 10**6)


def started(chance: random.Random) -> State:
    seats = chance.choice([2, 2, 3, 4, 6])
    draw = chance.choice(["auto", "manual"])
    return tesserae.start("sequence", seats, chance.randrange(10**6), draw=draw)


def short(chance: random.Random) -> State:
    """Late in a game: a small deck, so that the discards are shuffled, and full piles."""
    state = started(chance)
    for done in telling.game(state, chance):
        state = done.after
        if len(state.history) > 10:
            break
    if state.outcome or "step" in state.export():
        return short(chance)
    fields = state.export()
    cut = chance.randint(0, 4)
    fields["discards"][0] += fields["deck"][cut:]
    fields["deck"] = fields["deck"][:cut]
    return tesserae.load(fields, seed=chance.randrange(10**6))


def walk(state: State, chance: random.Random, most: int) -> list[Step]:
    """With a penalty now and then."""
    steps: list[Step] = []
    while state.actors and len(steps) < most:
        penalties = state.legal(None)
        if penalties and chance.random() < 0.04:
            steps.append(step(state, None, chance.choice(penalties)))
        else:
            seat = chance.choice(state.actors)
            steps.append(step(state, seat, telling.anything(state, seat, chance)))
        state = steps[-1].after
    return steps


class Model:
    """What one who looks on would write down: chips, cards and who is to draw, from a view; then by what is told."""

    def __init__(self, state: State, viewer: int | None) -> None:
        self.viewer = viewer
        self.view: dict[str, Any] = state.reveal() if viewer == ALL else state.view(viewer)

    def _hand(self, seat: int) -> list[str] | None:
        if self.viewer == ALL:
            found: list[str] = self.view["hands"][seat]
            return found
        return self.view["hand"] if seat == self.viewer else None

    def follow(self, done: Step) -> None:
        view = self.view
        for effect in done.effects(self.viewer):
            if isinstance(effect, Gave):
                view["hand_sizes"][effect.seat] -= 1
                view["discards"][effect.seat].append(effect.piece)
                if (hand := self._hand(effect.seat)) is not None:
                    hand.remove(effect.piece)
                if effect.cause == "forfeit":
                    view["forfeits"].remove(effect.seat)
            elif isinstance(effect, Took):
                view["hand_sizes"][effect.seat] += 1
                view["deck_size"] -= 1
                if effect.seat in view["owed"] and effect.cause == "draw":
                    view["owed"].remove(effect.seat)
                hand = self._hand(effect.seat)
                assert (effect.piece == "?") == (hand is None)
                if hand is not None:
                    hand.append(effect.piece)
                    hand.sort()
            elif isinstance(effect, Placed):
                view["chips"][effect.square] = effect.owner
            elif isinstance(effect, Removed):
                assert view["chips"].pop(effect.square) == effect.owner
            elif isinstance(effect, Claimed):
                view["sequences"].append([effect.owner, effect.squares])
            elif isinstance(effect, Said):
                self._said(effect)
            elif isinstance(effect, Ended):
                view["outcome"] = {"winners": effect.winners, "reason": effect.cause, "scores": effect.scores}

    def _said(self, effect: Said) -> None:
        view = self.view
        if effect.cause == "shuffle":
            view["deck_size"] = sum(map(len, view["discards"]))
            view["discards"] = [[] for _ in view["discards"]]
        elif effect.cause == "owed":
            view["owed"].append(effect.seat)
        elif effect.cause == "lost" or (effect.cause == "no_card" and effect.seat in view["owed"]):
            view["owed"].remove(effect.seat)
        elif effect.cause == "penalty":
            view["forfeits"].append(effect.seat)

    def check(self, done: Step) -> None:
        now = done.after.reveal() if self.viewer == ALL else done.after.view(self.viewer)
        self.view["chips"] = dict(sorted(self.view["chips"].items(), key=lambda item: (int(item[0][1:]), item[0][0])))
        for key in ("chips", "hand", "hands", "hand_sizes", "deck_size", "discards", "sequences", "owed", "forfeits"):
            assert self.view[key] == now[key], key
        assert self.view["outcome"] == now["outcome"]


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(SEEDS)
def test_effects_explain_everything(seed: int) -> None:
    chance = random.Random(seed)
    state = chance.choice([started, short])(chance)
    models = [Model(state, viewer) for viewer in (*telling.viewers(state), ALL)]
    for done in walk(state, chance, 250):
        telling.check_end(done)
        for model in models:
            model.follow(done)
            model.check(done)


@pytest.mark.slow
@settings(max_examples=6, deadline=None)
@given(SEEDS)
def test_plays_exchanges_and_claims_can_be_foreseen(seed: int) -> None:
    chance = random.Random(seed)
    state = chance.choice([started, short])(chance)
    found = 0
    for done in walk(state, chance, 6):
        if done.seat is not None:
            found += telling.check_foreseeable(done.before, done.seat)
    assert found > 0


def position(**fields: Any) -> State:
    given: dict[str, Any] = {
        "game": "sequence",
        "turn": 0,
        "hands": [["CA", "ADD"], ["NY", "REMOVE"]],
        "deck": ["OH", "TX"],
        "discards": [["IA"], []],
        "chips": {},
        "sequences": [],
    }
    return tesserae.load(given | fields, seed=1)


def space(state: State, code: str) -> str:
    """A square of a state."""
    return next(action for action in state.legal(0) if action.startswith(f"{code}@")).split("@")[1]


def test_SQ_5_a_card_is_played_and_one_is_drawn() -> None:
    state = position()
    square = space(state, "CA")
    done = step(state, 0, f"CA@{square}")
    rest = [Gave("play", 0, "CA"), Placed("play", square, "chip", 0)]
    assert done.effects(0) == done.effects(ALL) == [*rest, Took("draw", 0, "TX")]
    assert done.effects(1) == done.effects(None) == [*rest, Took("draw", 0, "?")]


def test_SQ_6_SQ_7_add_and_remove() -> None:
    state = position(chips={"c4": 1})
    assert step(state, 0, "ADD@d4").effects(None)[:2] == [Gave("play", 0, "ADD"), Placed("add", "d4", "chip", 0)]
    state = position(turn=1, chips={"c4": 0})
    done = step(state, 1, "REMOVE@c4")
    assert done.effects(None) == [Gave("play", 1, "REMOVE"), Removed("remove", "c4", "chip", 0), Took("draw", 1, "?")]


def test_SQ_8_a_dead_card() -> None:
    spaces = [square for square, code in layout().items() if code == "CA"]
    state = position(chips=dict.fromkeys(spaces, 1))
    assert step(state, 0, "dead CA").effects(0) == [Gave("dead", 0, "CA"), Took("exchange", 0, "TX")]
    assert step(state, 0, "dead CA").effects(1) == [Gave("dead", 0, "CA"), Took("exchange", 0, "?")]


def layout() -> dict[str, str]:
    rows = tesserae.start("sequence", seed=1).view(0)["layout"]
    return {
        f"{file}{10 - n}": code
        for n, row in enumerate(rows)
        for file, code in zip("abcdefghij", row.split(), strict=True)
    }


FOUR = {"a1": 0, "b1": 0, "c1": 0, "d1": 0}


def test_SQ_10_one_line_is_claimed_by_itself_and_of_several_one_is_chosen() -> None:
    done = step(position(chips=FOUR), 0, "ADD@e1")
    assert done.effects(None)[2:] == [Claimed("sequence", ["a1", "b1", "c1", "d1", "e1"], 0), Took("draw", 0, "?")]
    many = step(position(chips=FOUR | {"f1": 0}), 0, "ADD@e1")
    assert many.effects(None)[2:] == [Said("choose", 0)]
    claimed = step(many.after, 0, "claim b1-f1")
    assert claimed.effects(1) == [Claimed("sequence", ["b1", "c1", "d1", "e1", "f1"], 0), Took("draw", 0, "?")]


def test_SQ_11_nothing_is_drawn_after_the_sequence_that_wins() -> None:
    first = dict.fromkeys(["a10", "b10", "c10", "d10", "e10"], 0)
    state = position(chips=FOUR | first, sequences=[[0, list(first)]])
    assert step(state, 0, "ADD@e1").effects(0)[-1] == Ended("sequences", [0])
    assert not any(isinstance(effect, Took) for effect in step(state, 0, "ADD@e1").effects(0))


def test_SQ_12_the_discards_are_shuffled() -> None:
    done = step(position(deck=[]), 0, "ADD@e1")
    assert done.effects(1)[2:] == [Said("shuffle", None), Took("draw", 0, "?")]


def test_SQ_13_passing_to_the_end() -> None:
    state = position(hands=[[], []], passes=1)
    assert step(state, 0, "pass").effects(0) == [Said("pass", 0), Ended("stuck", [])]


def test_SQ_14_owed_and_lost() -> None:
    manual = {"draw": "manual"}
    done = step(position(options=manual), 0, "ADD@e1")
    assert done.effects(1)[2:] == [Said("owed", 0)]
    state = position(options=manual, owed=[0], hands=[["CA", "ADD"], ["NY", "REMOVE"]])
    assert step(state, 0, "ADD@e1").effects(1)[:2] == [Gave("play", 0, "ADD"), Said("lost", 0)]
    state = position(options=manual, owed=[0, 1], hands=[["CA"], ["NY"]])
    assert step(state, 1, "draw").effects(1) == [Said("lost", 0), Took("draw", 1, "TX")]
    assert step(state, 0, "draw").effects(1) == [Took("draw", 0, "?")]
    nothing = position(options=manual, owed=[1], hands=[["CA"], ["NY"]], deck=[], discards=[[], []])
    assert step(nothing, 1, "draw").effects(0) == [Said("no_card", 1)]


def test_SQ_15_penalties() -> None:
    penalised = step(position(), None, "penalty 1")
    assert penalised.effects(0) == [Said("penalty", 1)]
    assert step(penalised.after, 1, "forfeit NY").effects(0) == [Gave("forfeit", 1, "NY")]
    assert step(position(hands=[["CA"], []]), None, "penalty 1").effects(0) == [Said("spared", None)]


def foreseen(state: State, seat: int, action: str) -> list[Any]:
    return [effect for effect in step(state, seat, action).effects(None, foreseen=True) if isinstance(effect, Foreseen)]


def test_a_hint_sees_lines_made_blocked_and_broken() -> None:
    state = position(chips={"a1": 0, "b1": 0})
    assert foreseen(state, 0, "ADD@c1") == [Foreseen("line", ["a1", "b1", "c1", "d1", "e1"], n=3)]
    assert foreseen(state, 0, "ADD@j10") == []
    assert foreseen(position(chips=FOUR), 0, "ADD@e1") == []  # it is a sequence, which is told anyway
    state = position(chips=dict.fromkeys(["a1", "b1", "c1"], 1))
    assert foreseen(state, 0, "ADD@d1") == [Foreseen("block", ["a1", "b1", "c1", "d1", "e1"], n=3)]
    state = position(turn=1, chips=dict.fromkeys(["a1", "b1", "c1"], 0))
    assert foreseen(state, 1, "REMOVE@b1") == [Foreseen("break", ["a1", "b1", "c1", "d1", "e1"], n=3)]
    blocked = position(turn=1, chips=dict.fromkeys(["a1", "b1", "c1"], 0) | {"d1": 1})
    assert foreseen(blocked, 1, "REMOVE@b1") == []


def test_a_line_that_cannot_become_a_sequence_is_not_worth_a_word() -> None:
    chips = dict.fromkeys(["a1", "b1", "c1", "d1", "e1"], 0)
    state = position(chips=chips, sequences=[[0, list(chips)]])
    assert foreseen(state, 0, "ADD@f1") == []
