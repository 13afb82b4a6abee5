"""Numbers of action sequences (perft) from a dozen positions of both editions. A change of one of them is a change of
the rules; the first numbers of each were checked against the naive twin."""

from collections.abc import Callable
from itertools import takewhile

import pytest

import tesserae
from tesserae.engine.perft import perft
from tesserae.games.symbol.board import NAMES
from tests.games.symbol.helpers import game, play, simple
from tests.games.symbol.naive import Naive

RESERVE = ("GBWRD", "GBWRD")
MIDDLE = {"d1": "K", "c2": "G", "d3": "B", "e4": "W", "c4": "R", "b2": "D", "d7": "k", "e6": "g", "d5": "b", "f5": "w"}
FEW = {"d2": "KGW", "c4": "BRD", "d6": "kgw", "e5": "brd"}
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
    assert perft(state.raw(), 1) == len(state.legal(state.actors[0])) == expected[0]
    if "step" not in state.export():
        assert len(Naive.load(state.export()).legal()) == expected[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", COUNTS)
def test_counts_are_what_they_were(name: str) -> None:
    build, expected = COUNTS[name]
    state = build()
    assert tuple(perft(state.raw(), depth) for depth in range(1, len(expected) + 1)) == expected


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


def space(edition: str) -> int:
    """How many actions there are: those that are legal in some position with the standard forces."""
    simple = edition == "simple"
    near = {a: {b for b in NAMES if b != a and distance(a, b) == 1} for a in NAMES}

    def parts(transports: int) -> int:
        """Parts with at least one of so many colours: up to three of each of five, and the king."""
        return transports if simple else 2 * 4**5 - 2 * 4 ** (5 - transports)

    actions = 1 if simple else 2  # pass, end
    actions += 28 + (28 + 21 + 3 * 49 if simple else 5 * 49)  # the king, reinforcements
    actions += 49  # explosions
    for start in NAMES:
        lines = [line(start, step) for step in STEPS]
        g = near[start] | {b for a in near[start] if dry(a) for b in near[a]} - {start}
        b = {square for way in lines for square in sailed(way)} | {square for way in lines for square in ashore(way)}
        if simple:  # only over the own terrain, and never on the other
            g = {square for square in g if dry(square) and dry(start)}
            b = {square for square in b if not dry(square) and not dry(start)}
        w = {square for way in lines for square in way[:2]}
        actions += sum(parts(sum(square in reach for reach in (g, b, w, near[start]))) for square in g | b | w)
        if dry(start) or not simple:
            rests = [square for square in near[start] if dry(square)]
            actions += parts(1) * sum(not dry(square) for rest in rests for square in near[rest])
        if not dry(start) or not simple:
            actions += parts(1) * sum(len(sailed(way)) > 0 and len(ashore(way)) > 0 for way in lines)
        actions += sum(dry(square) != dry(start) for square in near[start])  # strikes on the spot
    return actions


STEPS = [(files, ranks) for files in (-1, 0, 1) for ranks in (-1, 0, 1) if files or ranks]


def distance(a: str, b: str) -> int:
    return max(abs(ord(a[0]) - ord(b[0])), abs(ord(a[1]) - ord(b[1])))


def dry(square: str) -> bool:
    return square[1] in "1267"


def line(start: str, step: tuple[int, int]) -> list[str]:
    way = [chr(ord(start[0]) + n * step[0]) + chr(ord(start[1]) + n * step[1]) for n in range(1, 7)]
    return [square for square in way if square in NAMES]


def sailed(way: list[str]) -> list[str]:
    """The water squares that a line of up to three begins with."""
    return list(takewhile(lambda square: not dry(square), way[:3]))


def ashore(way: list[str]) -> list[str]:
    """The land square right after them, if three steps are enough."""
    return way[len(sailed(way)) : 3][:1]


@pytest.mark.parametrize(("edition", "size"), [("simple", 1_856), ("full", 1_953_616)])
def test_the_action_space_is_as_large_as_the_documentation_says(edition: str, size: int) -> None:
    assert space(edition) == size
