"""Games for the browser itself: WebAssembly modules, the weights of their nets, and a description of both.

They are made when they are first asked for. Modules and weights have addresses with their hash, so that browsers keep
them; the description has these addresses, and is asked for each time.
"""

import asyncio
import threading
from typing import TYPE_CHECKING, Any

from litestar import Response, Router, get
from litestar.enums import MediaType
from litestar.params import FromPath

from tesserae.games import game as find
from tesserae.games import names
from tesserae.server.api import Http
from tesserae.server.problems import NOTHING, Problem

if TYPE_CHECKING:
    from tesserae.bots.browser import Files

FOREVER = "public, max-age=31536000, immutable"
TYPES = {"wasm": "application/wasm", "weights": "application/octet-stream"}

_making = threading.Lock()  # what several ask for at the same time is made once
_compiled: set[str] = set()  # games that are known to be compiled


@get("/{game:str}")
async def description(game: FromPath[str]) -> Response[dict[str, Any]]:
    """What the loader must know of a game."""
    found = await _files(game)
    addresses = {what: f"/engines/{game}/{name}" for what, name in found.names().items()}
    return Response(found.description | addresses, media_type=MediaType.JSON, headers={"cache-control": "no-cache"})


@get("/{game:str}/{name:str}")
async def file(request: Http, game: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """The module or the weights of a game, compressed if the browser can read that, as all can."""
    found = await _files(game)
    one = next((one for one in (found.module, found.weights) if one.name == name), None)
    if one is None:
        raise Problem(404, "missing", NOTHING)
    headers = {"cache-control": FOREVER, "vary": "accept-encoding"}
    packed = "gzip" in request.headers.get("accept-encoding", "")
    if packed:
        headers["content-encoding"] = "gzip"
    content = one.packed if packed else one.content
    return Response(content, media_type=TYPES[name.rpartition(".")[2]], headers=headers)


async def _files(name: str) -> "Files":
    if name not in names():
        raise Problem(404, "missing", NOTHING)
    return await asyncio.to_thread(_made, name)


def _made(name: str) -> "Files":
    """The files, made if need be. What only this needs is imported here, so that the server starts sooner."""
    from tesserae.bots.browser import files
    from tesserae.engine import artefact

    game = find(name)
    with _making:
        if name not in _compiled:
            if not all(artefact.of_package(package).ready() for package in (game.package, artefact.SHARED)):
                raise Problem(503, "compiling", "{game} is being compiled; try again in a minute.", game=game.title)
            _compiled.add(name)
        return files(game)


router = Router("/engines", route_handlers=[description, file], include_in_schema=False)
