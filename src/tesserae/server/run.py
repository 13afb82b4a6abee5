"""Runs the application with uvicorn."""

import asyncio
import contextlib
import gc
import logging
import os
import socket
import sys
import threading
import webbrowser

import segno
import uvicorn

from tesserae.server.app import Config, create_app
from tesserae.server.http import Http
from tesserae.server.limits import Trusted, Visits
from tesserae.server.socket import Socket
from tesserae.server.store import FAULTS, Store

SWITCH = 0.001  # seconds for which the event loop keeps the interpreter while the store's thread waits for it
COLLECT = (50_000, 5, 5)  # a move creates dozens of objects without cycles; only connections leave cycles behind
SHUTDOWN = 5  # seconds for connections to end


class Server(uvicorn.Server):
    """Prints its address, for people and for scripts that asked for any port. `show` opens a browser, `lan` also prints
    the address for other devices in the same network."""

    def __init__(self, config: uvicorn.Config, show: bool, lan: bool) -> None:
        super().__init__(config)
        self.show = show
        self.lan = lan

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for server in self.servers:
            for listening in server.sockets:
                host, port = listening.getsockname()[:2]
                here = "127.0.0.1" if self.lan else host
                address = f"http://{f'[{here}]' if ':' in here else here}:{port}/"
                print(f"Tesserae is at {address}", flush=True)
                if self.lan:
                    print_for_phones(port)
                if self.show and has_windows():
                    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
                self.show = False


def print_for_phones(port: int) -> None:
    """Print the address of this machine in its network, also as a QR code if the terminal can show it."""
    host = own_address()
    if host is None:
        print("Other devices cannot reach this machine: it is not in a network.", flush=True)
        return
    address = f"http://{host}:{port}/"
    print(f"Address for devices in the same network: {address}", flush=True)
    if sys.stdout.isatty():
        segno.make(address).terminal(compact=True, border=2)


def own_address() -> str | None:
    """The address of this machine for others in its network. Connecting a datagram socket sends nothing, but chooses
    the interface; the address that it connects to is reserved for documentation."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        host: str = probe.getsockname()[0]
        return None if host.startswith("127.") else host


def has_windows() -> bool:
    """Whether the browser would open in its own window, not in this terminal."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _allow_many_files() -> None:
    """Raise the limit of open files: each connection is one, and many systems allow only 1,024 by default."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def _prepare(database: str) -> None:
    """Bring the schema up to date. BadOption for a database that cannot be used, in a sentence instead of uvicorn's
    traceback; one that does not answer yet is tried again by the application."""
    with contextlib.suppress(*FAULTS):
        await (await Store.open(database)).close()


def serve(
    config: Config, host: str, port: int, proxy: str | None = None, show: bool = False, lan: bool = False
) -> None:
    """Serve until stopped by a signal."""
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(name)s %(levelname)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)  # the single steps of a migration do not matter
    asyncio.run(_prepare(config.database))
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*COLLECT)
    _allow_many_files()
    Socket.unsent = config.limits.unsent
    Http.limits = config.limits
    Http.visits = Visits(config.limits.connections)
    Http.trusted = Trusted(proxy or "")
    Server(
        uvicorn.Config(
            create_app(config),
            host=host,
            port=port,
            loop="auto",
            http=Http,
            ws=Socket,
            ws_max_size=config.limits.size,
            ws_per_message_deflate=False,
            ws_ping_interval=20,
            ws_ping_timeout=20,
            lifespan="on",
            log_level="warning",
            access_log=False,
            proxy_headers=proxy is not None,
            forwarded_allow_ips=proxy,
            timeout_graceful_shutdown=SHUTDOWN,
            server_header=False,
        ),
        show,
        lan,
    ).run()
