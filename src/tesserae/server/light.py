"""Scripts and style sheets are served without comments and indentation."""

import io
from functools import cache
from pathlib import Path
from typing import Any

from anyio import AsyncFile
from litestar.file_system import BaseLocalFileSystem

KINDS = (".js", ".css")


def light(source: str) -> str:
    """The source without indentation, empty lines and comments that begin a line. A source with a string over several
    lines is left as it is, because these could be part of the string."""
    if any(line.count("`") % 2 for line in source.splitlines()):
        return source
    lines = []
    inside = False
    for line in source.splitlines():
        text = line.strip()
        if inside:
            _, end, text = text.partition("*/")
            inside = not end
        while text.strip().startswith("/*") and not inside:
            _, end, text = text.partition("*/")
            inside = not end
        text = text.strip()
        if text and not text.startswith("//"):
            lines.append(text)
    return "\n".join(lines) + "\n"


@cache
def _lightened(path: str, changed: float) -> bytes:
    """Cached, because there are few files; an edited file has another modification time and is read again."""
    return light(Path(path).read_text("utf-8")).encode()


class Light(BaseLocalFileSystem):
    """The files of a folder, with scripts and style sheets reduced."""

    async def info(self, path: Any, **kwargs: Any) -> Any:
        info = await super().info(path, **kwargs)
        if Path(path).suffix in KINDS and info["type"] == "file":
            info["size"] = len(_lightened(str(path), info["mtime"]))
        return info

    async def open(self, file: Any, mode: str, buffering: int = -1) -> Any:
        if Path(file).suffix not in KINDS:
            return await super().open(file, mode, buffering)
        info = await super().info(file)
        return AsyncFile(io.BytesIO(_lightened(str(file), info["mtime"])))
