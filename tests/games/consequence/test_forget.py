"""`forget`: what comes to the mind of somebody who remembers only so many of the own tiles."""

import random

import tesserae
from tesserae import State
from tesserae.engine import contract
from tesserae.engine.playouts import playouts
from tests.walks import generator, walk, wrap


def blurred(state: State, seat: int, span: int, worlds: int = 60) -> list[dict[str, str]]:
    """The boards that come to the mind of somebody who remembers so much."""
    rng = generator(5)
    boards = []
    for _ in range(worlds):
        array = state.hidden(seat)
        contract.imagine(array, seat, rng)
        contract.forget(array, seat, span, rng)
        boards.append(wrap(state, array).export()["board"])
    return boards


LAID = {"a1": "bM", "b1": "bo", "c1": "bS", "d1": "rS", "a2": "ro", "d4": "rM", "c4": "ro"}


def test_who_forgets_takes_own_tiles_for_each_other() -> None:
    """Seat 0 laid a1, b1, c1 and d1, a2."""
    known = [["a1", "b1", "c1", "d1", "a2"], ["d4", "c4"]]
    fields = {"game": "consequence", "turn": 0, "hands": [["bM"], ["rS"]], "board": LAID, "known": known}
    state = tesserae.load(fields)
    for span, sure in ((0, False), (2, False), (5, True), (9, True)):
        boards = blurred(state, 0, span)
        for board in boards:
            assert sorted(board[square] for square in ("a1", "b1", "c1")) == ["bM", "bS", "bo"]
            assert sorted(board[square] for square in ("d1", "a2")) == ["rS", "ro"]
        right = [sum(board[square] == LAID[square] for square in known[0]) for board in boards]
        assert (min(right) == 5) == sure
        assert min(right) >= min(span, 5)
    fewer, more = ([sum(b[q] == LAID[q] for q in known[0]) for b in blurred(state, 0, span)] for span in (0, 3))
    assert sum(fewer) < sum(more)
    aided = tesserae.load({**fields, "options": {"memory_aid": True}})
    assert all(board[square] == LAID[square] for board in blurred(aided, 0, 0) for square in known[0])


def test_a_blurred_world_can_be_played() -> None:
    rng = generator(6)
    for state in walk(tesserae.start("consequence", seed=3), random.Random(3), 0.5):
        if state.actors:
            array = state.hidden(state.actors[0])
            contract.imagine(array, state.actors[0], rng)
            contract.forget(array, state.actors[0], 2, rng)
            playouts(array, 2, seed=1)
            assert contract.over(array)
