"""Positions to look for tactics in: few pieces, and games near their end."""

import random
from collections.abc import Iterator
from typing import Any

import tesserae
from tesserae import BadPosition, State
from tesserae.games.sequence.board import CARDS, COPIES, LINES, NAMES, STANDARD, STATES

Setup = tuple[dict[str, Any], tuple[str, ...]]  # a position, and the actions that lead to the question
Json = dict[str, Any]


def walk(state: State, chance: random.Random, turns: int) -> None:
    """Play on at random for some turns; it may end in the middle of one only with the game."""
    for _ in range(turns):
        while state.actors:
            seat = state.actors[0]
            state.act(seat, chance.choice(state.legal(seat)))
            if "step" not in state.export():
                break


# --- Symbol ----------------------------------------------------------------------------------------------------------


def symbol(chance: random.Random, edition: str) -> Iterator[Setup]:
    """Kings at home, a few pieces each, small reserves; then a few random turns."""
    while True:
        options: Json = {"edition": edition}
        if chance.random() < 0.3:
            name, value = chance.choice([("unlimited", True), ("enlist", True), ("blast_center", False)])
            options[name] = value
        board: dict[str, list[Any]] = {}
        reserve = []
        for seat in range(2):
            ranks = (1, 2) if seat == 0 else (6, 7)
            king = f"{chance.choice('abcdefg')}{chance.choice(ranks)}"
            board[king] = [seat, "K"]
            for _ in range(chance.randint(2, 6)):
                square = f"{chance.choice('abcdefg')}{chance.randint(1, 7)}"
                piece = chance.choice("GBWRD")
                if square not in board:
                    board[square] = [seat, piece]
                elif edition == "full" and board[square][0] == seat:
                    board[square][1] = "".join(sorted(board[square][1] + piece, key="KGBWRD".index))
            most = 5 if edition == "simple" else 2
            reserve.append("".join(sorted(chance.choices("GBWRD", k=chance.randint(0, most)), key="GBWRD".index)))
        fields = {
            "game": "symbol",
            "options": options,
            "turn": chance.randint(0, 1),
            "board": board,
            "reserve": reserve,
        }
        try:
            state = tesserae.load(fields)
        except BadPosition:
            continue
        walk(state, chance, chance.randint(0, 3))
        if state.actors:
            yield state.export(), ()


# --- Consequence -----------------------------------------------------------------------------------------------------


def consequence(chance: random.Random) -> Iterator[Setup]:
    """Most tiles on the board, one or two in each hand, some out of the game."""
    tiles = ["bM"] * 3 + ["bS"] + ["bo"] * 3 + ["rS"] * 3 + ["rM"] + ["ro"] * 3
    squares = [f"{file}{rank}" for rank in range(1, 5) for file in "abcd"]
    while True:
        chance.shuffle(tiles)
        turn = chance.randint(0, 1)
        hands: list[list[str]] = [[], []]
        hands[turn] = sorted(tiles[: chance.randint(1, 2)])
        hands[1 - turn] = sorted(tiles[2 : 2 + chance.randint(1, 2)])
        board = dict(zip(sorted(chance.sample(squares, chance.randint(7, 10))), tiles[4:], strict=False))
        known: list[list[str]] = [[], []]
        for square, tile in board.items():
            owner = "br".index(tile[0])  # most tiles are placed by those who began with them
            known[owner if chance.random() < 0.8 else 1 - owner].append(square)
        added = chance.choice([None, *known[1 - turn]])
        yield (
            {
                "game": "consequence",
                "options": {},
                "turn": turn,
                "hands": hands,
                "board": board,
                "known": known,
                "last": {"moved": None, "added": added},
                "turns": 2 * chance.randint(8, 12) + turn,
            },
            (),
        )


# --- Sequence --------------------------------------------------------------------------------------------------------


def sequence(chance: random.Random, seats: int, teams: int, claiming: bool = False) -> Iterator[Setup]:
    """Some lines of each team well begun, one or two perhaps complete, and a hand that has to do with them. With
    `claiming` the question is which of several lines to claim."""
    while True:
        fields = _table(chance, seats, teams, claiming)
        if fields is None:
            continue
        try:
            state = tesserae.load(fields)
        except BadPosition:
            continue
        if not claiming:
            yield fields, ()
            continue
        seat = fields["turn"]
        for action in state.legal(seat):
            after = state.copy()
            after.act(seat, action)
            if after.actors == (seat,) and after.legal(seat)[0].startswith("claim"):
                yield fields, (action,)


def _longer(line: tuple[int, ...], most: int) -> tuple[int, ...]:
    """A line continued upwards, as far as the board goes."""
    squares = list(line)
    step = line[1] - line[0]
    while len(squares) < most and squares[-1] + step < 100 and abs((squares[-1] + step) % 10 - squares[-1] % 10) <= 1:
        squares.append(squares[-1] + step)
    return tuple(squares)


