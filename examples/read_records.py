"""Reading what `tesserae export` wrote: which choices won how often.

tesserae export GAME1.txt GAME2.txt --to games.npz
python examples/read_records.py games.npz
"""

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np


def read(file: Path) -> tuple[dict[str, Any], dict[str, str]]:
    """The columns, and what they are of."""
    if file.suffix == ".npz":
        with np.load(file) as arrays:
            columns = {name: arrays[name] for name in arrays.files if name != "about"}
            return columns, json.loads(str(arrays["about"]))
    from pyarrow import parquet

    table = parquet.read_table(file)
    columns = {name: np.array(table[name].to_pylist()) for name in table.column_names}
    return columns, {key.decode(): value.decode() for key, value in table.schema.metadata.items() if b":" not in key}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    columns, about = read(parser.parse_args(arguments).file)
    shape = json.loads(about["shape"])
    planes = columns["observation"].reshape(-1, *shape)
    decided = ~np.isnan(columns["result"])
    print(f"{about['game']}, {about['seats']} seats: {len(planes)} choices, observations of the shape {shape}")
    print(f"{columns['legal'].sum(axis=1).mean():.1f} choices were possible on average")
    for seat in np.unique(columns["seat"]):
        rows = decided & (columns["seat"] == seat)
        if rows.any():
            result, value = columns["result"][rows], columns["value"][rows]
            right = (np.sign(value) == np.sign(result)).mean()
            print(f"seat {seat}: {rows.sum()} choices, mean result {result.mean():+.2f}, foreseen by value {right:.0%}")
    return len(planes)


if __name__ == "__main__":
    main()
