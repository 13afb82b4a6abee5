"""Opponents: the engine's search, with what each level makes of it."""

from tesserae.bots.bot import Bot, Candidate, Progress, Thoughts, bot
from tesserae.bots.levels import NAMES as LEVELS
from tesserae.bots.levels import RANDOM

__all__ = ["LEVELS", "RANDOM", "Bot", "Candidate", "Progress", "Thoughts", "bot"]
