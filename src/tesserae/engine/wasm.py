"""WebAssembly: from the bitcode of a game to a module for browsers, by llvmlite alone.

A module has its own memory, stack and allocation of memory, and imports nothing. It is made of the same bitcode as
native code, so that all results are the same. Its functions are the entry points with their plain arguments
(engine/compiler/abi.py): whole numbers and truth values have 64 bits, addresses 32. `malloc` and `free` are exported,
too: whoever calls an entry point puts its arrays into the module's memory.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from llvmlite import binding as llvm

from tesserae.engine import artefact, machine
from tesserae.engine.wasm_linking import link

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"  # every browser of the last years has these
OPTIMISATION = 2
# What browsers need, by the module of an entry point: to play and to search, not to count positions, to prove results
# or to learn.
MODULES = ("contract", "playouts", "search", "guided", "alphabeta", "race", "net", "rng")

# Blocks have sizes in steps of a quarter of the next lower power of two, so that one that is free fits the next block
# of about the same size. In front of each block is the number of its step; one that is free has there the address of
# the next one. New blocks are taken from behind the data. If there is no more memory, the code stops.
MEMORY = """
@lists = internal global [256 x ptr] zeroinitializer
@unused = internal global i64 0

declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.smax.i64(i64, i64)
declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
declare void @llvm.trap()

define ptr @malloc(i64 %size) noinline {
  %large = icmp ugt i64 %size, 4294901760
  br i1 %large, label %none, label %fits
fits:
  %last = add i64 %size, 15
  %zeros = call i64 @llvm.ctlz.i64(i64 %last, i1 true)
  %quarter = sub i64 61, %zeros
  %shift = call i64 @llvm.smax.i64(i64 %quarter, i64 4)
  %steps = lshr i64 %last, %shift
  %up = add i64 %steps, 1
  %whole = shl i64 %up, %shift
  %row = shl i64 %shift, 3
  %number = add i64 %row, %steps
  %list = getelementptr ptr, ptr @lists, i64 %number
  %first = load ptr, ptr %list
  %empty = icmp eq ptr %first, null
  br i1 %empty, label %new, label %again
again:
  %next = load ptr, ptr %first
  store ptr %next, ptr %list
  br label %done
new:
  %before = load i64, ptr @unused
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %wide = zext i32 %pages to i64
  %size.now = shl i64 %wide, 16
  %begun = icmp ne i64 %before, 0
  %at = select i1 %begun, i64 %before, i64 %size.now
  %end = add i64 %at, %whole
  %missing = sub i64 %end, %size.now
  %enough = icmp sle i64 %missing, 0
  br i1 %enough, label %got, label %grow
grow:
  %rounded = add i64 %missing, 65535
  %more = lshr i64 %rounded, 16
  %narrow = trunc i64 %more to i32
  %was = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %narrow)
  %failed = icmp eq i32 %was, -1
  br i1 %failed, label %none, label %got
none:
  call void @llvm.trap()
  unreachable
got:
  store i64 %end, ptr @unused
  %fresh = inttoptr i64 %at to ptr
  br label %done
done:
  %block = phi ptr [ %first, %again ], [ %fresh, %got ]
  store i64 %number, ptr %block
  %content = getelementptr i8, ptr %block, i64 16
  ret ptr %content
}
define void @free(ptr %content) noinline {
  %nothing = icmp eq ptr %content, null
  br i1 %nothing, label %done, label %something
something:
  %block = getelementptr i8, ptr %content, i64 -16
  %number = load i64, ptr %block
  %list = getelementptr ptr, ptr @lists, i64 %number
  %first = load ptr, ptr %list
  store ptr %first, ptr %block
  store ptr %block, ptr %list
  br label %done
done:
  ret void
}
"""


def emit(bitcode: bytes, triple: str, features: str = "") -> bytes:
    """The object file of a module of bitcode for some machine."""
    return _emitted(llvm.parse_bitcode(bitcode), _machine(triple, features))


def module(found: Iterable[artefact.Artefact]) -> bytes:
    """One WebAssembly module of all that browsers need of some compiled games."""
    wanted = list(found)
    names = sorted({"malloc", "free", *(name for one in wanted for name in entries(one.manifest))})
    target = _machine(TRIPLE, FEATURES)
    whole = llvm.parse_bitcode(wanted[0].bitcode)
    for one in wanted[1:]:
        whole.link_in(llvm.parse_bitcode(one.bitcode))
    head = f'target datalayout = "{whole.data_layout}"\ntarget triple = "{whole.triple}"\n'
    whole.link_in(llvm.parse_assembly(head + MEMORY))
    for function in whole.functions:
        if not function.is_declaration and function.name not in names:
            function.linkage = "internal"
    return link(_emitted(whole, target), names)


def _machine(triple: str, features: str) -> llvm.TargetMachine:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    reloc = "static" if triple == TRIPLE else "pic"  # native code can be anywhere in memory
    return llvm.Target.from_triple(triple).create_target_machine(features=features, opt=OPTIMISATION, reloc=reloc)


def _emitted(whole: llvm.ModuleRef, target: llvm.TargetMachine) -> bytes:
    whole.triple, whole.data_layout = target.triple, str(target.target_data)
    machine.complete(whole, target)
    return bytes(target.emit_object(whole))


def entries(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The entry points that browsers need, as the manifest describes them."""
    return {name: entry for name, entry in manifest["entries"].items() if name.split(".")[0] in MODULES}
