"""Whether bots at a server are as strong as those of the arena.

    python bench/served.py symbol --games 40 --seconds 0.1

One side of each game gets its choices from a worker of the server, as a bot at a table does; the other is the player of
the arena, with the same level and the same seconds. Both are measured by the wall clock, so the machine should have
nothing else to do. Each start is played twice, with the sides changed.
"""

import argparse
import asyncio
import random

import tesserae
from tesserae.bots import bot
from tesserae.lab.score import wilson
from tesserae.server.scheduler import Account, Kind, Scheduler
from tesserae.server.thinkers import Chosen, choose, question
from tesserae.server.workers import Process
from tesserae.state import State

OPENING = 2  # random actions at the beginning, so that games differ
LIMIT = 400  # actions; a game that goes on for longer counts as drawn


async def play(state: State, number: int, seat: int, level: str, seconds: float, workers: Scheduler) -> float:
    """The score of the server's bot, which has the seat; and prints how often it went on from what it knew."""
    other = bot(state.game.name, level, seconds)
    account, choices, kept = Account("bench", "bench", str(number)), 0, 0
    openly = not state.game.secrets and not state.game.memory
    while state.actors and len(state.history) < LIMIT:
        actor = state.actors[0]
        if actor == seat:
            asked = question(state, seat, level, openly, account.table)
            chosen: Chosen = await workers.think(Kind.PLAY, account, choose, asked, seconds)
            choices += 1
            kept += chosen.kept > 0
            state.act(actor, chosen.action)
        else:
            state.act(actor, other.choose(state, actor))
    winners = () if state.outcome is None else state.outcome.winners
    score = 0.5 if len(winners) != 1 else float(winners[0] == seat)
    print(f"game {number + 1}: {score}; it went on in {kept} of {choices} choices", flush=True)
    return score


async def match(options: argparse.Namespace) -> None:
    workers = Scheduler([Process(0)], options.seconds)
    given = dict(option.split("=", 1) for option in options.option)
    scores = []
    try:
        for number in range(options.games):
            seed = options.seed + number // 2
            state, chance = tesserae.start(options.game, 2, seed, **given), random.Random(seed)
            while len(state.history) < OPENING and state.actors:
                state.act(state.actors[0], chance.choice(state.legal(state.actors[0])))
            scores.append(await play(state, number, number % 2, options.level, options.seconds, workers))
    finally:
        await workers.close()
    low, high = wilson(sum(scores), len(scores))
    print(f"score of the server's bots: {sum(scores) / len(scores):.1%} ({low:.1%} to {high:.1%})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--level", default="grandmaster")
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], help="an option of the game, as in edition=simple")
    asyncio.run(match(parser.parse_args()))


if __name__ == "__main__":
    main()
