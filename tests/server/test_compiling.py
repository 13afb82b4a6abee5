"""Games are made ready one after the other; one that cannot be loaded is named, and the others are ready."""

import asyncio
import logging

import pytest

from tesserae.games import names
from tesserae.server import compiling


def test_a_game_that_cannot_be_loaded_keeps_none_of_the_others_from_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, *others = names()

    def load(name: str) -> None:
        if name == broken:
            raise ImportError("sunk")

    monkeypatch.setattr(compiling, "_load", load)
    monkeypatch.setattr(compiling, "_missing", lambda name: ())
    loaded: list[str] = []

    async def run() -> dict[str, bool]:
        compiled = compiling.CompileRegistry()
        await compiled.run(loaded.append)
        return {name: event.is_set() for name, event in compiled.ready.items()}

    with caplog.at_level(logging.ERROR):
        ready = asyncio.run(run())
    assert ready == {broken: False, **dict.fromkeys(others, True)}
    assert loaded == others
    assert f"{broken} cannot be loaded" in caplog.text
