"""The browser's files: one shell for all pages, and what it loads from /static/."""

from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.static_files import create_static_files_router

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
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


PAGES = ["/", "/new", "/settings", "/rules", "/j"]
PLACES = ["/t", "/rules", "/learn", "/j", "/party"]  # with something behind


@get([*PAGES, *(f"{place}/{{rest:path}}" for place in PLACES)], include_in_schema=False)
async def page() -> Response[bytes]:
    """The shell; what it shows is the browser's matter."""
    return shell()


def shell(status: int = 200) -> Response[bytes]:
    file = (WEB / "index.html").read_bytes()
    return Response(file, status_code=status, media_type="text/html", headers={"cache-control": "no-cache"})


@get("/{rest:path}", include_in_schema=False)
async def lost(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Whoever opens an address with nothing behind it gets the shell, which says so; a program gets a problem."""
    if not request.headers.get("accept", "").startswith("text/html"):
        raise NotFoundException
    return shell(404)


static: Any = create_static_files_router("/static", [WEB], include_in_schema=False)
