"""What is done in different ways on different machines comes out the same."""

import ctypes
import random

import pytest
from llvmlite import binding

from tesserae.engine import machine
from tesserae.engine.bits import nth, popcount

CALL = f"""{machine.DECLARATION}
define i64 @call(i64 %bits, i64 %n) {{
  %square = call i64 @{machine.NTH}(i64 %bits, i64 %n)
  ret i64 %square
}}"""
chance = random.Random(1)
SETS = [1, 1 << 62, (1 << 63) - 1, *(chance.getrandbits(63) & chance.getrandbits(63) | 1 << 40 for _ in range(300))]


@pytest.mark.parametrize("features", ["", "+bmi2"])
def test_the_nth_square_of_a_set(features: str) -> None:
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    if features and not binding.get_host_cpu_features().get("bmi2"):
        pytest.skip("this processor has no such instruction")
    target = binding.Target.from_default_triple().create_target_machine(features=features, jit=True)
    module = binding.parse_assembly(CALL)
    module.triple, module.data_layout = binding.get_process_triple(), str(target.target_data)
    machine.complete(module, target, features=features)
    assert ("pdep" in str(module)) == bool(features)
    engine = binding.create_mcjit_compiler(module, target)
    call = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(engine.get_function_address("call"))
    for bits in SETS:
        assert [call(bits, n) for n in range(popcount(bits))] == [nth(bits, n) for n in range(popcount(bits))]


def test_a_processor_with_a_slow_instruction_does_without_it() -> None:
    module = binding.parse_assembly(CALL)
    target = binding.Target.from_default_triple().create_target_machine()
    machine.complete(module, target, "znver2", "+bmi,+bmi2")
    assert "pdep" not in str(module)
