"""Sets of squares as bits of an int64 (squares 0 to 62; a larger board takes several words), and the bits of floats.

Each function is ordinary Python, and known to the compiler (compiler/lowering.py): it becomes a single machine
instruction or two, `nth` on some machines a few more (machine.py).
"""

import struct

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


def nth(bits: int, n: int) -> int:
    """The n-th square of a set, counting from 0; the set must have more than n."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)
