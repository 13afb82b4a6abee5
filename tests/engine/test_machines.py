"""The bitcode of a game becomes code for other machines, too, and plays the same there."""

import random
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tesserae
from tesserae.engine import artefact, contract, wasm
from tesserae.engine.jit import Ints
from tesserae.games import game as find
from tesserae.games import names
from tests.engine import machines, same
from tests.golden.make import moves, setups
from tests.nightly import cases

ROOM = 1 << 20
ARM = "aarch64-unknown-linux-gnu"
# The beginning of an object file: ELF for the processor 183, Mach-O for 64 bits, COFF for x86-64.
MACHINES = {
    ARM: b"\x7fELF\x02\x01\x01",
    "arm64-apple-macosx14": b"\xcf\xfa\xed\xfe\x0c\x00\x00\x01",
    "x86_64-pc-windows-msvc": b"\x64\x86",
}


@cache
def code(name: str, triple: str) -> bytes:
    """The object file of a game for a machine."""
    (whole,) = artefact.of_package(find(name).package).whole()
    return wasm.emit(whole.bitcode, triple)


@pytest.mark.parametrize("triple", MACHINES)
@pytest.mark.parametrize("name", cases(names(), lambda name: name == "symbol_chain"))
def test_every_machine_gets_code(name: str, triple: str) -> None:
    made = code(name, triple)
    assert made.startswith(MACHINES[triple])
    assert b"contract.act" in made
    assert len(made) > 20_000


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "game", "seats", "seed", "options"), setups(), ids=[setup[0] for setup in setups()])
def test_golden_games_are_the_same_on_arm64(
    name: str, game: str, seats: int, seed: int, options: dict[str, Any], tmp_path: Path
) -> None:
    compiler, emulator = machines.find_or_install()
    (tmp_path / "game.o").write_bytes(code(game, ARM))
    source = Path(__file__).with_name("play.c")
    command = [compiler, "-O1", "-static", "-o", "play", str(source), "game.o"]
    subprocess.run(command, cwd=tmp_path, check=True)
    given, expected = told(game, seats, seed, options)
    done = subprocess.run([emulator, "./play"], cwd=tmp_path, input=given, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(expected) > 10_000
    assert done.stdout == expected


def told(game: str, seats: int, seed: int, options: dict[str, Any]) -> tuple[bytes, bytes]:
    """A golden game as numbers, and what is seen in it here."""
    declared = find(game)
    state = tesserae.start(game, seats, seed, **options)
    read = declared.notation.parse
    steps = [(-1 if seat is None else seat, read(text)) for seat, text in moves(state, random.Random(seed))]
    encoded = declared.encode(declared.resolve(options, seats)).tolist()
    states, values, out = same.begun(declared, encoded, seats, seed), np.zeros(seats), np.zeros(ROOM, np.int64)
    numbers = [states.itemsize, len(encoded), *encoded, seats, seed, len(steps)]
    seen = []
    for seat, code in steps:
        numbers += [seat, code]
        legal: Ints = out[: contract.legal(states, seat, out)].copy()
        contract.evaluate(states, values)
        seen += [states.tobytes(), np.int64(contract.actors(states)).tobytes(), legal.tobytes(), values.tobytes()]
        assert contract.act(states, seat, code, out)
    contract.returns(states, values)
    return np.array(numbers, np.int64).tobytes(), b"".join([*seen, states.tobytes(), values.tobytes()])
