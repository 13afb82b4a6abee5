"""The clocks of a match. Every call is given the time."""

from collections.abc import Iterable

from tesserae.play.settings import DAY, GameClock, MoveClock


class Clock:
    """The time that each seat has left, in milliseconds, and since when (or from when on) which clocks run."""

    __slots__ = ("_begun", "_kind", "left", "running", "since")

    def __init__(self, kind: GameClock | MoveClock, seats: int) -> None:
        self._kind = kind
        self.left = [self._allotment] * seats
        self.running: tuple[int, ...] = ()
        self.since = 0
        self._begun: set[int] = set()  # the seats that have completed a turn

    @property
    def _allotment(self) -> int:
        return self._kind.seconds * 1000 if isinstance(self._kind, GameClock) else self._kind.days * DAY

    def run(self, seats: Iterable[int], now: int, finished: int | None = None) -> None:
        """Charge the running clocks and start others; `finished` is the seat that has completed a turn."""
        for seat in self.running:
            self.left[seat] -= max(0, now - self.since)
        if finished is not None and isinstance(self._kind, GameClock):
            self.left[finished] += self._kind.increment * 1000
        if finished is not None:
            self._begun.add(finished)
        before, self.running = self.running, tuple(seats)
        if isinstance(self._kind, MoveClock):
            for seat in self.running:
                if seat not in before or seat == finished:
                    self.left[seat] = self._allotment
        self.since = now
        if isinstance(self._kind, GameClock) and not self._begun.issuperset(self.running):
            self.since += self._kind.first * 1000

    def pause(self, since: int, until: int) -> None:
        """Do not charge that time to any clock."""
        self.since += max(0, until - max(since, self.since))

    def due(self, seat: int) -> int | None:
        """When the seat runs out of time, if its clock is running."""
        return self.since + self.left[seat] if seat in self.running else None

    def fallen(self, now: int) -> list[int]:
        """The seats that have run out of time, the earliest first."""
        return sorted((s for s in self.running if self.left[s] <= now - self.since), key=self.left.__getitem__)
