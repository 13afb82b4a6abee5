"""Opponents: the engine's search, with what each level makes of it."""

from tesserae.bots.bot import Bot, Candidate, Progress, Thoughts, bot
from tesserae.bots.levels import LEVEL_NAMES, RANDOM, check_level

__all__ = ["LEVEL_NAMES", "RANDOM", "Bot", "Candidate", "Progress", "Thoughts", "bot", "check_level"]
