"""Positions of Sequence that ordinary games hardly reach: crowded boards, small decks, hands full of dead cards."""

import random
from typing import Any

import tesserae
from tests.games.sequence.helpers import ALL_CARDS, TABLES
from tests.games.sequence.twin import HAND, PRINTED, WINDOWS, fits, spaces


def wild(chance: random.Random) -> dict[str, Any]:
    """A position that can be loaded, of any table."""
    seats, split = chance.choice(TABLES)
    teams = split.get("teams", 3 if seats in (3, 9) else 2)
    manual, shuffled = chance.random() < 0.5, chance.random() < 0.3
    rows = PRINTED.strip().splitlines()
    if shuffled:
        rows = tesserae.start("sequence", 2, chance.randrange(99), board="shuffled").export()["layout"]
    board = spaces(rows)
    chips, sequences = _chips(chance, teams, list(board))
    dead = {state for state in board.values() if all(square in chips for square in board if board[square] == state)}

    cards = ALL_CARDS.copy()
    chance.shuffle(cards)
    liking = chance.choice(["any", "dead", "special"])  # which cards end up in the hands
    if liking != "any":
        liked = dead if liking == "dead" else {"ADD", "REMOVE"}
        cards.sort(key=lambda card: card in liked and chance.random() < 0.9)  # they are dealt from the end
    most = chance.choice([1, 2, HAND[seats], HAND[seats]])
    hands = [[cards.pop() for _ in range(chance.randint(0, min(most, HAND[seats])))] for _ in range(seats)]
    rest = cards[: chance.choice([0, 1, 3, 10, len(cards)])]
    chance.shuffle(rest)
    deck = [rest.pop() for _ in range(chance.choice([0, 0, 1, 2, len(rest)])) if rest]
    discards: list[list[str]] = [[] for _ in range(seats)]
    for card in rest:
        chance.choice(discards).append(card)

    exchanged = chance.random() < 0.2
    turns = chance.choice([0, 1, 500, 990, 998, 999])
    passes = 0 if exchanged else min(turns, chance.choice([0, 0, seats - 1, chance.randrange(seats)]))
    position = {
        "game": "sequence",
        "options": split | ({"draw": "manual"} if manual else {}) | ({"board": "shuffled"} if shuffled else {}),
        "turn": chance.randrange(seats),
        "hands": hands,
        "deck": deck,
        "discards": discards,
        "chips": chips,
        "sequences": sequences,
        "exchanged": exchanged,
        "owed": _owed(chance, hands) if manual else [],
        "passes": passes,
        "turns": turns,
    }
    return position | ({"layout": rows} if shuffled else {})


def _chips(chance: random.Random, teams: int, squares: list[str]) -> tuple[dict[str, int], list[list[Any]]]:
    """Chips on a part of the board, and the sequences they make; every other line of five lacks a chip."""
    share = chance.choice([0.0, 0.3, 0.6, 0.9, 1.0])
    first = chance.choice([0.3, 0.5, 0.8, 0.95])  # how much of it is team 0's
    chips = {}
    for square in squares:
        if chance.random() < share:
            chips[square] = 0 if chance.random() < first else chance.randrange(teams)
    claimers = [team for team in range(2) if teams == 2 and chance.random() < 0.5]  # one sequence more would win
    sequences: list[list[Any]] = []
    locked: set[str] = set()
    while True:
        lines = [(team, line) for team in range(teams) for line in WINDOWS if fits(line, team, chips, sequences)]
        if not lines:
            return chips, sequences
        team, line = chance.choice(lines)
        if team in claimers and not any(owner == team for owner, _ in sequences):
            sequences.append([team, line])
            locked.update(line)
        else:
            square = chance.choice([square for square in line if square not in locked])
            if teams == 2 or share < 1.0 or chance.random() < 0.2:
                del chips[square]
            else:
                chips[square] = (chips[square] + 1) % teams  # may make other lines, which are then broken in turn


def _owed(chance: random.Random, hands: list[list[str]]) -> list[int]:
    owed = [seat for seat, hand in enumerate(hands) if len(hand) < HAND[len(hands)] and chance.random() < 0.6]
    chance.shuffle(owed)
    return owed
