"""Board and pieces of Symbol for the naive twin: squares as texts such as "d4", a group of pieces as a text.

What is asked again and again, of a board that never changes, is worked out once.
"""

import itertools
from functools import cache, lru_cache

FILES = "abcdefg"
RANKS = "1234567"
SQUARES = [file + rank for file in FILES for rank in RANKS]
ORDER = "KGBWRD"
MOVERS = "GBWR"
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
STANDARD_FORCE = "GGGBBBWWWRRRDDD"  # SY-3
UNLIMITED_FORCE = "GGBBWWRD"  # SY-50
QUIET_LIMIT = 100  # SY-28


def in_order(pieces: str) -> str:
    """The pieces in the order K G B W R D."""
    return "".join(sorted(pieces, key=ORDER.index))


def without(pieces: str, taken: str) -> str:
    """What is left of `pieces` when those of `taken` are taken away."""
    left = list(pieces)
    for piece in taken:
        left.remove(piece)
    return "".join(left)


@cache
def step(square: str, direction: tuple[int, int]) -> str | None:
    """The next square in a direction, None off the board."""
    x = FILES.index(square[0]) + direction[0]
    y = RANKS.index(square[1]) + direction[1]
    if 0 <= x < 7 and 0 <= y < 7:
        return FILES[x] + RANKS[y]
    return None


@cache
def touching(square: str) -> tuple[str, ...]:
    """The up to eight neighbours."""
    return tuple(found for direction in DIRECTIONS if (found := step(square, direction)) is not None)


def is_water(square: str) -> bool:
    """SY-1: ranks 3 to 5 are water, the others land."""
    return square[1] in "345"


def home(seat: int) -> list[str]:
    """SY-1, SY-5: the 14 squares of a player's own land area."""
    return [square for square in SQUARES if square[1] in ("12", "67")[seat]]


def region(square: str) -> str:
    """SY-2: files ab / cde / fg crossed with ranks 12 / 345 / 67."""
    files = next(part for part in ("ab", "cde", "fg") if square[0] in part)
    ranks = next(part for part in ("12", "345", "67") if square[1] in part)
    return files + ranks


@cache
def native(piece: str, square: str) -> bool:
    """SY-6: own terrain of one piece."""
    if piece == "G":
        return not is_water(square)
    if piece == "B":
        return is_water(square)
    return True


@lru_cache(4096)
def may_stand(pieces: str, square: str) -> bool:
    """SY-33: a group stands where at least one of its pieces may stand alone. (One piece alone: SY-6.)"""
    return any(native(piece, square) for piece in pieces)


@lru_cache(1024)
def parts(pieces: str) -> frozenset[str]:
    """SY-35: every non-empty part of a group."""
    counts = [range(pieces.count(piece) + 1) for piece in ORDER]
    found = {
        "".join(piece * number for piece, number in zip(ORDER, numbers, strict=True))
        for numbers in itertools.product(*counts)
    }
    return frozenset(found - {""})
