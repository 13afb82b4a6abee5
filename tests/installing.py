"""Debian packages that tests need, installed where we may."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path


def install(missing: Callable[[], bool], *packages: str) -> None:
    """Install packages as long as something is missing, if this is Debian and we may. Tests run in several processes,
    of which one does it while the others wait."""
    if not missing() or not shutil.which("apt-get") or os.geteuid() != 0:
        return
    import fcntl  # which Debian has, but not every system

    with (Path(tempfile.gettempdir()) / "tesserae-packages.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if missing():
            environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            for command in (["update", "-qq"], ["install", "-qq", "--no-install-recommends", *packages]):
                subprocess.run(["apt-get", *command], env=environment, check=False, timeout=600)
