"""Work in several processes."""

import os
import signal
from pathlib import Path

import pytest

from tesserae.lab.executors import Processes
from tesserae.workers import LOSSES, Lost


def work(job: tuple[Path, int, int]) -> int:
    """The number of the job. The first few processes that get here are killed."""
    folder, number, deaths = job
    for death in range(deaths):
        try:
            (folder / str(death)).touch(exist_ok=False)
        except FileExistsError:
            continue
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_worker_that_is_killed_costs_no_result(tmp_path: Path) -> None:
    results = Processes(2).run(work, [(tmp_path, number, 2) for number in range(8)])
    assert sorted(results) == list(range(8))
    assert len(list(tmp_path.iterdir())) == 2


def test_work_that_kills_its_workers_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(Lost):
        list(Processes(1).run(work, [(tmp_path, 0, LOSSES)]))
