"""What can be told about a finished game: how it stood after each turn, where it turned, who could have known what.

docs/reports.md says how it is worked out.
"""

from tesserae.reports.course import Course, Turn
from tesserae.reports.report import Point, Report, Work, advance, begin

__all__ = ["Course", "Point", "Report", "Turn", "Work", "advance", "begin"]
