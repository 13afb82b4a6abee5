"""A naive second implementation of Consequence, from the rule text alone, and a naive model of what a seat knows.

Slow on purpose: boards are dictionaries from square names to tiles such as "bM", hands are sorted lists of tiles, and
every question is answered by looking at every square. Rule ids name the source.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

FILES, RANKS = "abcd", "1234"
SQUARES = [file + rank for rank in RANKS for file in FILES]
COMPASS = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
BLUE = ["bM", "bM", "bM", "bS", "bo", "bo", "bo"]  # CQ-1
RED = ["rM", "rS", "rS", "rS", "ro", "ro", "ro"]
ROWS = [[file + rank for file in FILES] for rank in RANKS]
COLUMNS = [[file + rank for rank in RANKS] for file in FILES]
LINES = [*ROWS, *COLUMNS, ["a1", "b2", "c3", "d4"], ["a4", "b3", "c2", "d1"]]


def ahead(square: str, direction: str) -> str | None:
    """The square one step on, None off the board."""
    x, y = COMPASS[direction]
    file, rank = FILES.index(square[0]) + x, RANKS.index(square[1]) + y
    return FILES[file] + RANKS[rank] if 0 <= file < 4 and 0 <= rank < 4 else None


def touching(square: str) -> list[str]:
    return [other for other in (ahead(square, direction) for direction in COMPASS) if other]


@dataclass
class Table:
    """A whole game, everything open."""

    row_min: int = 1
    board: dict[str, str] = field(default_factory=dict)
    hands: list[list[str]] = field(default_factory=lambda: [BLUE.copy(), RED.copy()])
    placer: dict[str, int] = field(default_factory=dict)  # who put the tile there
    turn: int = 0
    turns: int = 0
    moves_in_row: int = 0
    moved: str | None = None
    added: str | None = None
    closing: bool = False
    over: bool = False
    pushed: tuple[str, str] | None = None  # the tile pushed off in the last action, and the square it fell from

    def empty(self) -> list[str]:
        return [square for square in SQUARES if square not in self.board]

    def row(self, square: str, direction: str) -> tuple[list[str], bool]:
        """The unbroken line of tiles in front of a square, and whether its last would fall off the board (CQ-5)."""
        row: list[str] = []
        nxt = ahead(square, direction)
        while nxt and nxt in self.board:
            row.append(nxt)
            nxt = ahead(nxt, direction)
        return row, nxt is None

    def legal(self) -> set[str]:
        if self.over:
            return set()
        tiles = set(self.hands[self.turn])
        actions = {f"{tile}@{square}" for tile in tiles for square in self.empty()}  # CQ-3
        if self.closing:  # CQ-8
            return actions
        for square in self.empty():
            for direction in COMPASS:
                row, falls = self.row(square, direction)
                if len(row) >= self.row_min and not (falls and row[-1] == self.added):  # CQ-5, CQ-6
                    actions |= {f"{tile}@{square}>{direction}" for tile in tiles}
        if self.moves_in_row < 12:  # CQ-11
            for square in self.board:
                if square != self.moved:  # CQ-4
                    actions |= {f"{square}-{target}" for target in touching(square) if target not in self.board}
        return actions

    def act(self, action: str) -> None:
        seat = self.turn
        self.pushed = None
        if self.closing:
            self.place(*action.split("@"))
            if self.hands[1 - seat]:  # CQ-11: alternately; CQ-8: the other has none, so the same goes on
                self.turn = 1 - seat
            self.over = not any(self.hands)
            return
        self.moved = self.added = None
        if "-" in action:
            square, target = action.split("-")
            self.shift([(square, target)])
            self.moved = target
            self.moves_in_row += 1
        else:
            tile, rest = action.split("@")
            square, _, direction = rest.partition(">")
            self.place(tile, square)
            self.added = square
            if direction:
                row, falls = self.row(square, direction)
                if falls:
                    self.pushed = self.board.pop(row[-1]), row[-1]
                    self.placer.pop(row[-1], None)
                    self.hands[1 - seat] = sorted([*self.hands[1 - seat], self.pushed[0]])  # CQ-6
                    row.pop()
                self.shift([(here, str(ahead(here, direction))) for here in [square, *row]])
                self.added = ahead(square, direction)
            self.moves_in_row = 0
        self.turns += 1
        self.turn = 1 - seat
        self.closing = not self.hands[seat] or self.turns >= 120  # CQ-8, CQ-11

    def place(self, tile: str, square: str) -> None:
        self.hands[self.turn].remove(tile)
        self.board[square] = tile
        self.placer[square] = self.turn

    def shift(self, steps: list[tuple[str, str]]) -> None:
        tiles = [(target, self.board.pop(square), self.placer.pop(square, -1)) for square, target in steps]
        for target, tile, placer in tiles:
            self.board[target] = tile
            self.placer[target] = placer

    def points(self, symbol: str) -> int:
        """CQ-9, every pair looked at from both sides."""
        mine = {square for square, tile in self.board.items() if tile[1] == symbol}
        return sum(other in mine for square in mine for other in touching(square)) // 2

    def outcome(self) -> tuple[list[int], str, list[int]]:
        """CQ-10."""
        moon, sun = self.points("M"), self.points("S")
        if moon != sun:
            return [0 if moon > sun else 1], "points", [moon, sun]
        four = [any(all(self.board.get(q, "??")[1] == symbol for q in line) for line in LINES) for symbol in "MS"]
        if four[0] != four[1]:
            return [four.index(True)], "four_in_row", [moon, sun]
        return [], "tie", [moon, sun]


World = tuple[tuple[tuple[str, str], ...], tuple[str, ...]]  # tiles of one colour on the board, and in the other hand


class Belief:
    """All that one seat holds possible: for each colour an explicit set of worlds, updated by what the seat sees."""

    def __init__(self, table: Table, seat: int, reveal_both: bool) -> None:
        """From a table that the seat sees for the first time: the faces of what it did not place are open."""
        self.seat = seat
        self.reveal_both = reveal_both
        self.worlds: dict[str, set[World]] = {}
        for colour in "br":
            spots: list[str | None] = [None for tile in table.hands[1 - seat] if tile[0] == colour]
            tiles = [tile for tile in table.hands[1 - seat] if tile[0] == colour]
            known: list[tuple[str, str]] = []
            for square, tile in table.board.items():
                if tile[0] == colour and table.placer.get(square) == seat:
                    known.append((square, tile))
                elif tile[0] == colour:
                    spots.append(square)
                    tiles.append(tile)
            self.worlds[colour] = {
                _world(
                    known + [(q, t) for q, t in zip(spots, deal, strict=True) if q],
                    [t for q, t in zip(spots, deal, strict=True) if not q],
                )
                for deal in _deals(tuple(sorted(tiles)))
            }

    def see(self, table: Table, seat: int, action: str) -> None:
        """An action of either seat, with the table as it was before it."""
        square, _, target = action.partition("-")
        if target:
            self._rename({square: target})
            return
        tile, rest = action.split("@")
        square, _, direction = rest.partition(">")
        self._placed(seat, tile, square)
        if not direction:
            return
        row, falls = table.row(square, direction)
        if falls:
            gone = row.pop()
            self._fell(seat, table.board[gone], gone)
        self._rename({here: str(ahead(here, direction)) for here in [square, *row]})

    def _placed(self, seat: int, tile: str, square: str) -> None:
        colour = tile[0]
        if seat == self.seat:
            self.worlds[colour] = {_world([*board, (square, tile)], hand) for board, hand in self.worlds[colour]}
        else:  # only the colour is seen
            self.worlds[colour] = {
                _world([*board, (square, one)], _without(hand, one))
                for board, hand in self.worlds[colour]
                for one in set(hand)
            }

    def _fell(self, seat: int, tile: str, square: str) -> None:
        seen = seat != self.seat or self.reveal_both
        worlds = set()
        for board, hand in self.worlds[tile[0]]:
            face = dict(board)[square]
            if not seen or face == tile:
                rest = [(here, one) for here, one in board if here != square]
                worlds.add(_world(rest, [*hand, face] if seat == self.seat else hand))
        self.worlds[tile[0]] = worlds

    def _rename(self, names: dict[str, str]) -> None:
        for colour, worlds in self.worlds.items():
            self.worlds[colour] = {_world([(names.get(q, q), t) for q, t in board], hand) for board, hand in worlds}


def _world(board: Iterable[tuple[str, str]], hand: Iterable[str]) -> World:
    return tuple(sorted(board)), tuple(sorted(hand))


def _without(hand: tuple[str, ...], tile: str) -> list[str]:
    rest = list(hand)
    rest.remove(tile)
    return rest


def _deals(tiles: tuple[str, ...]) -> set[tuple[str, ...]]:
    """All different orders of some tiles."""
    if not tiles:
        return {()}
    return {(one, *rest) for one in set(tiles) for rest in _deals(tuple(_without(tiles, one)))}


def worlds_of(board: dict[str, str], hand: list[str]) -> dict[str, World]:
    """The world of each colour that an open table shows."""
    return {
        colour: _world(
            [(square, tile) for square, tile in board.items() if tile[0] == colour], [t for t in hand if t[0] == colour]
        )
        for colour in "br"
    }
