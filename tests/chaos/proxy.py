"""A bad network between clients and a server: a TCP proxy on loopback that cuts, delays and stalls."""

import asyncio
import contextlib

CHUNK = 65_536


class Proxy:
    """Made by `Proxy.open`. What has been accepted arrives in order, if it arrives."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.delay = 0.0  # seconds that each piece of data takes longer
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, port: int) -> "Proxy":
        """A proxy to that port of this machine."""
        proxy = cls(port)
        proxy._server = await asyncio.start_server(proxy._accept, "127.0.0.1", 0)
        proxy.port = proxy._server.sockets[0].getsockname()[1]
        return proxy

    _server: asyncio.Server
    port: int

    async def close(self) -> None:
        self._server.close()
        self.cut()
        self.stall(False)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """All connections are lost; what was on the way, too."""
        for writer in self._writers:
            writer.transport.abort()

    def stall(self, yes: bool) -> None:
        """Nothing arrives, on connections that seem to stand."""
        if yes:
            self._flowing.clear()
        else:
            self._flowing.set()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:  # nobody is there
            writer.transport.abort()
            return
        self._writers |= {writer, far_writer}
        try:
            await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
        finally:
            self._writers -= {writer, far_writer}
            for end in (writer, far_writer):
                end.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                if self.delay:
                    await asyncio.sleep(self.delay)
                await self._flowing.wait()
                writer.write(data)
                await writer.drain()
        writer.close()
