"""Measuring: bots against each other, and what the results are worth."""
