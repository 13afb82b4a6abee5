"""Files that something has happened to."""

import random

KINDS = ("flipped", "cut", "longer", "empty", "exchanged", "zeros", "noise", "mixed")


def damaged(content: bytes, other: bytes, chance: random.Random) -> tuple[str, bytes]:
    """A kind of damage, and what it leaves of a file; `other` is another file of the same kind."""
    kind, place = chance.choice(KINDS), chance.randrange(len(content))
    if kind == "flipped":
        left = content[:place] + bytes([content[place] ^ 1 << chance.randrange(8)]) + content[place + 1 :]
    elif kind == "cut":
        left = content[:place]
    elif kind == "longer":
        left = content + chance.randbytes(chance.randrange(1, 100))
    elif kind == "empty":
        left = b""
    elif kind == "exchanged":
        left = other
    elif kind == "zeros":
        left = content[:place] + bytes(min(512, len(content) - place)) + content[place + 512 :]
    elif kind == "noise":
        left = chance.randbytes(len(content))
    else:
        left = other[:place] + content[place:]
    return kind, left
