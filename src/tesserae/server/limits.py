"""Rate limits for each person and each address, however many connections they open."""

import asyncio
import time
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from weakref import WeakValueDictionary

REFUSING = 0.5  # seconds before a request that came too fast is refused, so that repeating it at once is of no use


@dataclass(frozen=True)
class Limits:
    """The limits; some are options of `tesserae serve`, the others rarely need a change."""

    messages: float = 30.0  # a second from one person, three times that at once
    requests: float = 20.0  # HTTP and handshakes a second from one address, ten times that at once
    tables: float = 0.5  # new ones a second from one address, sixty times that at once
    codes: float = 0.5  # short codes tried a second from one address, sixty times that at once
    chats: float = 0.5  # a second from one person, ten times that at once
    household: int = 10  # the limit of an address is this many times that of a person
    size: int = 16_384  # bytes of a message, and of the body of a request
    head: int = 16_384  # bytes of the request line and headers
    arrival: float = 10.0  # seconds for a request to arrive
    patience: float = 10.0  # seconds within which a client must have read a part of its response,
    pace: int = 1_000  # at least this many bytes per second
    unsent: int = 1_000_000  # unsent bytes after which a slow reader is disconnected
    bot_seconds: float = 10.0  # for a choice of a bot, at most
    sockets: int = 100  # WebSockets of one address at a time

    @property
    def connections(self) -> int:
        """Connections of one address at a time, of any kind."""
        return 2 * self.sockets + 50


class Buckets:
    """A token bucket for each key: `rate` tokens a second in the long run, `burst` at once.

    For each key, only the time is kept at which its bucket will be full again. Keys that were not used for as long as
    an empty bucket takes to fill are dropped, many at a time; if there are too many keys, the oldest are dropped.
    """

    def __init__(self, rate: float, burst: float, most: int = 50_000) -> None:
        self.step = 1 / rate
        self.span = burst / rate
        self.most = most
        self._turned = time.monotonic()
        self._recent: dict[str, float] = {}
        self._earlier: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._recent) + len(self._earlier)

    def take(self, who: str) -> bool:
        """Take one token; False if there was none."""
        now = time.monotonic()
        if now - self._turned > self.span or len(self._recent) >= self.most:
            self._turned = now
            self._recent, self._earlier = {}, self._recent
        full = self._recent.get(who) or self._earlier.get(who, now)
        full = max(full, now) + self.step
        if full - now > self.span:
            return False
        self._recent[who] = full
        return True


class Shares:
    """A limit for each person, and one for all people of an address together."""

    def __init__(self, rate: float, burst: float, household: int) -> None:
        self._people = Buckets(rate, burst)
        self._addresses = Buckets(rate * household, burst * household)

    def take(self, person: str, address: str) -> bool:
        return self._people.take(person) and self._addresses.take(address)


class Visits:
    """Counts the connections of each address."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._here: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """Count one more connection until it leaves; False if there are too many."""
        if self._here.get(address, 0) >= self.most:
            return False
        self._here[address] = self._here.get(address, 0) + 1
        return True

    def leave(self, address: str) -> None:
        self._here[address] -= 1
        if not self._here[address]:
            del self._here[address]


class Turns:
    """Lets the requests of one address begin one after another. Otherwise those that arrive together would be handled
    together, and everybody else would wait for all of them."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # as long as somebody waits

    async def wait(self, address: str) -> None:
        lock = self._locks.get(address)
        if lock is None:
            self._locks[address] = lock = asyncio.Lock()
        async with lock:
            await asyncio.sleep(0)  # whatever else is ready comes first


@lru_cache(10_000)
def network(address: str) -> str:
    """What counts as one address: of IPv6 only the first 64 bits, because one client usually has all the rest."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address  # not an IP address: from a test or a Unix socket
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Address(int(parsed) >> 64 << 64))


class Trusted:
    """The proxies given by `tesserae serve --proxy`: addresses and networks, or all."""

    def __init__(self, proxies: str) -> None:
        parts = [part.strip() for part in proxies.split(",") if part.strip()]
        self._all = "*" in parts
        self._networks = []
        for part in parts:
            try:
                self._networks.append(ip_network(part, strict=False))
            except ValueError:
                continue  # a name or a path, which uvicorn compares as it is; it is in no network

    def __contains__(self, address: str) -> bool:
        if self._all:
            return True
        if not self._networks:
            return False
        try:
            parsed = ip_address(address)
        except ValueError:
            return False
        return any(parsed in network for network in self._networks)
