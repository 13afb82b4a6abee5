"""Errors cross from a worker process to the one that asked."""

import pickle

import pytest

from tesserae.errors import BadOption, BadPosition, BadRecord, Refused
from tesserae.games.symbol_chain.tiles import BadTiles


@pytest.mark.parametrize(
    "error",
    [
        Refused("GE-7", "There is no seat {seat}.", seat=7),
        BadOption("there is no game {name}", name="chess"),
        BadOption("a sentence with {braces} and no words"),
        BadPosition("board.b2", "there is no such tile"),
        BadRecord(3, "that is no move"),
        BadTiles(2, "a line has {n} fields", n=3),
    ],
    ids=repr,
)
def test_an_error_can_be_pickled(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
