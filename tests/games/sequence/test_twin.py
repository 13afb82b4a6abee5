"""The engine against its twin: the same actions, and everything that is legal or comes of them must be the same."""

import random
from collections import Counter
from typing import Any

import pytest

import tesserae
from tesserae.state import State
from tests import nightly
from tests.games.sequence.helpers import ALL_CARDS, ALL_STATES, TABLES
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


def follow(state: State, chance: random.Random, steps: int) -> Counter[str]:
    """Play at random and compare after each action; returns how often what happened."""
    twin = Twin(state.export())
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


def from_wild(seeds: range, steps: int) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        chance = random.Random(seed)
        seen += follow(tesserae.load(wild(chance), seed), chance, steps)
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
@pytest.mark.parametrize("positions", nightly.cases([300, 1000], lambda positions: positions == 300))
def test_SQ_twin_agrees_on_wild_positions(positions: int) -> None:
    """And each of the following comes up in them."""
    seen = from_wild(range(positions), 40)
    assert seen["steps"] > 15 * positions
    often = ("sequences", "stuck", "quiet", "reshuffle", "play", "dead", "claim", "draw", "pass", "forfeit", "penalty")
    for thing in often:
        assert seen[thing] >= 0.03 * positions, (thing, seen)
    rarely = (
        "penalty in the middle of claiming",
        "penalty while cards are owed",
        "draw in the middle of claiming",
        "pass after an exchange",
        "pass with a card owed",
    )
    for thing in rarely:
        assert seen[thing] >= 0.01 * positions, (thing, seen)
