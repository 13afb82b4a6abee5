"""Shared by the commands that draw a board."""

import argparse
import os
import sys


def add_colour(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--no-colour", "--no-color", action="store_true", help="plain text only")


def wants_colour(options: argparse.Namespace) -> bool:
    return sys.stdout.isatty() and not options.no_colour and "NO_COLOR" not in os.environ
