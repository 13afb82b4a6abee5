"""Calls of compiled code: what is passed comes out right, what is wrong is refused, and nothing is kept."""

import array
import gc
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from tesserae.engine import artefact, contract, glue, native, playouts
from tesserae.engine.native import CompiledError
from tesserae.games import games
from tests import entries
from tests.entries import Part

REFUSED = (TypeError, ValueError, OverflowError, BufferError)  # the last for memory that is read-only
PACKAGES = [artefact.SHARED, *(game.package for game in games())]
Entry = dict[str, Any]


def call(name: str, *arguments: Any) -> Any:
    """An entry point of tests/entries.py."""
    return getattr(entries, name)(*arguments)


# --- What comes out ---------------------------------------------------------------------------------------------------


def test_numbers_of_all_kinds() -> None:
    assert call("quotient", -7, 2) == -4
    assert call("quotient", np.int8(7), np.int64(2)) == 3
    assert call("quotient", True, 1) == 1
    assert call("remainder", -7, 2) == 1
    assert call("quotient", 2**63 - 1, 1) == 2**63 - 1
    assert call("quotient", -(2**63), 1) == -(2**63)
    assert call("ratio", 1, -1.0) == -1.0
    assert math.isnan(call("ratio", math.nan, 1.0))
    assert call("ratio", math.inf, -1.0) == -math.inf
    for value, result in ((1.0, True), (-1.0, True), (math.nan, False)):
        assert call("is_number", value) is result


def test_minus_one_is_a_number_and_no_error() -> None:
    assert call("quotient", -1, 1) == -1
    assert call("quotient", 1, -1) == -1
    assert call("ratio", -1.0, -1) == 1.0


def test_the_least_number_divided_by_minus_one_does_not_end_the_process() -> None:
    assert isinstance(call("quotient", -(2**63), -1), int)
    assert call("remainder", -(2**63), -1) == 0


def test_arrays_tuples_and_truth_values() -> None:
    table, part = np.arange(6.0).reshape(2, 3), Part(np.array([10, 20]), 2.0)
    assert call("weighed", table, part, False) == 90.0
    assert call("weighed", table, part, True) == -90.0
    assert call("weighed", table, part, []) == 90.0
    assert call("weighed", table, (part.items, 2), 1) == -90.0
    assert call("weighed", np.empty((0, 3)), Part(np.empty(0, np.int64), 1.0), False) == 0.0
    values = np.zeros(3)
    assert call("fill", values, 0.5) is None
    assert values.tolist() == [0.5, 0.5, 0.5]


def test_any_memory_of_the_right_kind_is_an_array() -> None:
    assert call("item", array.array("q", [5, 6]), 1) == 6
    assert call("item", memoryview(bytearray(16)).cast("q"), 1) == 0


# --- What is wrong ----------------------------------------------------------------------------------------------------


class Odd:
    """It fails as a number and as a truth value."""

    def __index__(self) -> int:
        raise ValueError("no number")

    def __float__(self) -> float:
        raise ValueError("no number")

    def __bool__(self) -> bool:
        raise ValueError("neither true nor false")


def right(argument: list[Any]) -> Any:
    """Something that fits the description of an argument."""
    _, kind, *more = argument
    if kind == "tuple":
        return tuple(map(right, more[0]))
    if kind == "array":
        return np.zeros((4,) * more[1], f"V{more[0]}")
    return {"int": 0, "float": 0.0, "bool": False}[kind]


