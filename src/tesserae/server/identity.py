"""Who somebody is: a signed cookie, made at the first contact. Its content, the person's id, is no secret."""

import secrets
from http.cookies import CookieError, SimpleCookie

from itsdangerous import BadSignature, Signer

COOKIE = "tesserae"
YEAR = 365 * 24 * 3600
NAME_LENGTH = 40


class Identity:
    """Signs and reads the cookie."""

    def __init__(self, secret: str) -> None:
        self._signer = Signer(secret, salt="tesserae.person")

    def read(self, header: str | None) -> str | None:
        """The person of a Cookie header, None if it names nobody; BadSignature if it was forged."""
        if not header:
            return None
        try:
            morsel = SimpleCookie(header).get(COOKIE)
        except CookieError:
            raise BadSignature("the cookies cannot be read") from None
        if morsel is None:
            return None
        return self._signer.unsign(morsel.value).decode()

    def make(self, person: str, secure: bool) -> str:
        """The Set-Cookie header for a person."""
        value = self._signer.sign(person).decode()
        return f"{COOKIE}={value}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{'; Secure' * secure}"


def newcomer() -> str:
    """The id of somebody who was not here before."""
    return secrets.token_hex(8)


def guest_name(person: str) -> str:
    """What somebody is called who has not said."""
    return f"Guest {person[:4]}"


def same_origin(origin: str | None, host: str | None, allowed: frozenset[str]) -> bool:
    """Whether a request may act for the cookie's person: a browser says which page sends it, a program does not."""
    if origin is None:
        return True
    return origin in allowed or (host is not None and origin in (f"http://{host}", f"https://{host}"))
