"""The larger commands of `tesserae`, one module each; `add` declares a command and the function that runs it.

A module imports what its command needs only when the command runs, so that `tesserae --help` answers at once.
"""

import argparse
from typing import TYPE_CHECKING

from tesserae.games import NAMES

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]
else:
    Commands = argparse._SubParsersAction


def add_command(
    commands: Commands, name: str, summary: str, *examples: str, about: str = ""
) -> argparse.ArgumentParser:
    """Declare a command. Its help ends with examples, in which GAME is replaced by the name of a game."""
    lines = "\n".join(f"  {line.replace('GAME', NAMES[0])}" for line in examples)
    return commands.add_parser(
        name,
        help=summary,
        description=about or f"{summary[0].upper()}{summary[1:]}.",
        epilog=f"examples:\n{lines}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
