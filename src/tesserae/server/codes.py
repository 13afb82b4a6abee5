"""Short codes of party tables: read from a screen, said across a room, typed on a phone."""

import secrets

LETTERS = "BCDFGHJKLMNPRSTVWXZ"  # no vowels, so no words; of letters that look alike only one
LENGTH = 5
ALIKE = str.maketrans("O0Q1I52863UY", "DDDLLSZBGBVV")


def new_code() -> str:
    """One of 2.5 million."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def read(text: str) -> str:
    """Normalise a typed code: case, separators and letters that are easily confused do not matter."""
    return "".join(filter(str.isalnum, text.upper())).translate(ALIKE)
