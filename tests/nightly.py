"""Cases of which `make test` tries some and `make nightly` all."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def cases(all_of_them: Iterable[Any], gate: Callable[[Any], bool]) -> list[Any]:
    """For `parametrize`: those that are in the gate, and the others marked."""
    return [one if gate(one) else pytest.param(one, marks=pytest.mark.nightly) for one in all_of_them]
