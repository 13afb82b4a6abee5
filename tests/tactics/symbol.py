"""Symbol for the proofs: nothing is hidden and nothing left to chance."""

from tesserae.engine import contract
from tesserae.engine.jit import Ints, Record, compiled


@compiled
def options(s: Record, seat: int, actor: int, out: Ints) -> int:
    return contract.legal(s, actor, out)


@compiled
def carry_out(s: Record, seat: int, actor: int, action: int) -> None:
    contract.apply(s, actor, action)


@compiled
def ways(s: Record, seat: int, actor: int, action: int, out: Ints) -> int:
    return 0


@compiled
def settle(s: Record, seat: int, actor: int, action: int, way: int) -> None:
    """There is nothing to settle."""