def wrong(argument: list[Any]) -> Iterator[Any]:
    """What does not fit it."""
    _, kind, *more = argument
    if kind == "int":
        yield from (None, "1", 1.0, math.nan, math.inf, 2**63, -(2**63) - 1, [], np.zeros(2), np.float64(1), Odd())
    elif kind == "float":
        yield from (None, "1.0", 1j, [], np.zeros(2), 10**400, Odd())
    elif kind == "bool":
        yield from (np.zeros(2), Odd())
    elif kind == "array":
        size, dimensions = more
        yield from (None, 0, 1.5, "text", [0] * 4, object())
        yield from (bytes(size * 4), memoryview(bytes(size * 4)))
        yield from [bytearray(size * 4)] if size > 1 else []
        shape = (4,) * dimensions
        for other in (size + 1, size * 2, *([size // 2] if size > 1 else [])):
            yield np.zeros(shape, f"V{other}")
        yield np.zeros((4, *shape), f"V{size}")
        yield np.zeros(shape[1:], f"V{size}")
        locked = np.zeros(shape, f"V{size}")
        locked.flags.writeable = False
        yield locked
        yield np.zeros((8, *shape[1:]), f"V{size}")[::2]
        yield np.zeros(shape, f"V{size}")[::-1]
        yield np.zeros((*shape, 2), f"V{size}")[..., 0]
        if dimensions > 1:
            yield np.zeros(shape, f"V{size}", order="F")
        released = memoryview(bytearray(size))
        released.release()
        yield released
    else:
        parts = [right(part) for part in more[0]]
        yield from (None, 0, parts, tuple(parts[:-1]), (*parts, 0), dict(enumerate(parts)))
        for place, part in enumerate(more[0]):
            for bad in wrong(part):
                yield (*parts[:place], bad, *parts[place + 1 :])


def things(value: Any) -> Iterator[Any]:
    """What has memory of its own: a value, or what is in it. Of others, such as small numbers, there is only one."""
    if isinstance(value, np.ndarray | memoryview | bytearray):
        yield value
    elif isinstance(value, tuple | list):
        for one in value:
            yield from things(one)


@pytest.fixture
def _untidied() -> Iterator[None]:
    """Nothing is tidied up meanwhile that refers to an argument of an earlier call."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_untidied")
@pytest.mark.parametrize("package", PACKAGES)
def test_every_entry_point_refuses_every_wrong_argument_and_keeps_none(package: str) -> None:
    """All but one argument are right, so the compiled code itself is never reached."""
    found = artefact.of_package(package).shipped()
    assert found is not None
    described: dict[str, Entry] = found.manifest["entries"]
    functions = native.functions(found.bitcode, described, artefact.folder())
    assert set(functions) == set(described)
    tried = 0
    for name, entry in described.items():
        function, arguments = functions[name], entry["arguments"]
        good = [right(argument) for argument in arguments]
        for given in ([], good[:-1], [*good, 0], [*good, *good]):
            refused(function, given)
        with pytest.raises(TypeError):
            function(*good[:-1], **{arguments[-1][0]: good[-1]})
        for place, argument in enumerate(arguments):
            for bad in wrong(argument):
                refused(function, [*good[:place], bad, *good[place + 1 :]])
                tried += 1
    assert tried > 100


def refused(function: Callable[..., Any], given: list[Any]) -> None:
    """The call is refused; afterwards nobody refers to the arguments, or uses their memory, who did not before."""
    watched = [one for value in given for one in things(value)]
    before = [sys.getrefcount(one) for one in watched]
    with pytest.raises(REFUSED):
        function(*given)
    assert [sys.getrefcount(one) for one in watched] == before
    for one in watched:
        if isinstance(one, bytearray):
            one.append(0)  # a BufferError while its memory is in use


def test_memory_is_given_back_after_a_call_that_works() -> None:
    memory, numbers = bytearray(16), array.array("q", [1, 2])
    for _ in range(3):
        assert call("item", memoryview(memory).cast("q"), 0) == 0
        assert call("item", numbers, 1) == 2
        assert call("weighed", np.ones((1, 1)), Part(numbers, 1.0), False) == 4.0  # type: ignore[arg-type]
    memory.append(0)
    numbers.append(3)


def test_memory_is_given_back_after_an_error() -> None:
    items, numbers = np.zeros(1, np.int64), array.array("q", [1, 2])
    before = sys.getrefcount(items)
    for arguments in ((items, None), (items, 2**63), (numbers, "x"), (numbers,), (items, 0, 0)):
        with pytest.raises((TypeError, OverflowError)):
            call("item", *arguments)
    del arguments
    assert sys.getrefcount(items) == before
    numbers.append(3)


def test_an_object_that_becomes_a_number_cannot_take_the_memory_away() -> None:
    """The array has been taken when the index is asked for its number."""
    numbers = array.array("q", [7, 8])

    class Thief:
        def __index__(self) -> int:
            with pytest.raises(BufferError):
                numbers.extend([0] * 1000)
            return 1

    assert call("item", numbers, Thief()) == 8
    numbers.append(9)


def test_what_is_no_array_of_records_is_refused_before_there_is_code_for_it() -> None:
    over: Callable[..., bool] = contract.over
    batch: Callable[..., None] = playouts._batch
    nothing: list[Any] = [None, 0, b"", "state", [], np.zeros(1, np.int64), np.zeros(1, [("x", np.int8)])]
    for bad in nothing:
        for function in (over, batch):
            with pytest.raises(TypeError):
                function(bad)
    with pytest.raises(TypeError):
        over()


# --- Errors in compiled code ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("quotient", (1, 0)),
        ("remainder", (1, 0)),
        ("ratio", (1.0, 0.0)),
        ("room", (1 << 58,)),
        ("room", (1 << 62,)),
        ("room", (-1,)),
    ],
)
def test_an_error_in_compiled_code_is_an_exception_with_a_sentence(name: str, arguments: tuple[Any, ...]) -> None:
    for _ in range(2):
        with pytest.raises(CompiledError, match=rf"{name} stopped: .*divided by zero"):
            call(name, *arguments)
    assert call("room", 5) == 5


INDEX = """
import json, numpy as np
from tesserae.engine.native import CompiledError
from tests.entries import item
said = []
items = np.array([7, 8, 9])
for index in (0, 2, -1, -3, 3, -4, 1 << 62, -(1 << 63)):
    try:
        said.append(item(items, index))
    except CompiledError as error:
        said.append(str(error))
items.resize(4)  # an error while its memory is in use
print(json.dumps(said))
"""


def test_an_index_out_of_bounds_is_an_exception_where_that_is_checked() -> None:
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", INDEX], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said[:4] == [7, 9, 9, 7]
    assert len(said) == 8
    assert all("item stopped: an index is out of bounds" in sentence for sentence in said[4:])


# --- What a manifest may say ------------------------------------------------------------------------------------------

PLAIN: Entry = {"arguments": [["n", "int"]], "returns": "int", "long": False}


def test_entries_are_described_in_one_way_only() -> None:
    deep: Entry = {**PLAIN, "arguments": [["t", "tuple", [["a", "array", 8, 2], ["u", "tuple", [["x", "float"]]]]]]}
    assert glue.understood({})
    assert glue.understood({"module.name": PLAIN, "deep": deep, "none": {**PLAIN, "returns": "none", "long": True}})
    assert glue.signature(deep) == "i32 (ptr, i64, i64, double, ptr)"


RESULTS: list[Any] = ["ptr", None, [], 1]
LISTS: list[Any] = [None, {}, "n"]
WRONG: list[Any] = [
    *(None, [], "x", {"a b": PLAIN}, {'a"': PLAIN}, {"": PLAIN}, {"a": None}, {"a": []}, {"a": {}}),
    *({"a": {key: value for key, value in PLAIN.items() if key != gone}} for gone in PLAIN),
    *({"a": {**PLAIN, "returns": result}} for result in RESULTS),
    *({"a": {**PLAIN, "long": long}} for long in ("no", None, 0)),
    *({"a": {**PLAIN, "arguments": arguments}} for arguments in LISTS),
]
ARGUMENTS: list[Any] = [
    *(None, "int", [], ["n"], ["n", "ptr"], ["n", "int", 1], [1, "int"], ["n", "array"], ["n", "array", 8]),
    *(["n", "array", 0, 1], ["n", "array", "8", 1], ["n", "array", 8, 0], ["n", "array", 8, 99], ["n", "tuple"]),
    *(["n", "tuple", 5], ["n", "tuple", [["x"]]], ["n", "tuple", [["x", "tuple", None]]]),
]


@pytest.mark.parametrize("bad", [*WRONG, *({"a": {**PLAIN, "arguments": [argument]}} for argument in ARGUMENTS)])
def test_other_descriptions_are_not_understood(bad: Any) -> None:
    assert not glue.understood(bad)
