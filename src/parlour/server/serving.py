"""Running the room under uvicorn: from the address it listens on to its farewell."""

import asyncio
import logging
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from multiprocessing import parent_process
from pathlib import Path
from typing import TextIO, TypedDict, Unpack

import segno
import uvicorn
from fastapi import FastAPI

from parlour.keywords import named_only
from parlour.server import files, proxy
from parlour.server.addresses import EVERYWHERE, bracketed, lan_addresses, listen
from parlour.server.collector import collector
from parlour.server.door.app import create_app
from parlour.server.door.protocols import BoundedRequests, BoundedSocket
from parlour.server.hall.hub import Hub
from parlour.server.logs import set_up, tell
from parlour.server.meters import NONE, Meters
from parlour.server.settings import Settings
from parlour.server.store.error import LeaseLost, StoreError
from parlour.server.store.store import Store
from parlour.server.workers import Workers

HOST, PORT = "127.0.0.1", 8000
FRAME = 1 << 20  # what is longer than this is cut off; what is longer than Limits.message_bytes is refused with a reason
PARTING = 5.0  # seconds that open connections have to end when the server stops

Ready = Callable[[Sequence[str]], None]


class Door(TypedDict, total=False):
    """Where and how a room is reached."""

    host: str  # by default 127.0.0.1
    port: int  # 0 takes a free one
    tls_cert: Path | None
    tls_key: Path | None
    lan: bool  # links and QR codes use this machine's address in the local network


class Server(uvicorn.Server):
    """A server that says when it is ready, and tells its clients when it goes."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.app = app
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    @property
    def lost(self) -> bool:
        """Whether another server has taken the database over, which is one server's alone."""
        hub: Hub | None = getattr(self.app.state, "hub", None)
        return hub is not None and hub.members is None and hub.store.lost

    async def on_tick(self, counter: int) -> bool:
        """Every tenth of a second: whether to stop."""
        return await super().on_tick(counter) or self.lost

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # who comes from now on comes to another server, where there is one
        hub: Hub | None = getattr(self.app.state, "hub", None)
        if hub is not None:
            await hub.drain()
            await asyncio.sleep(0.1)  # let the farewells out before the sockets close
        await super().shutdown(sockets)
        tell("stopped")


def run(
    *,
    database: str | None = None,
    settings: Settings | None = None,
    ready: Ready | None = None,
    metrics: tuple[str, int] | None = None,
    workers: int = 1,
    **door: Unpack[Door],
) -> None:
    """Serve the room until SIGTERM (the process then ends with 0) or SIGINT.

    `door` says where: by default on port 8000 of 127.0.0.1. `port` 0 takes a free one. `lan` makes links and QR codes use this
    machine's address in the local network. `ready` is called with the addresses (URLs) once the room answers; by default they
    are printed, with a QR code for `lan`. `metrics` is an address and a port at which Prometheus is answered (needs the extra
    `metrics`). With several `workers` so many processes answer on one port, which needs PostgreSQL; each has the next port for
    metrics, and of `Settings.inside`. Raises OSError where an address cannot be listened on, StoreError where the database cannot
    be used.
    """
    named_only(door, Door)
    set_up()
    files.raise_limit()
    chosen = settings if settings is not None else Settings()
    chosen = replace(chosen, database=database or chosen.database)
    with listen(
        door.get("host", HOST), door.get("port", PORT)
    ) as listener:  # bound, and silent: where the address is taken the database stays as it is
        _try(chosen.database, workers)
        one = partial(_one, settings=chosen, metrics=metrics, listener=listener, door=door)
        if workers > 1:
            listener.listen(files.backlog(files.limit()))
            Workers(one, workers).run(ready or _greet)
        else:
            one(0, ready or _greet)


def _one(
    number: int, ready: Ready, *, settings: Settings, metrics: tuple[str, int] | None, listener: socket.socket, door: Door
) -> None:
    """One of the processes that serve a room."""
    if number:
        settings = replace(settings, inside=_next(settings.inside, number))
    if parent_process() is not None:
        set_up()
        files.raise_limit()

    def begin(urls: Sequence[str]) -> None:
        collector.settle()
        ready(urls)

    with _counting((metrics[0], metrics[1] + number) if metrics is not None and metrics[1] else metrics) as meters:
        server, listener = prepare(settings, ready=begin, meters=meters, listener=listener, **door)
        _serve(server, listener)
    if server.lost:
        raise LeaseLost("another server has taken this database over; this one wrote nothing since and has stopped")


