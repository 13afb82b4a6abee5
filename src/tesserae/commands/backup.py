"""`tesserae backup`: a copy of everything, while the server runs."""

import argparse
import os
from pathlib import Path

from tesserae.commands import Commands, add_command
from tesserae.commands.serve import DATABASE
from tesserae.errors import BadOption


def add(commands: Commands) -> None:
    backup = add_command(
        commands,
        "backup",
        "copy the database of the server to a file, while it runs",
        "tesserae backup copy.db",
        "tesserae backup copy.db --database /var/lib/tesserae/tables.db",
    )
    backup.set_defaults(run=run)
    backup.add_argument("file", type=Path, help="the file to create; it must not exist yet")
    backup.add_argument(
        "--database",
        default=os.environ.get("TESSERAE_DATABASE", DATABASE),
        help=f"the SQLite file that is served (default $TESSERAE_DATABASE, else {DATABASE})",
    )


def run(options: argparse.Namespace) -> int:
    import sqlite3

    if "://" in options.database:
        raise BadOption(f"database: a PostgreSQL is copied with its own tool: pg_dump --file={options.file} URL")
    if not Path(options.database).exists():
        raise BadOption(f"database: there is no {options.database}")
    if options.file.exists():
        raise BadOption(f"{options.file} exists already")
    part = options.file.with_name(options.file.name + ".part")
    part.unlink(missing_ok=True)  # left over from an interrupted backup
    part.touch(0o600)  # the secret that signs cookies is in it
    source = sqlite3.connect(f"file:{Path(options.database).resolve()}?mode=ro", uri=True)
    target = sqlite3.connect(part)
    try:
        source.backup(target)
        verdict = target.execute("PRAGMA integrity_check").fetchone()[0]
        if verdict != "ok":
            raise BadOption(f"database: the copy is damaged: {verdict}")
        tables = target.execute("SELECT count(*) FROM tables").fetchone()[0]
        target.close()
        part.rename(options.file)
    except sqlite3.Error as error:
        raise BadOption(f"database: {options.database} cannot be copied: {error}") from None
    finally:
        target.close()
        source.close()
        part.unlink(missing_ok=True)
    print(f"{options.file}: {tables} tables.")
    return 0
