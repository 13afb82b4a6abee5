"""Sequence positions: state record <-> JSON fields, with everything from outside checked."""

from collections.abc import Mapping
from typing import Any

from tesserae.engine.jit import Ints, States
from tesserae.errors import BadPosition
from tesserae.games.check import by_square, number, only, squares, texts
from tesserae.games.game import Outcome
from tesserae.games.plain import part, plain
from tesserae.games.sequence import rules
from tesserae.games.sequence.board import (
    CARDS,
    COPIES,
    HALF,
    HAND_SIZE,
    LINES,
    NAMES,
    SIZE,
    SQUARES,
    STATES,
    far_apart,
    read_layout,
)
from tesserae.games.sequence.cards import add_card, lay_out
from tesserae.games.sequence.chips import is_candidate, lock, put_chip, sequences_of, wanted
from tesserae.games.sequence.record import CLAIMING, TURN_LIMIT

REASONS = ("sequences", "stuck", "quiet")
FIELDS = ("turn", "hands", "deck", "discards", "chips", "sequences", "exchanged", "owed", "passes", "turns", "layout")


def seats(fields: Mapping[str, Any]) -> int:
    """As many as there are hands."""
    hands = fields.get("hands")
    if not isinstance(hands, list):
        raise BadPosition("hands", "must be a list of lists of cards, one a seat")
    return len(hands)


def load(
    states: States, fields: Mapping[str, Any], values: Mapping[str, Any], options: Ints, seats: int, seed: int
) -> None:
    """Fill the state from the fields of a position, or raise BadPosition naming the field that is wrong."""
    s = states[0]
    only(fields, FIELDS)
    rules.clear(s, options, seats, seed)
    s.turn = number(fields, "turn", 0, seats - 1)
    s.turns = number(fields, "turns", 0, TURN_LIMIT - 1, default=0)
    s.passes = number(fields, "passes", 0, seats - 1, default=0)
    _load_exchanged(s, fields)
    _load_layout(s, fields)
    _load_owed(s, fields)
    _load_cards(s, fields)
    _load_chips(s, fields)
    _load_sequences(s, fields)


def _load_exchanged(s: Any, fields: Mapping[str, Any]) -> None:
    exchanged = fields.get("exchanged", False)
    if not isinstance(exchanged, bool):
        raise BadPosition("exchanged", "must be true or false")
    if exchanged and s.passes:
        raise BadPosition("passes", "must be 0 in a turn in which a dead card was exchanged (SQ-13)")
    s.exchanged = exchanged


def _load_layout(s: Any, fields: Mapping[str, Any]) -> None:
    if s.shuffled:
        s.layout[:] = _read_layout(fields.get("layout"))
    elif "layout" in fields:
        raise BadPosition("layout", "only a position with the option board=shuffled has one")
    lay_out(s)


def _read_layout(value: object) -> list[int]:
    rows = texts(value, "layout")
    if len(rows) != SIZE or any(len(row.split()) != SIZE for row in rows):
        raise BadPosition("layout", "must be ten lines of ten postal codes, rank 10 first")
    codes = read_layout(rows)
    for code in codes:
        if code not in STATES:
            raise BadPosition("layout", f"{code!r} is not a state")
    for code in STATES:
        spaces = [square for square in range(SQUARES) if codes[square] == code]
        if len(spaces) != 2:
            raise BadPosition("layout", f"{code} must have two spaces, not {len(spaces)}")
        if not far_apart(*spaces):
            one, other = (NAMES[square] for square in spaces)
            raise BadPosition("layout", f"the spaces of {code}, {one} and {other}, are too near or in one line")
    return [STATES.index(code) for code in codes]


def _load_owed(s: Any, fields: Mapping[str, Any]) -> None:
    owed = fields.get("owed", [])
    if not isinstance(owed, list):
        raise BadPosition("owed", "must be a list of seats")
    if owed and not s.manual:
        raise BadPosition("owed", "nobody is owed a card unless the option is draw=manual (SQ-14)")
    for place, seat in enumerate(owed):
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < s.seats:
            raise BadPosition("owed", f"{seat!r} is not a seat")
        if seat in owed[:place]:
            raise BadPosition("owed", f"seat {seat} is listed twice; a seat is owed one card at most (SQ-14)")
        s.owed[place] = seat


def _load_cards(s: Any, fields: Mapping[str, Any]) -> None:
    left = dict(zip(CARDS, COPIES.tolist(), strict=True))

    def take(value: object, field: str) -> list[int]:
        for card in texts(value, field):
            if card not in left:
                raise BadPosition(field, f"{card!r} is not a card; cards are postal codes, ADD and REMOVE")
            if not left[card]:
                raise BadPosition(field, f"there are only {COPIES[CARDS.index(card)]} {card} in the game")
            left[card] -= 1
        return [CARDS.index(card) for card in texts(value, field)]

    count = int(s.seats)
    most = int(HAND_SIZE[count])
    for seat, hand in enumerate(fields["hands"]):
        cards = take(hand, f"hands[{seat}]")
        if len(cards) > most - int(rules.is_owed(s, seat)):
            owed = ", less one that is owed" if rules.is_owed(s, seat) else ""
            raise BadPosition(f"hands[{seat}]", f"must be at most {most} cards{owed} (SQ-3), not {len(cards)}")
        for card in cards:
            add_card(s, seat, card)
    deck = take(fields.get("deck"), "deck")
    s.deck[: len(deck)] = deck
    s.deck_size = len(deck)
    discards = fields.get("discards", [[]] * count)
    if not isinstance(discards, list) or len(discards) != count:
        raise BadPosition("discards", "must be a list of lists of cards, one a seat")
    for seat, pile in enumerate(discards):
        cards = take(pile, f"discards[{seat}]")
        s.discards[seat, : len(cards)] = cards
        s.discard_size[seat] = len(cards)
    s.gone[:] = list(left.values())


