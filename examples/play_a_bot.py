"""A level of the bots against random play, through PettingZoo.

python examples/play_a_bot.py symbol_chain --level casual --games 10
"""

import argparse
from typing import Any

import numpy as np
import pettingzoo

import tesserae
import tesserae.envs  # registers the games
from tesserae.games import names


def main(arguments: list[str] | None = None) -> list[float]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=names())
    parser.add_argument("--level", default="casual")
    parser.add_argument("--games", type=int, default=4)
    options = parser.parse_args(arguments)

    env: Any = pettingzoo.make("aec", f"tesserae/{options.game}-v0")
    bot = tesserae.bot(options.game, options.level, simulations=200, seed=1)
    rng = np.random.default_rng(1)
    scores = []
    for number in range(options.games):
        env.reset(seed=number)
        bots_agent = env.possible_agents[number % len(env.possible_agents)]
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            if terminated or truncated:
                if agent == bots_agent:
                    scores.append(float(reward))
                env.step(None)
            elif agent == bots_agent:
                # A bot answers in the game's notation; where an action takes several choices, these are made in a row.
                action = bot.choose(env.game(), env.possible_agents.index(agent))
                for choice in env.choices_of(action):
                    env.step(choice)
            else:
                env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    print(f"{options.level} against random play: {np.mean(scores):+.2f} a game over {len(scores)} games")
    return scores


if __name__ == "__main__":
    main()
