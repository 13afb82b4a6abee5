"""The errors that are sent to clients."""

import logging
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException

from tesserae.errors import BadOption, BadPosition, Refused, explained, spoken
from tesserae.server.entries import Away
from tesserae.server.metrics import REFUSALS
from tesserae.server.scheduler import Busy

NOTHING = "There is nothing here."
AWAY = "At the moment nothing can be saved; try again in a little while."

log = logging.getLogger("tesserae.problems")


class Problem(Exception):
    """An HTTP status, a code for programs, and a sentence for people: a template and its values."""

    def __init__(self, status: int, code: str, sentence: str, **words: object) -> None:
        super().__init__(sentence.format(**words) if words else sentence)
        self.status = status
        self.code = code
        self.sentence = sentence
        self.words = words


class RefusalOut(msgspec.Struct):
    """The template `sentence`, the values `words` for its placeholders, and `text`, the complete sentence."""

    rule: str
    sentence: str
    words: dict[str, Any]
    text: str


class ProblemOut(msgspec.Struct):
    """The template `sentence`, the values `words` for its placeholders, the complete `text`, and, if any, the `rule`
    and the `option` of a game that it is about."""

    code: str
    rule: str | None
    sentence: str
    words: dict[str, Any]
    text: str
    option: str | None = None


def _out(status: int, out: ProblemOut, headers: dict[str, str] | None = None) -> Response[ProblemOut]:
    REFUSALS.labels(out.code).inc()
    return Response(out, status_code=status, media_type=MediaType.JSON, headers=headers)


def _plain(status: int, code: str, text: str) -> Response[ProblemOut]:
    return _out(status, ProblemOut(code, None, text, {}, text))


def problem(request: Request[Any, Any, Any], error: Problem) -> Response[ProblemOut]:
    again = {"retry-after": "10"} if error.status in (429, 503) else None
    return _out(error.status, ProblemOut(error.code, None, error.sentence, spoken(error.words), str(error)), again)


def impossible(error: BadOption) -> ProblemOut:
    """What is wrong with an option."""
    return ProblemOut("bad", None, error.sentence, spoken(error.words), f"{error}.", error.option)


def bad_option(request: Request[Any, Any, Any], error: BadOption) -> Response[ProblemOut]:
    return _out(400, impossible(error))


def bad_position(request: Request[Any, Any, Any], error: BadPosition) -> Response[ProblemOut]:
    return _plain(400, "bad", f"{error}.")


def busy(request: Request[Any, Any, Any], error: Busy) -> Response[ProblemOut]:
    return _out(429, ProblemOut(code="rate", **explained(error)), {"retry-after": "1"})


def refusal(request: Request[Any, Any, Any], error: Refused) -> Response[ProblemOut]:
    return _out(409, ProblemOut(code="rule", **explained(error)))


def http_problem(request: Request[Any, Any, Any], error: HTTPException) -> Response[ProblemOut]:
    """Errors of the framework, such as an unknown page or a malformed body."""
    code = {404: "missing", 405: "method", 413: "size", 400: "bad"}.get(error.status_code, "internal")
    text = NOTHING if error.status_code == 404 else error.detail
    if error.extra:
        parts = error.extra if isinstance(error.extra, list) else [error.extra]
        text = "; ".join(str(part.get("message", part)) if isinstance(part, dict) else str(part) for part in parts)
    return _plain(error.status_code, code, text or "That cannot be done.")


def unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[ProblemOut]:
    """An error in the server: the details go only to the log."""
    log.error("%s %s", request.method, request.url.path, exc_info=error)
    return _plain(500, "internal", "Something went wrong here.")


def store_away(request: Request[Any, Any, Any], error: Away) -> Response[ProblemOut]:
    log.warning("%s %s: %s", request.method, request.url.path, error)
    return problem(request, Problem(503, "store", AWAY))


def no_file(request: Request[Any, Any, Any], error: Exception) -> Response[ProblemOut]:
    """A path that is a folder or too long a name is simply missing: errors reveal nothing about the disk."""
    return _plain(404, "missing", NOTHING)


def unreadable(request: Request[Any, Any, Any], error: Exception) -> Response[ProblemOut]:
    """A body that is not text, or nested too deeply."""
    return _plain(400, "bad", "The body cannot be read as JSON.")


HANDLERS: dict[Any, Any] = {
    UnicodeDecodeError: unreadable,
    RecursionError: unreadable,
    Exception: unexpected,
    Problem: problem,
    Away: store_away,
    BadOption: bad_option,
    BadPosition: bad_position,
    Busy: busy,
    Refused: refusal,
    HTTPException: http_problem,
}
