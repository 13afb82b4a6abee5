"""Matches of our strongest bot against OpenSpiel's own, through the OpenSpiel environment.

    python bench/openspiel_bots.py symbol --open --option edition=simple --games 40 --seconds 0.2
    python bench/openspiel_bots.py consequence --games 40 --seconds 0.2

The opponent is OpenSpiel's ISMCTSBot, which gets its worlds from `resample_from_infostate`, or with `--open` its
MCTSBot, which sees everything: only for games in which everything lies open. Both are those in Python: the C++
ISMCTSBot crashes on games written in Python. They judge by one random playout to the end. They are given a number of
simulations, not a time, so each choice gets as many as would have taken the given processor time in the choices
before. In an environment, an action can take several choices: the opponent has the time for each of them, our bot for
the whole action.
"""

import argparse
import random
import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from tesserae.bots.bot import bot
from tesserae.envs import openspiel
from tesserae.games import game as find
from tesserae.lab.score import wilson

UCT_C = 1.4
LEAST = 2  # simulations of a choice
GUESS = 0.01  # seconds of the first simulation


class Timed:
    """One of OpenSpiel's bots, with processor time for each choice instead of simulations."""

    def __init__(self, game: Any, hidden: bool, seconds: float, seed: int) -> None:
        chance = np.random.RandomState(seed)
        self.seconds = seconds
        self.each = GUESS  # seconds of a simulation
        self.spent, self.choices, self.simulations = 0.0, 0, 0
        self.hidden = hidden
        evaluator = mcts.RandomRolloutEvaluator(1, chance)
        if hidden:
            self.bot = ismcts.ISMCTSBot(game, evaluator, UCT_C, LEAST, random_state=chance)
        else:
            self.bot = mcts.MCTSBot(game, UCT_C, LEAST, evaluator, random_state=chance)

    def choose(self, state: Any) -> int:
        n = max(LEAST, int(self.seconds / self.each))
        if self.hidden:
            self.bot._max_simulations = n
        else:
            self.bot.max_simulations = n
        began = time.thread_time()
        choice = int(self.bot.step(state))
        if len(state.legal_actions()) > 1:
            spent = time.thread_time() - began
            self.each = (self.each + max(spent, 1e-6) / n) / 2
            self.spent += spent
            self.choices += 1
            self.simulations += n
        return choice


def play(game: Any, name: str, theirs: Timed, seat: int, seconds: float, seed: int) -> tuple[float, float, int]:
    """Our result in one game in the given seat, and our time and number of actions."""
    state = game.new_initial_state()
    state.apply_action(random.Random(seed).choice(state.legal_actions()))  # the deal
    ours = bot(name, "grandmaster", seconds=seconds, seed=seed, clock=time.thread_time)
    spent, actions = 0.0, 0
    while not state.is_terminal():
        if state.current_player() == seat:
            began = time.thread_time()
            text = ours.choose(state.single.state(), seat)
            spent += time.thread_time() - began
            actions += 1
            for choice in state.single.way_to(text):
                state.apply_action(choice)
        else:
            state.apply_action(theirs.choose(state))
    return float(state.returns()[seat]), spent, actions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[], help="of the game, as edition=simple")
    parser.add_argument("--open", action="store_true", help="against MCTSBot, which sees everything")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    openspiel.register()
    declared = find(given.game)
    game = pyspiel.load_game(openspiel.PREFIX + declared.name, dict(one.split("=", 1) for one in given.option))
    theirs = Timed(game, not given.open, given.seconds, given.seed)
    won = drawn = lost = 0
    spent, actions = 0.0, 0
    for number in range(given.games):
        result, took, acted = play(game, declared.name, theirs, number % 2, given.seconds, given.seed + number // 2)
        spent, actions = spent + took, actions + acted
        won, drawn, lost = won + (result > 0), drawn + (result == 0), lost + (result < 0)
        low, high = wilson(lost + drawn / 2, number + 1)
        score = f"{100 * (lost + drawn / 2) / (number + 1):.1f} % ({100 * low:.1f} to {100 * high:.1f} %)"
        choices = max(theirs.choices, 1)
        print(f"{number + 1} games: we won {won}, lost {lost}, drew {drawn}; {type(theirs.bot).__name__} has {score}")
    print(f"we had {spent / max(actions, 1):.3f} s of processor time for an action")
    print(f"they had {theirs.spent / choices:.3f} s for a choice, {theirs.simulations / choices:.0f} simulations")


if __name__ == "__main__":
    main()
