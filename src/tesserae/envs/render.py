"""Pictures of a game: as text, as SVG, as pixels. They are not for players, so they show everything."""

from html import escape
from importlib import import_module
from io import BytesIO
from typing import Any

import numpy as np

from tesserae.errors import BadOption
from tesserae.state import State

MODES = ("human", "ansi", "svg", "rgb_array")
WIDTH = 720  # pixels of an rgb_array


def check_mode(mode: str | None) -> None:
    if mode is not None and mode not in MODES:
        raise BadOption(f"render_mode must be {', '.join(MODES)} or None, not {mode!r}")


def render(state: State, mode: str | None) -> Any:
    """The game in one of MODES; `human` prints the text."""
    if mode is None:
        return None
    if mode in ("human", "ansi"):
        text = state.game.text.draw(state.reveal(), False)
        if mode == "ansi":
            return text
        print(text)
        return None
    drawn = svg(state)
    return drawn if mode == "svg" else pixels(drawn)


def svg(state: State) -> str:
    """The game's own `picture.draw(view)` or, without one, its board in the terminal as a picture."""
    view = state.reveal()
    picture = state.game.environment().picture
    if picture is not None:
        return picture.draw(view)
    return written(state.game.text.draw(view, False))


def written(text: str) -> str:
    """A text in a monospaced font, as SVG."""
    lines = text.splitlines()
    width, height = 9 * max(map(len, lines)) + 24, 20 * len(lines) + 24
    rows = "".join(
        f'<text x="12" y="{28 + 20 * row}" xml:space="preserve">{escape(line)}</text>' for row, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="monospace" font-size="15" fill="#24221e">'
        f'<rect width="{width}" height="{height}" fill="#fbfaf7"/>{rows}</svg>'
    )


def pixels(drawn: str) -> Any:
    """An SVG as an array [height, width, 3] of bytes."""
    try:
        to_png: Any = import_module("resvg_py")
        images: Any = import_module("PIL.Image")
    except ImportError:
        raise BadOption("rgb_array needs more packages; install tesserae-games[envs]") from None
    image = images.open(BytesIO(bytes(to_png.svg_to_bytes(svg_string=drawn, width=WIDTH))))
    return np.asarray(image.convert("RGB"))
