"""Converts records into arrays for machine learning; docs/reference/environments.md has the schema."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tesserae.engine import contract
from tesserae.envs.setup import setup
from tesserae.envs.single import Single
from tesserae.errors import BadOption, BadRecord
from tesserae.record import Record, Step, read
from tesserae.state import State

SUFFIXES = (".npz", ".parquet")
# One row for each choice; `game` counts the records from 0, `observation` and `legal` are what the seat knew and could
# choose, `result` is that of the whole game.
SCHEMA: dict[str, Any] = {
    "game": np.int32,  # which record
    "move": np.int32,  # the number of the action in it, from 0
    "seat": np.int8,  # who acted
    "choice": np.int32,  # what was chosen: an action, or one of the choices that an action is made of
    "action": np.int64,  # the code of the whole action
    "observation": np.float32,  # [numbers]: what the seat knew before
    "legal": np.bool_,  # [choices]: what it could choose
    "result": np.float32,  # of the seat at the end: 1 won, 0 drawn, -1 lost, less than 1 for a shared win; NaN: none
    "value": np.float32,  # the engine's quick evaluation of the seat's chances, from what the seat knew, -1 to 1
}


def rows(record: Record, number: int) -> Iterator[dict[str, Any]]:
    """The rows of one record, including actions that were taken back later."""
    beginning = record.beginning
    prepared = setup(beginning.game.name, beginning.seats, beginning.game.changed(beginning.options))
    done = list(record.replay())
    result = results(record, done[-1].after if done else beginning)
    single = Single(prepared)
    for step in done:
        if isinstance(step, Step) and step.seat is not None:
            single.states, single.seat = step.before.raw(), step.seat
            single.made[:] = 0
            row = {"game": number, "move": len(step.before.history), "result": result[step.seat]}
            yield from _choices(single, step.action, row)


def _choices(single: Single, text: str, row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """One row for each choice that makes up an action."""
    seat = single.seat
    value = np.zeros(single.setup.seats)
    world = single.hidden(seat)
    contract.imagine(world, seat, np.array([1, 2, 3, 4], np.int64))  # only a complete world can be evaluated
    contract.evaluate(world, value)
    for choice in single.way_to(text):
        observation, mask = single.look(seat)
        yield row | {
            "seat": seat,
            "choice": choice,
            "action": single.setup.game.notation.parse(text),
            "observation": observation.ravel(),
            "legal": mask.astype(np.bool_),
            "value": value[seat],
        }
        single.choose(choice)


def results(record: Record, final: State) -> list[float]:
    """The result of each seat: by the rules or, if the players ended the game, from its outcome."""
    outcome = record.result(final)
    if outcome is None:
        return [float("nan")] * final.seats
    if final.outcome is not None:
        returns = np.zeros(final.seats)
        contract.returns(final.raw(), returns)
        return [float(number) for number in returns]
    if not outcome.winners:
        return [0.0] * final.seats
    return [1.0 if seat in outcome.winners else -1.0 for seat in range(final.seats)]


def load(paths: Iterable[Path]) -> tuple[dict[str, Any], dict[str, str]]:
    """The columns of some records, and what they are about. All must be of one game with the same seats and options."""
    lines: list[dict[str, Any]] = []
    about: dict[str, str] = {}
    names = []
    for number, path in enumerate(paths):
        try:
            record = read(path.read_text("utf-8-sig"))
            this = _about(record)
            if about and this != about:
                raise BadRecord(1, f"a game of {_told(this)}, but those before are of {_told(about)}")
            about = this
            lines += rows(record, number)
        except BadRecord as error:
            raise BadOption(f"{path}: {error}") from None
        names.append(str(path))
    if not lines:
        raise BadOption("there is no action in these records")
    columns = {name: np.array([row[name] for row in lines], kind) for name, kind in SCHEMA.items()}
    return columns, about | {"records": json.dumps(names)}


def _about(record: Record) -> dict[str, str]:
    state = record.beginning
    prepared = setup(state.game.name, state.seats, state.game.changed(state.options))
    return {
        "game": state.game.name,
        "seats": str(state.seats),
        "options": json.dumps(state.game.changed(state.options)),
        "shape": json.dumps(prepared.shape),
        "choices": str(prepared.choices),
    }


def _told(about: dict[str, str]) -> str:
    return f"{about['game']} with {about['seats']} seats and the options {about['options']}"


def write(columns: dict[str, Any], about: dict[str, str], to: Path) -> None:
    """Write a .npz file of NumPy (with `about` as JSON in an array) or a Parquet file (with `about` as metadata)."""
    if to.suffix == ".npz":
        np.savez_compressed(to, about=np.array(json.dumps(about)), **columns)
        return
    if to.suffix != ".parquet":
        raise BadOption(f"--to: the name must end in {' or '.join(SUFFIXES)}")
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise BadOption("writing Parquet needs pyarrow; install tesserae-games[parquet], or write .npz") from None
    arrays = {}
    for name, column in columns.items():
        flat = pyarrow.array(column.ravel())
        arrays[name] = flat if column.ndim == 1 else pyarrow.FixedSizeListArray.from_arrays(flat, column.shape[1])
    table = pyarrow.table(arrays).replace_schema_metadata(about)
    parquet.write_table(table, to)
