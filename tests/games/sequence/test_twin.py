"""The engine against its twin: the same actions, and everything that is legal or comes of them must be the same."""

import random
from collections import Counter
from typing import Any

import pytest

import tesserae
from tesserae.state import State
from tests.games.sequence.table import ALL_CARDS, ALL_STATES, TABLES
from tests.games.sequence.twin import HAND, WINDOWS, Reshuffle, Twin, fits
from tests.games.sequence.wild import wild

SQUARES = [f"{file}{rank}" for rank in range(1, 11) for file in "abcdefghij"]
CARDS = sorted(set(ALL_CARDS))
EVERY_ACTION = [
    *(f"{card}@{square}" for card in CARDS for square in SQUARES),
    *(f"dead {state}" for state in ALL_STATES),
    *(f"claim {line[0]}-{line[-1]}" for line in WINDOWS),
    *(f"forfeit {card}" for card in CARDS),
    *["draw", "pass", "penalty 0", "penalty 1", "penalty 2"] * 20,
]
NOT_FORETOLD = ("game", "options", "layout")  # they never change


def follow(state: State, chance: random.Random, steps: int, twin_of: type[Twin] = Twin) -> Counter[str]:
    """Play at random and compare after each action; returns how often what happened."""
    twin = twin_of(state.export())
    seen: Counter[str] = Counter()
    penalties = chance.choice([0.0, 0.03, 0.3])
    compare_choices(state, twin, chance)
    while state.actors and seen["steps"] < steps:
        interfere = chance.random() < (0.3 if twin.placed else penalties) and state.legal(None)
        seat = None if interfere else chance.choice(state.actors)
        action = choose(twin, seat, chance)
        seen.update(notable(twin, action))
        state.act(seat, action)
        twin.act(seat, action, engines_order(state, twin, seen))
        compare(state, twin)
        compare_choices(state, twin, chance)
        seen["steps"] += 1
    seen[str(twin.reason)] += 1
    return seen


def choose(twin: Twin, seat: int | None, chance: random.Random) -> str:
    """A legal action, of any kind with the same chance; chips go with pleasure where they complete a line."""
    kinds: dict[str, list[str]] = {}
    for action in twin.legal(seat):
        kinds.setdefault("play" if "@" in action else action.split()[0], []).append(action)
    actions = kinds[chance.choice(list(kinds))]
    if seat is not None and "@" in actions[0]:
        team = twin.team(seat)
        for action in chance.sample(actions, min(8, len(actions))):
            card, square = action.split("@")
            chips = twin.chips | {square: team}
            if card != "REMOVE" and any(square in line and fits(line, team, chips, twin.sequences) for line in WINDOWS):
                return action
    return chance.choice(actions)


def notable(twin: Twin, action: str) -> list[str]:
    """What is about to happen, for the count."""
    claiming = ["penalty in the middle of claiming"] if "penalty" in action and twin.placed else []
    owed = ["penalty while cards are owed"] if "penalty" in action and twin.owed else []
    drawn = ["draw in the middle of claiming"] if action == "draw" and twin.placed else []
    exchanged = ["pass after an exchange"] if action == "pass" and twin.exchanged else []
    kept = ["pass with a card owed"] if action == "pass" and twin.turn in twin.owed else []
    return ["play" if "@" in action else action.split()[0], *claiming, *owed, *drawn, *exchanged, *kept]


def engines_order(state: State, twin: Twin, seen: Counter[str]) -> Reshuffle:
    """A reshuffle is the engine's chance: its deck, and the card that it has drawn from it already."""

    def order(seat: int, pool: list[str]) -> list[str]:
        seen["reshuffle"] += 1
        after = state.export()
        (drawn,) = (Counter(after["hands"][seat]) - Counter(twin.hands[seat])).elements()
        return [*after["deck"], drawn]

    return order


def compare(state: State, twin: Twin) -> None:
    """The whole position; after the end `turn` means nothing."""
    after = {field: value for field, value in state.export().items() if field not in NOT_FORETOLD}
    if after["outcome"] is not None:
        del after["turn"]
    assert after == twin.export(), state.history


def compare_choices(state: State, twin: Twin, chance: random.Random) -> None:
    """What everybody may do, all of it and by square; what is not in the list is refused and changes nothing."""
    assert state.actors == twin.actors, state.history
    for seat in (None, *range(state.seats)):
        assert state.legal(seat) == twin.legal(seat), (seat, state.history)
    square = chance.choice(SQUARES)
    assert state.legal(twin.turn, at=square) == [a for a in twin.legal(twin.turn) if concerns(a, square)]
    before = state.tobytes()
    for action in chance.sample(EVERY_ACTION, 2):
        seat = chance.choice([None, twin.turn, chance.randrange(state.seats)])
        if action not in twin.legal(seat):
            with pytest.raises(tesserae.Refused):
                state.act(seat, action)
    assert state.tobytes() == before


def concerns(action: str, square: str) -> bool:
    """A card played on the square, or a line through it."""
    if "@" in action:
        return action.split("@")[1] == square
    ends = action.removeprefix("claim ").split("-")
    return any(square in line and [line[0], line[-1]] == ends for line in WINDOWS)


