"""Matches between bots, statistics about rule sets, and how reliable they are."""