def _table(chance: random.Random, seats: int, teams: int, claiming: bool) -> Json | None:
    turn = chance.randrange(seats)
    chips: dict[int, int] = {}
    claimed: list[tuple[int, tuple[int, ...]]] = []
    if teams == 2 and not claiming:
        for team in range(teams):
            if team == turn % teams or chance.random() < 0.6:
                line = chance.choice(LINES)
                if not any(square in chips for square in line):
                    chips.update(dict.fromkeys(line, team))
                    claimed.append((team, line))
    wanted: list[int] = []  # empty squares of lines well begun
    for number in range(chance.randint(2, 8)):
        team = chance.choice((turn % teams, chance.randrange(teams)))
        line = chance.choice(LINES)
        gaps = chance.sample(line, chance.choice((1, 2, 2)))
        if claiming and number < 2:
            team = turn % teams
            line = _longer(line, chance.randint(6, 9))
            gaps = chance.sample(line, 1)
        for square in line:
            if square in gaps:
                wanted += [square] * (square not in chips)
            elif chips.setdefault(square, team) != team:
                break
    wanted = [square for square in wanted if square not in chips]
    for _ in range(chance.randint(0, 10)):
        chips.setdefault(chance.randrange(100), chance.randrange(teams))
    ours = {line for _, line in claimed}
    if any(line not in ours and len({chips.get(square, -square - 1) for square in line}) == 1 for line in LINES):
        return None
    left = dict(zip(CARDS, COPIES.tolist(), strict=True))

    def take(card: str) -> list[str]:
        if not left[card]:
            return []
        left[card] -= 1
        return [card]

    discards: list[list[str]] = [[] for _ in range(seats)]
    for square, team in chips.items():
        discards[chance.choice(range(team, seats, teams))] += take(STATES[STANDARD[square]])
    for card in ("ADD", "REMOVE"):
        for _ in range(chance.randint(0, 4)):
            discards[chance.randrange(seats)] += take(card)
    most = {2: 7, 3: 6, 4: 6, 6: 5}[seats]
    hand: list[str] = []
    for _ in range(most):
        if wanted and chance.random() < 0.5:
            hand += take(STATES[STANDARD[chance.choice(wanted)]])
        elif chance.random() < 0.25:
            hand += take(chance.choice(("ADD", "REMOVE")))
        else:
            hand += take(chance.choice(STATES))
    deck = [card for card, n in left.items() for _ in range(n)]
    chance.shuffle(deck)
    hands = [sorted(hand) if seat == turn else sorted(deck.pop() for _ in range(most)) for seat in range(seats)]
    return {
        "game": "sequence",
        "options": {"teams": teams} if seats == 6 else {},
        "turn": turn,
        "hands": hands,
        "deck": deck,
        "discards": discards,
        "chips": {NAMES[square]: chips[square] for square in sorted(chips)},
        "sequences": [[team, [NAMES[square] for square in line]] for team, line in claimed],
    }


# --- Symbol Chain ----------------------------------------------------------------------------------------------------


def chain(chance: random.Random, flipping: bool, early: bool = False) -> Iterator[Setup]:
    """Short stacks, often a board nearly full, and a close score; with `early` the game is still long. With `flipping`
    the question is what to flip after some right flips."""
    while True:
        options = {"match": "shape"} if chance.random() < 0.2 else {}
        export = tesserae.start("symbol_chain", 2, chance.randrange(1 << 30), **options).export()
        stacks, board = export["stacks"], export["board"]
        for square in chance.sample(sorted(board), chance.randint(0, 3)):
            del board[square]
        squares = [f"{file}{rank}" for file in "abcdefg" for rank in range(1, 8)]
        empty = [square for square in squares if square not in board]
        chance.shuffle(empty)
        more = chance.choice((chance.randint(6, 36), chance.randint(45, 48) - len(board)))
        if early:
            more = chance.randint(6, 20)
        numbers = [more // 2, more - more // 2]
        ahead = chance.randint(0, 1)  # who has emptied a stack
        for seat in range(2):
            spare = []
            for name, tiles in stacks[seat].items():
                keep = chance.choice((0, 1, 1, 2))
                if early:
                    keep = chance.randint(2, 4)
                elif name in "23":
                    keep = chance.choice((0, 1) if seat == ahead else (1, 1, 2))
                spare += tiles[keep:]
                stacks[seat][name] = tiles[:keep]
            for face, _ in chance.sample(spare, numbers[seat]):
                board[empty.pop()] = [face, seat]
        scores = [50 - 2 * number + chance.randint(0, 1 if early else 6) for number in numbers]
        fields = {**export, "turn": chance.randint(0, 1), "scores": scores, "begun": True}
        try:
            state = tesserae.load(fields)
        except BadPosition:
            continue
        if not flipping:
            yield state.export(), ()
            continue
        seat = state.actors[0]
        fields = state.export()
        lead = [chance.choice(state.legal(seat))]
        state.act(seat, lead[0])
        for _ in range(chance.randint(0, 2)):
            right = [flip for flip in state.legal(seat) if _goes_on(state, seat, flip)]
            if not right:
                break
            lead.append(chance.choice(right))
            state.act(seat, lead[-1])
        if any(action.startswith("flip") for action in state.legal(seat)):
            yield fields, tuple(lead)


def _goes_on(state: State, seat: int, flip: str) -> bool:
    after = state.copy()
    after.act(seat, flip)
    return after.actors == (seat,)
