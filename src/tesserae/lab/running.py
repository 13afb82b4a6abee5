"""A run of the lab from its plan to its results, on any executor."""

from collections.abc import Callable
from contextlib import closing

from tesserae.lab.executors import Executor
from tesserae.lab.folder import Folder
from tesserae.lab.playing import play


def run(folder: Folder, executor: Executor, tell: Callable[[], None] = lambda: None) -> None:
    """Play the games of the plan that are still missing; `tell` is called after each."""
    there = {row.number for row in folder.rows}
    jobs = [job for job in folder.plan.jobs() if job.number not in there]
    with closing(executor.run(play, jobs)) as rows:
        for row in rows:
            folder.add(row)
            tell()
