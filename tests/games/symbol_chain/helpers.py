"""Positions of Symbol Chain in a few words, and ways to play them."""

import random
from typing import Any

import tesserae
from tesserae.conformance import refusal
from tesserae.games.symbol_chain import record
from tesserae.games.symbol_chain.tiles import standard
from tesserae.state import State

Tile = list[str]  # ["gX", "bC wT"]
NINE = "a1=bT b1=bC c1=bX d1=wT e1=wC f1=wX g1=gT a2=gC b2=gX"  # the starting tiles, out of the way
SQUARES = [file + rank for rank in "1234567" for file in "abcdefg"]


def tile(text: str) -> Tile:
    """A tile from a text such as "gX:bC wT"."""
    return text.split(":")


def board(text: str) -> dict[str, list[Any]]:
    """A board from a text such as "c4=bT e5=gX1": the last figure is the owner, a starting tile has none."""
    squares = {}
    for item in text.split():
        square, content = item.split("=")
        squares[square] = [content[:2], int(content[2:]) if content[2:] else None]
    return squares


def stock(seat: int, *tops: str, **heights: int) -> dict[str, list[Tile]]:
    """All the stacks of a seat, with some tiles on top of theirs; `s2=1` cuts a stack down to a height, from below."""
    tiles = [each.export() for each in standard()[seat]]
    for top in map(tile, tops):
        tiles.remove(top)
        tiles.append(top)
    stacks: dict[str, list[Tile]] = {str(n): [] for n in range(2, 7)}
    for item in tiles:
        stacks[str(len(item[1].split()))].append(item)
    for name, height in heights.items():
        stacks[name[1]] = stacks[name[1]][len(stacks[name[1]]) - height :]
    return stacks


def without(stacks: dict[str, list[Tile]], faces: str) -> dict[str, list[Tile]]:
    """The stacks less one tile, the lowest, for each of the faces (of tiles that lie on the board)."""
    for face in faces.split():
        name, item = next((name, item) for name in "23456" for item in stacks[name] if item[0] == face)
        stacks[name].remove(item)
    return stacks


def position(squares: str = NINE, stacks: list[Any] | None = None, **fields: Any) -> dict[str, Any]:
    """A position in play, with everybody's tiles in the stacks unless said otherwise."""
    return {
        "game": "symbol_chain",
        "turn": 0,
        "stacks": [stock(0), stock(1)] if stacks is None else stacks,
        "board": board(squares),
        "begun": True,
        **fields,
    }


def setup(squares: str = NINE, stacks: list[Any] | None = None, **fields: Any) -> State:
    return tesserae.load(position(squares, stacks, **fields))


def play(state: State, *actions: str) -> State:
    """Each action by whoever's turn it is."""
    for action in actions:
        state.act(state.actors[0], action)
    return state


def begun(*arguments: Any, **options: Any) -> State:
    """A new game in which everybody is ready."""
    state = tesserae.start("symbol_chain", *arguments, **options)
    return play(state, *["ready"] * state.seats)


def rule(state: State, action: str) -> str:
    """The rule that forbids an action to the player to move."""
    return refusal(state, state.actors[0], action).rule


def clever(state: State, seat: int, rng: random.Random, skill: float) -> str:
    """A legal action; flips are right with the given probability, if they can be."""
    actions = state.legal(seat)
    if actions[0].startswith("flip") and rng.random() < skill:
        s = state.raw()[0]
        face = record.wanted(s, int(s.turn), int(s.taken), int(s.flipped))
        right = [action for action in actions if s.face[SQUARES.index(action[5:])] == face]
        if right:
            return rng.choice(right)
    return rng.choice(actions)


def random_options(rng: random.Random) -> dict[str, Any]:
    return {
        "match": rng.choice(["exact", "shape"]),
        "end_stacks": rng.choice(["same", "any"]),
        "memory_aid": rng.random() < 0.5,
        "backs": rng.choice(["plain", "owner"]),
        "start": rng.choice([None, rng.sample(SQUARES, 9)]),
    }


def random_state(seed: int, actions: int | None = None, **options: Any) -> State:
    """A game some way on, of any number of players, with any options and any skill."""
    rng = random.Random(seed)
    state = tesserae.start("symbol_chain", rng.randint(2, 4), seed, **{**random_options(rng), **options})
    skill = rng.choice([0.0, 0.6, 0.9, 1.0])
    for _ in range(rng.randint(0, 300) if actions is None else actions):
        if not state.actors:
            break
        seat = rng.choice(state.actors)
        state.act(seat, clever(state, seat, rng, skill))
    return state
