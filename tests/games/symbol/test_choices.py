"""The ways to ask for legal actions agree with each other: the list, one square's list, one action, a random one."""

import random
from collections import Counter

import numpy as np
import pytest

import tesserae
from tesserae.engine import contract
from tesserae.engine.rng import seed_rng
from tesserae.games.symbol import notation
from tesserae.games.symbol.board import NAMES, SQUARES
from tesserae.games.symbol.choices import can_act, moving, start_on
from tesserae.games.symbol.moves import can_leave, count_movements
from tesserae.games.symbol.record import CODES, END, EXPLODE, PASS, PLACE, movement
from tests.games.symbol.helpers import game, play, simple
from tests.games.symbol.wild import wild_position


def listed(state: tesserae.State, room: int = 100_000) -> list[int]:
    out = np.empty(room, np.int64)
    n = contract.legal(state.raw(), state.actors[0], out)
    found: list[int] = out[: min(n, room)].tolist()
    return found


def wild_states(seed: int, games: int) -> list[tesserae.State]:
    """Wild positions and what becomes of them, turns under way included; none of them with a very long list."""
    rng = random.Random(seed)
    states = []
    for _ in range(games):
        state = tesserae.load(wild_position(rng))
        for _ in range(rng.randrange(4)):
            if state.outcome is None:
                state.act(state.actors[0], rng.choice(state.legal(state.actors[0])))
        if state.outcome is None and contract.legal(state.raw(), state.actors[0], np.empty(0, np.int64)) < 3000:
            states.append(state)
    return states


