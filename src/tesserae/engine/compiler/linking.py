"""All entry points of a game as one module: linked, optimised once for any 64-bit processor, and stripped of names."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from llvmlite import binding as llvm

from tesserae.engine.machine import DECLARATION

TRIPLE = "x86_64-unknown-linux-gnu"  # whose data layout the code has; native.py and wasm.py set their own
WIDE = "x86-64-v2"  # has vectors of 128 bits, as other processors and WebAssembly do
SPEED = 3

# What code may ask for and is not in it: memory, the n-th square of a set (machine.py), and what LLVM knows by itself.
# A trap would end the process, so it is not among them.
ALLOWED = re.compile(
    r"malloc|free|tesserae\.nth"
    r"|llvm\.(abs|bswap|ctlz|ctpop|cttz|fshl|fshr|[su](min|max|cmp)|[su]?(add|sub|mul)\.(with\.overflow|sat)"
    r"|memcpy|memmove|memset|lifetime\.(start|end)|assume|umul\.with\.overflow|usub\.sat|expect"
    r"|sqrt|fabs|floor|ceil|trunc|rint|nearbyint|copysign|minnum|maxnum|is\.fpclass|experimental\.noalias\.scope\.decl)"
    r"(\.[a-z0-9]+)*"
)

# What Numba's code asks for: blocks of memory with a count of references, in front of the data. Each game is used by
# many threads, but an array that compiled code creates never leaves its call, so that counting needs no lock. If there
# is no memory, the address is null; then Numba's code raises an error.
RUNTIME = """
declare ptr @malloc(i64)
declare void @free(ptr)

define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %alignment) {
  %room = add i64 %size, 128
  %block = call ptr @malloc(i64 %room)
  %none = icmp eq ptr %block, null
  br i1 %none, label %full, label %fill
full:
  ret ptr null
fill:
  store i64 1, ptr %block
  %start = ptrtoint ptr %block to i64
  %up = add i64 %start, 127
  %even = and i64 %up, -64
  %field = getelementptr i8, ptr %block, i64 24
  store i64 %even, ptr %field
  ret ptr %block
}
define ptr @NRT_MemInfo_alloc(i64 %size) {
  %block = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 16)
  ret ptr %block
}
define ptr @NRT_MemInfo_data_fast(ptr %block) {
  %field = getelementptr i8, ptr %block, i64 24
  %start = load i64, ptr %field
  %data = inttoptr i64 %start to ptr
  ret ptr %data
}
define void @NRT_MemInfo_call_dtor(ptr %block) {
  call void @free(ptr %block)
  ret void
}
define ptr @NRT_Allocate(i64 %size) {
  %block = call ptr @malloc(i64 %size)
  ret ptr %block
}
define void @NRT_Free(ptr %block) {
  call void @free(ptr %block)
  ret void
}
define void @NRT_incref(ptr %block) alwaysinline {
  %none = icmp eq ptr %block, null
  br i1 %none, label %done, label %count
count:
  %before = load i64, ptr %block
  %after = add i64 %before, 1
  store i64 %after, ptr %block
  br label %done
done:
  ret void
}
define void @NRT_decref(ptr %block) alwaysinline {
  %none = icmp eq ptr %block, null
  br i1 %none, label %done, label %count
count:
  %before = load i64, ptr %block
  %after = add i64 %before, -1
  store i64 %after, ptr %block
  %unused = icmp eq i64 %after, 0
  br i1 %unused, label %last, label %done
last:
  call void @free(ptr %block)
  br label %done
done:
  ret void
}
"""


class Unknown(ValueError):
    """Compiled code asks for something that it does not bring along."""


class Group(NamedTuple):
    """What is linked and optimised by itself, so that it has its own copy of the rules, which fits it."""

    wrappers: list[str]  # the exports, which have plain arguments
    codes: Iterable[tuple[str, bool]]  # what they call, and whether its loops are to be vectorised


def link(groups: Iterable[Group], exports: set[str]) -> bytes:
    """The bitcode of one module with these exports."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=SPEED)
    whole = _module([], machine)
    for group in groups:
        whole.link_in(_linked(group, exports, machine))
    passes = llvm.create_new_module_pass_manager()
    passes.add_constant_merge_pass()
    passes.add_merge_functions_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(whole, _builder(machine, 0))
    _check(whole)
    whole.name = "tesserae"
    whole.verify()
    return bytes(whole.as_bitcode())


