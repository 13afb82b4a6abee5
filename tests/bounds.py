"""Playouts, searches and all of the contract, over the games that are named, for a run with Numba's bounds checks
(tests/test_jit.py): `NUMBA_BOUNDSCHECK=1 python -m tests.bounds symbol sequence`."""

import sys
from itertools import islice

import numpy as np

import tesserae
from tesserae import games
from tesserae.engine import contract
from tesserae.engine.native import CompiledError
from tesserae.engine.playouts import playouts
from tesserae.engine.proof import WIN, Proof
from tesserae.engine.search import Mcts, MctsSettings, Mind
from tesserae.engine.searches import Task
from tests.entries import item
from tests.hashes import digest
from tests.walks import WILD, generator, variants


def main(names: list[str]) -> None:
    try:
        item(np.zeros(3, np.int64), 3)
        raise SystemExit("bounds are not checked")
    except CompiledError:
        pass
    rng, out = generator(1), np.empty(4096, np.int64)
    for game in map(games.game, names):
        for seats in sorted({game.seats[0], game.seats[-1]}):
            starts = [
                tesserae.start(game.name, seats, n, **o).raw() for n, o in enumerate(islice(variants(game, seats), 16))
            ]
            states = np.concatenate(starts * 8)
            found = playouts(states.copy(), seats, seed=1)
            for start in starts[:4]:
                for seat in range(seats):
                    digest(game, start, seat, rng)
                    for code in WILD:
                        contract.allowed(start, seat, code, out)
                seat = contract.actors(start).bit_length() - 1
                hidden = start.copy()
                contract.hide(hidden, seat)
                task = Task(hidden, seat, seats, rng, nodes=150)
                Mcts(task, MctsSettings(Mind(sieve=2, whole=10, plies=20), span=2)).run(200)
                if not game.secrets:
                    Proof(start, seats, seat, WIN, turns=3, nodes=150).run(100)
            print(game.name, seats, int(found.lengths.sum()))


if __name__ == "__main__":
    main(sys.argv[1:])
