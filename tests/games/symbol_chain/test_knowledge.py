"""Who knows what in Symbol Chain: `hide`, `imagine`, `forget`, views and observations."""

import json
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tesserae
from tesserae.engine import contract
from tesserae.engine.jit import States
from tesserae.games.symbol_chain import memory, position, record, rules
from tesserae.games.symbol_chain.board import FACES, NAMES, SQUARES
from tesserae.games.symbol_chain.opinion import TRAITS, traits
from tesserae.games.symbol_chain.view import view
from tesserae.state import State
from tests.games.symbol_chain.helpers import NINE, begun, board, clever, play, random_state, setup, stock, tile, without
from tests.walks import generator, wrap

SEEDS = st.integers(0, 10**6)


def observation(states: States, seat: int) -> list[float]:
    out = np.zeros(int(np.prod(rules.OBSERVATION)))
    contract.observe(states, seat, out)
    return out.tolist()


def faces(states: States) -> dict[str, str]:
    return {square: face for square, (face, _) in position.export(states)["board"].items()}


# --- hide and imagine ------------------------------------------------------------------------------------------------


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_hide_blanks_the_order_of_what_lies_hidden_and_nothing_else(seed: int) -> None:
    state = random_state(seed)
    before = position.export(state.raw())
    whole = before.pop("stacks")
    for seat in (*range(state.seats), None):
        hidden = state.hidden(seat)
        assert not hidden[0].rng.any()
        after = position.export(hidden)
        known = after.pop("stacks")
        assert before == after
        for owner in range(state.seats):
            for name in "23456":
                assert sorted(whole[owner][name]) == sorted(known[owner][name])
                if name in "456":
                    assert whole[owner][name][-1:] == known[owner][name][-1:]
        contract.hide(hidden, -1)
        assert hidden.tobytes() == state.hidden(None).tobytes()  # hiding twice is hiding once, and all seats know alike


def test_imagine_deals_every_order_equally_often() -> None:
    tiles = [item.split(":") for item in ("gX:bC wT", "wC:bT bX", "bX:wT gX")]
    four = [item.split(":") for item in ("gC:gT wT bC gX", "bX:gC bT wC wX", "bT:bX gT wC wT")]
    state = setup(stacks=[{"2": tiles, "3": stock(0)["3"], "4": four}, stock(1)])
    rng = generator(1)
    orders: Counter[str] = Counter()
    for _ in range(1200):
        world = state.hidden(1)
        contract.imagine(world, 1, rng)
        stacks = position.export(world)["stacks"][0]
        assert stacks["4"][-1] == four[-1]
        orders[json.dumps([stacks["2"], stacks["4"]])] += 1
    assert len(orders) == 6 * 2
    assert all(60 < n < 140 for n in orders.values())  # 100 expected, deviation about 10


def test_imagined_generators_differ() -> None:
    state, rng = setup(), generator(1)
    worlds = [state.hidden(0) for _ in range(2)]
    for world in worlds:
        contract.imagine(world, 0, rng)
    assert worlds[0][0].rng.tolist() != worlds[1][0].rng.tolist()


# --- forget ----------------------------------------------------------------------------------------------------------


def blurred(state: State, span: int, seed: int) -> States:
    states = state.hidden(0)
    memory.forget(states[0], 0, span, generator(seed))
    return states


@settings(max_examples=20, deadline=None)
@given(SEEDS, st.integers(0, 49), SEEDS)
def test_forget_keeps_the_tiles_and_the_last_seen(seed: int, span: int, other: int) -> None:
    state = random_state(seed)
    before, after = state.hidden(0), blurred(state, span, other)
    was, now = position.export(before)["board"], position.export(after)["board"]
    assert Counter(map(tuple, was.values())) == Counter(map(tuple, now.values()))
    if state.options["backs"] == "owner":
        assert [owner for _, owner in was.values()] == [owner for _, owner in now.values()]
    s = before[0]
    down = [square for square in range(SQUARES) if (int(s.full) & ~int(s.open)) >> square & 1]
    latest = sorted(down, key=lambda square: -int(s.seen[square]))[:span]
    opened = [square for square in range(SQUARES) if int(s.open) >> square & 1]
    assert all(was[NAMES[square]] == now[NAMES[square]] for square in latest + opened)
    after[0].face[:] = s.face
    after[0].own[:] = s.own
    assert before.tobytes() == after.tobytes()  # nothing else is touched