@contextmanager
def _counting(address: tuple[str, int] | None) -> Iterator[Meters]:
    """Counts for Prometheus while inside, where an address is given. Raises OSError."""
    if address is None:
        yield NONE
        return
    from parlour.server.metrics import Metrics  # noqa: PLC0415 - an extra

    metrics = Metrics(*address)
    tell("metrics", port=metrics.port)
    try:
        yield metrics
    finally:
        metrics.close()


def _serve(server: Server, listener: socket.socket) -> None:
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: None if server.started else sys.exit(0))
    with listener:  # what is wrong with a certificate is found only now
        server.run(sockets=[listener])  # uvicorn raises SIGTERM again once all is done; by default that would end as a failure


def _try(database: str, workers: int) -> None:
    """What is wrong with a database is said before anything listens. Raises StoreError."""
    store = Store(database)
    try:
        if workers > 1 and store.servers is None:
            raise StoreError("SQLite serves a room of one process; several workers need PostgreSQL (--database postgresql://…)")
        store.claim()
    finally:
        store.close()


def prepare(
    settings: Settings,
    *,
    ready: Ready,
    meters: Meters = NONE,
    listener: socket.socket | None = None,
    **door: Unpack[Door],
) -> tuple[Server, socket.socket]:
    """A server and the socket it is to be `run` on, as `run` makes them; on a free port, where none is named. Raises OSError."""
    host, tls_cert, tls_key = door.get("host", HOST), door.get("tls_cert"), door.get("tls_key")
    listener = listener or listen(host, door.get("port", 0))
    bound = listener.getsockname()[1]
    scheme = "https" if tls_cert is not None else "http"
    outside = [f"{scheme}://{address}:{bound}" for address in lan_addresses()] if door.get("lan") or host in EVERYWHERE else []
    limit = files.limit()
    most = min(settings.limits.connections, files.connections(limit))
    settings = replace(
        settings,
        lan=settings.lan or ((settings.public,) if settings.public else tuple(outside)),
        secure=tls_cert is not None or settings.public.startswith("https:"),
        origins=(*settings.origins, *([proxy.origin(settings.public)] if settings.public else [])),
        limits=replace(settings.limits, connections=most),
    )
    local = f"{scheme}://{'localhost' if host in EVERYWHERE else bracketed(host)}:{bound}"
    urls = [local, *([settings.public] if settings.public else []), *outside]
    app = create_app(settings, meters=meters)

    def say() -> None:
        tell("listening", port=bound, secure=settings.secure, files=limit, connections=most)
        ready(urls)

    return Server(_config(app, settings, tls_cert, tls_key, files.backlog(limit)), app, say), listener


def _config(app: FastAPI, settings: Settings, tls_cert: Path | None, tls_key: Path | None, backlog: int) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=BoundedRequests,
        ws=BoundedSocket,
        ws_max_size=FRAME,
        ws_per_message_deflate=False,  # more than doubles the memory of an idle socket
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        access_log=False,  # paths hold table words
        backlog=backlog,
        log_config=None,
        log_level=logging.WARNING,
        proxy_headers=bool(settings.proxies),  # by default uvicorn believes whoever comes from this machine
        forwarded_allow_ips=proxy.either_way(settings.proxies),
        server_header=False,
        timeout_graceful_shutdown=int(PARTING),
        ssl_certfile=tls_cert,
        ssl_keyfile=str(tls_key) if tls_key is not None else None,
    )


def _next(inside: str, number: int) -> str:
    """Where the other servers reach the worker of this number: on the next port, where one is named."""
    host, colon, port = inside.rpartition(":")
    return f"{host}{colon}{int(port) + number}" if port.isdigit() and colon and int(port) else inside


def _greet(urls: Sequence[str]) -> None:
    """Print the addresses, and the QR code of the first that others can use."""
    for url in urls:
        print(url, flush=True)
    if len(urls) > 1:
        segno.make(urls[1], error="l", micro=False).terminal(compact=_draws(sys.stdout))


def _draws(out: TextIO) -> bool:
    """Whether half blocks can be written there: without them a code is twice as wide and high, and made of colours."""
    try:
        "\u2580\u2584\u2588".encode(out.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
