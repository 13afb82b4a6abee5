"""Scripts and styles as browsers get them: without the comments that stand on lines of their own."""

import re
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from anyio import AsyncFile
from litestar.file_system import BaseLocalFileSystem
from litestar.types import PathType
from litestar.types.file_types import FileInfo

COMMENT = re.compile(rb"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/[ \t]*\n?|//.*\n)", re.MULTILINE)


@lru_cache(maxsize=500)
def bare(path: str, _: float) -> bytes:
    """A file that was last changed then, without its comments: types and reasons are for those who read the source."""
    return COMMENT.sub(b"", Path(path).read_bytes())


class Bare(BaseLocalFileSystem):
    """Files as they are, but for scripts and styles."""

    async def info(self, path: PathType, **kwargs: Any) -> FileInfo:
        found = await super().info(path, **kwargs)
        if str(path).endswith((".js", ".css")) and found["type"] == "file":
            found["size"] = len(bare(str(path), found["mtime"]))
        return found

    async def open(self, file: PathType, mode: str, buffering: int = -1) -> AsyncFile[Any]:
        if not str(file).endswith((".js", ".css")):
            return await super().open(file, mode, buffering)
        return AsyncFile(BytesIO(bare(str(file), (await super().info(file))["mtime"])))