def test_forget_mixes_what_was_seen_long_ago() -> None:
    state = play(setup(stacks=[stock(0, "gX:bC wT"), stock(1)]), "take 2", "flip f1")  # f1: wX, seen last
    worlds = [faces(blurred(state, 1, seed)) for seed in range(400)]
    assert {world["f1"] for world in worlds} == {"wX"}
    for square in board(NINE):
        if square != "f1":
            seen = Counter(world[square] for world in worlds)
            assert set(seen) == set(FACES) - {"wX"}
            assert all(20 < n < 90 for n in seen.values())  # 50 expected
    assert faces(blurred(state, 9, 1)) == faces(state.hidden(0))
    assert faces(blurred(state, 100, 1)) == faces(state.hidden(0))


MIXED = "a1=bT b1=bC c1=bX1 d1=wT0 e1=wC f1=wX g1=gT a2=gC b2=gX0"


def test_forget_loses_face_and_owner_together() -> None:
    stacks = [without(stock(0), "gX wT"), without(stock(1), "bX")]
    state = setup(MIXED, stacks)
    worlds = [position.export(blurred(state, 0, seed))["board"] for seed in range(300)]
    tiles = {tuple(tile) for tile in board(MIXED).values()}
    assert len(tiles) == 9
    for square in board(MIXED):
        assert {tuple(world[square]) for world in worlds} == tiles


def test_with_owners_on_the_backs_forget_tells_their_tiles_apart() -> None:
    stacks = [without(stock(0), "gX wT"), without(stock(1), "bX")]
    state = setup(MIXED, stacks, options={"backs": "owner"})
    worlds = [faces(blurred(state, 0, seed)) for seed in range(60)]
    assert {world["c1"] for world in worlds} == {"bX"}
    assert {(world["d1"], world["b2"]) for world in worlds} == {("wT", "gX"), ("gX", "wT")}
    assert {world["a1"] for world in worlds} == {"bT", "bC", "wC", "wX", "gT", "gC"}


def test_forget_leaves_what_lies_open() -> None:
    state = tesserae.start("symbol_chain", seed=1)
    assert faces(blurred(state, 0, 1)) == faces(state.hidden(0))  # all look at them
    play(state, "ready", "ready")
    worlds = {str(faces(blurred(state, 0, seed))) for seed in range(20)}
    assert len(worlds) == 20
    state = play(setup(stacks=[stock(0, "gX:bC wT"), stock(1)]), "take 2", "flip b1")
    assert {faces(blurred(state, 0, seed))["b1"] for seed in range(20)} == {"bC"}
    state = play(setup(stacks=[stock(0, "gX:bC wT", s2=1), stock(1, s2=0)]), "take 2", "flip a1")
    assert faces(blurred(state, 0, 1)) == faces(state.hidden(0))  # SC-12: all are turned up


def test_seen_follows_the_tiles() -> None:
    """A tile flipped, placed or laid is fresh in everybody's mind."""
    state = play(setup(stacks=[stock(0, "gX:bC wT"), stock(1)]), "take 2", "flip b1", "flip d1", "place a1", "lay g7")
    latest = sorted(range(SQUARES), key=lambda square: -int(state.hidden(0)[0].seen[square]))
    assert [NAMES[square] for square in latest[:4]] == ["g7", "a1", "d1", "b1"]
    assert blurred(state, 4, 3)[0].face[latest[:4]].tolist() == state.hidden(0)[0].face[latest[:4]].tolist()


# --- views -----------------------------------------------------------------------------------------------------------


