"""Work in several threads of this process; compiled code that takes long lets them run at the same time."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor


def side_by_side(work: Callable[[int], None], parts: int, threads: int) -> None:
    """Do all parts of some work, each named by its number, in so many threads."""
    if threads == 1 or parts == 1:
        for part in range(parts):
            work(part)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(work, range(parts)))
