"""Worker processes, each of which does one job at a time.

A worker ends with the process that began it, however that one ends. Ctrl-C and SIGTERM concern only that process. A job
can be told to end early, with its result so far. A worker that is killed is replaced, and its job is repeated.

A worker is a new Python that has imported nothing of the program that began it. So a job can be compiling, and the
program can be a script that does not expect to be imported again. Jobs, their arguments and results are pickled.
"""

import contextlib
import logging
import os
import pickle
import signal
import struct
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from typing import IO, Any, Self

log = logging.getLogger(__name__)

LOSSES = 3  # times in a row that a job may be lost with its worker
CODE = "import sys; sys.path[:] = sys.argv[2:]; from tesserae.workers import serve; serve(int(sys.argv[1]))"

# Before each message to a worker: the number of a job and the length of the job, which is 0 to end that job and those
# before it. Before each message from a worker: its kind and its length.
HEAD = struct.Struct("<qQ")
TOLD, DONE, FAILED = range(3)


class Lost(Exception):
    """Workers were killed again and again."""


class Closed(Exception):
    """The worker was closed while it had something to do."""


def _read(stream: IO[bytes]) -> tuple[int, bytes] | None:
    """The next message; None if the other process has ended."""
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    number, length = HEAD.unpack(head)
    content = stream.read(length)
    return None if len(content) < length else (number, content)


def _write(stream: IO[bytes], *messages: tuple[int, bytes]) -> None:
    for number, content in messages:
        stream.write(HEAD.pack(number, len(content)) + content)
    stream.flush()


# --- In the process that has workers ---------------------------------------------------------------------------------


class Worker:
    """A worker process, which is started by its first job. `nice` lowers its priority."""

    def __init__(self, nice: int = 0, environment: Mapping[str, str] | None = None) -> None:
        self._nice, self._environment = nice, environment
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._stopped = -1  # the number of the last job that should end
        self._starting, self._working, self._writing = threading.Lock(), threading.Lock(), threading.Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The id of the process, if there is one."""
        return None if self._process is None else self._process.pid

    def run(
        self,
        function: Callable[..., Any],
        *arguments: Any,
        number: int = 0,
        told: Callable[[Any], None] | None = None,
    ) -> Any:
        """The result of a function, which is found by its name in a module. `told` is called with what it tells.

        Raises what the function raises, Lost if its workers are killed again and again, Closed if this one is closed.
        """
        job = pickle.dumps((function, arguments))
        with self._working:
            for _ in range(LOSSES):
                answer = self._answer(number, job, told)
                if answer is not None:
                    kind, content = answer
                    result = pickle.loads(content)
                    if kind == FAILED:
                        raise result
                    return result
                log.warning("a worker has died and is replaced")
        raise Lost("workers are killed again and again, perhaps for lack of memory")

    def stop(self, number: int) -> None:
        """End the job of that number, and any before it, with the result so far. This may block for a moment."""
        with self._writing:
            self._stopped = max(self._stopped, number)
            if (process := self._process) is not None:
                self._send(process, (self._stopped, b""))

    def close(self) -> None:
        """Kill the process, whatever it is doing. Nothing can be done in this worker any more."""
        with self._starting:
            self._closed = True
            if (process := self._process) is not None:
                process.kill()
        with self._working:
            self._drop()

    def _start(self) -> "subprocess.Popen[bytes]":
        """The process, which is started if there is none."""
        with self._starting:
            if self._closed:
                raise Closed
            if self._process is None:
                paths = [path or os.getcwd() for path in sys.path]
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-c", CODE, str(self._nice), *paths],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    env=self._environment,
                    process_group=0,  # a terminal sends Ctrl-C to the group of the main process
                )
            return self._process

    def _answer(self, number: int, job: bytes, told: Callable[[Any], None] | None) -> tuple[int, bytes] | None:
        """The kind and the content of the answer to a job; None if the process was killed."""
        process = self._start()
        answer = None
        try:
            with self._writing:  # it may have been told to stop before the process was started
                self._send(process, (self._stopped, b""), (number, job))
            assert process.stdout is not None
            while (answer := _read(process.stdout)) is not None and answer[0] == TOLD:
                if told is not None:
                    told(pickle.loads(answer[1]))
        finally:
            if answer is None or answer[0] == TOLD:
                self._drop()
                if self._closed:
                    raise Closed
        return answer

    def _send(self, process: "subprocess.Popen[bytes]", *messages: tuple[int, bytes]) -> None:
        assert process.stdin is not None
        with contextlib.suppress(OSError, ValueError):  # it has died, which is found out when its answer is read
            _write(process.stdin, *messages)

    def _drop(self) -> None:
        """Kill the process, if there is one."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            with contextlib.suppress(OSError):  # something that was not written any more
                process.__exit__(None, None, None)


# --- In a worker -----------------------------------------------------------------------------------------------------

_number = 0  # of the job
_last = -1  # the number of the last job that should end
_answers: IO[bytes]


def enough() -> bool:
    """In a worker: whether to end the job now, with the result so far."""
    return _last >= _number


def tell(value: Any) -> None:
    """In a worker: tell something to the process that waits for the job."""
    _write(_answers, (TOLD, pickle.dumps(value)))


def serve(nice: int) -> None:
    """What a worker process does: one job after the other."""
    global _number, _answers
    for told in (signal.SIGINT, signal.SIGTERM):
        signal.signal(told, signal.SIG_IGN)
    if nice:
        os.nice(nice)
    given, _answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull) as nothing:  # what a job reads and prints has nothing to do with the messages
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    jobs: SimpleQueue[tuple[int, bytes]] = SimpleQueue()
    threading.Thread(target=_listen, args=(given, jobs), daemon=True).start()
    while True:
        _number, job = jobs.get()
        with contextlib.suppress(BrokenPipeError):  # the main process has ended, and so does this one
            _write(_answers, _do(job))


def _listen(given: IO[bytes], jobs: "SimpleQueue[tuple[int, bytes]]") -> None:
    """Receive jobs, and hear which of them should end. End when the main process has ended, even if it was killed."""
    global _last
    while (message := _read(given)) is not None:
        if message[1]:
            jobs.put(message)
        else:
            _last = max(_last, message[0])
    os._exit(1)


def _do(job: bytes) -> tuple[int, bytes]:
    """The kind and the content of the answer to a job."""
    try:
        function, arguments = pickle.loads(job)
        return DONE, pickle.dumps(function(*arguments))
    except BaseException as error:
        error.add_note(f"In a worker:\n{traceback.format_exc()}")
        try:
            packed = pickle.dumps(error)
            pickle.loads(packed)  # not every error that can be pickled can be unpickled
        except Exception:
            packed = pickle.dumps(RuntimeError(traceback.format_exc()))
        return FAILED, packed
