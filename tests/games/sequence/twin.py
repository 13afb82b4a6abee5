"""The whole of Sequence once more, slowly and by the letter of the rules: dicts, lists and loops, no tables.

A twin starts from an exported position and foretells everything that is public or hidden in the next one. Of chance it
knows only what may come: the order of a reshuffled deck is asked of the caller and checked to be the same cards.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

PRINTED = """
    NY KY NJ TN WV SD NE CT FL LA
    PA DE IN MS NM ND OR NY WV KS
    AR KS AK MD UT AL NV MA TN IL
    ID LA OH FL AR HI CA RI MI GA
    MO MN CO WI TX VA OK SC NJ UT
    OK GA AZ NE SD ID MN WY CO AL
    ME NM IA IL PA VT IN WI MO OH
    TX MS NH KY NV CA AK MD HI MA
    VT WA CT DE ME MI AZ NC MT NH
    MT NC WY VA ND WA SC IA OR RI
"""
FILES = "abcdefghij"
HAND = {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3}  # SQ-3
Reshuffle = Callable[[int, list[str]], list[str]]  # the seat that draws, all cards on the piles -> the new deck


def spaces(rows: list[str]) -> dict[str, str]:
    """SQ-2: the state on each square; the first line is rank 10."""
    return {f"{FILES[x]}{10 - y}": state for y, row in enumerate(rows) for x, state in enumerate(row.split())}


def windows() -> list[list[str]]:
    """SQ-9, SQ-10: every straight line of five squares, once, from its lower end (by rank, then file)."""
    found = []
    for rank in range(1, 11):
        for x in range(10):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                if 0 <= x + 4 * dx < 10 and rank + 4 * dy <= 10:
                    found.append([f"{FILES[x + i * dx]}{rank + i * dy}" for i in range(5)])
    return found


WINDOWS = windows()


def fits(line: list[str], team: int, chips: dict[str, int], sequences: list[Any]) -> bool:
    """SQ-10: five own chips that share at most one with each sequence of the team."""
    return all(chips.get(square) == team for square in line) and all(
        len(set(line) & set(squares)) <= 1 for owner, squares in sequences if owner == team
    )


class Twin:
    """A game that believes only RULES.md."""

    def __init__(self, position: dict[str, Any]) -> None:
        position = deepcopy(position)
        options = position["options"]
        self.hands: list[list[str]] = position["hands"]
        self.seats = len(self.hands)
        self.teams: int = options.get("teams", 3 if self.seats in (3, 9) else 2)  # SQ-1
        self.manual = options.get("draw", "auto") == "manual"
        self.board = spaces(position.get("layout", PRINTED.strip().splitlines()))
        self.turn: int = position["turn"]
        self.deck: list[str] = position["deck"]
        self.discards: list[list[str]] = position["discards"]
        self.chips: dict[str, int] = position["chips"]
        self.sequences: list[Any] = position["sequences"]
        self.exchanged: bool = position["exchanged"]
        self.owed: list[int] = position["owed"]
        self.passes: int = position["passes"]
        self.turns: int = position["turns"]
        self.placed: str | None = None  # the chip whose lines are being claimed
        self.forfeits: list[int] = []  # the seats that have to discard
        self.winners: list[int] = []
        self.reason: str | None = None

    def team(self, seat: int) -> int:
        return seat % self.teams

    # What may be done.

    def legal(self, seat: int | None) -> list[str]:
        """All actions of a seat, or of the referee, sorted."""
        found: set[str] = set()
        if self.reason is not None:
            return []
        if self.forfeits:  # SQ-15: before anything else happens
            if seat in self.forfeits:
                found = {f"forfeit {card}" for card in self.hands[seat]}
        elif seat is None:
            found = {f"penalty {team}" for team in range(self.teams)}
        else:
            if seat == self.turn:
                found = self.of_the_turn(seat)
            if seat in self.owed:  # SQ-14: in or out of turn
                found.add("draw")
        return sorted(found)

    def of_the_turn(self, seat: int) -> set[str]:
        """SQ-4: claims if a chip has been placed, else plays and exchanges; SQ-13: or a pass."""
        if self.placed is not None:
            return {f"claim {line[0]}-{line[-1]}" for line in self.candidates()}
        plays = {f"{card}@{square}" for card in self.hands[seat] for square in self.targets(card, self.team(seat))}
        dead = {f"dead {card}" for card in self.hands[seat] if self.dead(card) and not self.exchanged}
        return plays | dead or {"pass"}

    def targets(self, card: str, team: int) -> list[str]:
        """SQ-5 to SQ-7: where a card can be played."""
        if card == "REMOVE":
            locked = {square for _, squares in self.sequences for square in squares}
            return [square for square, owner in self.chips.items() if owner != team and square not in locked]
        open_spaces = [square for square in self.board if square not in self.chips]
        return [square for square in open_spaces if card in ("ADD", self.board[square])]

    def dead(self, card: str) -> bool:
        """SQ-8: a state card both of whose spaces are covered."""
        return card not in ("ADD", "REMOVE") and not self.targets(card, 0)

    def candidates(self) -> list[list[str]]:
        """SQ-10: the lines through the chip just placed that can be claimed."""
        team = self.team(self.turn)
        return [line for line in WINDOWS if self.placed in line and fits(line, team, self.chips, self.sequences)]

    @property
    def actors(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.seats) if self.legal(seat))

    # What it does.

    def act(self, seat: int | None, action: str, reshuffle: Reshuffle) -> None:
        """Carry out an action, which must be legal."""
        assert action in self.legal(seat)
        word, _, rest = action.partition(" ")
        if seat is None:
            members = [one for one in range(self.seats) if self.team(one) == int(rest)]
            self.forfeits = [one for one in members if self.hands[one]]
        elif word == "forfeit":
            self.discard(seat, rest)
            self.forfeits.remove(seat)
        elif word == "dead":
            self.discard(seat, rest)
            self.draw(seat, reshuffle)
            self.exchanged = True
            self.passes = 0
        elif word == "draw":
            self.take_owed(seat, reshuffle)
        elif word == "pass":
            if not self.exchanged:
                self.passes += 1
            self.next_turn()
        elif word == "claim":
            self.claim(next(line for line in self.candidates() if f"{line[0]}-{line[-1]}" == rest))
            self.after_chip(reshuffle)
        else:
            card, square = action.split("@")
            self.play(seat, card, square, reshuffle)

    def play(self, seat: int, card: str, square: str, reshuffle: Reshuffle) -> None:
        self.discard(seat, card)
        self.passes = 0
        if seat in self.owed:  # SQ-14: the older one is lost with the play
            self.owed.remove(seat)
        if card == "REMOVE":
            del self.chips[square]
            self.end_of_play(reshuffle)
        else:
            self.chips[square] = self.team(seat)
            self.placed = square
            self.after_chip(reshuffle)

    def after_chip(self, reshuffle: Reshuffle) -> None:
        """SQ-10: a single candidate is claimed by itself, until there are several or none."""
        while self.reason is None:
            found = self.candidates()
            if len(found) == 1:
                self.claim(found[0])
            elif found:
                return
            else:
                self.placed = None
                self.end_of_play(reshuffle)
                return

    def claim(self, line: list[str]) -> None:
        """SQ-11: two sequences win against one team, one wins against two."""
        team = self.team(self.turn)
        self.sequences.append([team, line])
        if sum(owner == team for owner, _ in self.sequences) == (2 if self.teams == 2 else 1):
            self.placed = None
            self.reason = "sequences"
            self.winners = [seat for seat in range(self.seats) if self.team(seat) == team]

    def end_of_play(self, reshuffle: Reshuffle) -> None:
        """SQ-4, SQ-14: a card is drawn, or owed."""
        if self.manual:
            self.owed.append(self.turn)
        else:
            self.draw(self.turn, reshuffle)
        self.next_turn()

    def next_turn(self) -> None:
        """SQ-13: the two ways the game is drawn."""
        self.turns += 1
        self.exchanged = False
        self.turn = (self.turn + 1) % self.seats
        if self.passes == self.seats:
            self.reason = "stuck"
        elif self.turns == 1000:
            self.reason = "quiet"

    def take_owed(self, seat: int, reshuffle: Reshuffle) -> None:
        """SQ-14: the seat before it loses its card if it stands before it in the list."""
        before = (seat - 1) % self.seats
        if before in self.owed and self.owed.index(before) < self.owed.index(seat):
            self.owed.remove(before)
        self.owed.remove(seat)
        self.draw(seat, reshuffle)

    def discard(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.discards[seat].append(card)

    def draw(self, seat: int, reshuffle: Reshuffle) -> None:
        """SQ-12: the top card, from a new deck if the old one is empty."""
        if not self.deck:
            pool = [card for pile in self.discards for card in pile]
            self.discards = [[] for _ in self.discards]
            if pool:
                self.deck = reshuffle(seat, pool)
                assert sorted(self.deck) == sorted(pool)
        if self.deck:
            self.hands[seat].append(self.deck.pop())

    def export(self) -> dict[str, Any]:
        """The position, as RULES.md has it, without its options, layout and what "means nothing" after the end."""
        fields: dict[str, Any] = {
            "hands": [sorted(hand) for hand in self.hands],
            "deck": self.deck,
            "discards": self.discards,
            "chips": self.chips,
            "sequences": self.sequences,
            "exchanged": self.exchanged,
            "owed": self.owed,
            "passes": self.passes,
            "turns": self.turns,
            "outcome": self.reason and {"winners": self.winners, "reason": self.reason, "scores": None},
        }
        if self.reason is None:
            fields["turn"] = self.turn
            if self.placed is not None or self.forfeits:
                fields["step"] = {"placed": self.placed, "forfeits": self.forfeits}
        return fields