def from_wild(seeds: range, steps: int, twin_of: type[Twin] = Twin) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        chance = random.Random(seed)
        seen += follow(tesserae.load(wild(chance), seed), chance, steps, twin_of)
    return seen


@pytest.mark.parametrize("draw", ["auto", "manual"])
@pytest.mark.parametrize(("seats", "split"), TABLES)
def test_SQ_3_new_games_are_dealt_as_the_twin_says(seats: int, split: dict[str, Any], draw: str) -> None:
    state = tesserae.start("sequence", seats, 5, draw=draw, **split)
    twin = Twin(state.export())
    assert [len(hand) for hand in twin.hands] == [HAND[seats]] * seats
    assert sorted([*twin.deck, *(card for hand in twin.hands for card in hand)]) == ALL_CARDS
    assert follow(state, random.Random(seats), 25)["steps"] == 25


@pytest.mark.slow
@pytest.mark.parametrize("board", ["standard", "shuffled"])
@pytest.mark.parametrize("draw", ["auto", "manual"])
@pytest.mark.parametrize(("seats", "split"), TABLES)
def test_SQ_twin_agrees_on_whole_games(seats: int, split: dict[str, Any], draw: str, board: str) -> None:
    chance = random.Random(f"{seats} {split} {draw} {board}")
    state = tesserae.start("sequence", seats, chance.randrange(2**62), draw=draw, board=board, **split)
    follow(state, chance, 10_000)
    assert state.outcome is not None


@pytest.mark.slow
def test_SQ_twin_agrees_on_wild_positions() -> None:
    """And each of the following comes up in them."""
    seen = from_wild(range(1000), 40)
    assert seen["steps"] > 15_000
    often = ("sequences", "stuck", "quiet", "reshuffle", "play", "dead", "claim", "draw", "pass", "forfeit", "penalty")
    for thing in often:
        assert seen[thing] >= 30, (thing, seen)
    rarely = (
        "penalty in the middle of claiming",
        "penalty while cards are owed",
        "draw in the middle of claiming",
        "pass after an exchange",
        "pass with a card owed",
    )
    for thing in rarely:
        assert seen[thing] >= 10, (thing, seen)


# The comparison is worth something only if it notices a rule that is a little different. Each of these twins has one.


class TakesLockedChips(Twin):
    """SQ-7"""

    def targets(self, card: str, team: int) -> list[str]:
        if card == "REMOVE":
            return [square for square, owner in self.chips.items() if owner != team]
        return super().targets(card, team)


class ExchangesTwice(Twin):
    """SQ-8"""

    def of_the_turn(self, seat: int) -> set[str]:
        dead = set() if self.placed else {f"dead {card}" for card in self.hands[seat] if self.dead(card)}
        return super().of_the_turn(seat) - {"pass"} | dead or {"pass"}


class SharesNoChip(Twin):
    """SQ-10"""

    def candidates(self) -> list[list[str]]:
        locked = {square for _, squares in self.sequences for square in squares}
        return [line for line in super().candidates() if not locked & set(line)]


class ClaimsOnce(Twin):
    """SQ-10"""

    def claim(self, line: list[str]) -> None:
        super().claim(line)
        self.placed = None


class ReshufflesAtOnce(Twin):
    """SQ-12"""

    def draw(self, seat: int, reshuffle: Reshuffle) -> None:
        super().draw(seat, reshuffle)
        if not self.deck:
            self.deck = sorted(card for pile in self.discards for card in pile)
            self.discards = [[] for _ in self.discards]


class CountsEveryPass(Twin):
    """SQ-13"""

    def act(self, seat: int | None, action: str, reshuffle: Reshuffle) -> None:
        self.exchanged = self.exchanged and action != "pass"
        super().act(seat, action, reshuffle)


class NeverStuck(Twin):
    """SQ-13"""

    def next_turn(self) -> None:
        super().next_turn()
        self.reason = None if self.reason == "stuck" else self.reason


class LosesToAnyDraw(Twin):
    """SQ-14"""

    def take_owed(self, seat: int, reshuffle: Reshuffle) -> None:
        before = (seat - 1) % self.seats
        super().take_owed(seat, reshuffle)
        self.owed = [one for one in self.owed if one != before]


class KeepsItsPlace(Twin):
    """SQ-14"""

    def play(self, seat: int, card: str, square: str, reshuffle: Reshuffle) -> None:
        place = self.owed.index(seat) if seat in self.owed else None
        super().play(seat, card, square, reshuffle)
        if place is not None and seat in self.owed:
            self.owed.remove(seat)
            self.owed.insert(place, seat)


class DrawsWhileForfeitsAreOpen(Twin):
    """SQ-15"""

    def legal(self, seat: int | None) -> list[str]:
        return sorted({*super().legal(seat), *(["draw"] if self.forfeits and seat in self.owed else [])})


class ForgetsTheClaim(Twin):
    """SQ-15"""

    def act(self, seat: int | None, action: str, reshuffle: Reshuffle) -> None:
        super().act(seat, action, reshuffle)
        if seat is None:
            self.placed = None


@pytest.mark.slow
@pytest.mark.parametrize("wrong", Twin.__subclasses__())
def test_SQ_twin_with_another_rule_is_noticed(wrong: type[Twin]) -> None:
    with pytest.raises((AssertionError, tesserae.Refused)):
        from_wild(range(600), 40, wrong)
