"""Sets of squares as bits of an int64 (squares 0 to 62; a larger board takes several words), and the bits of floats.

Each function is ordinary Python, and a single machine instruction or two when compiled: all but `nth` are known to the
compiler (compiler/lowering.py).
"""

import struct

from tesserae.engine.jit import lean

ALL = (1 << 64) - 1


def popcount(bits: int) -> int:
    """How many squares are in the set."""
    return (int(bits) & ALL).bit_count()


def lowest(bits: int) -> int:
    """The first square of a set that is not empty."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1


def bits_of(number: float) -> int:
    """The bits of a float."""
    return int(struct.unpack("<q", struct.pack("<d", number))[0])


def float_of(bits: int) -> float:
    """The float with these bits."""
    return float(struct.unpack("<d", struct.pack("<q", bits))[0])


@lean
def nth(bits: int, n: int) -> int:
    """The n-th square of a set, counting from 0; the set must have more than n."""
    square = 0
    width = 32
    while width:  # halve the board, and go on in the half that has it; free of branches once unrolled
        below = popcount(bits & ((1 << width) - 1))
        up = int(n >= below)
        n -= below * up
        bits >>= width * up
        square += width * up
        width >>= 1
    return square
