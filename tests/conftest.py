import asyncio
import inspect
import random
import signal
import subprocess
import sys
from collections import defaultdict
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tesserae.games import NAMES

# The same examples each time, however long they take; `--hypothesis-profile default` looks for others.
settings.register_profile("certain", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("certain")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run the tests of each folder in another order")
    parser.addoption("--timed", type=Path, metavar="FILE", help="write there how long each test and each file took")


def pytest_configure() -> None:
    """Tests interrupt what they start, and that takes after us; what a shell runs in the background ignores Ctrl-C."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """The folder of a game that is not there, because somebody has deleted it and its name, is left out."""
    game = collection_path.parent.name == "games" and collection_path.is_dir() and collection_path.name
    return True if game and game not in (*NAMES, "__pycache__") else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The files of browser tests take longest, so they come first, and after them those of the whole package, so that
    several processes end at about the same time. Shuffled are the folders, and all tests of a folder, whatever file
    they are in."""
    items.sort(key=lambda item: {"web": 0, "tests": 1}.get(item.path.parent.name, 2))
    seed: int | None = config.getoption("--shuffle")
    if seed is None:
        return
    chance = random.Random(seed)
    folders = [list(some) for _, some in groupby(items, lambda item: item.path.parent)]
    chance.shuffle(folders)
    for some in folders:
        chance.shuffle(some)
    items[:] = [item for some in folders for item in some]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Tests may be coroutines; what they are given is entered first, if it can be entered there."""
    test = pyfuncitem.function
    if not inspect.iscoroutinefunction(test):
        return None

    async def run() -> None:
        async with AsyncExitStack() as stack:
            given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}
            for name, value in given.items():
                if isinstance(value, AbstractAsyncContextManager):
                    given[name] = await stack.enter_async_context(value)
            await test(**given)

    asyncio.run(run())
    return True


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """How long tests took, with their set-up, slowest first: all of them in the file of --timed, the first 20 here."""
    file: Path | None = config.getoption("--timed")
    if file is None:
        return
    tests: defaultdict[str, float] = defaultdict(float)
    files: defaultdict[str, float] = defaultdict(float)
    for report in (one for some in terminalreporter.stats.values() for one in some):
        if isinstance(report, pytest.TestReport):
            tests[report.nodeid] += report.duration
            files[report.nodeid.split("::")[0]] += report.duration
    slowest, heaviest = (
        [f"{seconds:8.1f} s  {name}" for name, seconds in sorted(some.items(), key=lambda one: -one[1])]
        for some in (tests, files)
    )
    file.parent.mkdir(exist_ok=True)
    file.write_text("\n".join([*slowest, "", "Files:", *heaviest, ""]), "utf-8")
    terminalreporter.section(f"{sum(tests.values()):.0f} s in {len(tests)} tests; the slowest, and all in {file}")
    terminalreporter.write_line("\n".join(slowest[:20]))


@pytest.fixture(scope="session")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder in which the game of tests/plugin is installed. Processes that are to know it have it as PYTHONPATH."""
    folder = tmp_path_factory.mktemp("plugin")
    package = Path(__file__).parent / "plugin"
    alone = ["--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation"]
    install = [sys.executable, "-m", "pip", "install", "-qq", *alone, "--target", str(folder), str(package)]
    subprocess.run(install, check=True)
    return str(folder)
