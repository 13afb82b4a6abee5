"""Reports of finished games: the evaluation after each turn, turning points, and what each player could have known.

docs/background/reports.md explains how they are computed.
"""

from tesserae.reports.report import Point, Report, Work, advance, begin

__all__ = ["Point", "Report", "Work", "advance", "begin"]
