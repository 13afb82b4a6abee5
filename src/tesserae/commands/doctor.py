"""`tesserae doctor`: checks the installation, and says how to fix problems."""

import argparse
import os
import platform
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from tesserae import __version__
from tesserae.commands import Commands, add_command
from tesserae.commands.serve import DATABASE, PORT

EXTRAS = {
    "postgres": "asyncpg",
    "envs": "pettingzoo",
    "parquet": "pyarrow",
}  # the extras, each with a package that it installs
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "firefox")
GIGABYTE = 2**30


@dataclass(frozen=True)
class Finding:
    """One line of the report. `advice` is set if something is wrong, or could be better."""

    what: str
    state: str
    advice: str = ""
    wrong: bool = False


def add(commands: Commands) -> None:
    doctor = add_command(
        commands,
        "doctor",
        "check the installation and explain how to fix problems",
        "tesserae doctor",
        "tesserae doctor --database postgresql://localhost/tesserae",
    )
    doctor.set_defaults(run=run)
    doctor.add_argument(
        "--database",
        default=os.environ.get("TESSERAE_DATABASE", DATABASE),
        help=f"an SQLite file, or postgresql://… (default $TESSERAE_DATABASE, else {DATABASE})",
    )
    doctor.add_argument("--port", type=int, default=PORT, help=f"port that the server would use (default {PORT})")


def run(options: argparse.Namespace) -> int:
    """0 if nothing is wrong, 1 otherwise."""
    checks: tuple[Callable[[], Iterator[Finding]], ...] = (
        versions,
        cache,
        games,
        lambda: database(options.database),
        lambda: port(options.port),
        browser,
        extras,
    )
    wrong = 0
    for check in checks:
        for finding in check():
            sign = "!" if finding.wrong else " "
            print(f"{sign} {finding.what:22} {finding.state}")
            if finding.advice:
                print(f"  {'':22} -> {finding.advice}")
            wrong += finding.wrong
    print(f"\n{'Everything works.' if not wrong else f'Problems: {wrong}, marked with an exclamation mark.'}")
    return 1 if wrong else 0


def versions() -> Iterator[Finding]:
    yield Finding("tesserae", f"{__version__}, in {Path(__file__).parents[1]}")
    yield Finding("Python", f"{platform.python_version()} on {platform.system()} {platform.machine()}")
    for package in ("numpy", "numba", "litestar", "uvicorn"):
        try:
            yield Finding(package, metadata.version(package))
        except metadata.PackageNotFoundError:
            yield Finding(package, "missing", "reinstall: pip install --force-reinstall tesserae-games", True)


def cache() -> Iterator[Finding]:
    from tesserae.engine import artefact

    folder = artefact.folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        free = shutil.disk_usage(folder).free
    except OSError as error:
        advice = "set XDG_CACHE_HOME to a folder that can be written, or every start takes a second longer"
        yield Finding("compile cache", f"{folder}: {error.strerror}", advice, True)
        return
    advice = "" if free > GIGABYTE else "less than a gigabyte is free there"
    yield Finding("compile cache", str(folder), advice, bool(advice))
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        yield Finding("compiler", "switched off", "unset NUMBA_DISABLE_JIT; games are hundreds of times slower", True)


def games() -> Iterator[Finding]:
    """The games of this package and of others, including those that cannot be used."""
    from importlib.metadata import entry_points

    from tesserae import games as known
    from tesserae.engine import artefact

    usable = {game.name for game in known.games()}
    for game in known.games():
        warm = artefact.of_package(game.package).ready()
        advice = "" if warm else "the first game waits for it; tesserae warmup does it now"
        yield Finding(game.title, "compiled" if warm else "not compiled yet", advice)
    for entry in entry_points(group=known.GROUP):
        if entry.name not in usable:
            advice = "the warning above says why; update or uninstall that package"
            yield Finding(entry.name, f"of the package {known.owner(entry)} cannot be used", advice, True)


def database(name: str) -> Iterator[Finding]:
    """Whether the database can be reached, read and written. Nothing in it is changed."""
    if "://" in name and not name.startswith("sqlite"):
        yield postgres(name)
        return
    path = Path(name)
    if not path.exists():
        folder = path.resolve().parent
        if os.access(folder, os.W_OK):
            yield Finding("database", f"{path} does not exist yet; the server will create it")
        else:
            yield Finding("database", f"{folder} cannot be written", "choose another place with --database", True)
        return
    import sqlite3

    try:
        connection = sqlite3.connect(f"file:{path.resolve()}?mode=ro", uri=True)
        try:
            damage = connection.execute("PRAGMA quick_check").fetchone()[0]
            tables = connection.execute("SELECT count(*) FROM tables").fetchone()[0]
        finally:
            connection.close()
    except sqlite3.Error as error:
        yield Finding(
            "database", f"{path}: {error}", "is this a database of Tesserae? If it was, restore a backup", True
        )
        return
    if damage != "ok":
        yield Finding("database", f"{path} is damaged: {damage}", "restore a backup", True)
    elif not os.access(path, os.W_OK):
        yield Finding("database", f"{path} cannot be written", "change its owner or its permissions", True)
    else:
        yield Finding("database", f"{path}, {tables} tables")


def postgres(url: str) -> Finding:
    import asyncio

    if find_spec("asyncpg") is None:
        return Finding("database", "PostgreSQL needs asyncpg", 'pip install "tesserae-games[postgres]"', True)
    import asyncpg

    async def ask() -> str:
        connection = await asyncpg.connect(url, timeout=5)
        try:
            return str(await connection.fetchval("SHOW server_version"))
        finally:
            await connection.close()

    try:
        return Finding("database", f"PostgreSQL {asyncio.run(ask())}")
    except (OSError, ValueError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        advice = "check the address, the password and whether the server runs"
        return Finding(
            "database", f"PostgreSQL cannot be reached: {error or 'no answer within 5 seconds'}", advice, True
        )


def port(number: int) -> Iterator[Finding]:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", number))
        except OSError as error:
            yield Finding("port", f"{number}: {error.strerror}", "choose another one: tesserae serve --port 0", True)
        else:
            yield Finding("port", f"{number} is free")


def browser() -> Iterator[Finding]:
    """Only a convenience: tables can be opened from any device that reaches the server."""
    if sys.platform in ("darwin", "win32"):
        yield Finding("browser", "the default browser of the system")
        return
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    yield Finding("browser", browser or "none found", "" if browser else "only needed on this machine for --open")


def extras() -> Iterator[Finding]:
    for extra, package in EXTRAS.items():
        there = find_spec(package) is not None
        advice = "" if there else f'if you want it: pip install "tesserae-games[{extra}]"'
        yield Finding(f"extra {extra}", "installed" if there else "not installed", advice)
