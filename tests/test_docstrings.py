"""The examples in the docstrings of the public API do what they say."""

import doctest
from types import ModuleType

import pytest

import tesserae
from tesserae import state

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


@pytest.mark.parametrize("module", [tesserae, state], ids=lambda module: module.__name__)
def test_examples(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module, extraglobs={"tesserae": tesserae}, optionflags=FLAGS)
    assert tried > 0
    assert failed == 0
