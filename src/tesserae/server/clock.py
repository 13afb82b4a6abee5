"""The time that is the law at all tables."""

import time

JUMP = 1_000  # milliseconds by which the system's clock may be ahead before it is followed

_offset = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000


def now() -> int:
    """Milliseconds since 1970. It never goes back: a system's clock that is set back is followed at the next start."""
    global _offset
    steady = time.monotonic_ns() // 1_000_000 + _offset
    ahead = time.time_ns() // 1_000_000 - steady
    if ahead > JUMP:  # it was set forward, or the machine has slept
        _offset += ahead
        steady += ahead
    return steady
