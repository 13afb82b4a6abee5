"""uvicorn's HTTP protocol with limits: the size of a request, the time it takes, the connections of an address.

No proxy is needed for this. Clients that send nothing, send too much or too slowly, or never read, are stopped before
the application gets involved.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from tesserae.server.limits import Limits, Trusted, Visits, network
from tesserae.server.pages import HEADERS

LINES = 100  # headers of a request
SAFETY = b"".join(f"{name}: {value}\r\n".encode() for name, value in HEADERS.items())


class TooMuch(Exception):
    """Raised to stop the parser."""


class Http(HttpToolsProtocol):
    """One connection, as long as it is not a WebSocket."""

    limits = Limits()
    visits = Visits(limits.connections)  # of all servers of this process
    trusted = Trusted("")  # proxies, which forward the requests of many clients

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.head: int | None = 0  # bytes of a head that is not yet complete
        self.body = 0  # bytes of the body so far
        self.refused = (400, "This is not HTTP.")
        self.upgraded = False
        self.arriving: asyncio.TimerHandle | None = None
        self.draining: asyncio.TimerHandle | None = None
        self.left = 0  # bytes that were unread when last looked at
        self.leaving: Callable[[], None] | None = None  # if the connection is counted

    # Connecting and disconnecting.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport = cast(asyncio.Transport, transport)  # of a stream, always
        super().connection_made(transport)
        transport.set_write_buffer_limits(0)  # so that a waiting write is always noticed
        self._begin_to_arrive()
        peer = self.client[0] if self.client else ""
        if peer in self.trusted:
            return
        address = network(peer)
        if self.visits.enter(address):
            self.leaving = partial(self.visits.leave, address)
        else:
            self._refuse(429, "There are too many connections from your address.")

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timers()
        if self.leaving is not None:
            self.leaving()
        super().connection_lost(exc)

    def _stop_timers(self) -> None:
        for timer in (self.arriving, self.draining):
            if timer is not None:
                timer.cancel()
        self.arriving = self.draining = None

    def handle_websocket_upgrade(self) -> None:
        self.upgraded = True
        self._stop_timers()
        self.transport.set_write_buffer_limits()
        super().handle_websocket_upgrade()
        socket: Any = self.transport.get_protocol()
        socket.leaving, self.leaving = self.leaving, None  # it is still the same connection

    # Receiving.

    def data_received(self, data: bytes) -> None:
        if self.head is not None:  # also for what comes before a request, such as empty lines
            self._begin_to_arrive()
        while data and not self.upgraded and not self.transport.is_closing():
            room = len(data) if self.head is None else self.limits.head - self.head
            if room <= 0:
                self._refuse(431, "The head of the request is too long.")
                return
            if self.head is not None:
                self.head += len(data[:room])
            super().data_received(data[:room])
            data = data[room:]

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.body = 0
        self._begin_to_arrive()

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= LINES or len(name) + len(value) > self.limits.head // 2:
            self.refused = (431, "The head of the request is too long.")
            raise TooMuch
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self.head = None
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self.body += len(body)
        if self.body > 64 * self.limits.size:  # the application has already refused it
            raise TooMuch
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.head = 0
        self._arrived()
        super().on_message_complete()

    def _begin_to_arrive(self) -> None:
        if self.arriving is None:
            self.arriving = self.loop.call_later(self.limits.arrival, self._too_late)

    def _arrived(self) -> None:
        if self.arriving is not None:
            self.arriving.cancel()
            self.arriving = None

    def _too_late(self) -> None:
        self.arriving = None
        waits = self.head is None and not self.cycle.response_started and not self.pipeline
        if waits or self.cycle is None or self.cycle.response_complete:
            self._refuse(408, "The request took too long to arrive.")
        else:
            self.transport.abort()  # another response is being sent

    # Sending.

    def send_400_response(self, msg: str) -> None:
        if self.head is not None and (self.cycle is None or self.cycle.response_complete):
            self._refuse(*self.refused)
        else:  # a response is being sent, or was sent
            self.transport.abort()

    def _refuse(self, status: int, text: str) -> None:
        """Refuse the request without involving the application, and close the connection."""
        if self.transport.is_closing():
            return
        said = text.encode()
        head = b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\nconnection: close\r\n" % len(said)
        self.transport.write(STATUS_LINE[status] + head + SAFETY + b"\r\n" + said)
        self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.draining is None:
            self.left = self.transport.get_write_buffer_size()
            self.draining = self.loop.call_later(self.limits.patience, self._look_whether_it_reads)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.draining is not None:
            self.draining.cancel()
            self.draining = None

    def _look_whether_it_reads(self) -> None:
        left = self.transport.get_write_buffer_size()
        if self.left - left < self.limits.pace * self.limits.patience:
            self.transport.abort()
            return
        self.left = left
        self.draining = self.loop.call_later(self.limits.patience, self._look_whether_it_reads)
