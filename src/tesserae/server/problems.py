"""What a request is told that cannot be served."""

import logging
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException

from tesserae.errors import BadOption, BadPosition, Refused
from tesserae.server.metrics import REFUSALS

log = logging.getLogger("tesserae.problems")


class Problem(Exception):
    """A status, a word for programs and a sentence for people."""

    def __init__(self, status: int, code: str, text: str) -> None:
        super().__init__(text)
        self.status = status
        self.code = code


class RefusalOut(msgspec.Struct):
    """The template `sentence`, `words` for its gaps, and both together as `text`."""

    rule: str
    sentence: str
    words: dict[str, Any]
    text: str


class ProblemOut(msgspec.Struct):
    """`rule` and the template `sentence`, with `words` for its gaps, where a rule forbids it."""

    code: str
    rule: str | None
    sentence: str
    words: dict[str, Any]
    text: str


def explained(refused: Refused) -> dict[str, Any]:
    """A refusal as clients are told it."""
    words = {name: word if isinstance(word, int | float) else str(word) for name, word in refused.words.items()}
    return {"rule": refused.rule, "sentence": refused.sentence, "words": words, "text": str(refused)}


def _out(status: int, code: str, text: str, headers: dict[str, str] | None = None) -> Response[ProblemOut]:
    REFUSALS.labels(code).inc()
    out = ProblemOut(code, None, text, {}, text)
    return Response(out, status_code=status, media_type=MediaType.JSON, headers=headers)


def problem(request: Request[Any, Any, Any], error: Problem) -> Response[ProblemOut]:
    again = {"retry-after": "10"} if error.status in (429, 503) else None
    return _out(error.status, error.code, str(error), again)


def bad_value(request: Request[Any, Any, Any], error: BadOption | BadPosition) -> Response[ProblemOut]:
    return _out(400, "bad", f"{error}.")


def refusal(request: Request[Any, Any, Any], error: Refused) -> Response[ProblemOut]:
    REFUSALS.labels("rule").inc()
    out = ProblemOut(code="rule", **explained(error))
    return Response(out, status_code=409, media_type=MediaType.JSON)


def http_problem(request: Request[Any, Any, Any], error: HTTPException) -> Response[ProblemOut]:
    """Those of the framework: no such page, a body that is not as it should be."""
    code = {404: "missing", 405: "method", 413: "size", 400: "bad"}.get(error.status_code, "internal")
    text = error.detail
    if error.extra:
        parts = error.extra if isinstance(error.extra, list) else [error.extra]
        text = "; ".join(str(part.get("message", part)) if isinstance(part, dict) else str(part) for part in parts)
    return _out(error.status_code, code, text or "That cannot be done.")


def unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[ProblemOut]:
    """What must not happen is told to the log, and to nobody else."""
    log.error("%s %s", request.method, request.url.path, exc_info=error)
    return _out(500, "internal", "Something went wrong here.")


def unreadable(request: Request[Any, Any, Any], error: Exception) -> Response[ProblemOut]:
    """A body that is not even text, or nested without end."""
    return _out(400, "bad", "The body cannot be read as JSON.")


HANDLERS: dict[Any, Any] = {
    UnicodeDecodeError: unreadable,
    RecursionError: unreadable,
    Exception: unexpected,
    Problem: problem,
    BadOption: bad_value,
    BadPosition: bad_value,
    Refused: refusal,
    HTTPException: http_problem,
}
