"""Random deals that anyone can verify: a commitment to a secret, and a seed from the secret and the players' words.

The commitment is shown when the table is created, before players can give words; the secret is shown after the game.
"""

import hashlib
from collections.abc import Sequence

SECRET = 32  # bytes


def commitment(secret: bytes) -> str:
    """SHA-256 of the secret, in hexadecimal digits."""
    return hashlib.sha256(secret).hexdigest()


def seed(secret: bytes, words: Sequence[str]) -> int:
    """The first 63 bits of SHA-256 over the secret and the word of each seat, in UTF-8.

    Before each word comes its length in bytes, as four bytes, the highest first; a seat without a word has length 0.
    """
    digest = hashlib.sha256(secret)
    for word in words:
        data = word.encode()
        digest.update(len(data).to_bytes(4, "big") + data)
    return int.from_bytes(digest.digest()[:8], "big") >> 1
