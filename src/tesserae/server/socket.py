"""uvicorn's WebSocket with a straight way in and out: no task and no queue between a move and the table.

The handshake and the end go through ASGI as usual; `Socket.of(scope)` finds the connection of an accepted one.
"""

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

EXTENSION = "tesserae.socket"
TEXT = 0x81  # a whole message, of text


def framed(text: bytes) -> bytes:
    """A text message as it goes over the wire (RFC 6455, 5.2); made once, however many clients it is for."""
    length = len(text)
    if length < 126:
        return bytes((TEXT, length)) + text
    if length < 1 << 16:
        return bytes((TEXT, 126)) + length.to_bytes(2, "big") + text
    return bytes((TEXT, 127)) + length.to_bytes(8, "big") + text


class Socket(WebSocketsSansIOProtocol):
    """One connection. `unsent` is how many bytes may wait for a slow reader before it is let go."""

    unsent = 1_000_000
    hear: Callable[[bytes | None], None] | None = None  # what to do with a message; None: it is not text

    @staticmethod
    def of(scope: Any) -> "Socket":
        socket: Socket = scope["extensions"].pop(EXTENSION)  # once: neither shall keep the other
        return socket

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        if self.hear is None:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.hear(data if self.curr_msg_data_type == "text" else None)

    def say(self, frame: bytes) -> None:
        """Send what `framed` made. A reader that lets too much pile up is let go."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return
        self.transport.write(frame)
        if self.transport.get_write_buffer_size() > self.unsent:
            self.logger.warning("%s reads too slowly and is let go", self.client)
            self.transport.abort()

    def part(self, code: int, reason: str) -> None:
        """Close from our side."""
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
