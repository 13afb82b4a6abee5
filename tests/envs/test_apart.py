"""Nothing of the environments is needed to play."""

import subprocess
import sys

HEAVY = ("tesserae.envs", "gymnasium", "pettingzoo", "pyspiel", "pyarrow", "PIL", "resvg_py")


def test_playing_and_serving_do_not_import_environments() -> None:
    code = (
        "import sys, tesserae, tesserae.cli, tesserae.server.app, tesserae.bots, tesserae.record;"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_batches_do_without_the_other_packages() -> None:
    """Somebody who has not installed the extra can still step batches."""
    code = (
        "import sys\n"
        f"for name in {HEAVY[1:]!r}: sys.modules[name] = None\n"
        "from importlib import util\n"
        "found = util.find_spec\n"
        f"util.find_spec = lambda name, *more: None if name in {HEAVY[1:]!r} else found(name, *more)\n"
        "from tesserae.envs import Batch\n"
        "batch = Batch('consequence', 2)\n"
        "batch.step(batch.sample())\n"
        "print(batch.observation.shape)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "(2, 12, 4, 4)"
