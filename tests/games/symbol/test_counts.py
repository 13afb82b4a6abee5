"""Numbers of action sequences (perft) from a dozen positions of both editions. A change of one of them is a change of
the rules; the first numbers of each were checked against the naive twin."""

from collections.abc import Callable

import pytest

import tesserae
from tesserae.engine.perft import perft
from tests.games.symbol.helper import game, play, simple
from tests.games.symbol.naive import Naive

RESERVE = ("GBWRD", "GBWRD")
MIDDLE = {"d1": "K", "c2": "G", "d3": "B", "e4": "W", "c4": "R", "b2": "D", "d7": "k", "e6": "g", "d5": "b", "f5": "w"}
STACKS = {"d2": "KGW", "c4": "BRD", "e4": "GB", "d6": "kgw", "e5": "brd", "c5": "wd"}


def halfway() -> tesserae.State:
    started = game({"d2": "KGWD", "a1": "W", "a4": "R", "d3": "w", "e6": "g"}, reserve=RESERVE)
    play(started, "+B@d2")
    return started


COUNTS: dict[str, tuple[Callable[[], tesserae.State], tuple[int, ...]]] = {
    "simple start": (lambda: tesserae.start("symbol", seed=0, edition="simple"), (14, 196, 4536, 104_976, 3_698_284)),
    "full start": (lambda: tesserae.start("symbol", seed=0), (14, 196, 5516, 155_236, 6_175_953)),
    "simple middle": (lambda: simple(MIDDLE, reserve=RESERVE), (96, 7366, 684_432)),
    "simple middle, seat 1": (lambda: simple(MIDDLE, 1, RESERVE), (78, 7393, 543_968)),
    "simple without centre": (lambda: simple(MIDDLE, blast_center=False), (36, 910, 31_882, 791_847)),
    "simple enlist": (lambda: simple(MIDDLE, enlist=True), (36, 910, 33_544, 875_343)),
    "simple unlimited": (lambda: simple(MIDDLE, unlimited=True), (36, 953, 35_802, 961_040)),
    "full of single pieces": (lambda: game(MIDDLE, reserve=RESERVE), (87, 6102, 516_053)),
    "full of stacks": (lambda: game(STACKS, reserve=("GB", "WR")), (156, 9557, 680_117)),
    "full of stacks, seat 1": (lambda: game(STACKS, 1, ("GB", "WR")), (192, 10_057, 837_896)),
    "full without centre": (lambda: game(STACKS, blast_center=False), (146, 20_201, 1_661_493)),
    "full enlist": (lambda: game(STACKS, enlist=True), (146, 20_201, 1_652_721)),
    "full unlimited": (
        lambda: game({"d2": "KGW", "c4": "BRD", "d6": "kgw", "e5": "brd"}, unlimited=True),
        (135, 15_814, 1_202_649),
    ),
    "halfway through a turn": (halfway, (183, 12_006, 360_181)),
    "sixteen on one square": (lambda: game({"d4": "KGGGBBBWWWRRRDDD"}), (32_203, 54_330)),
}


@pytest.mark.parametrize("name", COUNTS)
def test_the_first_number_is_that_of_the_naive_twin(name: str) -> None:
    build, expected = COUNTS[name]
    state = build()
    assert perft(state._array, 1) == len(state.legal(state.actors[0])) == expected[0]
    if "step" not in state.export():
        assert len(Naive.load(state.export()).legal()) == expected[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTS)
def test_counts_are_what_they_were(name: str) -> None:
    build, expected = COUNTS[name]
    state = build()
    assert tuple(perft(state._array, depth) for depth in range(1, len(expected) + 1)) == expected


@pytest.mark.slow
@pytest.mark.parametrize("name", ["simple middle", "simple enlist", "full start", "full of stacks", "full unlimited"])
def test_the_second_number_is_that_of_the_naive_twin(name: str) -> None:
    build, expected = COUNTS[name]
    naive = Naive.load(build().export())
    total = 0
    for action in naive.legal():
        after = naive.copy()
        after.act(action)
        total += 0 if after.outcome else len(after.legal())
    assert total == expected[1]
