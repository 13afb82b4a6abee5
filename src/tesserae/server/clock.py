"""The time that is the law at all tables: what the machine's clock said when the process began, and what has passed since.

Setting the machine's clock changes nothing while the process lives. Processes that share a database agree on its time
when they begin, so that it does not matter at which of them a move arrives.
"""

import time

_began = time.time_ns() - time.monotonic_ns()


def now() -> int:
    """Milliseconds since 1970."""
    return (_began + time.monotonic_ns()) // 1_000_000


def agree(time_now: int) -> None:
    """Take over the time that others go by, in milliseconds since 1970."""
    global _began
    _began = time_now * 1_000_000 - time.monotonic_ns()
