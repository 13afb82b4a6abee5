"""Work in several processes."""

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

from tesserae.lab.executors import Heed, Processes

DEATHS = 2


def work(job: tuple[Path, int], heed: Heed) -> int:
    """The number of the job. The first few processes that get here are killed while they look whether to stop."""
    folder, number = job
    for death in range(DEATHS):
        try:
            (folder / str(death)).touch(exist_ok=False)
        except FileExistsError:
            continue
        threading.Thread(target=_look, args=(heed,), daemon=True).start()
        time.sleep(0.02)
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def _look(heed: Any) -> None:
    while True:
        heed(0.0)


def test_a_worker_that_is_killed_at_any_moment_stops_nobody(tmp_path: Path) -> None:
    results = Processes(2).run(work, [(tmp_path, number) for number in range(DEATHS)])
    assert sorted(results) == list(range(DEATHS))
    assert len(list(tmp_path.iterdir())) == DEATHS
