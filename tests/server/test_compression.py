"""Answers are compressed where that tells nothing, and what is the same for everybody only once."""

import os
from pathlib import Path, PurePath

import httpx
import pytest

from tesserae.server.compression import file
from tests.server.processes import PATIENT, Serving

GZIP = {"accept-encoding": "gzip, deflate, br"}
PLAIN = {"accept-encoding": "identity"}
SCRIPT = "/static/js/main.js"
SAME = ("/", "/nowhere/at/all", SCRIPT, "/static/games/symbol/board.js", "/static/styles/app.css")
BIG = ("/api/games", "/api/rulebook/en/symbol")


@pytest.mark.parametrize("path", [*SAME, *BIG])
def test_what_travels_is_smaller_and_the_same(server: Serving, path: str) -> None:
    zipped, plain = (server.get(path, headers={"accept": "text/html"} | asked) for asked in (GZIP, PLAIN))
    assert zipped.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert zipped.content == plain.content
    assert zipped.headers["content-type"] == plain.headers["content-type"]
    assert int(zipped.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert zipped.headers["vary"].lower() == "accept-encoding"


@pytest.mark.parametrize("asked", ["gzip;q=0", "br, gzip; q=0.0, *", "deflate", ""])
def test_nobody_gets_what_he_cannot_read(server: Serving, asked: str) -> None:
    answer = server.get(SCRIPT, headers={"accept-encoding": asked})
    assert "content-encoding" not in answer.headers


def test_a_file_that_a_browser_has_is_not_sent_again(server: Serving) -> None:
    tags = [server.get(SCRIPT, headers=asked).headers["etag"] for asked in (GZIP, PLAIN)]
    assert tags[0] != tags[1]
    for asked, tag, other in ((GZIP, tags[0], tags[1]), (PLAIN, tags[1], tags[0])):
        same = server.get(SCRIPT, headers={**asked, "if-none-match": f'"old", W/{tag}'})
        assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", tag)
        assert server.get(SCRIPT, headers={**asked, "if-none-match": other}).status_code == 200
    head = server.ask("HEAD", SCRIPT, headers=GZIP)
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", tags[0])


def test_lists_of_tables_are_sent_as_they_are(server: Serving) -> None:
    """They have the addresses of one's own tables beside names that others choose."""
    with httpx.Client(base_url=server.base, headers=GZIP, timeout=PATIENT) as client:
        client.get("/")
        for _ in range(4):
            client.post("/api/tables", json={"settings": {"game": "symbol"}}).raise_for_status()
        answer = client.get("/api/tables")
    assert len(answer.content) > 1000
    assert "content-encoding" not in answer.headers


def test_a_file_is_read_and_compressed_once(tmp_path: Path) -> None:
    path = tmp_path / "a.js"
    path.write_text("let a = 1;\n" * 100, "utf-8")
    first = file(tmp_path, PurePath("/a.js"))
    assert first is not None
    assert file(tmp_path, PurePath("/a.js")) is first
    assert first.zipped is first.zipped
    path.write_text("let b = 1;\n" * 100, "utf-8")
    os.utime(path, (1, 1))
    second = file(tmp_path, PurePath("/a.js"))
    assert second is not None
    assert second.plain == path.read_bytes()


def test_no_file_outside_of_the_folder_is_served(tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web2").mkdir()
    for place in (tmp_path, tmp_path / "web2"):
        (place / "a.js").write_text("secret", "utf-8")
    for path in ("/../a.js", "/../web2/a.js", "/b/../../a.js", "/.", "/"):
        assert file(tmp_path / "web", PurePath(path)) is None
    (tmp_path / "web" / "a.js").symlink_to(tmp_path / "a.js")  # as some installers make
    assert file(tmp_path / "web", PurePath("/a.js")) is not None
