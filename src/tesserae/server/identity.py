"""Identifies people by a signed cookie, set by the first response. Its content, the person's id, is not secret."""

import secrets
from collections.abc import Iterable
from typing import Any, NamedTuple

from itsdangerous import BadSignature, Signer

COOKIE = "tesserae"
SAFE_COOKIE = f"__Host-{COOKIE}"  # under HTTPS: no other host, and no page without HTTPS, can set one of that name
YEAR = 365 * 24 * 3600


class Visitor(NamedTuple):
    """The person of a request's cookies, or None, and whether the browser has the cookie in its present form."""

    person: str | None
    kept: bool


class Identity:
    """Signs and reads the cookie."""

    def __init__(self, secret: str) -> None:
        self._signer = Signer(secret, salt="tesserae.person")

    def read(self, headers: Iterable[str], secure: bool) -> Visitor:
        """The person in some Cookie headers; BadSignature if there are cookies with our name, but none that we signed.

        Other applications on the same host may have set other cookies; these are ignored.
        """
        names = (SAFE_COOKIE, COOKIE) if secure else (COOKIE,)
        cookies = [pair.partition("=") for header in headers for pair in header.split(";")]
        ours = sorted((names.index(name.strip()), value) for name, _, value in cookies if name.strip() in names)
        for rank, value in ours:
            try:
                return Visitor(self._signer.unsign(value.strip().strip('"')).decode(), rank == 0)
            except BadSignature:
                continue
        if ours:
            raise BadSignature("none of the cookies was made here")
        return Visitor(None, False)

    def make(self, person: str, secure: bool) -> str:
        """The Set-Cookie header for a person."""
        name, flag = (SAFE_COOKIE, "; Secure") if secure else (COOKIE, "")
        value = self._signer.sign(person).decode()
        return f"{name}={value}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{flag}"


def cookies(scope: Any) -> list[str]:
    """The Cookie headers of a request; a proxy may have split one into several."""
    return [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]


def newcomer() -> str:
    """A new id of a person."""
    return secrets.token_hex(8)


def guest_name(person: str) -> str:
    """The name of a person who has not chosen one."""
    return f"Guest {person[:4]}"


def same_origin(origin: str | None, host: str | None, allowed: frozenset[str]) -> bool:
    """Whether a request may act for the person of the cookie. Browsers send the origin of the page, programs do not."""
    if origin is None:
        return True
    return origin in allowed or (host is not None and origin in (f"http://{host}", f"https://{host}"))
