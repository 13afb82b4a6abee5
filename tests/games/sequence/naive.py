"""Claiming once more, slowly and by the letter of SQ-10: all windows of the board are tried."""

SQUARES = [f"{file}{rank}" for rank in range(1, 11) for file in "abcdefghij"]


def windows() -> list[list[str]]:
    """All windows of five: from every square in every direction, as far as the board goes."""
    found = []
    for square in SQUARES:
        file, rank = ord(square[0]), int(square[1:])
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                window = [f"{chr(file + i * dx)}{rank + i * dy}" for i in range(5)]
                if (dx, dy) != (0, 0) and all(name in SQUARES for name in window):
                    found.append(window)
    return found


WINDOWS = windows()


def lower_first(window: list[str]) -> list[str]:
    """SQ-10: the lower square first by rank, then file."""
    ends = window[0], window[-1]
    lower = min(ends, key=lambda name: (int(name[1:]), name[0]))
    return window if window[0] == lower else window[::-1]


def candidates(chips: dict[str, int], sequences: list[tuple[int, list[str]]], team: int, placed: str) -> set[str]:
    """SQ-10: the ends of each line that the team may claim."""
    found = set()
    for window in WINDOWS:
        own = all(chips.get(square) == team for square in window)
        shared = [len(set(window) & set(squares)) for owner, squares in sequences if owner == team]
        if own and placed in window and all(n <= 1 for n in shared):
            line = lower_first(window)
            found.add(f"{line[0]}-{line[-1]}")
    return found


def claim_alone(
    chips: dict[str, int], sequences: list[tuple[int, list[str]]], team: int, placed: str, teams: int
) -> bool:
    """Claim what is claimed by itself, into `sequences`; True if the game is won."""
    while True:
        won = sum(owner == team for owner, _ in sequences) >= (2 if teams == 2 else 1)
        found = candidates(chips, sequences, team, placed)
        if won or len(found) != 1:
            return won
        (name,) = found
        sequences.append((team, line_of(name)))


def line_of(name: str) -> list[str]:
    """The squares of a line given by its ends."""
    start, end = name.split("-")
    return next(window for window in WINDOWS if (window[0], window[-1]) == (start, end))
