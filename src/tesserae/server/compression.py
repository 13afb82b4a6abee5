"""Answers are sent with gzip to whoever understands it. What is the same for everybody is compressed once and kept.

Compression must not tell an eavesdropper, by the length of an answer, a secret that stands beside a text of his choice
(BREACH). So it is not on for all answers: a route asks for it with `COMPRESSED`, and those that mix such things do not,
above all lists of tables, which have the addresses of one's own tables beside names that others choose. Files and
pages have no secrets; in replays and reports nobody can write more than legal moves; a study is of a position that the
client itself has sent.
"""

import gzip
import os
import re
from email.utils import formatdate
from functools import cached_property, lru_cache
from hashlib import blake2b
from mimetypes import guess_type
from pathlib import Path, PurePath
from typing import Any

from litestar import Request, Response
from litestar.config.compression import CompressionConfig
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware

LEVEL = 6  # for answers that are made once: half the length of level 1, in less than a millisecond for a long replay
COMPRESSED = DefineMiddleware(CompressionMiddleware, config=CompressionConfig("gzip", gzip_compress_level=LEVEL))

GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


class Content:
    """What is the same for everybody: a page, or a file as it was at a time."""

    def __init__(self, plain: bytes, kind: str, changed: float | None = None) -> None:
        self.plain = plain
        self.kind = kind
        self.changed = changed
        self.tag = blake2b(plain, digest_size=12).hexdigest()

    @cached_property
    def zipped(self) -> bytes:
        return gzip.compress(self.plain, mtime=0)

    @property
    def size(self) -> int:
        """In memory: as it is, and compressed."""
        return len(self.plain) + len(self.zipped)

    def answer(
        self, request: Request[Any, Any, Any], status: int = 200, headers: dict[str, str] | None = None
    ) -> Response[bytes]:
        """The whole content, or only that it is still the same."""
        zipped = bool(GZIP.search(request.headers.get("accept-encoding", ""))) and len(self.zipped) < len(self.plain)
        etag = f'"{self.tag}{"-gzip" if zipped else ""}"'
        headers = {"etag": etag, "vary": "accept-encoding"} | (headers or {})
        if self.changed is not None:
            headers["last-modified"] = formatdate(self.changed, usegmt=True)
        if status == 200 and etag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=304, headers=headers)
        if zipped:
            headers["content-encoding"] = "gzip"
        body = self.zipped if zipped else self.plain
        return Response(body, status_code=status, media_type=self.kind, headers=headers)


def file(place: Path, path: PurePath) -> Content | None:
    """The file of a folder; None if there is none. It may be a link to another place: some installers make those."""
    found = Path(os.path.normpath(place / path.relative_to("/")))
    if not (found.is_relative_to(place) and found.is_file()):
        return None
    return _read(found, found.stat().st_mtime)


@lru_cache(1000)
def _read(path: Path, changed: float) -> Content:
    """An edited file has another time, and is read again."""
    return Content(path.read_bytes(), guess_type(path.name)[0] or "application/octet-stream", changed)