def shown(state: State, seat: int | None) -> set[str]:
    return {square for square, (face, _) in state.view(seat)["board"].items() if face}


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_views_show_only_what_lies_open(seed: int) -> None:
    state = random_state(seed, memory_aid=False)
    whole = state.export()
    for seat in (*range(state.seats), None):
        seen = state.view(seat)
        assert seen == {**state.view(None), "seat": seat}
        assert json.loads(json.dumps(seen)) == seen
        lying_open = whole["flipped"] if whole["begun"] and not whole["outcome"] else whole["board"]
        assert seen["board"] == {
            square: [
                face if square in lying_open else None,
                owner if square in lying_open or state.options["backs"] == "owner" else None,
            ]
            for square, (face, owner) in whole["board"].items()
        }
        assert seen["lifted"] == whole.get("step", {}).get("lifted")
        for owner in range(state.seats):
            assert [len(tiles) for tiles in seen["stacks"][owner].values()] == [
                len(tiles) for tiles in whole["stacks"][owner].values()
            ]
            for name, tiles in seen["stacks"][owner].items():
                assert not any(tiles[:-1])
                assert tiles[-1:] == (whole["stacks"][owner][name][-1:] if name in "456" else [None] * len(tiles[-1:]))
            assert seen["discards"][owner] == [None] * len(whole["discards"][owner])
        assert seen["taken"] == whole["taken"]
        assert seen["flipped"] == whole["flipped"]
        assert seen["scores"] == whole["scores"]


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_memory_aid_shows_what_has_been_seen(seed: int) -> None:
    state = random_state(seed, memory_aid=True)
    whole, seen = state.export(), state.view(0)
    assert seen["board"] == whole["board"]
    assert seen["discards"] == whole["discards"]
    assert not any(tiles[:-1] and any(tiles[:-1]) for stacks in seen["stacks"] for tiles in stacks.values())
    assert not any(stacks[name] and stacks[name][-1] for stacks in seen["stacks"] for name in "23")


def test_a_view_is_made_from_a_hidden_state() -> None:
    state = play(setup(stacks=[stock(0, "gX:bC wT"), stock(1)]), "take 2", "flip b1")
    fields = view(state.hidden(1), 1)
    assert fields["step"] == "flip"
    assert fields["taken"] == tile("gX:bC wT")


def test_a_loaded_board_has_been_seen_by_all() -> None:
    assert shown(setup(options={"memory_aid": True}), 1) == set(board(NINE))
    assert shown(setup(), 1) == set()
    assert shown(setup(begun=False), 1) == set(board(NINE))


# --- backs -----------------------------------------------------------------------------------------------------------


def told(state: State) -> str:
    """Everything that anybody is told of a game, and what anybody may do or is refused, as one text."""
    everybody = (*range(state.seats), None)
    actions = [state.game.notation.write(code) for code in range(rules.ACTIONS)]
    refusals = [str(state.why(seat, action)) for seat in everybody for action in actions]
    legal = [state.legal(seat, at) for seat in everybody for at in (None, *NAMES)]
    return json.dumps([state.actors, legal, refusals, [state.view(seat) for seat in everybody]])


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(SEEDS, SEEDS)
def test_plain_backs_tell_nothing(seed: int, other: int) -> None:
    """Worlds that differ only in which tiles lie face down where, faces and owners, are told byte by byte alike; and
    so they stay until one of these tiles is laid open."""
    state = random_state(seed, memory_aid=False, backs="plain")
    if not state.export()["begun"] or state.outcome:
        return
    twin = mixed(state, other)
    assert told(twin) == told(state)
    action = random.Random(other).choice(state.legal(state.actors[0]))
    if action.split()[0] in ("take", "pass", "lay"):
        for world in (state, twin):
            world.act(world.actors[0], action)
        if not state.outcome:
            assert told(twin) == told(state)


def mixed(state: State, seed: int) -> State:
    """The game with all face-down tiles in other places, but for those that the turn before has just shown."""
    array = state.raw()
    s = array[0]
    just_shown = sum(1 << int(square) for square in (*s.flips, s.displaced) if square >= 0)
    memory.mix(s, record.face_down(s) & ~just_shown, generator(seed))
    return wrap(state, array)


def test_the_twins_with_plain_backs_differ() -> None:
    """Else the property above would be empty."""

    def owners(state: State) -> list[int | None]:
        return [owner for _, owner in state.export()["board"].values()]

    states = [random_state(seed, memory_aid=False, backs="plain") for seed in range(40)]
    games = [state for state in states if state.export()["begun"] and not state.outcome]
    assert sum(owners(mixed(state, 1)) != owners(state) for state in games) > len(games) / 2


def test_owners_on_the_backs() -> None:
    stacks = [without(stock(0), "gX wT"), without(stock(1), "bX")]
    squares = {square: [None, owner] for square, (_, owner) in board(MIXED).items()}
    assert setup(MIXED, stacks, options={"backs": "owner"}).view(1)["board"] == squares
    assert setup(MIXED, stacks).view(1)["board"] == {square: [None, None] for square in squares}
    aid = setup(MIXED, stacks, options={"memory_aid": True}).view(1)["board"]
    assert aid == board(MIXED)  # everything ever laid open is public, whose tile it is included


