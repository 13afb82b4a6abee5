"""The time that is the law at all tables."""

import time


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
