"""The time that is the law at all tables. It never goes back: a clock that is set back is followed at the next start.

Processes that share a database go by its time, so that it does not matter at which of them a move arrives.
"""

import time

JUMP = 1_000  # milliseconds by which another clock may be ahead before it is followed

_offset = time.time_ns() // 1_000_000 - time.monotonic_ns() // 1_000_000
_alone = True


def now() -> int:
    """Milliseconds since 1970."""
    steady = time.monotonic_ns() // 1_000_000 + _offset
    if _alone and (theirs := time.time_ns() // 1_000_000) - steady > JUMP:  # set forward, or the machine was asleep
        return follow(theirs)
    return steady


def follow(theirs: int) -> int:
    """Follow another clock that is ahead."""
    global _offset
    _offset = theirs - time.monotonic_ns() // 1_000_000
    return theirs


def agree(shared: int) -> None:
    """Go by the time of the database from now on, and no longer by the machine's; never back, once it is the law."""
    global _alone
    if _alone or shared - now() > JUMP:
        _alone = False
        follow(shared)
