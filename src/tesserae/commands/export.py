"""`tesserae export`: converts records into arrays for machine learning."""

import argparse
from pathlib import Path

from tesserae.commands import Commands, add_command
from tesserae.errors import BadOption


def add(commands: Commands) -> None:
    export = add_command(
        commands,
        "export",
        "convert records into arrays for machine learning",
        "tesserae export game1.txt game2.txt --to games.npz",
        "tesserae export games/*.txt --to games.parquet",
    )
    export.set_defaults(run=export_records)
    export.add_argument(
        "records", type=Path, nargs="+", metavar="RECORD", help="files of one game with the same options"
    )
    export.add_argument("--to", type=Path, required=True, metavar="FILE", help="FILE.npz or FILE.parquet")


def export_records(options: argparse.Namespace) -> int:
    from tesserae.envs import export

    if options.to.suffix not in export.SUFFIXES:
        raise BadOption(f"--to: the name must end in {' or '.join(export.SUFFIXES)}")
    columns, about = export.load(options.records)
    export.write(columns, about, options.to)
    print(f"{options.to}: {len(columns['choice']):,} choices of {len(options.records):,} games of {about['game']}")
    return 0