def _module(texts: list[str], machine: llvm.TargetMachine) -> llvm.ModuleRef:
    module = llvm.parse_assembly("\n".join(['source_filename = "tesserae"', DECLARATION, *texts]))
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    return module


def _linked(group: Group, exports: set[str], machine: llvm.TargetMachine) -> llvm.ModuleRef:
    whole = _module(group.wrappers, machine)
    for code, wide in group.codes:
        part = llvm.parse_assembly(_headed(_cleaned(code), whole))
        if wide:
            _vectorise(part)
        whole.link_in(part)
    _hide(whole, exports)
    _prune(whole, machine)
    whole.link_in(llvm.parse_assembly(_headed(RUNTIME, whole)))
    _hide(whole, exports)
    _optimise(whole, machine)
    return whole


def _headed(text: str, module: llvm.ModuleRef) -> str:
    return f'target datalayout = "{module.data_layout}"\ntarget triple = "{module.triple}"\n{text}'


def _hide(module: llvm.ModuleRef, exports: set[str]) -> None:
    """Make all but the exports internal, so that what nobody calls is removed."""
    for function in module.functions:
        if not function.is_declaration and function.name not in exports:
            function.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"


def _builder(machine: llvm.TargetMachine, speed: int, wide: bool = False) -> llvm.PassBuilder:
    options = llvm.create_pipeline_tuning_options(speed_level=speed)
    options.loop_vectorization = wide
    options.slp_vectorization = wide
    return llvm.create_pass_builder(machine, options)


def _vectorise(module: llvm.ModuleRef) -> None:
    """Optimise one function, so that its loops take several numbers at a time."""
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(cpu=WIDE, opt=SPEED)
    builder = _builder(machine, SPEED, wide=True)
    builder.getModulePassManager().run(module, builder)


def _prune(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> None:
    """Remove pairs of counting up and down; and copy records as memory, because otherwise functions would take them as
    arguments, byte by byte."""
    passes = llvm.create_new_module_pass_manager()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.add_refprune_pass()
    passes.add_mem_copy_opt_pass()
    passes.run(module, _builder(machine, 0))


def _optimise(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> None:
    builder = _builder(machine, SPEED)
    passes = builder.getModulePassManager()
    passes.add_global_dead_code_eliminate_pass()
    passes.add_strip_dead_prototype_pass()
    passes.add_merge_functions_pass()
    passes.add_strip_symbols_pass()
    passes.run(module, builder)


def _cleaned(code: str) -> str:
    """The code of one function without what only Numba itself would use: wrappers for Python, the texts of errors (that
    there was one is told by the result), and its own way of counting references."""
    code = re.sub(r"^target .*$", "", code, flags=re.M)
    code = re.sub(r"^  store ptr [^,]+, ptr %excinfo(\.\d+)?,.*$", "", code, flags=re.M)
    code = re.sub(r"^declare double @sqrt\(double.*$", "", code, flags=re.M)
    code = re.sub(r"@sqrt\(", "@llvm.sqrt.f64(", code)  # which can be vectorised
    if "@llvm.sqrt.f64(" in code and "declare double @llvm.sqrt.f64(" not in code:
        code += "\ndeclare double @llvm.sqrt.f64(double)\n"
    return re.sub(r'^define [^\n]*@"?([\w.$]+)[^\n]*\n.*?^}$', _kept, code, flags=re.M | re.S)


def _kept(function: re.Match[str]) -> str:
    """A function, or what remains of it."""
    if function[1] in ("NRT_incref", "NRT_decref"):
        return f"declare void @{function[1]}(ptr)"
    if "raise_with_shape_context" in function[1] and function[0].startswith(
        "define i32 "
    ):  # it would put numbers into a sentence; that it failed is enough
        return function[0].split("\n")[0] + "\n  ret i32 1\n}"
    return "" if function[1].startswith(("_ZN7cpython", "cfunc.")) else function[0]


def _check(module: llvm.ModuleRef) -> None:
    unknown = sorted({one.name for one in module.functions if one.is_declaration and not ALLOWED.fullmatch(one.name)})
    unknown += sorted(one.name for one in module.global_variables if one.is_declaration)
    if unknown:
        raise Unknown(f"compiled code asks for what it does not bring along: {', '.join(unknown)}")
