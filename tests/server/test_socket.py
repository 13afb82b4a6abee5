"""Frames are made here, for speed; the library must read them as it reads its own."""

import pytest
from websockets.frames import Frame, Opcode

from tesserae.server.socket import framed


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_frames_are_those_of_the_library(length: int) -> None:
    text = b"x" * length
    assert framed(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
