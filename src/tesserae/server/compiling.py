"""Compiles the rules of the games, in a separate process while pages are served, and loads them."""

import asyncio
import logging
import sys
from collections.abc import Callable

from tesserae.games import game as find
from tesserae.games import games, names

log = logging.getLogger("tesserae.compiling")


class CompileRegistry:
    """Which games are compiled and loaded, and can be played."""

    def __init__(self) -> None:
        self.ready = {name: asyncio.Event() for name in names()}

    async def run(self, loaded: Callable[[str], None]) -> None:
        """Compile and load all games, beginning with those already compiled; calls `loaded` with the name of each."""
        compiled = await asyncio.to_thread(_warm_ones)
        for name in sorted(names(), key=lambda name: name not in compiled):
            if name not in compiled:
                log.info("compiling %s (only once)", name)
                process = await asyncio.create_subprocess_exec(sys.executable, "-m", __spec__.name, name)
                try:
                    if await process.wait() != 0:
                        log.error("%s cannot be compiled", name)
                        continue
                finally:
                    if process.returncode is None:
                        process.kill()
            try:
                await asyncio.to_thread(_load, name)
            except Exception:  # in a game of another package; the other games still work
                log.exception("%s cannot be loaded", name)
                continue
            self.ready[name].set()
            loaded(name)
        log.info("all games are ready")


def _warm_ones() -> set[str]:
    from tesserae.engine.cache import is_warm

    return {game.name for game in games() if is_warm(game.name)}


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


def compile_game(name: str) -> None:
    """In the separate process: compile everything of a game that is not in the cache."""
    import os

    os.nice(5)
    from tesserae.engine.cache import is_warm_now
    from tesserae.engine.warmup import jobs

    game = find(name)
    seats = game.seats[0]
    for _, job in jobs(game.blank(), game.encode(game.resolve({}, seats)), game.rules.OBSERVATION, seats):
        job()
    is_warm_now(name)


if __name__ == "__main__":
    compile_game(sys.argv[1])