@pytest.mark.slow
def test_the_list_is_sorted_and_counted_with_any_room() -> None:
    for state in wild_states(1, 60):
        codes = listed(state)
        assert codes == sorted(set(codes))
        assert all(0 <= code < CODES for code in codes)
        for room in (0, 1, len(codes) // 2, len(codes) - 1):
            out = np.full(room + 3, -7, np.int64)
            assert contract.legal(state.raw(), state.actors[0], out[:room]) == len(codes)
            assert out.tolist() == codes[:room] + [-7] * 3


def test_the_lists_of_the_squares_make_up_the_whole_list() -> None:
    for state in wild_states(2, 40):
        (seat,) = state.actors
        whole = set(state.legal(seat)) - {"end", "pass"}
        parts = [state.legal(seat, at=name) for name in NAMES]
        assert Counter(text for part in parts for text in part) == Counter(whole)
        for name, part in zip(NAMES, parts, strict=True):
            assert all(text.startswith(name) or text.endswith(f"@{name}") for text in part)


def test_whether_there_is_anything_to_do_is_what_the_list_says() -> None:
    some, none = 0, 0
    for state in wild_states(7, 150):
        s, seat = state.raw()[0], state.actors[0]
        assert can_act(s, seat) == any(action not in (PASS, END) for action in listed(state))
        for square in range(SQUARES):
            if moving(s, seat) >> square & 1:
                start = start_on(s, seat, square)
                n = count_movements(start)
                assert can_leave(start) == (n > 0)
                some, none = some + int(n > 0), none + int(n == 0)
    assert some > 100
    assert none > 100


def test_nonsense_is_never_allowed() -> None:
    state = game({"d4": "GGWD", "d5": "w"}, reserve=("GBWRD", ""))
    codes = [-1, CODES, CODES + 5, 63, PLACE - 1, PLACE + 6 * 64, PLACE + 5 * 64 + 60, EXPLODE + 49, EXPLODE + 5000]
    for square in (27, 49, 63):
        for rest in (28, 49, 63):
            codes += [movement(square, rest, strike, 32) for strike in (49, 61, 62)]
    codes += [movement(27, 50, -1, 1 << 15), movement(27, 27, -1, 0), movement(63, 63, 24, 0)]
    for code in codes:
        assert not contract.allowed(state.raw(), 0, code, np.empty(0, np.int64))


def test_every_combination_is_in_the_list_or_not_allowed() -> None:
    """All movements that can be written, for a small board: nothing is missing from the list."""
    state = game({"d2": "GW", "d3": "w", "c2": "R", "e4": "b"})
    legal = set(listed(state))
    out = np.empty(0, np.int64)
    for square in (9, 10):
        for rest in range(SQUARES):
            for strike in range(-1, SQUARES):
                for text in ("", "G", "W", "GW", "R"):
                    code = movement(square, rest, strike, notation.pile(text))
                    assert contract.allowed(state.raw(), 0, code, out) == (code in legal)


# --- Random choice -------------------------------------------------------------------------------------------------

POSITIONS = {
    "simple": lambda: simple({"d2": "G", "d4": "B", "e2": "W", "e3": "w", "d6": "D", "c1": "R"}, reserve=("GB", "")),
    "stack": lambda: game({"d2": "GGWD", "e3": "w", "f4": "BW", "c6": "g"}, reserve=("GB", "")),
    "stranding": lambda: game({"d4": "GGGW", "d2": "KBB"}),
    "strikes": lambda: game({"d5": "BBGW", "d2": "w", "a2": "r", "e6": "g", "c6": "K", "a1": "GB"}),
    "simple strikes": lambda: simple({"d5": "B", "d3": "W", "d2": "w", "a2": "r", "g2": "w", "d1": "G", "c3": "b"}),
    "under way": lambda: under_way("B"),
    "under way, held by a new piece": lambda: under_way("R"),
    "pass": lambda: game({"a1": "K", "d7": "w"}),
    "king": lambda: tesserae.start("symbol", seed=0),
}


def under_way(added: str) -> tesserae.State:
    state = game({"d2": "KBWD", "a1": "W", "a4": "W", "d3": "w"}, reserve=("BBGR", "W"))
    play(state, f"+{added}@d2")
    return state


def drawn(state: tesserae.State, n: int) -> Counter[int]:
    rng, out = np.zeros(4, np.int64), np.empty(4096, np.int64)
    seed_rng(rng, 11, 0)
    legal = len(listed(state))
    found: Counter[int] = Counter()
    for _ in range(n):
        action, among = contract.pick(state.raw()[0], state.actors[0], rng, out)
        assert among == legal
        found[action] += 1
    return found


@pytest.mark.parametrize("name", POSITIONS)
def test_a_random_choice_is_legal_and_reaches_everything(name: str) -> None:
    state = POSITIONS[name]()
    codes = listed(state)
    found = drawn(state, 12 * len(codes) + 100)
    assert set(found) <= set(codes)
    assert len(found) > 0.98 * len(codes)


@pytest.mark.slow
@pytest.mark.parametrize("name", POSITIONS)
def test_a_random_choice_is_uniform(name: str) -> None:
    """Chi-square against the list: four standard deviations from what is to be expected are too many."""
    state = POSITIONS[name]()
    codes = listed(state)
    expected = 30
    found = drawn(state, expected * len(codes))
    chi = sum((found[code] - expected) ** 2 / expected for code in codes)
    degrees = len(codes) - 1
    assert abs(chi - degrees) <= 4 * max(1.0, (2 * degrees) ** 0.5)


def test_a_random_choice_among_tens_of_thousands() -> None:
    state = game({"d4": "KGGGBBBWWWRRRDDD"})
    codes = set(listed(state))
    assert set(drawn(state, 200)) <= codes


def test_the_sets_of_squares_say_what_the_piles_say() -> None:
    for state in wild_states(4, 60):
        s = state.raw()[0]
        piles = [notation.letters(int(pile)) for pile in s.pile]
        assert int(s.held[0]) & int(s.held[1]) == 0
        assert int(s.held[0]) | int(s.held[1]) == sum(1 << square for square in range(SQUARES) if piles[square])
        assert int(s.stacked) == sum(1 << square for square in range(SQUARES) if len(piles[square]) > 1)
        for seat in range(2):
            for colour, letter in enumerate("KGBWRD"):
                mine = [q for q in range(SQUARES) if letter in piles[q] and int(s.held[seat]) >> q & 1]
                assert int(s.having[seat, colour]) == sum(1 << square for square in mine)


def test_the_key_kept_up_to_date_is_the_key_of_the_position() -> None:
    for state in wild_states(5, 60):
        position = state.export()
        if "step" not in position:
            assert tesserae.load(position).raw()["key"] == state.raw()["key"]
