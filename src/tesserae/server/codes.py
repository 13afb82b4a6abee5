"""Short codes of party tables, to be read from a screen, called across a room and typed on a phone."""

import secrets

LETTERS = "BCDFGHJKLMNPRSTVWXZ"  # no vowels, so no words; of letters that look alike only one
LENGTH = 5
ALIKE = str.maketrans("O0Q1I52863UY", "DDDLLSZBGBVV")


def new_code() -> str:
    """A random code, one of 2.5 million."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def read(text: str) -> str:
    """Normalise a typed code: case, separators and letters that are easily confused do not matter."""
    return "".join(filter(str.isalnum, text.upper())).translate(ALIKE)
