"""Plays the same seeded games of every kind and prints a hash of the state after every action.

Run with and without the JIT (tests/test_jit.py), the output must be the same.
"""

import hashlib
import sys
import zlib

import numpy as np

import tesserae
from tesserae.bots import levels
from tesserae.engine import door
from tesserae.engine.alphabeta import AlphaBeta
from tesserae.engine.jit import Ints, States
from tesserae.engine.search import Mind, Search
from tesserae.games import games
from tesserae.games.game import Game
from tests.walks import generator, variants

LONGEST = 150  # actions of a game; with the JIT off they take a while


def main(seeds: int) -> None:
    out = np.empty(4096, np.int64)
    for game in games():
        for seats in sorted({game.seats[0], game.seats[-1]}):
            for seed, options in zip(range(seeds), variants(game, seats), strict=False):
                state = tesserae.start(game.name, seats, seed, **options)
                array, rng = state.raw(), generator(seed)
                sums = []
                for step in range(LONGEST):
                    if door.over(array):
                        break
                    actors = door.actors(array)
                    seat = [one for one in range(seats) if actors >> one & 1][step % actors.bit_count()]
                    action = door.pick(array, seat, rng, out)
                    noted, log = array.copy(), np.zeros(4096, np.int64)
                    door.note(noted, seat, action, log)
                    assert door.act(array, seat, action, out)
                    assert noted.tobytes() == array.tobytes()
                    sums.append(f"{zlib.crc32(log.tobytes(), zlib.crc32(array.tobytes())):08x}")
                    if step % 10 == 0:
                        sums.append(digest(game, array, step % seats, rng))
                    if step % 50 == 0 and not door.over(array):
                        sums.append(thoughts(game, array, seats, rng))
                print(game.name, seats, options, *sums)


def digest(game: Game, array: States, seat: int, rng: Ints) -> str:
    """All the rest of the contract, in one hash."""
    total = hashlib.sha256()
    out = np.zeros(4096, np.int64)
    n = door.legal(array, seat, out)
    total.update(out[:n].tobytes())
    n = door.legal_at(array, seat, 3, out)
    total.update(out[:n].tobytes())
    opinion = np.zeros(12)
    door.evaluate(array, opinion)
    total.update(opinion.tobytes())
    total.update(f"{door.key(array)} {[door.urgency(array, seat, action) for action in out[:n].tolist()]}".encode())
    hidden = array.copy()
    door.hide(hidden, seat)
    total.update(hidden.tobytes())
    seen = np.zeros(int(np.prod(game.rules.OBSERVATION)))
    door.observe(hidden, seat, seen)
    total.update(seen.tobytes())
    door.imagine(hidden, seat, rng)
    total.update(hidden.tobytes())
    return total.hexdigest()[:12]


def thoughts(game: Game, array: States, seats: int, rng: Ints) -> str:
    """A short search by the last of the actors, with everything that a search can do, and one by depth where bots use
    it."""
    seat = door.actors(array).bit_length() - 1
    hidden = array.copy()
    door.hide(hidden, seat)
    search = Search(hidden, seat, seats, rng, Mind(sieve=2, whole=10, plies=5), span=4)
    search.run(30)
    found = search.found()
    if levels.by_depth(game, "grandmaster", hidden):
        deep = AlphaBeta(hidden, rng)
        deep.run(50)
        found += deep.found()
    return hashlib.sha256(repr(found).encode()).hexdigest()[:12]


if __name__ == "__main__":
    main(int(sys.argv[1]))
