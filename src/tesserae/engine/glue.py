"""The functions of CPython around compiled entry points, as LLVM's language: they take Python's arguments apart."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

# What they call of CPython, with LLVM's types.
API = {
    "PyObject_GetBuffer": "i32 (ptr, ptr, i32)",
    "PyBuffer_Release": "void (ptr)",
    "PyLong_AsLongLong": "i64 (ptr)",
    "PyFloat_AsDouble": "double (ptr)",
    "PyObject_IsTrue": "i32 (ptr)",
    "PyObject_IsInstance": "i32 (ptr, ptr)",
    "PyTuple_Size": "i64 (ptr)",
    "PyTuple_GetItem": "ptr (ptr, i64)",
    "PyErr_Occurred": "ptr ()",
    "PyErr_SetString": "void (ptr, ptr)",
    "PyLong_FromLongLong": "ptr (i64)",
    "PyFloat_FromDouble": "ptr (double)",
    "PyBool_FromLong": "ptr (i64)",
    "PyEval_SaveThread": "ptr ()",
    "PyEval_RestoreThread": "void (ptr)",
    "Py_IncRef": "void (ptr)",
}
BUFFER = 80  # bytes of a Py_buffer; where its fields are:
OWNER, ITEM, DIMENSIONS, SHAPE = 8, 24, 36, 48
WRITABLE_AND_WHOLE = 0x1 | 0x8  # PyBUF_WRITABLE | PyBUF_ND: without gaps, and with its shape
NONE, FAILED, WRONG, TUPLE = 0, 1, 2, 3  # what the tuple has that these functions get as `self`
NAME = re.compile(r"[\w.]+")


def understood(entries: object) -> bool:
    """Whether this describes entry points as below: a mapping of their names, each with its arguments and result."""
    return isinstance(entries, dict) and all(
        NAME.fullmatch(name)
        and isinstance(entry, dict)
        and isinstance(entry.get("arguments"), list)
        and all(map(_is_argument, entry["arguments"]))
        and entry.get("returns") in ("none", "int", "float", "bool")
        and isinstance(entry.get("long"), bool)
        for name, entry in entries.items()
    )


def _is_argument(argument: object) -> bool:
    match argument:
        case [str(), "int" | "float" | "bool"]:
            return True
        case [str(), "array", int(item), int(dimensions)]:
            return item > 0 and 0 < dimensions < 8
        case [str(), "tuple", list(parts)]:
            return all(map(_is_argument, parts))
    return False


def signature(entry: Mapping[str, Any]) -> str:
    """LLVM's type of the compiled function of an entry point."""
    return f"i32 ({', '.join([*_types(entry['arguments']), 'ptr'])})"


def _types(arguments: list[Any]) -> Iterator[str]:
    for _, kind, *more in arguments:
        if kind == "tuple":
            yield from _types(more[0])
        elif kind == "array":
            yield from ("ptr", *["i64"] * more[1])
        else:
            yield "double" if kind == "float" else "i64"


def text(entries: Mapping[str, Mapping[str, Any]]) -> str:
    """The text of a module with a function `python.NAME` for each entry point NAME."""
    lines = []
    for name, form in API.items():
        result, arguments = form.split(" ", 1)
        lines.append(f"declare {result} @{name}{arguments}")
    for number, (name, entry) in enumerate(entries.items()):
        lines += _Function(number, name, entry).text()
    return "\n".join(lines)