# --- observations and opinions ---------------------------------------------------------------------------------------


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_observations_are_small_numbers(seed: int) -> None:
    state = random_state(seed)
    out = np.array(observation(state.hidden(0), 0)).reshape(rules.OBSERVATION)
    assert out.min() >= 0
    assert out.max() <= 4
    assert out[:9].sum() == len(state.export()["board"])


def test_an_observation_in_detail() -> None:
    stacks = [without(stock(0, "gC:gT wT bC gX"), "wT"), without(stock(1, "gX:wC bT bX gX"), "bX"), stock(2)]
    state = setup("a1=bT b1=bC c1=bX1 d1=wT0 e1=wC f1=wX g1=gT a2=gC b2=gX", stacks, scores=[7, 0, 50])
    play(state, "take 4", "flip g1")

    def plane(number: int, seat: int) -> dict[str, float]:
        names = [file + rank for rank in "1234567" for file in "abcdefg"]
        cells = observation(state.hidden(seat), seat)[number * 49 : number * 49 + 49]
        return {name: cell for name, cell in zip(names, cells, strict=True) if cell}

    assert plane(0, 0) == {"a1": 1}
    assert plane(8, 0) == {"b2": 1}
    assert (plane(9, 0), plane(10, 0), plane(11, 0)) == ({"d1": 1}, {"c1": 1}, {})
    assert (plane(9, 1), plane(10, 1), plane(11, 1)) == ({"c1": 1}, {}, {"d1": 1})
    assert plane(13, 0) == {"g1": 1}
    assert [plane(number, 1) for number in range(14, 18)] == [{"d1": 1}, {"b1": 1}, {"b2": 1}, {}]
    assert plane(20, 1) == {"e1": 1 / 6, "a1": 2 / 6, "c1": 3 / 6, "b2": 4 / 6}
    rest = observation(state.hidden(1), 1)[23 * 49 : 24 * 49]
    assert rest[:5] == [0.9, 1.0, 0.6, 0.5, 0.5]
    assert rest[5] == 0.0
    assert rest[11] == 0.5
    assert rest[17] == 0.08
    assert rest[24:30] == [0, 0, 0, 1, 0, 0]
    assert not any(rest[30:])
    assert observation(state.hidden(0), 0)[23 * 49 + 24] == 1
    spectator = observation(state.hidden(None), -1)
    assert spectator[: 23 * 49] == observation(state.hidden(0), 0)[: 23 * 49]


def test_an_observation_has_what_a_good_player_remembers() -> None:
    """Planes 24 to 27: how fresh a sight is, discards by their length, and the faces of the tiles that are left."""
    stacks = [stock(0, "gX:bC wT"), stock(1)]
    state = setup(NINE, stacks)
    play(state, "take 2", "flip a1")  # bT for bC: wrong, and the tile is discarded
    seen = np.array(observation(state.hidden(1), 1)).reshape(rules.OBSERVATION[0], 49)
    fresh = dict(zip(NINE.split(), sorted(seen[24][seen[24] > 0], reverse=True), strict=True))
    assert seen[24][0] == max(fresh.values()) == 1.0  # a1, just turned up
    assert seen[24][8] == pytest.approx(8 / 9)  # b2, the last of those that lay open before
    assert (seen[24] > 0).sum() == 9
    assert seen[25].tolist() == [0.0] * 5 + [0.1] + [0.0] * 43  # player 1 is the next one to player 2
    left = [sum(tile[0] == face for stack in stacks[1].values() for tile in stack) for face in FACES]
    assert seen[26][:9] == pytest.approx([n / 10 for n in left])
    other = [sum(tile[0] == face for stack in stacks[0].values() for tile in stack) for face in FACES]
    other[FACES.index("gX")] -= 1
    assert seen[26][9:18] == pytest.approx([n / 10 for n in other])
    assert not seen[26][18:].any()
    own = [sum(tile[0] == face for tile in stacks[1][name]) / 5 for name in "23456" for face in FACES]
    assert seen[27][:45] == pytest.approx(own)
    assert not seen[27][45:].any()
    shapes = setup(NINE, stacks, options={"match": "shape"})
    play(shapes, "take 2")
    right = np.array(observation(shapes.hidden(0), 0)).reshape(rules.OBSERVATION[0], 49)[14]
    assert np.flatnonzero(right).tolist() == [1, 4, 7]  # bC wC gC


