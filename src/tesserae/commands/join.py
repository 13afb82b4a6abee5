"""`tesserae join`: play in the terminal at a table of a server."""

import argparse
import os
import sys
from pathlib import Path

from tesserae.commands import Commands, add_command


def add(commands: Commands) -> None:
    join = add_command(
        commands,
        "join",
        "play in the terminal at a table of a server",
        "tesserae join http://127.0.0.1:8000/t/abc --name Ada",
        "tesserae join http://127.0.0.1:8000/t/abc --watch",
    )
    join.set_defaults(run=run)
    join.add_argument("url", help="the address of the table, as http://127.0.0.1:8000/t/abc")
    join.add_argument("--name", help="your name")
    join.add_argument("--watch", action="store_true", help="watch, even if there is a free seat")
    join.add_argument("--auto", action="store_true", help="play random legal moves without asking")
    join.add_argument("--cookie", type=Path, metavar="FILE", help="file with your identity (default: in your home)")
    join.add_argument("--no-colour", "--no-color", action="store_true", help="plain text only")


def run(options: argparse.Namespace) -> int:
    from tesserae.remote import Remote, cookies

    colour = sys.stdout.isatty() and not options.no_colour and "NO_COLOR" not in os.environ
    return Remote(options.url, options.cookie or cookies(), colour, options.auto).run(options.name, options.watch)
