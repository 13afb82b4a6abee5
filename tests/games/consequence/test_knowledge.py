"""Who knows what (RULES.md, GE-3 and the paragraph under Consequence): `hide`, `imagine` and all that is sent."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import tesserae
from tesserae import State
from tesserae.engine import contract
from tesserae.engine.jit import States
from tests.games.consequence.helpers import moments, play, table
from tests.games.consequence.naive import SQUARES, Belief, Table, World, worlds_of
from tests.walks import generator, wrap

OPTIONS: list[dict[str, Any]] = [
    {"row_min": row_min, "reveal_pushed": reveal} for row_min in (1, 2, 3) for reveal in ("receiver", "both")
]
slow = pytest.mark.slow


def imagined(state: State, seat: int, rng: Any) -> State:
    array = state.hidden(seat)
    contract.imagine(array, seat, rng)
    return wrap(state, array)


def sent(state: State, seat: int, chance: random.Random) -> list[Any]:
    """Everything that a seat is sent: its view, its legal actions, and the answers to things it may try."""
    tries = [f"{t}@{chance.choice(SQUARES)}" for t in ("bM", "bS", "rS", "ro")]
    tries += [f"{t}@{chance.choice(SQUARES)}>{d}" for t, d in (("bM", "N"), ("rS", "SW"), ("bo", "E"))]
    tries += ["-".join(chance.sample(SQUARES, 2)) for _ in range(3)]
    answers = [(refused.rule, str(refused)) if refused else None for refused in (state.why(seat, t) for t in tries)]
    square = chance.choice(SQUARES)
    return [json.dumps(state.view(seat)), state.legal(seat), state.legal(seat, at=square), state.actors, answers]


def random_states(seed: int, games: int) -> Iterator[State]:
    """Every moment of random games with all the options in turn; each is good until the next one."""
    rng = generator(seed)
    out = np.empty(4096, np.int64)
    for game in range(games):
        options = OPTIONS[game % len(OPTIONS)] | {"memory_aid": game % 4 > 1}
        state = tesserae.start("consequence", seed=game, **options)
        array = state.raw()
        moment = wrap(state, array)
        yield moment
        while not contract.over(array):
            seat = moment.actors[0]
            assert contract.act(array, seat, contract.random_action(array, seat, rng, out), out)
            moment = wrap(state, array)
            yield moment


# --- What hide and imagine promise -----------------------------------------------------------------------------------


def test_of_a_game_that_is_over_everything_is_known() -> None:
    *_, state = moments(3)
    assert imagined(state, 0, generator(1)).export() == state.export()


@pytest.mark.parametrize("games", [1, pytest.param(30, marks=slow)])
def test_what_happens_next_looks_the_same_in_every_world(games: int) -> None:
    """The seat's own actions, and the other's as the seat sees them (a colour, a square), keep two worlds equal for
    it, as long as no tile is pushed into its hand whose face tells them apart."""
    rng = generator(7)
    chance = random.Random(7)
    steps = 0
    for n, state in enumerate(random_states(2, games)):
        if n % 4 or not state.actors:
            continue
        seat = chance.randrange(2)
        one, two = (imagined(state, seat, rng) for _ in range(2))
        while one.actors:
            actor = one.actors[0]
            action = chance.choice(one.legal(actor))
            twin = action
            if "@" in action and actor != seat:
                alike = [a for a in two.legal(actor) if a[0] == action[0] and a[2:] == action[2:]]
                assert alike, "an action of this colour is possible in both worlds or in none"
                twin = chance.choice(alike)
            one.act(actor, action)
            two.act(actor, twin)
            if [w.view(seat)["last"]["pushed"] for w in (one, two)] != [one.view(seat)["last"]["pushed"]] * 2:
                break
            if not one.actors:
                break
            assert one.hidden(seat).tobytes() == two.hidden(seat).tobytes()
            tries = chance.getrandbits(32)
            assert sent(one, seat, random.Random(tries)) == sent(two, seat, random.Random(tries))
            steps += 1
    assert steps > 20 * games


def replay_otherwise(state: State, seat: int, chance: random.Random) -> State | None:
    """The same game as the seat saw it, with other tiles of the same colours placed by the opponent; None if a face
    that the seat was shown would have been another."""
    old, new = (tesserae.start("consequence", seed=state.seed, **state.options) for _ in range(2))
    for actor, action in state.history:
        assert actor is not None
        other = action
        if actor != seat and "@" in action:
            other = chance.choice([a for a in new.legal(actor) if a[0] == action[0] and a[2:] == action[2:]])
        elif action not in new.legal(actor):
            return None  # a tile that the seat had in hand in the one game only
        old.act(actor, action)
        new.act(actor, other)
        if old.view(seat) != new.view(seat):
            return None
    return new


@pytest.mark.parametrize("games", [1, pytest.param(30, marks=slow)])
def test_a_hidden_state_holds_what_the_seat_has_seen_and_nothing_else(games: int) -> None:
    chance = random.Random(3)
    pairs = different = 0
    for game in range(games):
        options = OPTIONS[game % len(OPTIONS)]
        state = tesserae.start("consequence", seed=game, **options)
        for _ in range(chance.randrange(4, 30)):
            if state.actors:
                state.act(state.actors[0], chance.choice(state.legal(state.actors[0])))
        if not state.actors:
            continue
        for seat in range(2):
            for _ in range(10):
                other = replay_otherwise(state, seat, chance)
                if other:
                    assert other.hidden(seat).tobytes() == state.hidden(seat).tobytes()
                    pairs += 1
                    different += other.export() != state.export()
                assert replay_spectator(state, chance).hidden(None).tobytes() == state.hidden(None).tobytes()
    assert different > games


def replay_spectator(state: State, chance: random.Random) -> State:
    """The same game as a spectator saw it: colours only."""
    new = tesserae.start("consequence", seed=state.seed, **state.options)
    for actor, action in state.history:
        assert actor is not None
        same = [
            a for a in new.legal(actor) if a == action or ("@" in action and a[0] == action[0] and a[2:] == action[2:])
        ]
        new.act(actor, chance.choice(same))
    return new


@pytest.mark.parametrize("reveal", ["receiver", "both"])
def test_a_loaded_position_hides_what_was_not_placed_by_the_seat(reveal: str) -> None:
    """Positions that differ only in tiles that the seat cannot tell apart are equal once hidden, whatever they are."""
    chance = random.Random(11)
    for _ in range(60):
        deck = ["bM", "bM", "bM", "bS", "bo", "bo", "bo", "rS", "rS", "rS", "rM", "ro", "ro", "ro"]
        chance.shuffle(deck)
        deck = deck[: chance.randrange(4, 15)]
        mine, theirs = deck[: len(deck) // 4 + 1], deck[len(deck) // 4 + 1 : len(deck) // 2 + 1]
        squares = chance.sample(SQUARES, len(deck) - len(mine) - len(theirs))
        board = dict(zip(squares, deck[len(deck) // 2 + 1 :], strict=True))
        seat = chance.randrange(2)
        known = sorted(chance.sample(squares, len(squares) // 3))
        unknown = [q for q in squares if q not in known]

        def position(
            theirs: list[str],
            board: dict[str, str],
            mine: list[str] = mine,
            seat: int = seat,
            known: list[str] = known,
        ) -> State:
            hands = [mine, theirs] if seat == 0 else [theirs, mine]
            return table(
                board,
                hands=hands,
                turn=seat,
                known=[known, []] if seat == 0 else [[], known],
                options={"reveal_pushed": reveal},
            )

        truth = position(theirs, board)
        for _ in range(5):
            new_theirs, new_board = list(theirs), dict(board)
            for colour in "br":  # deal the tiles of a colour that the seat cannot see among the places they can be
                hand = [i for i, tile in enumerate(theirs) if tile[0] == colour]
                spots = [q for q in unknown if board[q][0] == colour]
                pool = [theirs[i] for i in hand] + [board[q] for q in spots]
                chance.shuffle(pool)
                for i, tile in zip(hand, pool, strict=False):
                    new_theirs[i] = tile
                for q, tile in zip(spots, pool[len(hand) :], strict=True):
                    new_board[q] = tile
            other = position(new_theirs, new_board)
            assert other.hidden(seat).tobytes() == truth.hidden(seat).tobytes()
            assert other.view(seat) == truth.view(seat)
            assert other.hidden(None).tobytes() == truth.hidden(None).tobytes()


def test_observe_says_what_it_documents() -> None:
    state = table(
        {"a1": "bM", "b1": "rS", "d4": "ro"},
        hands=[["bM", "bo", "bo"], ["bS", "rM"]],
        known=[["a1"], ["d4"]],
        last={"added": "d4"},
        moves_in_row=0,
        turns=30,
    )
    planes = np.zeros(12 * 16)
    contract.observe(state.hidden(0), 0, planes)
    planes = planes.reshape(state.game.rules.OBSERVATION)
    assert planes[0, 0, 0] == 1  # bM on a1
    assert planes[7, 0, 1] == planes[7, 3, 3] == 1  # red, unknown
    assert planes[:8].sum() == 3
    assert planes[9, 3, 3] == 1
    assert planes[8].sum() == 0
    assert list(planes[10].ravel()[:6]) == [1 / 3, 0, 2 / 3, 0, 0, 0]
    assert list(planes[11].ravel()[:7]) == [1 / 7, 1 / 7, 0, 1, 0, 30 / 120, 0]
    out = np.zeros(12 * 16)
    contract.observe(play(state, "b1-b2").hidden(1), 1, out)
    planes = out.reshape(state.game.rules.OBSERVATION)
    assert planes[8, 1, 1] == 1
    assert list(planes[11].ravel()[:7]) == [3 / 7, 0, 1, 1, 1 / 12, 31 / 120, 0]
    out[:] = 0
    contract.observe(state.hidden(None), -1, out)
    planes = out.reshape(state.game.rules.OBSERVATION)
    assert planes[:6].sum() == 0
    assert planes[6:8].sum() == 3
    assert planes[10].sum() == 0


# --- The worlds that a seat holds possible ---------------------------------------------------------------------------


def sampled(state: State, seat: int, samples: int, rng: Any) -> Counter[tuple[World, World]]:
    """The worlds that `imagine` gives, both colours together, with how often each came up."""
    hidden = state.hidden(seat)
    counts: Counter[bytes] = Counter()
    kept: dict[bytes, States] = {}
    for _ in range(samples):
        array = hidden.copy()
        contract.imagine(array, seat, rng)
        key = array["board"].tobytes() + array["hands"].tobytes()
        counts[key] += 1
        kept[key] = array
    worlds: Counter[tuple[World, World]] = Counter()
    for key, array in kept.items():
        position = wrap(state, array).export()
        seen = worlds_of(position["board"], position["hands"][1 - seat])
        assert position["hands"][seat] == state.export()["hands"][seat]
        worlds[seen["b"], seen["r"]] += counts[key]
    return worlds


def check_support(state: State, belief: Belief, samples: int, rng: Any) -> int:
    """Imagined worlds are those of the belief, all of them and no other; returns how many there are."""
    found = sampled(state, belief.seat, samples, rng)
    for i, colour in enumerate("br"):
        assert {world[i] for world in found} == belief.worlds[colour]
    both = len(belief.worlds["b"]) * len(belief.worlds["r"])
    if both * 12 < samples:
        assert len(found) == both
    return both


def follow(seed: int, options: dict[str, Any], samples: int, every: int) -> tuple[int, int]:
    """Play a random game with a belief for each seat, and compare now and then; what was compared, and how many of
    these moments had a seat that is not in the dark."""
    reveal_both = options["reveal_pushed"] == "both"
    state = tesserae.start("consequence", seed=seed, **options)
    twin = Table(row_min=options["row_min"])
    beliefs = [Belief(twin, seat, reveal_both) for seat in range(2)]
    chance = random.Random(seed)
    rng = generator(seed)
    compared = narrow = 0
    while state.actors:
        seat = state.actors[0]
        actions = state.legal(seat)
        pushes = [action for action in actions if ">" in action]  # pushes are what makes knowledge interesting
        action = chance.choice(pushes if pushes and chance.random() < 0.6 else actions)
        for belief in beliefs:
            belief.see(twin, seat, action)
        state.act(seat, action)
        twin.act(action)
        if state.actors and chance.randrange(every) == 0:
            for belief in beliefs:
                truth = worlds_of(twin.board, twin.hands[1 - belief.seat])
                assert all(truth[colour] in belief.worlds[colour] for colour in "br")
                narrow += check_support(state, belief, samples, rng) < 140
                compared += 1
    return compared, narrow


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_imagined_worlds_are_the_consistent_ones(options: dict[str, Any]) -> None:
    """Few samples, so only that no world is inconsistent; the slow test below asks for all of them."""
    state = tesserae.start("consequence", seed=5, **options)
    twin = Table(row_min=options["row_min"])
    beliefs = [Belief(twin, seat, options["reveal_pushed"] == "both") for seat in range(2)]
    chance, rng = random.Random(5), generator(5)
    while state.actors:
        seat = state.actors[0]
        action = chance.choice(state.legal(seat))
        for belief in beliefs:
            belief.see(twin, seat, action)
        state.act(seat, action)
        twin.act(action)
        if state.actors:
            for belief in beliefs:
                for blue, red in sampled(state, belief.seat, 3, rng):
                    assert blue in belief.worlds["b"]
                    assert red in belief.worlds["r"]


@slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_imagine_reaches_all_consistent_worlds_and_no_other(options: dict[str, Any]) -> None:
    compared = narrow = 0
    for seed in range(12):
        some = follow(seed, options, samples=2500, every=12)
        compared, narrow = compared + some[0], narrow + some[1]
    assert compared > 20
    assert narrow > 5


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=slow), pytest.param(2, marks=slow)])
def test_worlds_of_loaded_positions(seed: int) -> None:
    chance = random.Random(seed)
    deck = ["bM", "bM", "bM", "bS", "bo", "bo", "bo", "rS", "rS", "rS", "rM", "ro", "ro", "ro"]
    chance.shuffle(deck)
    hands = [sorted(deck[:3]), sorted(deck[3:6])]
    board = dict(zip(chance.sample(SQUARES, 4), deck[6:10], strict=True))
    known = [sorted(chance.sample(list(board), 1)), []]
    state = table(board, hands=hands, known=known)
    for seat in range(2):
        twin = Table(board=board, hands=hands, placer={known[0][0]: 0})
        check_support(state, Belief(twin, seat, False), 600, generator(seed))


def test_the_tile_you_held_is_in_the_other_hand_or_just_placed() -> None:
    """Moon places its only blue moon left in the game, Moon pushes it off into Sun's hand, where it is known to be.
    Sun, who holds another blue tile, then places a blue one: it is that moon, or the moon is still in hand."""
    state = table(
        {"c1": "bo", "a4": "ro"},
        hands=[["bM", "bo", "bo"], ["bS", "rS"]],
        known=[[], ["c1"]],
        turn=0,
    )
    twin = Table(board={"c1": "bo", "a4": "ro"}, hands=[["bM", "bo", "bo"], ["bS", "rS"]], placer={"c1": 1})
    belief = Belief(twin, 0, False)
    # At first: c1 is the dot or the sun, the other of these is in the hand.
    assert belief.worlds["b"] == {((("c1", "bo"),), ("bS",)), ((("c1", "bS"),), ("bo",))}
    for action in ("bM@d4", "a4-a3", "bo@c4>E"):
        belief.see(twin, twin.turn, action)
        play(state, action)
        twin.act(action)
    assert belief.worlds["b"] == {
        ((("c1", "bo"), ("d4", "bo")), ("bM", "bS")),
        ((("c1", "bS"), ("d4", "bo")), ("bM", "bo")),
    }
    check_support(state, belief, 100, generator(1))
    belief.see(twin, 1, "bM@a1")
    play(state, "bM@a1")
    assert belief.worlds["b"] == {
        ((("a1", "bM"), ("c1", "bo"), ("d4", "bo")), ("bS",)),
        ((("a1", "bM"), ("c1", "bS"), ("d4", "bo")), ("bo",)),
        ((("a1", "bS"), ("c1", "bo"), ("d4", "bo")), ("bM",)),
        ((("a1", "bo"), ("c1", "bS"), ("d4", "bo")), ("bM",)),
    }
    check_support(state, belief, 200, generator(2))


@pytest.mark.parametrize("reveal", ["receiver", "both"])
def test_reveal_pushed_tells_the_pusher_the_face(reveal: str) -> None:
    state = table(
        {"d4": "bM"},
        hands=[["rM", "ro"], ["bS", "rS"]],
        known=[[], ["d4"]],
        options={"reveal_pushed": reveal},
    )
    play(state, "ro@c4>E")
    worlds = sampled(state, 0, 200, generator(1))
    assert {blue for blue, _ in worlds} == {((), ("bM", "bS"))}  # both are in the hand now, whichever fell
    play(state, "bM@a1")
    hands = {blue[1] for blue, _ in sampled(state, 0, 200, generator(1))}
    assert hands == {("bM",), ("bS",)}
    # What falls to Sun and is placed again is known no more; but a face that Moon saw while another tile of that colour
    # stays on the board narrows it.
    state = table(
        {"d4": "bM", "a1": "bo"},
        hands=[["rM", "ro"], ["rS"]],
        known=[[], ["a1", "d4"]],
        options={"reveal_pushed": reveal},
    )
    play(state, "ro@c4>E")
    boards = {dict(blue[0])["a1"] for blue, _ in sampled(state, 0, 200, generator(1))}
    assert boards == ({"bo"} if reveal == "both" else {"bo", "bM"})


def test_the_receiver_sees_the_face() -> None:
    state = table({"d4": "bM", "a1": "bo"}, hands=[["rM", "ro"], ["rS"]], known=[["a1", "d4"], []])
    assert {dict(blue[0])["a1"] for blue, _ in sampled(state, 1, 200, generator(1))} == {"bo", "bM"}
    play(state, "ro@c4>E")
    assert {dict(blue[0])["a1"] for blue, _ in sampled(state, 1, 200, generator(1))} == {"bo"}


# --- Every world equally likely --------------------------------------------------------------------------------------

TINY = [
    # A dot and a moon, or a moon and a dot, in a hand of two and on one square: worlds differ in how many orders they
    # have, so drawing tiles one by one would not be uniform over them.
    ({"a1": "bM", "b1": "bo", "c1": "bo"}, [["ro"], ["bM", "bo"]], 0),
    ({"a1": "bM", "b1": "bM", "c3": "rS"}, [["bo", "rS"], ["bo", "bo", "bS"]], 0),
    ({"a1": "rM", "b1": "rS", "c3": "ro", "d4": "bM"}, [["rS", "rS", "bo"], ["ro"]], 1),
]


def chi_square(counts: list[int], weights: list[float]) -> float:
    """How far counts are from what weights promise, in standard deviations of the statistic (about normal)."""
    total, share = sum(counts), sum(weights)
    statistic = sum((n - total * w / share) ** 2 / (total * w / share) for n, w in zip(counts, weights, strict=True))
    freedom = len(counts) - 1
    return float((statistic - freedom) / (2 * freedom) ** 0.5)


@pytest.mark.parametrize(("board", "hands", "seat"), TINY)
@pytest.mark.parametrize("samples", [500, pytest.param(12_000, marks=slow)])
def test_each_consistent_world_is_equally_likely(
    board: dict[str, str], hands: list[list[str]], seat: int, samples: int
) -> None:
    state = table(board, hands=hands, turn=seat)
    belief = Belief(Table(board=board, hands=hands), seat, False)
    counts = sampled(state, seat, samples, generator(4))
    assert set(counts) == {(blue, red) for blue in belief.worlds["b"] for red in belief.worlds["r"]}
    assert len(counts) > 3
    worlds = sorted(counts)
    found = [counts[world] for world in worlds]
    assert chi_square(found, [1.0] * len(worlds)) < 5
    # The test can fail: by the number of orders in which a hand could be dealt the counts would not fit.
    orders = [float(len(set(blue[1])) * len(set(red[1]))) for blue, red in worlds]
    if samples > 1000 and len(set(orders)) > 1:
        assert chi_square(found, orders) > 50


@slow
def test_each_world_is_equally_likely_after_the_trap() -> None:
    """The same after play, where the set of worlds was narrowed by what was seen."""
    board, hands = {"c1": "bo", "a4": "ro"}, [["bM", "bo", "bo"], ["bS", "rS"]]
    state = play(table(board, hands=hands, known=[[], ["c1"]]), "bM@d4", "a4-a3", "bo@c4>E", "bM@a1")
    counts = Counter(blue for blue, _ in sampled(state, 0, 12_000, generator(8)).elements())
    assert len(counts) == 4
    assert chi_square(list(counts.values()), [1.0] * 4) < 5
