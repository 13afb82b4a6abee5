"""The time that is the law at all tables: what the machine's clock said when the process began, and what passed since.

Setting the machine's clock changes nothing while the process lives. When it begins, processes that share a database
agree on its time, so that it does not matter at which of them a move arrives; and none begins before the last sign of
life of another, so that time does not go back either.
"""

import time

_began = time.time_ns() - time.monotonic_ns()


def now() -> int:
    """Milliseconds since 1970."""
    return (_began + time.monotonic_ns()) // 1_000_000


def agree(others: int) -> None:
    """Take over the time that others go by."""
    global _began
    _began = others * 1_000_000 - time.monotonic_ns()