class _Function:
    """One of them as it grows."""

    def __init__(self, number: int, name: str, entry: Mapping[str, Any]) -> None:
        self.number, self.name, self.entry = number, name, entry
        self.lines: list[str] = []
        self.passed: list[str] = []
        self.views = 0
        self.count = 0

    def text(self) -> list[str]:
        arguments = self.entry["arguments"]
        right = self._set(f"icmp eq i64 %given, {len(arguments)}")
        self._go_on_if(right, "wrong")
        for place, argument in enumerate(arguments):
            address = self._set(f"getelementptr ptr, ptr %arguments, i64 {place}")
            self._take(argument, self._set(f"load ptr, ptr {address}"))
        if self.entry["long"]:
            self.lines.append("  %thread = call ptr @PyEval_SaveThread()")
        passed = ", ".join([*self.passed, "ptr %result"])
        self.lines.append(f'  %status = call i32 @"{self.name}"({passed})')
        if self.entry["long"]:
            self.lines.append("  call void @PyEval_RestoreThread(ptr %thread)")
        self._go_on_if(self._set("icmp eq i32 %status, 0"), "failed")
        self._return()
        self._leave("failed", FAILED)
        self._leave("wrong", WRONG)
        self.lines += ["raised:", *self._release(), "  ret ptr null", "}"]
        failed = f"{self.name} stopped: an index is out of bounds, a number was divided by zero, or memory is full"
        wrong = f"{self.name} takes {len(arguments)} arguments, arrays of the declared types without gaps among them"
        declared = signature(self.entry).replace(" ", f' @"{self.name}"', 1)
        return [
            _constant(f"message.{FAILED}.{self.number}", failed),
            _constant(f"message.{WRONG}.{self.number}", wrong),
            f"declare {declared}",
            f'define ptr @"python.{self.name}"(ptr %self, ptr %arguments, i64 %given) {{',
            "  %result = alloca i64",
            f"  %views = alloca [{max(1, self.views) * BUFFER} x i8], align 8",
            *(line for view in range(self.views) for line in _no_owner(view)),
            *self.lines,
        ]

    def _set(self, expression: str) -> str:
        self.count += 1
        self.lines.append(f"  %v{self.count} = {expression}")
        return f"%v{self.count}"

    def _go_on_if(self, condition: str, otherwise: str) -> None:
        self.count += 1
        self.lines += [f"  br i1 {condition}, label %go{self.count}, label %{otherwise}", f"go{self.count}:"]

    def _take(self, argument: list[Any], given: str) -> None:
        """Take one Python object apart, as the manifest describes it."""
        kind = argument[1]
        if kind == "tuple":
            tuple_type = self._set(f"call ptr @PyTuple_GetItem(ptr %self, i64 {TUPLE})")
            is_tuple = self._set(f"call i32 @PyObject_IsInstance(ptr {given}, ptr {tuple_type})")
            self._go_on_if(self._set(f"icmp eq i32 {is_tuple}, 1"), "wrong")
            size = self._set(f"call i64 @PyTuple_Size(ptr {given})")
            self._go_on_if(self._set(f"icmp eq i64 {size}, {len(argument[2])}"), "wrong")
            for place, part in enumerate(argument[2]):
                item = self._set(f"call ptr @PyTuple_GetItem(ptr {given}, i64 {place})")
                self._go_on_if(self._set(f"icmp ne ptr {item}, null"), "raised")
                self._take(part, item)
        elif kind == "array":
            self._array(given, argument[2], argument[3])
        elif kind == "bool":
            truth = self._set(f"call i32 @PyObject_IsTrue(ptr {given})")
            self._go_on_if(self._set(f"icmp sge i32 {truth}, 0"), "raised")
            self._pass("i64", self._set(f"zext i32 {truth} to i64"))
        else:
            self._number(given, kind)

    def _number(self, given: str, kind: str) -> None:
        """-1 may be the number itself, or mean that there is none."""
        if kind == "int":
            number = self._set(f"call i64 @PyLong_AsLongLong(ptr {given})")
            doubtful = self._set(f"icmp eq i64 {number}, -1")
        else:
            number = self._set(f"call double @PyFloat_AsDouble(ptr {given})")
            doubtful = self._set(f"fcmp oeq double {number}, -1.0")
        self.count += 1
        at = self.count
        self.lines += [f"  br i1 {doubtful}, label %doubt{at}, label %sure{at}", f"doubt{at}:"]
        raised = self._set("call ptr @PyErr_Occurred()")
        none = self._set(f"icmp eq ptr {raised}, null")
        self.lines += [f"  br i1 {none}, label %sure{at}, label %raised", f"sure{at}:"]
        self._pass("i64" if kind == "int" else "double", number)

    def _array(self, given: str, item: int, dimensions: int) -> None:
        view = self._set(f"getelementptr i8, ptr %views, i64 {self.views * BUFFER}")
        self.views += 1
        got = self._set(f"call i32 @PyObject_GetBuffer(ptr {given}, ptr {view}, i32 {WRITABLE_AND_WHOLE})")
        self._go_on_if(self._set(f"icmp eq i32 {got}, 0"), "raised")
        size = self._field(view, ITEM, "i64")
        self._go_on_if(self._set(f"icmp eq i64 {size}, {item}"), "wrong")
        count = self._field(view, DIMENSIONS, "i32")
        self._go_on_if(self._set(f"icmp eq i32 {count}, {dimensions}"), "wrong")
        self._pass("ptr", self._set(f"load ptr, ptr {view}"))
        shape = self._field(view, SHAPE, "ptr")
        for place in range(dimensions):
            length = self._set(f"getelementptr i64, ptr {shape}, i64 {place}")
            self._pass("i64", self._set(f"load i64, ptr {length}"))

    def _field(self, view: str, offset: int, kind: str) -> str:
        address = self._set(f"getelementptr i8, ptr {view}, i64 {offset}")
        return self._set(f"load {kind}, ptr {address}")

    def _pass(self, kind: str, value: str) -> None:
        self.passed.append(f"{kind} {value}")

    def _release(self) -> list[str]:
        lines = []
        for view in range(self.views):
            self.count += 1
            lines.append(f"  %v{self.count} = getelementptr i8, ptr %views, i64 {view * BUFFER}")
            lines.append(f"  call void @PyBuffer_Release(ptr %v{self.count})")
        return lines

    def _return(self) -> None:
        kind = self.entry["returns"]
        self.lines += self._release()
        if kind == "none":
            self.lines.append(f"  %made = call ptr @PyTuple_GetItem(ptr %self, i64 {NONE})")
            self.lines.append("  call void @Py_IncRef(ptr %made)")
        elif kind == "float":
            self.lines.append(f"  %made = call ptr @PyFloat_FromDouble(double {self._set('load double, ptr %result')})")
        else:
            make = "PyBool_FromLong" if kind == "bool" else "PyLong_FromLongLong"
            self.lines.append(f"  %made = call ptr @{make}(i64 {self._set('load i64, ptr %result')})")
        self.lines.append("  ret ptr %made")

    def _leave(self, label: str, what: int) -> None:
        """Raise one of the errors of the tuple."""
        self.lines += [
            f"{label}:",
            f"  %{label}.error = call ptr @PyTuple_GetItem(ptr %self, i64 {what})",
            f"  call void @PyErr_SetString(ptr %{label}.error, ptr @message.{what}.{self.number})",
            "  br label %raised",
        ]


def _no_owner(view: int) -> list[str]:
    """A view that has not been taken has no owner, so that releasing it does nothing."""
    return [
        f"  %owner{view} = getelementptr i8, ptr %views, i64 {view * BUFFER + OWNER}",
        f"  store ptr null, ptr %owner{view}",
    ]


def _constant(name: str, text: str) -> str:
    return f'@{name} = internal constant [{len(text) + 1} x i8] c"{text}\\00"'
