"""The entry points from Python into the rules of a game. Each takes a state as an array of one record."""

from tesserae.engine import contract
from tesserae.engine.jit import Floats, Floats2, Ints, States, Weights, entry


@entry
def start(states: States, options: Ints, seats: int, seed: int) -> None:
    contract.start(states[0], options, seats, seed)


@entry
def actors(states: States) -> int:
    return contract.actors(states[0])


@entry
def legal(states: States, seat: int, out: Ints) -> int:
    return contract.legal(states[0], seat, out)


@entry
def legal_at(states: States, seat: int, square: int, out: Ints) -> int:
    return contract.legal_at(states[0], seat, square, out)


@entry
def act(states: States, seat: int, action: int, out: Ints) -> bool:
    """Check and apply in one call: returns False and changes nothing if the action is not legal."""
    s = states[0]
    if not contract.allowed(s, seat, action, out):
        return False
    contract.apply(s, seat, action)
    return True


@entry
def note(states: States, seat: int, action: int, log: Ints) -> None:
    contract.note(states[0], seat, action, log)


@entry
def allowed(states: States, seat: int, action: int, out: Ints) -> bool:
    return contract.allowed(states[0], seat, action, out)


@entry
def over(states: States) -> bool:
    return contract.over(states[0])


@entry
def returns(states: States, out: Floats) -> None:
    contract.returns(states[0], out)


@entry
def hide(states: States, seat: int) -> None:
    contract.hide(states[0], seat)


@entry
def imagine(states: States, seat: int, rng: Ints) -> None:
    contract.imagine(states[0], seat, rng)


@entry
def observe(states: States, seat: int, out: Floats) -> None:
    contract.observe(states[0], seat, out)


@entry
def evaluate(states: States, out: Floats) -> None:
    contract.evaluate(states[0], out)


@entry
def pick(states: States, seat: int, rng: Ints, out: Ints) -> int:
    return contract.pick(states[0], seat, rng, out)[0]


@entry
def forget(states: States, seat: int, span: int, rng: Ints) -> None:
    contract.forget(states[0], seat, span, rng)


@entry
def obvious(states: States, seat: int) -> int:
    return contract.obvious(states[0], seat)


@entry
def describe(states: States, seat: int, actions: Ints, n: int, out: Floats2) -> None:
    contract.describe(states[0], seat, actions, n, out)


@entry
def key(states: States) -> int:
    return contract.key(states[0])


@entry
def urgency(states: States, seat: int, action: int) -> int:
    return contract.urgency(states[0], seat, action)


@entry
def sides(states: States) -> int:
    return contract.sides(states[0])


@entry
def inputs(states: States, seat: int, places: Ints, amounts: Weights) -> int:
    return contract.inputs(states[0], seat, places, amounts)


@entry
def loud(states: States, seat: int, out: Ints) -> int:
    return contract.loud(states[0], seat, out)


@entry
def promising(states: States, seat: int, out: Ints) -> int:
    return contract.promising(states[0], seat, out)


@entry
def solved(states: States, out: Floats) -> bool:
    return contract.solved(states[0], out)
