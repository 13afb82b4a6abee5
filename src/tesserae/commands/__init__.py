"""Commands of `tesserae` that stand on their own, one module each: `add` declares a command and the function it runs.

A module imports what its command needs only when that runs, so that `tesserae --help` answers at once.
"""

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]
else:
    Commands = argparse._SubParsersAction
