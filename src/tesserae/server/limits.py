"""How much of anything one client may have."""

import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Numbers that `tesserae serve` can be told, and those that nobody needs to change."""

    messages: float = 30.0  # a second from one client, three times that at once
    requests: float = 20.0  # HTTP a second from one address, ten times that at once
    tables: float = 0.5  # new ones a second from one address, sixty times that at once
    codes: float = 0.5  # short codes tried a second from one address, sixty times that at once
    chats: float = 0.5  # a second from one client, ten times that at once
    size: int = 16_384  # bytes of a message
    unsent: int = 1_000_000  # bytes that wait for a reader before it is let go
    bot_seconds: float = 10.0  # for a choice of a bot, at most
    sockets: int = 100  # of one address at a time, that watch or play


class Bucket:
    """A token bucket: `rate` a second on the long run, `burst` at once."""

    __slots__ = ("at", "burst", "level", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.at = time.monotonic()

    def take(self) -> bool:
        """Whether there was one left."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Buckets:
    """One bucket for each address; full ones are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        if len(self._buckets) > 10_000:
            now = time.monotonic()
            self._buckets = {a: b for a, b in self._buckets.items() if b.level + (now - b.at) * b.rate < b.burst}
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.rate, self.burst)
        return bucket.take()


class Visits:
    """How many are connected from each address at a time."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._here: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """Whether one more may come; if so it is counted until it leaves."""
        if self._here.get(address, 0) >= self.most:
            return False
        self._here[address] = self._here.get(address, 0) + 1
        return True

    def leave(self, address: str) -> None:
        self._here[address] -= 1
        if not self._here[address]:
            del self._here[address]
