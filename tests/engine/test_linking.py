"""What linked code may ask for."""

import re

import pytest
from llvmlite import binding

from tesserae.engine.compiler.linking import Group, Unknown, link

WRAPPER = """
declare i32 @inner(ptr)
define i32 @outer(ptr %result) {
  %status = call i32 @inner(ptr %result)
  ret i32 %status
}"""


def calling(name: str) -> str:
    """Code that calls a function of floats."""
    return f"""
declare double @{name}(double)
define i32 @inner(ptr %result) {{
  %before = load double, ptr %result
  %after = call double @{name}(double %before)
  store double %after, ptr %result
  ret i32 0
}}"""


@pytest.mark.parametrize("name", ["sin", "llvm.sin.f64", "llvm.exp.f64", "log", "NRT_of_sorts", "llvm.sqrts"])
def test_a_function_that_is_not_on_the_list_is_refused_by_name(name: str) -> None:
    with pytest.raises(Unknown, match=rf"does not bring along: {re.escape(name)}$"):
        link([Group([WRAPPER], [(calling(name), False)])], {"outer"})


@pytest.mark.parametrize("name", ["sqrt", "llvm.sqrt.f64", "llvm.fabs.f64", "llvm.floor.f64"])
def test_what_llvm_knows_by_itself_is_allowed(name: str) -> None:
    assert link([Group([WRAPPER], [(calling(name), False)])], {"outer"}).startswith(b"BC")


def test_what_would_end_the_process_is_refused_by_name() -> None:
    code = "declare void @llvm.trap()\ndefine i32 @outer(ptr %result) {\n call void @llvm.trap()\n ret i32 0\n}"
    with pytest.raises(Unknown, match=r"llvm\.trap$"):
        link([Group([code], [])], {"outer"})


def test_a_variable_from_elsewhere_is_refused_by_name() -> None:
    code = (
        "@elsewhere = external global i32\ndefine i32 @outer(ptr %r) {\n %x = load i32, ptr @elsewhere\n ret i32 %x\n}"
    )
    with pytest.raises(Unknown, match=r"elsewhere$"):
        link([Group([code], [])], {"outer"})


def test_what_nobody_calls_is_left_out_with_all_that_it_asks_for() -> None:
    unused = calling("sin").replace("@inner", "@unused")
    assert link([Group([WRAPPER], [(calling("sqrt"), False), (unused, False)])], {"outer"}) == link(
        [Group([WRAPPER], [(calling("sqrt"), False)])], {"outer"}
    )


def test_only_what_asks_for_it_is_vectorised() -> None:
    loop = """
define i32 @inner(ptr noalias %result) {
  br label %loop
loop:
  %i = phi i64 [0, %0], [%next, %loop]
  %place = getelementptr float, ptr %result, i64 %i
  %before = load float, ptr %place
  %after = fmul float %before, %before
  store float %after, ptr %place
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 1024
  br i1 %more, label %loop, label %done
done:
  ret i32 0
}"""
    for wide in (False, True):
        module = binding.parse_bitcode(link([Group([WRAPPER], [(loop, wide)])], {"outer"}))
        assert ("<4 x float>" in str(module)) == wide


def test_each_group_has_a_copy_that_fits_it() -> None:
    """Both call the same function, one of them with a constant, so that there is nothing to compute in its copy."""
    square = """
define i32 @inner(ptr %result, i64 %n) noinline {
  %square = mul i64 %n, %n
  store i64 %square, ptr %result
  ret i32 0
}"""
    wrapper = """
declare i32 @inner(ptr, i64)
define i32 @NAME(ptr %result, i64 %n) {
  %status = call i32 @inner(ptr %result, i64 NUMBER)
  ret i32 %status
}"""
    given = {"any": "%n", "seven": "7"}
    groups = [
        Group([wrapper.replace("NAME", name).replace("NUMBER", n)], [(square, False)]) for name, n in given.items()
    ]
    made = str(binding.parse_bitcode(link(groups, set(given))))
    assert "mul i64" in made
    assert "i64 49" in made
