"""The random generator that lives in every state: sfc32, four 32-bit words kept in an int64 array.

Chosen because its step is additions, shifts and exclusive-ors of 32-bit words: held in int64 nothing ever
overflows, so the very same numbers come out of compiled code, of plain Python with the JIT off, and of any other
language in which somebody wants to check a deal. It is small (a state carries its own), quick (about 2 ns), passes
the usual statistical batteries, and a counter among its words guarantees a period of at least 2**32 draws.
"""

from tesserae.engine.bits import lowest, nth, popcount
from tesserae.engine.jit import Ints, entry, lean

DRAWS = 1 << 32  # equally likely results of a draw
WORD = DRAWS - 1
SEEDS = 1 << 63  # seeds run from 0 to SEEDS - 1


@entry
def draw(rng: Ints) -> int:
    """The next 32 random bits."""
    a, b, c, counter = rng[0], rng[1], rng[2], rng[3]
    result = (a + b + counter) & WORD
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & WORD
    rng[2] = (((c << 21) | (c >> 11)) + result) & WORD
    rng[3] = (counter + 1) & WORD
    return result


@entry
def seed_rng(rng: Ints, seed: int, stream: int) -> None:
    """Start from a seed; different streams of one seed are independent."""
    rng[0] = seed & WORD
    rng[1] = (seed >> 32) & WORD
    rng[2] = stream & WORD
    rng[3] = 1
    for _ in range(16):
        draw(rng)


@entry
def below(rng: Ints, n: int) -> int:
    """A number from 0 to n - 1, each equally likely; n is at most 2**31.

    The high word of a 32-bit draw times n; the few draws that would favour some results are thrown away.
    """
    product = draw(rng) * n
    low = product & WORD
    if low < n:
        unfair = (DRAWS - n) % n
        while low < unfair:
            product = draw(rng) * n
            low = product & WORD
    return product >> 32


@lean
def one_of(bits: int, rng: Ints) -> int:
    """A random member of a set that is not empty; the only one takes no draw."""
    count = popcount(bits)
    return nth(bits, below(rng, count)) if count > 1 else lowest(bits)


@lean
def shuffle(items: Ints, n: int, rng: Ints) -> None:
    """Fisher-Yates over the first n items, in place."""
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        item = items[i]
        items[i] = items[j]
        items[j] = item
