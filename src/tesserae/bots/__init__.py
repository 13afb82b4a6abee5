"""The bots: the engine's search, at several levels."""

from tesserae.bots.bot import Bot, Candidate, Thoughts, bot
from tesserae.bots.levels import LEVEL_NAMES, RANDOM, check_level
from tesserae.bots.player import Progress

__all__ = ["LEVEL_NAMES", "RANDOM", "Bot", "Candidate", "Progress", "Thoughts", "bot", "check_level"]