def test_an_observation_of_a_lifted_tile_and_of_who_is_ready() -> None:
    def others(seat: int) -> list[float]:
        return observation(state.hidden(seat), seat)[23 * 49 + 24 : 24 * 49]

    stacks = [without(stock(0, "gX:bC wT"), "gT"), without(stock(1), "bX")]
    state = setup("a1=bT b1=bC c1=bX1 d1=wT e1=wC f1=wX g1=gX a2=gC b2=gT0", stacks)
    play(state, "take 2", "flip b1", "flip d1")
    again = state.copy()
    play(state, "place c1")
    lifted = [float(face == "bX") for face in FACES]
    assert others(0) == [1, 0, 0, 0, 0, 1, *lifted, 0, 1, 0, 0, *[0] * 6]
    assert others(1) == [0, 0, 0, 0, 0, 1, *lifted, 1, 0, 0, 0, *[0] * 6]
    state = play(again, "place a1")
    assert others(0) == [1, 0, 0, 0, 0, 1, 1, *[0] * 18]
    state = tesserae.start("symbol_chain", 3, seed=1)
    state.act(1, "ready")
    assert [others(seat)[:2] for seat in (0, 1, 2)] == [[1, 1], [0, 1], [1, 1]]
    assert observation(state.hidden(None), -1)[23 * 49 + 24] == 0
    play(state, "ready", "ready")
    assert [others(seat)[:3] for seat in (0, 1, 2)] == [[1, 0, 1], [0, 0, 1], [0, 0, 1]]


def opinion(state: State) -> list[float]:
    out = np.zeros(state.seats)
    contract.evaluate(state.raw(), out)
    assert np.all(np.abs(out) < 1)
    return [float(value) for value in out]


def test_an_opinion_follows_the_score() -> None:
    stacks = [stock(seat, s2=4, s3=4) for seat in range(3)]
    even = opinion(setup(stacks=stacks, scores=[5, 5, 5]))
    ahead = opinion(setup(stacks=stacks, scores=[5, 9, 5]))
    far = opinion(setup(stacks=stacks, scores=[5, 30, 5]))
    assert even[1] < ahead[1] < far[1]
    assert ahead[1] > 0 > max(ahead[0], ahead[2])
    assert even[0] > ahead[0] > far[0]


def test_at_the_end_own_tiles_are_in_the_score_already() -> None:
    state, chance = tesserae.start("symbol_chain", seed=2), random.Random(2)
    while state.actors:
        state.act(state.actors[0], clever(state, state.actors[0], chance, 0.5))
    out = np.zeros(len(TRAITS))
    for seat in range(2):
        traits(state.raw()[0], seat, out)
        assert out[TRAITS.index("standing")] == state.export()["scores"][seat]


def test_traits_are_counted() -> None:
    """Seat 0 took a tile and flipped the first of its faces."""
    state = begun(seed=2)
    state.act(0, "take 6")
    out = np.zeros(len(TRAITS))
    found = []
    for _ in range(3):
        traits(state.raw()[0], 0, out)
        found.append(dict(zip(TRAITS, out.tolist(), strict=True)))
        state.act(0, clever(state, 0, random.Random(1), 1.0))
    assert [one["under way"] for one in found] == [6, 5, 4]
    assert [one["standing"] for one in found] == [0, 1, 2]
    assert [one["faces"] for one in found] == [9, 8, 7]
    assert found[0]["stack 6"] == 4
    assert found[0]["on top"] == 4 + 5 + 6
    assert found[0]["turn"] == 1
    traits(state.raw()[0], 1, out)
    assert out[TRAITS.index("under way")] == out[TRAITS.index("turn")] == 0


def test_a_lifted_tile_counts_as_if_it_lay_on_the_board() -> None:
    stacks = [without(stock(0, "gX:bC wT"), "gT"), without(stock(1), "bX")]
    state = setup("a1=bT b1=bC c1=bX1 d1=wT e1=wC f1=wX g1=gX a2=gC b2=gT0", stacks)
    play(state, "take 2", "flip b1", "flip d1")
    for square in ("a1", "c1", "b2"):
        lifted = play(state.copy(), f"place {square}")
        laid = play(lifted.copy(), "lay g7")
        for seat in (0, 1):
            before, after = np.zeros(len(TRAITS)), np.zeros(len(TRAITS))
            traits(lifted.raw()[0], seat, before)
            traits(laid.raw()[0], seat, after)
            standing = TRAITS.index("standing")
            assert before[standing] == after[standing]
