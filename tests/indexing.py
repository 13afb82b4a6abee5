"""A compiled function that can be called with an index out of bounds."""

from tesserae.engine.jit import Ints, entry


@entry
def item(items: Ints, index: int) -> int:
    return int(items[index])