def _load_chips(s: Any, fields: Mapping[str, Any]) -> None:
    for field, square, team in by_square(fields, "chips", NAMES, "teams"):
        put_chip(s, _team(s, team, field), square)


def _team(s: Any, team: object, field: str) -> int:
    if not isinstance(team, int) or isinstance(team, bool) or not 0 <= team < s.teams:
        raise BadPosition(field, f"must be a team from 0 to {s.teams - 1}, not {team!r}")
    return team


def _load_sequences(s: Any, fields: Mapping[str, Any]) -> None:
    sequences = fields.get("sequences")
    if not isinstance(sequences, list):
        raise BadPosition("sequences", "must be a list of teams and squares")
    for place, sequence in enumerate(sequences):
        field = f"sequences[{place}]"
        if not isinstance(sequence, list) or len(sequence) != 2:
            raise BadPosition(field, "must be a team and a list of five squares")
        team = _team(s, sequence[0], field)
        line = tuple(sorted(squares(sequence[1], field, NAMES)))
        if line not in LINES:
            raise BadPosition(field, "must be five squares in a straight line (SQ-9)")
        if not is_candidate(s, team, LINES.index(line)):
            raise BadPosition(field, "must be chips of the team, at most one of them in another sequence (SQ-10)")
        lock(s, team, LINES.index(line))
        if sequences_of(s, team) == wanted(s):
            raise BadPosition(field, f"team {team} would have won already (SQ-11)")


def export(states: States) -> dict[str, Any]:
    """The fields of a position, everything included."""
    s = plain(states)
    count = int(s.seats)
    fields: dict[str, Any] = {
        "turn": int(s.turn),
        "hands": [hand(s, seat) for seat in range(count)],
        "deck": [CARDS[card] for card in s.deck[: s.deck_size]],
        "discards": discards(s),
        "chips": chips(s),
        "sequences": sequences(s),
        "exchanged": bool(s.exchanged),
        "owed": owed(s),
        "passes": int(s.passes),
        "turns": int(s.turns),
    }
    if s.shuffled:
        fields["layout"] = layout(s)
    if s.phase == CLAIMING or s.forfeits:
        fields["step"] = {"placed": placed(s), "forfeits": forfeits(s)}
    return fields


@part("hands", "hand_size")
def hand(s: Any, seat: int) -> list[str]:
    """The cards in a hand that is not hidden, sorted."""
    return sorted(CARDS[card] for card in s.hands[seat][: s.hand_size[seat]])


@part("discards", "discard_size", "seats")
def discards(s: Any) -> list[list[str]]:
    """The pile of each seat, bottom to top."""
    return [[CARDS[card] for card in s.discards[seat][: s.discard_size[seat]]] for seat in range(int(s.seats))]


@part("chips", "teams")
def chips(s: Any) -> dict[str, int]:
    """The squares that hold a chip, in the order a1 to j10, and its team."""
    chips = {}
    for team, (low, high) in enumerate(s.chips[: s.teams]):
        rest = low | high << HALF
        while rest:
            chips[(rest & -rest).bit_length() - 1] = team
            rest &= rest - 1
    return {NAMES[square]: chips[square] for square in sorted(chips)}


def chip(s: Any, square: int) -> int | None:
    """The team whose chip is on a square."""
    half, bit = divmod(square, HALF)
    return next((team for team, halves in enumerate(s.chips[: s.teams]) if halves[half] >> bit & 1), None)


@part("sequence_team", "sequence_line", "sequences")
def sequences(s: Any) -> list[list[Any]]:
    """Team and squares of each sequence, in the order of claiming."""
    return [
        [int(team), [NAMES[square] for square in LINES[line]]]
        for team, line in zip(s.sequence_team[: s.sequences], s.sequence_line[: s.sequences], strict=True)
    ]


def owed(s: Any) -> list[int]:
    """The seats that are owed a card, oldest first."""
    return [int(seat) for seat in s.owed if seat >= 0]


def forfeits(s: Any) -> list[int]:
    """The seats that must forfeit a card."""
    return [seat for seat in range(int(s.seats)) if int(s.forfeits) >> seat & 1]


def placed(s: Any) -> str | None:
    """While a line is to be claimed: the square of the chip that makes it."""
    return None if s.placed < 0 else NAMES[s.placed]


@part("layout")
def layout(s: Any) -> list[str]:
    """Ten lines of ten postal codes, rank 10 first."""
    rows = [" ".join(STATES[state] for state in s.layout[start : start + SIZE]) for start in range(0, SQUARES, SIZE)]
    return rows[::-1]


def outcome(states: States) -> Outcome:
    """How a finished game ended."""
    s = states[0]
    winners = tuple(seat for seat in range(int(s.seats)) if seat % int(s.teams) == s.winner)
    return Outcome(winners, REASONS[s.reason], None)
