"""Chance that anyone can check: the commitment to a secret, and the seed made of the secret and the players' words.

The commitment is shown when the table is made, before any player has given a word; the secret is shown after the game.
"""

import hashlib
from collections.abc import Sequence

SECRET = 32  # bytes


def commitment(secret: bytes) -> str:
    """SHA-256 of the secret, in hexadecimal digits."""
    return hashlib.sha256(secret).hexdigest()


def seed(secret: bytes, words: Sequence[str]) -> int:
    """The first 63 bits of SHA-256 over the secret and the word of each seat, in UTF-8.

    Each word follows its length in bytes as four bytes, the highest first; a seat that gave none has the length 0.
    """
    digest = hashlib.sha256(secret)
    for word in words:
        data = word.encode()
        digest.update(len(data).to_bytes(4, "big") + data)
    return int.from_bytes(digest.digest()[:8], "big") >> 1
