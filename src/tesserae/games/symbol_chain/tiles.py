"""Sets of tiles (SC-2): read from a file, checked, and packed into numbers for the compiled rules.

A file has a line for each tile: the number of its set (set 1 is seat 0's), the length of its sequence, its face, the
sequence and, optionally, a remark. The first line may name these columns. In an option or a record, where a value
should be one line, `;` can stand for the end of a line.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from tesserae.errors import BadOption
from tesserae.games.symbol_chain.board import FACES, LONGEST, SEATS, SET, SHORTEST

HEADER = "set,length,face,sequence"


class Tile(NamedTuple):
    """What is printed on a tile. Tiles sort by length, face and sequence, which numbers the tiles of a set."""

    length: int
    face: int
    sequence: tuple[int, ...]

    def export(self) -> list[str]:
        """The form it has in a position: `["wT", "bC gT"]`."""
        return [FACES[self.face], _text(self.sequence)]


Sets = tuple[tuple[Tile, ...], ...]  # one a player, each sorted


class BadTiles(BadOption):
    """A file of tiles that cannot be used; the message names the line that is wrong, counted from 1."""

    def __init__(self, line: int, sentence: str, **words: object) -> None:
        super().__init__("option {option}: line {line}: " + sentence, option="tiles", line=line, **words)


@cache
def standard() -> Sets:
    """The tiles that come with the game."""
    return parse((files(__package__) / "data" / "tiles.csv").read_text("utf-8"))


@lru_cache(16)
def parse(text: str) -> Sets:
    """The sets of a file of tiles, or BadTiles."""
    sets: list[list[Tile]] = [[] for _ in range(SEATS)]
    last = [0] * SEATS  # the line of each set's last tile
    for line, row in enumerate(re.split("[\n;]", text), start=1):
        cells = [cell.strip() for cell in row.split(",")]
        if cells == [""] or (line == 1 and ",".join(cells).startswith(HEADER)):
            continue
        owner, tile = _tile(line, cells)
        sets[owner].append(tile)
        last[owner] = line
        if len(sets[owner]) > SET:
            raise BadTiles(line, "set {set} has more than {most} tiles", set=owner + 1, most=SET)
    players = max((owner + 1 for owner in range(SEATS) if sets[owner]), default=0)
    if players < 2:
        raise BadTiles(max(*last, 1), "there must be at least two sets")
    for owner in range(players):
        if len(sets[owner]) != SET:
            sentence = "set {set} has {n} tiles, not {needed}"
            raise BadTiles(last[owner] or max(last), sentence, set=owner + 1, n=len(sets[owner]), needed=SET)
        for length in (2, 3):  # running out of these ends the game (SC-11), so nobody may begin without
            if all(tile.length != length for tile in sets[owner]):
                raise BadTiles(last[owner], "set {set} has no tile of length {length}", set=owner + 1, length=length)
    return tuple(tuple(sorted(tiles)) for tiles in sets[:players])


def _tile(line: int, cells: list[str]) -> tuple[int, Tile]:
    """The owner of one line's tile, and the tile."""
    if not 4 <= len(cells) <= 5:
        raise BadTiles(line, "a tile is written {form}, such as 1,2,wT,bC gT", form=HEADER)
    owner, length, face = cells[:3]
    sequence = cells[3].split()
    if owner not in map(str, range(1, SEATS + 1)):
        raise BadTiles(line, "{set} is not a set; the sets are 1 to {most}", set=repr(owner), most=SEATS)
    if length not in map(str, range(SHORTEST, LONGEST + 1)):
        sentence = "{length} is not a length; sequences have {low} to {high} faces"
        raise BadTiles(line, sentence, length=repr(length), low=SHORTEST, high=LONGEST)
    for item in (face, *sequence):
        if item not in FACES:
            sentence = "{face} is not a face; the faces are {faces}"
            raise BadTiles(line, sentence, face=repr(item), faces=", ".join(FACES))
    if len(sequence) != int(length):
        raise BadTiles(line, "the sequence has {n} faces, not {length}", n=len(sequence), length=length)
    if len(set(sequence)) != len(sequence):
        raise BadTiles(line, "a face occurs twice in the sequence")
    return int(owner) - 1, Tile(int(length), FACES.index(face), tuple(map(FACES.index, sequence)))


def write(sets: Sets) -> str:
    """All the tiles on one line, in the order that `parse` puts them in."""
    return ";".join(
        f"{owner},{tile.length},{FACES[tile.face]},{_text(tile.sequence)}"
        for owner, tiles in enumerate(sets, start=1)
        for tile in tiles
    )


def _text(faces: Iterable[int]) -> str:
    return " ".join(FACES[face] for face in faces)


# A tile as a number of 31 bits: face, length, then the faces of the sequence, four bits each.
LENGTH_AT, SEQUENCE_AT, FACE_BITS = 4, 7, 4


def pack(tile: Tile) -> int:
    number = tile.face | tile.length << LENGTH_AT
    for step, face in enumerate(tile.sequence):
        number |= face << SEQUENCE_AT + FACE_BITS * step
    return number


@lru_cache(1024)
def unpack(number: int) -> Tile:
    length = number >> LENGTH_AT & 7
    return Tile(length, number & 15, tuple(number >> SEQUENCE_AT + FACE_BITS * step & 15 for step in range(length)))
