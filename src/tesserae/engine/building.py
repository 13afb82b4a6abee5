"""The worker in which a game is compiled. It must not load the engine before the compiler does."""

import io
import traceback
from contextlib import redirect_stdout
from importlib import import_module

from tesserae.workers import tell


class _Progress(io.StringIO):
    """What the compiler prints: lines with the steps done, the steps altogether, and what is being done."""

    def flush(self) -> None:
        for line in self.getvalue().splitlines():
            done, steps, what = line.split(" ", 2)
            tell((int(done), int(steps), what))
        self.seek(0)
        self.truncate()


def build(*arguments: str) -> str | None:
    """Compile as tesserae.games.compiling does; returns the error, if that is not possible."""
    try:
        with redirect_stdout(_Progress()):
            import_module("tesserae.games.compiling").main(*arguments)
    except Exception:
        return traceback.format_exc()
    return None
