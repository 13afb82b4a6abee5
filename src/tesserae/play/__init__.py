"""Matches between people and bots: seats, clocks, draws, taking back, series. docs/background/matches.md explains them.

A match is a list of events. It uses no files, sockets or clocks of its own: the caller passes the time.
"""

from tesserae.errors import Refused
from tesserae.play import commands
from tesserae.play.diff import apply, changes
from tesserae.play.events import Event, Series
from tesserae.play.match import Match
from tesserae.play.settings import GameClock, MoveClock, Settings
from tesserae.play.standing import Decision, Seat

__all__ = [
    "Decision",
    "Event",
    "GameClock",
    "Match",
    "MoveClock",
    "Refused",
    "Seat",
    "Series",
    "Settings",
    "apply",
    "changes",
    "commands",
]
