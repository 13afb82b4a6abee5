"""Learn which worlds are likely in a game with secrets: the belief of its strongest bot.

    python tools/believe.py consequence --games 4000 --simulations 150 --write

Bots of the given levels play against each other (lab/believing.py). A tenth of the games is held out; the log loss
there is shown beside that of somebody who cannot tell the worlds apart. With `--write` the net goes to the folder
`nets` of the game, with the command that made it.

The games are played where the lab plays too: in local processes (one a core), in this one (`--on here`) or on a Ray
cluster. What comes out is the same.
"""

import argparse
import math
from pathlib import Path

import numpy as np

import tesserae
from tesserae.commands.arena import add_workers
from tesserae.engine import contract
from tesserae.engine.net import save
from tesserae.games import game as find
from tesserae.lab.believing import Watched, loss, train, watch
from tesserae.lab.executors import executor
from tesserae.lab.learning import chosen
from tesserae.lab.selfplay import check
from tesserae.lab.training import Samples, fresh, joined

AT_A_TIME = 20  # games of a job
HELD_OUT = 10  # every tenth game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--simulations", type=int, default=150)
    parser.add_argument("--worlds", type=int, default=8, help="that a position is noted in, the true one included")
    parser.add_argument("--width", type=int, default=16, help="hidden units")
    parser.add_argument("--passes", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--levels", nargs="+", default=["master"], help="of the bots; each seat of a game draws one")
    parser.add_argument("--write", action="store_true", help="put the net into the game's folder")
    add_workers(parser)
    given = parser.parse_args()
    game = find(given.game)
    check(game)
    starts = range(0, given.games, AT_A_TIME)
    who = tuple(given.levels)
    jobs = [
        Watched(
            first,
            min(AT_A_TIME, given.games - first),
            game.name,
            {},
            given.seats,
            given.seed,
            given.simulations,
            given.worlds,
            who,
        )
        for first in starts
    ]
    parts: dict[int, Samples] = {}
    for first, samples in executor(given.on, given.workers).run(watch, jobs):
        parts[first] = samples
        if len(parts) % 10 == 0:
            print(f"{len(parts)} of {len(jobs)} times {AT_A_TIME} games", flush=True)
    samples = joined([parts[first] for first in starts])
    apart = samples.games % HELD_OUT == 0
    held, learned = chosen(samples, apart), chosen(samples, ~apart)
    net = fresh(contract.inputs_of(game.rules.STATE), given.width, given.seed)
    net = train(net, learned, given.worlds, given.seed, given.passes)
    found = (
        f"log loss {loss(net, held, given.worlds):.3f} in {held.size // given.worlds} held-out positions, "
        f"{loss(net, learned, given.worlds):.3f} in {learned.size // given.worlds} others, "
        f"{math.log(given.worlds):.3f} without a belief"
    )
    print(found)
    if given.write:
        how = f"--games {given.games} --simulations {given.simulations} --worlds {given.worlds} --width {given.width}"
        how += f" --passes {given.passes} --seed {given.seed} --levels {' '.join(given.levels)}"
        how += f" --seats {given.seats}" * (given.seats is not None)
        about = f"{game.title}: a belief with {given.width} hidden units, made by\n"
        about += f"  python tools/believe.py {game.name} {how} --write\n{found}"
        path = Path(tesserae.__file__).parent / "games" / game.name / "nets" / "belief.npz"
        path.parent.mkdir(exist_ok=True)
        save(path, net._replace(shift=np.zeros(1, np.float32)), about, half=True)


if __name__ == "__main__":
    main()
