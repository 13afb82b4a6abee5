"""The files of the browser client: one HTML page for all addresses, and /static/ with the files of the games."""

import json
import re
from functools import cache
from importlib.resources import files
from pathlib import Path, PurePath
from typing import Any

from litestar import HttpMethod, Request, Response, get, route
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import FromPath

from tesserae.games import games
from tesserae.games.game import RULE_PAGES, Game
from tesserae.games.sketch import WEAVES, described
from tesserae.server.compression import Content, file
from tesserae.server.problems import no_file

WEB = Path(__file__).resolve().parent.parent / "web"
POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
WORKER = "/static/js/engine/worker.js"  # the script in which WebAssembly runs
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}

FILES: dict[Any, Any] = {HTTPException: no_file, OSError: no_file, ValueError: no_file}
PAGES: list[dict[str, Any]] = json.loads((WEB / "pages.json").read_text("utf-8"))  # the browser has the same list


def folder(game: Game) -> Path:
    """The folder of a game's browser files; it need not exist."""
    return Path(str(files(game.package))) / "web"


def languages() -> dict[str, str]:
    """The languages, each a folder of catalogues, with their own names."""
    catalogues = sorted((WEB / "lang").glob("*/shell.json"))
    return {path.parent.name: json.loads(path.read_text("utf-8"))["language"] for path in catalogues}


def brought(game: Game) -> list[str]:
    """The browser files of a game."""
    place = folder(game)
    return sorted(path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file())


@cache
def written() -> Content:
    """The HTML page, with the data that the browser client needs from the start."""
    given = {
        "languages": languages(),
        "pages": PAGES,
        "weaves": WEAVES,
        "books": RULE_PAGES | {game.prefix: game.name for game in games()},
        "games": {
            game.name: {
                "prefix": game.prefix,
                "files": brought(game),
                "facts": game.facts(),
                "forms": game.forms.export(),
                "pieces": described(game.package),
            }
            for game in games()
        },
    }
    text = json.dumps(given, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    page = (WEB / "index.html").read_text("utf-8")
    return Content(page.replace('id="given">', f'id="given">{text}').encode(), "text/html")


@get([re.sub(r"\{(\w+)\}", r"{\1:str}", page["path"]) for page in PAGES], include_in_schema=False)
async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The HTML page; the browser client decides what it shows."""
    return shell(request)


def shell(request: Request[Any, Any, Any], status: int = 200) -> Response[bytes]:
    return written().answer(request, status, {"cache-control": "no-cache"})


@get("/{rest:path}", include_in_schema=False)
async def lost(request: Request[Any, Any, Any]) -> Response[bytes]:
    """An unknown address: browsers get the HTML page, which says so; programs get a problem as JSON."""
    if not request.headers.get("accept", "").startswith("text/html"):
        raise NotFoundException
    return shell(request, 404)


def static() -> list[Any]:
    """The routes for /static/ and, for each game, /static/games/NAME/."""
    own = [(f"/static/games/{game.name}", folder(game)) for game in games() if folder(game).is_dir()]
    return [_files(path, place) for path, place in [("/static", WEB), *own]]


def _files(path: str, place: Path) -> Any:
    @route(
        f"{path}/{{rest:path}}",
        http_method=[HttpMethod.GET, HttpMethod.HEAD],
        include_in_schema=False,
        exception_handlers=FILES,
    )
    async def served(request: Request[Any, Any, Any], rest: FromPath[PurePath]) -> Response[bytes]:
        content = file(place, rest)
        if content is None:
            raise NotFoundException
        return content.answer(request)

    return served
