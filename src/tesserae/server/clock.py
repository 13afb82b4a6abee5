"""The time that is used at all tables. It never goes back: if the machine's clock is set back, that takes effect only
when the server is restarted.

Processes that share a database use its time, so that it does not matter at which of them a move arrives.
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
    """Adopt the time of another clock, which is ahead."""
    global _offset
    _offset = theirs - time.monotonic_ns() // 1_000_000
    return theirs


def agree(shared: int) -> None:
    """From now on use the time of the database instead of the machine's. Once it is in use, it never goes back."""
    global _alone
    if _alone or shared - now() > JUMP:
        _alone = False
        follow(shared)
