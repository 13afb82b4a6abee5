"""Worker processes, which the server, the lab, the arena and the compiler share."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from tesserae.workers import LOSSES, Closed, Lost, Worker, enough, tell

PATIENT = 120  # seconds within which a busy machine has done something small


@pytest.fixture
def worker() -> Iterator[Worker]:
    with Worker() as worker:
        yield worker


def wait_for(path: Path) -> None:
    end = time.monotonic() + PATIENT
    while not path.exists():
        assert time.monotonic() < end
        time.sleep(0.01)


def kill(worker: Worker) -> None:
    assert worker.pid is not None
    process = psutil.Process(worker.pid)
    process.kill()
    process.wait(PATIENT)


# --- Jobs of the worker ----------------------------------------------------------------------------------------------


def hold(go_on: Path, answer: int) -> int:
    tell(os.getpid())
    wait_for(go_on)
    return answer


def work_until_enough() -> bool:
    end = time.monotonic() + PATIENT
    tell("working")
    while not enough() and time.monotonic() < end:
        time.sleep(0.001)
    return enough()


def die(folder: Path, times: int) -> int:
    """Be killed as often as this; returns how often it was."""
    deaths = len(list(folder.iterdir()))
    if deaths < times:
        (folder / str(deaths)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return deaths


def chatter() -> str:
    os.write(1, b"printed\n")
    print("printed, too", flush=True)
    return sys.stdin.read()


def priority() -> int:
    return os.nice(0)


class Odd(Exception):
    """It can be pickled, but not be unpickled."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)


def fail(kind: str) -> None:
    raise KeyError("key") if kind == "usual" else Odd("o", "dd")


# --- A job and its result --------------------------------------------------------------------------------------------


def test_a_worker_does_one_job_after_the_other_in_one_process(worker: Worker) -> None:
    ids = {worker.run(os.getpid) for _ in range(3)}
    assert ids == {worker.pid}
    assert os.getpid() not in ids
    assert worker.run(bytes, 1_000_000) == bytes(1_000_000)


def test_errors_come_with_what_the_worker_was_doing(worker: Worker) -> None:
    with pytest.raises(KeyError, match="key") as raised:
        worker.run(fail, "usual")
    assert "in fail" in "".join(raised.value.__notes__)
    with pytest.raises(RuntimeError, match="Odd: odd"):
        worker.run(fail, "odd")
    assert worker.run(pow, 2, 3) == 8


def test_what_a_job_reads_and_prints_does_not_disturb_it(worker: Worker, capfd: pytest.CaptureFixture[str]) -> None:
    assert worker.run(chatter) == ""
    assert capfd.readouterr().err.split("\n") == ["printed", "printed, too", ""]


def test_an_error_while_it_is_told_something_ends_the_job(worker: Worker, tmp_path: Path) -> None:
    def told(_: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        worker.run(hold, tmp_path / "go-on", 1, told=told)
    assert worker.pid is None
    assert worker.run(pow, 2, 3) == 8


def test_priority() -> None:
    with Worker(nice=3) as worker:
        assert worker.run(priority) == min(19, os.nice(0) + 3)


# --- Ending early ----------------------------------------------------------------------------------------------------


def test_a_job_ends_early_when_it_is_told_to(worker: Worker) -> None:
    """Not those with a later number."""
    assert worker.run(enough, number=4) is False
    assert worker.run(work_until_enough, number=5, told=lambda _: worker.stop(5)) is True
    assert worker.run(enough, number=5) is True
    assert worker.run(enough, number=6) is False


@pytest.mark.parametrize("lost", [False, True])
def test_a_job_that_is_to_end_before_it_begins(worker: Worker, lost: bool) -> None:
    if lost:
        worker.run(pow, 2, 3)
    worker.stop(7)
    if lost:
        kill(worker)
    assert worker.run(enough, number=7) is True


def test_nothing_is_to_end_in_other_processes() -> None:
    assert not enough()


def test_closing_ends_the_process_and_the_job(tmp_path: Path) -> None:
    worker, ended = Worker(), threading.Event()
    ids: list[int] = []

    def work() -> None:
        with pytest.raises(Closed):
            worker.run(hold, tmp_path / "go-on", 1, told=ids.append)
        ended.set()

    thread = threading.Thread(target=work)
    thread.start()
    end = time.monotonic() + PATIENT
    while not ids and time.monotonic() < end:
        time.sleep(0.01)
    worker.close()
    assert ended.wait(PATIENT)
    thread.join()
    assert not psutil.pid_exists(ids[0])
    with pytest.raises(Closed):
        worker.run(pow, 2, 3)


# --- Signals ---------------------------------------------------------------------------------------------------------


def test_a_worker_that_was_killed_while_it_had_nothing_to_do_is_replaced(worker: Worker) -> None:
    first = worker.run(os.getpid)
    kill(worker)
    assert worker.run(os.getpid) not in (first, os.getpid())


def test_the_job_of_a_worker_that_was_killed_is_repeated(worker: Worker, tmp_path: Path) -> None:
    assert worker.run(die, tmp_path, LOSSES - 1) == LOSSES - 1


def test_a_job_that_kills_its_workers_is_given_up(worker: Worker, tmp_path: Path) -> None:
    with pytest.raises(Lost):
        worker.run(die, tmp_path, LOSSES)
    assert worker.run(pow, 2, 3) == 8


def test_ctrl_c_and_sigterm_are_for_the_main_process(worker: Worker, tmp_path: Path) -> None:
    def told(pid: int) -> None:
        assert os.getpgid(pid) != os.getpgrp()  # which is what a terminal interrupts
        for one in (signal.SIGINT, signal.SIGTERM):
            os.kill(pid, one)
        (tmp_path / "go-on").touch()

    assert worker.run(hold, tmp_path / "go-on", 5, told=told) == 5


OWNER = """
import sys
from pathlib import Path
from tesserae.workers import Worker
from tests.test_workers import hold
Worker().run(hold, Path(sys.argv[1]), 1, told=lambda pid: print(pid, flush=True))
"""


def test_a_worker_ends_with_the_main_process_even_if_that_is_killed(tmp_path: Path) -> None:
    command = [sys.executable, "-c", OWNER, str(tmp_path / "go-on")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as owner:
        assert owner.stdout is not None
        job = psutil.Process(int(owner.stdout.readline()))
        owner.kill()
    assert not psutil.wait_procs([job], timeout=PATIENT)[1]
