"""`tesserae serve`: serves tables to browsers."""

import argparse
import os
import socket
from contextlib import suppress
from pathlib import Path

from tesserae.commands import Commands, add_command
from tesserae.errors import check_positive, check_whole

DATABASE = "tesserae.db"
PORT = 8000


def add(commands: Commands) -> None:
    serve = add_command(
        commands,
        "serve",
        "serve tables to browsers and to `tesserae join`",
        "tesserae serve --open",
        "tesserae serve --lan",
        "tesserae serve --host 0.0.0.0 --port 80 --database /var/lib/tesserae/tables.db",
    )
    serve.set_defaults(run=run)
    where = serve.add_mutually_exclusive_group()
    where.add_argument(
        "--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1: this machine only)"
    )
    where.add_argument(
        "--lan", action="store_true", help="accept devices in the same network; prints an address and a QR code"
    )
    serve.add_argument(
        "--port", type=int, default=PORT, help=f"port to listen on (default {PORT}; 0: any that is free)"
    )
    serve.add_argument(
        "--database",
        default=os.environ.get("TESSERAE_DATABASE", DATABASE),
        help=f"an SQLite file, or postgresql://… (default $TESSERAE_DATABASE, else {DATABASE})",
    )
    serve.add_argument("--workers", type=int, default=None, help="processes in which bots think (default: cores - 1)")
    serve.add_argument(
        "--bot-seconds", type=float, help="the longest time that a bot thinks about a choice, in seconds (default 10)"
    )
    serve.add_argument(
        "--secret-file", type=Path, help="file with the secret that signs cookies (default: in the store)"
    )
    serve.add_argument(
        "--origin",
        action="append",
        default=[],
        help="another origin whose pages may connect, such as https://example.org",
    )
    serve.add_argument("--lab", action="store_true", help="offer the lab in the browser, at /lab (default: no)")
    serve.add_argument("--open", action="store_true", help="open a browser; if the port is taken, another one is used")
    serve.add_argument("--proxy", help="addresses of trusted proxies (X-Forwarded-…), separated by commas")
    serve.add_argument(
        "--rate",
        type=float,
        help="messages a second from one person (default 30), ten times that from one address; if given, also requests"
        " (at least 20) and new tables a second from one address",
    )
    serve.add_argument("--sockets", type=int, help="connections to tables per address (default 100)")


def run(options: argparse.Namespace) -> int:
    from dataclasses import replace

    from tesserae.server.app import Config
    from tesserae.server.limits import Limits
    from tesserae.server.run import serve

    limits = Limits()
    if options.rate is not None:
        check_positive("--rate", options.rate)
        limits = replace(
            limits, messages=options.rate, requests=max(limits.requests, options.rate), tables=options.rate
        )
    if options.sockets is not None:
        limits = replace(limits, sockets=options.sockets)
    if options.bot_seconds is not None:
        check_positive("--bot-seconds", options.bot_seconds)
        limits = replace(limits, bot_seconds=options.bot_seconds)
    workers = max(1, (os.cpu_count() or 2) - 1) if options.workers is None else options.workers
    check_whole("--workers", workers)
    config = Config(options.database, workers, options.secret_file, frozenset(options.origin), limits, options.lab)
    host = "0.0.0.0" if options.lan else options.host
    port = 0 if options.open and _taken(host, options.port) else options.port
    with suppress(KeyboardInterrupt):  # the normal way to end it
        serve(config, host, port, options.proxy, options.open, options.lan)
    return 0


def _taken(host: str, port: int) -> bool:
    with socket.socket() as probe:
        return port > 0 and probe.connect_ex((host, port)) == 0
