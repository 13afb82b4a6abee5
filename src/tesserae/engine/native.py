"""Bitcode made native: from a module of LLVM bitcode to functions that Python calls, by llvmlite alone.

The code for this processor is kept in the cache, so that it is generated only once; a file there that is damaged or
belongs to something else is made anew. For each entry point there is a CPython function, which is generated as well:
it reads the numbers, takes the addresses of the arrays by the buffer protocol, and calls the compiled function.
"""

import contextlib
import ctypes
import hashlib
import json
import logging
import os
import stat
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from llvmlite import binding as llvm

from tesserae.engine import glue, machine

log = logging.getLogger(__name__)
FORMAT = b"tesserae object 2\n"
OPTIMISATION = 2
FASTCALL = 0x80  # CPython's METH_FASTCALL


class CompiledError(RuntimeError):
    """Compiled code raised an error: an index is out of bounds (where that is checked), a number was divided by zero,
    or there is no memory for an array."""


class BadBitcode(ValueError):
    """Bitcode that is not what its manifest says."""


class _Definition(ctypes.Structure):
    """CPython's PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_lock = threading.Lock()  # LLVM is used by one thread at a time
_kept: list[Any] = []  # what must live as long as the functions


@cache
def _machine() -> llvm.TargetMachine:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for name in glue.API:
        llvm.add_symbol(name, ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value)
    target = llvm.Target.from_default_triple()
    # As for all code that is generated while a program runs: anywhere in memory, and for exactly this processor.
    model = "static" if target.name.startswith("x86") else "default"
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=_features(),
        opt=OPTIMISATION,
        reloc=model,
        codemodel="jitdefault",
        jit=True,
    )


def _features() -> str:
    try:
        return str(llvm.get_host_cpu_features().flatten())
    except RuntimeError:  # LLVM does not know those of every system
        return ""


def functions(
    bitcode: bytes, entries: Mapping[str, Mapping[str, Any]], folder: Path | None
) -> dict[str, Callable[..., Any]]:
    """The entry points of a module, by name. `folder`: where the native code is kept, if that is possible."""
    with _lock:
        name = _name(bitcode, entries)
        code = None if folder is None else _read(folder / name)
        if code is None:
            code = generate(bitcode, entries)
            if folder is not None:
                _write(folder / name, code)
        return _load(code, entries)


def generate(bitcode: bytes, entries: Mapping[str, Mapping[str, Any]]) -> bytes:
    """The native code of a module, with its functions for Python."""
    target = _machine()
    try:
        module = llvm.parse_bitcode(bitcode)
        module.verify()
        found = {name: module.get_function(name) for name in entries}
    except (RuntimeError, NameError) as error:
        raise BadBitcode(f"LLVM cannot use it ({str(error).strip()})") from None
    for name, entry in entries.items():
        if found[name].is_declaration:
            raise BadBitcode(f"{name} is not in it")
        if (form := str(found[name].global_value_type)) != glue.signature(entry):
            raise BadBitcode(f"{name} is {form}, not {glue.signature(entry)}")
    module.triple, module.data_layout = llvm.get_process_triple(), str(target.target_data)
    head = f'target datalayout = "{module.data_layout}"\ntarget triple = "{module.triple}"\n'
    module.link_in(llvm.parse_assembly(head + glue.text(entries)))
    machine.complete(module, target, llvm.get_host_cpu_name(), _features())
    return bytes(target.emit_object(module))


def _load(code: bytes, entries: Mapping[str, Mapping[str, Any]]) -> dict[str, Callable[..., Any]]:
    _machine()
    empty = llvm.parse_assembly("")
    empty.triple = llvm.get_process_triple()
    engine = llvm.create_mcjit_compiler(empty, llvm.Target.from_default_triple().create_target_machine(jit=True))
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    new = ctypes.pythonapi.PyCFunction_NewEx
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p]
    found = {}
    for name in entries:
        address = engine.get_function_address(f"python.{name}")
        definition = _Definition(name.encode(), address, FASTCALL, None)
        found[name] = new(ctypes.addressof(definition), (None, CompiledError, TypeError, tuple), None)
        _kept.append(definition)
    _kept.append(engine)
    return found


# --- Keeping ---------------------------------------------------------------------------------------------------------


def _name(bitcode: bytes, entries: Mapping[str, Mapping[str, Any]]) -> str:
    """The name of the file for these bytes, their functions for Python, this processor, this Python and this version of
    LLVM."""
    made = (
        bitcode,
        json.dumps(entries).encode(),
        str(llvm.get_host_cpu_name()).encode(),
        _features().encode(),
        repr((llvm.llvm_version_info, llvm.get_process_triple(), sys.implementation.cache_tag, OPTIMISATION)).encode(),
        Path(glue.__file__).read_bytes(),
        Path(machine.__file__).read_bytes(),
    )
    digest = hashlib.sha256()
    for part in made:
        digest.update(hashlib.sha256(part).digest())
    return digest.hexdigest()[:32] + ".native"


def _read(path: Path) -> bytes | None:
    """The code that is kept in a file; None if there is none, or if it is damaged or could be somebody else's."""
    try:
        kept = read_own(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        log.warning("native code is made anew: %s", error)
        return None
    head, code = kept[: len(FORMAT) + 32], kept[len(FORMAT) + 32 :]
    if head != _head(path, code):
        log.warning("native code is made anew: %s is damaged", path)
        return None
    return code


def _write(path: Path, code: bytes) -> None:
    """Keep code for the next time; if that is not possible, it is said once."""
    try:
        make_own(path.parent)
        write_whole(path, _head(path, code) + code)
    except OSError as error:
        complain(path.parent, error)


def _head(path: Path, code: bytes) -> bytes:
    """What a file begins with. It is not the same for one of another name, which has the code of another game."""
    return FORMAT + hashlib.sha256(path.name.encode() + code).digest()


_complained: set[Path] = set()


def complain(folder: Path, error: OSError) -> None:
    """Say, once, that a folder cannot be used."""
    if folder not in _complained:
        _complained.add(folder)
        log.warning("compiled code cannot be kept, so that each start takes longer: %s", error)


def make_own(folder: Path) -> None:
    """Make a folder, if there is none; OSError if that is not possible, or if others can write to it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not _is_own(folder.stat()):
        raise OSError(f"others can write to {folder}")


def read_own(path: Path) -> bytes:
    """Read a file of a folder of ours; OSError if others could have written it. What is checked is the file that is
    open then, so that nothing is gained by exchanging it, or the folder, meanwhile."""
    if not path.parent.is_dir():
        raise FileNotFoundError(path)
    if not _is_own(path.parent.stat()):
        raise OSError(f"others can write to {path.parent}")
    with os.fdopen(os.open(path, os.O_RDONLY | _PLAIN), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or not _is_own(status):
            raise OSError(f"others can write to {path}")
        return file.read()


# Neither follow a link, nor wait for what is no file.
_PLAIN = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def _is_own(status: os.stat_result) -> bool:
    """Whether nobody else can write to a file or folder."""
    return os.name != "posix" or (status.st_uid == os.getuid() and not status.st_mode & 0o022)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that others see all of it or nothing."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        try:
            file.write(content)
            file.close()
            os.chmod(file.name, 0o644)
            os.replace(file.name, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(file.name)
            raise
