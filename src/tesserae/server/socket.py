"""uvicorn's WebSocket protocol with a direct path for messages: no task and no queue between a move and the table.

Opening and closing go through ASGI as usual; `Socket.of(scope)` is the connection of an accepted handshake.
"""

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from tesserae.server.pages import HEADERS

EXTENSION = "tesserae.socket"
TEXT = 0x81  # a complete text message
SLICE = 4_096  # bytes that are parsed at a time, so that a flood of tiny frames is noticed early
FRAMES = 200  # frames a second that are not messages: pings, pongs and fragments
AFTERWARDS = 65_536  # bytes that may still arrive after closing


def framed(text: bytes) -> bytes:
    """A text message as a WebSocket frame (RFC 6455, 5.2); made once, however many clients get it."""
    length = len(text)
    if length < 126:
        return bytes((TEXT, length)) + text
    if length < 1 << 16:
        return bytes((TEXT, 126)) + length.to_bytes(2, "big") + text
    return bytes((TEXT, 127)) + length.to_bytes(8, "big") + text


class Handshakes(ServerProtocol):
    """Adds the security headers to a response that refuses a handshake, whoever refuses it."""

    def send_response(self, response: Response) -> None:
        if response.status_code != 101:
            response.headers.update(HEADERS)
        super().send_response(response)


class Socket(WebSocketsSansIOProtocol):
    """One connection. A client with more than `unsent` unread bytes is disconnected."""

    unsent = 1_000_000
    hear: Callable[[bytes | None], None] | None = None  # what to do with a message; None: it is not text

    leaving: Callable[[], None] | None = None  # called when the connection is closed

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn = Handshakes(max_size=self.config.ws_max_size, logger=self.logger)  # instead of uvicorn's
        self._second = 0.0
        self._frames = 0
        self._afterwards = 0

    @staticmethod
    def of(scope: Any) -> "Socket":
        socket: Socket = scope["extensions"].pop(EXTENSION)  # only once, and without a reference cycle
        return socket

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    def connection_lost(self, exc: Exception | None) -> None:
        if self.leaving is not None:
            self.leaving()
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        await super().run_asgi()
        if not self.disconnected:  # do not wait for a client that does not read the rest
            self.loop.call_later(self.close_timeout, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if self.close_sent:
            self._afterwards += len(data)
            if self._afterwards > AFTERWARDS:
                self.transport.abort()
                return
        for start in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE])

    def handle_ping(self) -> None:
        super().handle_ping()
        self._count()

    def handle_pong(self, event: Frame) -> None:
        super().handle_pong(event)
        self._count()

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        self._count()

    def _count(self) -> None:
        """Count frames that are not messages; they have a limit of their own."""
        now = self.loop.time()
        if now - self._second > 1:
            self._second, self._frames = now, 0
        self._frames += 1
        if self._frames > FRAMES or self.transport.get_write_buffer_size() > self.unsent:
            self._let_go("sends too many frames")

    def _let_go(self, why: str) -> None:
        if not self.transport.is_closing():
            self.logger.warning("%s is disconnected: it %s", self.client, why)
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        if self.hear is None:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.hear(data if self.curr_msg_data_type == "text" else None)

    def decline(self, status: int, text: str) -> None:
        """Refuse the handshake."""
        self.handshake_complete = self.close_sent = True
        if self.transport.is_closing():
            return
        self.conn.send_response(self.conn.reject(status, text))
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def say(self, frame: bytes) -> None:
        """Send what `framed` made. A client that leaves too much unread is disconnected."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return
        self.transport.write(frame)
        if self.transport.get_write_buffer_size() > self.unsent:
            self._let_go("reads too slowly")

    def part(self, code: int, reason: str) -> None:
        """Close the connection."""
        if self.conn.state is State.OPEN and not self.transport.is_closing():
            self.conn.send_close(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
