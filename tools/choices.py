"""What bots choose, so that a change of the code can be compared with what was before it.

    python tools/choices.py before.txt                # before the change
    python tools/choices.py after.txt before.txt      # after it: says which lines differ; the exit status is 1 then

Bots of every level play all games with all presets from random positions: 1,050 choices. With a budget of simulations
they depend on the seeds alone. A line has the actions of one game, and a digest of the last thoughts. Further lines are
for what searches in other ways: players of the arena with settings, games to learn from, and reports.
"""

import argparse
import hashlib
import random
from collections.abc import Iterator
from pathlib import Path

import tesserae
from tesserae.bots import LEVEL_NAMES, levels
from tesserae.engine.net import NONE
from tesserae.games import games
from tesserae.games.game import Game
from tesserae.games.level import STRONGEST
from tesserae.lab import selfplay
from tesserae.lab.players import player
from tesserae.reports.report import judge
from tesserae.state import State

SEEDS = 2  # the games of the first have as few players as possible, those of the last as many
CHOICES = 5
SIMULATIONS = 100
OPENING = 40  # random actions at the beginning, at most
JUDGED = 300  # simulations for the value of a position in a report
# Players with settings that their search has, whatever the options of the game.
PLAYERS = ("plain", "classic", "master+exploration=0.3+sieve=2", "grandmaster+net=none")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=Path)
    parser.add_argument("before", type=Path, nargs="?")
    options = parser.parse_args()
    lines = list(report())
    options.output.write_text("\n".join(lines) + "\n", "utf-8")
    before = lines if options.before is None else options.before.read_text("utf-8").splitlines()
    differ = sorted(set(lines) ^ set(before))
    print("\n".join([*differ, f"{len(lines)} lines, {len(differ)} of them in only one of the files"]))
    raise SystemExit(1 if differ else 0)


def report() -> Iterator[str]:
    for game in games():
        for preset in game.presets:
            for seed in range(SEEDS):
                state = position(game, preset.name, seed)
                for level in (*LEVEL_NAMES, *PLAYERS):
                    yield f"{game.name} {preset.name} {seed} {level}: {' '.join(played(state, level, seed))}"
                if state.actors:
                    yield f"{game.name} {preset.name} {seed} report: {judge(state, JUDGED)}"
        yield f"{game.name} learning: {' '.join(learned(game))}"


def position(game: Game, preset: str, seed: int) -> State:
    """A game after some random actions."""
    declared = game.preset(preset)
    chance = random.Random(f"{preset} {seed}")
    seats = game.seats[-1 if seed else 0] if declared.seats is None else declared.seats
    state = tesserae.start(game.name, seats, seed, **declared.options)
    opening = chance.randrange(OPENING)
    while len(state.history) < opening and state.actors:
        before, seat = state.copy(), chance.choice(state.actors)
        state.act(seat, chance.choice(state.legal(seat)))
        if not state.actors:
            return before
    return state


def played(state: State, name: str, seed: int) -> Iterator[str]:
    """Some actions by a player in all seats, and a digest of its last thoughts."""
    state = state.copy()
    bots = [player(name).sit(state.game.name, {"simulations": SIMULATIONS}, seed) for _ in range(state.seats)]
    for _ in range(CHOICES):
        if not state.actors:
            return
        seat = state.actors[0]
        yield (action := bots[seat].choose(state, seat))
        state.act(seat, action)
    if state.actors:
        yield digest(bots[state.actors[0]].think(state, state.actors[0]))


def learned(game: Game) -> Iterator[str]:
    """What games of self-play show, with a net and without, and how a match between them ends."""
    net = levels.settings(game, STRONGEST, game.blank()).net
    for one in (net, NONE):
        _, samples = selfplay.learn(selfplay.Lesson(0, 1, game.name, {}, None, 3, 20, one))
        yield digest([part.tobytes() for part in samples])
    pair = selfplay.Thinker(net, simulations=20), selfplay.Thinker(NONE, selfplay.ANCHOR, 20)
    yield digest(selfplay.meet(selfplay.Match(0, game.name, {}, None, 3, pair)))


def digest(what: object) -> str:
    return hashlib.sha256(repr(what).encode()).hexdigest()[:12]


if __name__ == "__main__":
    main()
