"""Short codes of party tables, and QR codes of all tables. docs/guides/host-a-party.md explains them."""

from functools import lru_cache
from io import BytesIO
from typing import Any

import msgspec
import segno
from litestar import Request, Response, Router, get
from litestar.datastructures import State
from litestar.params import FromPath

from tesserae.errors import Refused
from tesserae.play import Match
from tesserae.server.api import PROBLEMS, account
from tesserae.server.bodies import TableOut
from tesserae.server.codes import read
from tesserae.server.problems import Problem
from tesserae.server.service import Service
from tesserae.server.summary import shown

Http = Request[Any, Any, State]


class Code(msgspec.Struct):
    """The code to type at `/j`, and the address with that code."""

    code: str
    url: str


@get("/codes/{code:str}", responses=PROBLEMS)
async def find_table(request: Http, code: FromPath[str]) -> TableOut:
    """The table with that short code; case and separators do not matter."""
    service: Service = request.app.state.service
    if not request.app.state.codes.take(request.scope["state"]["address"]):
        raise Problem(429, "rate", "These were too many codes; wait a little.")
    table = await service.store.table_of(read(code))
    kept = None if table is None else await service.store.summary(table)
    if table is None or kept is None or shown(kept, "").status == "over":
        raise Problem(404, "missing", "This code leads to no table.")
    return TableOut(table, f"/t/{table}")


@get("/tables/{table:str}/code", responses=PROBLEMS)
async def code(request: Http, table: FromPath[str]) -> Code:
    """The short code of a party table that is not over."""
    code = await _code(request, table)
    return Code(code, f"/j/{code}")


@get("/tables/{table:str}/qr.svg", media_type="image/svg+xml", responses=PROBLEMS)
async def qr(request: Http, table: FromPath[str]) -> Response[bytes]:
    """The address of a table as a QR code, with the host of this request; at a party table, its code."""
    service: Service = request.app.state.service
    kept = await service.store.summary(table)
    short = kept is None or shown(kept, "").party
    address = f"{request.base_url}{f'j/{await _code(request, table)}' if short else f't/{table}'}"
    picture = await service.aside(account(request, table), lambda: _drawn(address))
    return Response(picture, media_type="image/svg+xml", headers={"cache-control": "no-store"})


@lru_cache(64)
def _drawn(address: str) -> bytes:
    picture = BytesIO()
    segno.make(address, micro=False).save(
        picture, "svg", dark="#000", light="#fff", omitsize=True, xmldecl=False, svgclass=None, lineclass=None
    )
    return picture.getvalue()


async def _code(request: Http, table: str) -> str:
    service: Service = request.app.state.service
    live_table = await service.table(table)
    if live_table is None:
        raise Problem(404, "missing", "There is no such table.")
    person = request.scope["state"]["person"]

    def check(match: Match) -> None:
        match.check_look(None, person)
        if not match.settings.party or match.status == "over":
            raise Refused("SV-4", "Only a party table that is not over has a code.")

    await live_table.read_settled(check)
    return await service.store.code(table)


party = Router("/api", route_handlers=[find_table, code, qr])
