"""Gets the games ready to be played, while pages are served already.

A game that comes compiled only has to be loaded. Others are compiled first, in two processes: for each of them what
people need, then what bots need. A game that somebody asks for comes first.
"""

import asyncio
import logging
from collections.abc import Callable

from tesserae.games import game as find
from tesserae.games import names
from tesserae.workers import Closed

log = logging.getLogger("tesserae.compiling")
PROCESSES = 2
PARTS = ("people", "bots", "rest")  # in this order


class CompileRegistry:
    """Which games are compiled and loaded, and can be played."""

    def __init__(self) -> None:
        self.ready = {name: asyncio.Event() for name in names()}
        self._wanted: list[str] = []
        self._closed = False

    def is_ready(self, name: str) -> bool:
        """Whether a game can be played; if not, it is one of the next to be made ready."""
        if not self.ready[name].is_set() and name not in self._wanted:
            self._wanted.append(name)
        return self.ready[name].is_set()

    async def run(self, loaded: Callable[[str], None]) -> None:
        """Get all games ready; calls `loaded` with the name of each."""
        missing = {name: await asyncio.to_thread(_missing, name) for name in self.ready}
        todo = [name for name in missing if PARTS[0] not in missing[name]]
        while todo:
            await self._load(self._first(todo), loaded)
        todo = [name for name in missing if PARTS[0] in missing[name]]
        later = [(name, part) for part in PARTS[1:] for name in missing if part in missing[name]]

        async def work() -> None:
            while todo:
                name = self._first(todo)
                if await self._compile(name, PARTS[0]):
                    await self._load(name, loaded)
            while later:
                await self._compile(*later.pop(0))

        await asyncio.gather(*(work() for _ in range(PROCESSES)))
        log.info("all games are ready")

    def close(self) -> None:
        """End what is being compiled."""
        from tesserae.engine import artefact

        self._closed = True
        artefact.give_up()

    def _tell(self, done: int, steps: int, what: str) -> None:
        if self._closed:  # the worker was not there yet when all were given up
            raise Closed

    def _first(self, todo: list[str]) -> str:
        """Take the game out of a list that somebody has asked for, or else the first."""
        name = next((name for name in self._wanted if name in todo), todo[0])
        todo.remove(name)
        return name

    async def _compile(self, name: str, part: str) -> bool:
        """Compile a part of a game. Whether that was possible."""
        log.info("compiling %s of %s (only once)", part, name)
        try:
            await asyncio.to_thread(_compile, name, part, self._tell)
        except Exception:  # in a game of another package; the other games still work
            log.exception("%s cannot be compiled", name)
            return False
        return True

    async def _load(self, name: str, loaded: Callable[[str], None]) -> None:
        try:
            await asyncio.to_thread(_load, name)
        except Exception:  # likewise
            log.exception("%s cannot be loaded", name)
            return
        self.ready[name].set()
        loaded(name)


def _missing(name: str) -> tuple[str, ...]:
    """The parts of a game that have to be compiled."""
    from tesserae.engine import artefact, jit

    one = artefact.of_package(find(name).package)
    return () if jit.INTERPRETED else tuple(part for part in PARTS if not one.ready(part))


def _compile(name: str, part: str, tell: Callable[[int, int, str], None]) -> None:
    from tesserae.engine import artefact

    artefact.of_package(find(name).package).part(part, progress=tell)


def _load(name: str) -> None:
    """Load the compiled functions that a match calls, by calling them once."""
    from tesserae.state import start

    game = find(name)
    state = start(name, seed=0)
    seat = state.actors[0]
    state.view(seat)
    state.reveal()
    action = state.legal(seat)[0]
    state.why(seat, action)
    state.copy().act(seat, action)
    assert game.text
