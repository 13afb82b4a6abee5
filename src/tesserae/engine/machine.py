"""What compiled code asks of the machine that it is made native for, because there is a better way on some of them."""

from llvmlite import binding as llvm

NTH = "tesserae.nth"  # of a set of squares the n-th one (bits.py)
DECLARATION = f"declare i64 @{NTH}(i64, i64) nounwind willreturn speculatable memory(none)\n"

# Of bytes and the squares in them: at n * 256 + byte the n-th square.
_IN_BYTE = [0] * (8 * 256)
for _byte in range(256):
    for _n, _square in enumerate(square for square in range(8) if _byte >> square & 1):
        _IN_BYTE[_n << 8 | _byte] = _square

# The squares of all bytes are counted at once, and the square is looked up in the byte that has it, without branches.
_ANYWHERE = f"""
@{NTH}.table = internal constant [2048 x i8] [{", ".join(f"i8 {square}" for square in _IN_BYTE)}]
declare i64 @llvm.ctpop.i64(i64)

define i64 @{NTH}(i64 %bits, i64 %n) alwaysinline {{
  %upper = lshr i64 %bits, 1
  %odd = and i64 %upper, {0x5555555555555555}
  %pairs = sub i64 %bits, %odd
  %even = and i64 %pairs, {0x3333333333333333}
  %next = lshr i64 %pairs, 2
  %others = and i64 %next, {0x3333333333333333}
  %fours = add i64 %even, %others
  %high = lshr i64 %fours, 4
  %both = add i64 %fours, %high
  %bytes = and i64 %both, {0x0F0F0F0F0F0F0F0F}
  %up.to = mul i64 %bytes, {0x0101010101010101}
  %wanted = mul i64 %n, {0x0101010101010101}
  %marked = or i64 %wanted, {-0x7F7F7F7F7F7F7F80}
  %missing = sub i64 %marked, %up.to
  %passed = and i64 %missing, {-0x7F7F7F7F7F7F7F80}
  %count = call i64 @llvm.ctpop.i64(i64 %passed)
  %start = shl i64 %count, 3
  %below = shl i64 %up.to, 8
  %shifted = lshr i64 %below, %start
  %before = and i64 %shifted, 255
  %left = sub i64 %n, %before
  %from = lshr i64 %bits, %start
  %byte = and i64 %from, 255
  %row = shl i64 %left, 8
  %place = or i64 %row, %byte
  %entry = getelementptr i8, ptr @{NTH}.table, i64 %place
  %square = load i8, ptr %entry
  %wide = zext i8 %square to i64
  %result = add i64 %start, %wide
  ret i64 %result
}}
"""
# The instruction that puts a bit at the n-th square of a set.
_DEPOSIT = f"""
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
declare i64 @llvm.cttz.i64(i64, i1)

define i64 @{NTH}(i64 %bits, i64 %n) alwaysinline {{
  %bit = shl i64 1, %n
  %square = call i64 @llvm.x86.bmi.pdep.64(i64 %bit, i64 %bits)
  %result = call i64 @llvm.cttz.i64(i64 %square, i1 true)
  ret i64 %result
}}
"""
_SLOW = ("bdver4", "znver1", "znver2")  # processors in which that instruction takes longer than all those above


def complete(module: llvm.ModuleRef, target: llvm.TargetMachine, processor: str = "", features: str = "") -> None:
    """Add what the code of a module asks for, in the way that is best for this processor."""
    fast = "+bmi2" in features.split(",") and processor not in _SLOW
    head = f'target datalayout = "{module.data_layout}"\ntarget triple = "{module.triple}"\n'
    module.link_in(llvm.parse_assembly(head + (_DEPOSIT if fast else _ANYWHERE)))
    module.get_function(NTH).linkage = "internal"
    passes = llvm.create_new_module_pass_manager()
    passes.add_always_inliner_pass()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(speed_level=0)))
