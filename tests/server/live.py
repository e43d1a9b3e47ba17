"""Live servers for tests, and sockets that speak to them without the client library's manners."""

import asyncio
import json
import ssl
import threading
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from parlour.server.hall.hub import Hub
from parlour.server.meters import NONE, Meters
from parlour.server.serving import prepare
from parlour.server.settings import Settings
from tests.patience import PATIENCE

Message = dict[str, Any]


class Live:
    """A server under uvicorn in a thread of this process; `tls` is a certificate, which its clients trust, and its key."""

    def __init__(self, settings: Settings, tls: tuple[Path, Path] | None = None, meters: Meters = NONE) -> None:
        self.settings = settings
        self._trust = ssl.create_default_context(cafile=tls[0]) if tls is not None else None
        self._up = threading.Event()
        certificate, key = tls if tls is not None else (None, None)
        self._server, listener = prepare(settings, tls_cert=certificate, tls_key=key, ready=self._ready, meters=meters)
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]}, daemon=True)
        self._thread.start()
        assert self._up.wait(PATIENCE)
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE, verify=self._trust or True)

    def _ready(self, urls: Any) -> None:
        self.url: str = urls[0]
        self._up.set()

    def stop_now(self) -> None:
        """As SIGTERM does; `stop` is still to be called."""
        self._server.should_exit = True
        self._thread.join(PATIENCE)

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The loop in which the hub lives."""
        return self.hub.sweeper._tasks[0].get_loop()

    @property
    def hub(self) -> Hub:
        hub: Hub = self._server.app.state.hub
        return hub

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    def stop(self) -> None:
        self.http.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def open(self, game: str = "toy", name: str = "Ana", **more: Any) -> Message:
        """Open a table over HTTP and return its chair."""
        response = self.http.post("/api/tables", json={"game": game, "name": name, "avatar": "fox", **more})
        assert response.status_code == 201, response.text
        chair: Message = response.json()
        return chair

    def join(self, word: str, name: str = "Ben") -> Message:
        response = self.http.post(f"/api/tables/{word}/people", json={"name": name, "avatar": "owl"})
        assert response.status_code == 201, response.text
        chair: Message = response.json()
        return chair

    def socket(self, word: str, token: str | None = None, *, hello: bool = True, **options: Any) -> "Wire":
        """A socket at a table; it says hello unless told not to."""
        return Wire.at(self.url, word, token, hello=hello, ssl=self._trust, **options)

    def seated(self, people: int = 2, game: str = "toy", **more: Any) -> "list[Wire]":
        """People at a match that has begun."""
        return self.party(people, game, **more)[1]

    def party(self, people: int = 2, game: str = "toy", **more: Any) -> "tuple[list[Message], list[Wire]]":
        """The same, with their chairs."""
        host = self.open(game, **more)
        chairs = [host, *(self.join(host["table"], f"P{i}") for i in range(1, people))]
        wires = [self.socket(chair["table"], chair["token"]) for chair in chairs]
        for wire in wires:
            wire.until("table")
        wires[0].send({"type": "start", "id": "start"})
        for wire in wires:
            wire.until("view")
        return chairs, wires


class Wire:
    """A raw WebSocket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket.__enter__()
        self.seen: list[Message] = []

    @classmethod
    def at(cls, url: str, word: str, token: str | None = None, *, hello: bool = True, **options: Any) -> Self:
        """At a table of the room at `url`; it says hello unless told not to."""
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{word}/socket"
        wire = cls(connect(address, compression=None, open_timeout=PATIENCE, **options))
        if hello:
            wire.send({"type": "hello", **({"token": token} if token is not None else {})})
        return wire

    def send(self, message: Message | str | bytes) -> None:
        self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    def next(self) -> Message:
        message: Message = json.loads(self.socket.recv(timeout=PATIENCE))
        self.seen.append(message)
        return message

    def until(self, kind: str, **fields: Any) -> Message:
        """The next message of a kind (and with these members)."""
        while True:
            message = self.next()
            if message["type"] == kind and all(message.get(name) == value for name, value in fields.items()):
                return message

    def ask(self, **fields: Any) -> Message:
        """Send a request and return its answer."""
        request = fields.setdefault("id", f"r{len(self.seen)}")
        self.send(fields)
        while True:
            message = self.next()
            if message.get("id") == request:
                return message

    def view(self) -> Message:
        """The latest view message."""
        return next(message for message in reversed(self.seen) if message["type"] == "view")

    def play(self, **changes: Any) -> Message:
        """Play the first thing allowed."""
        view = self.view()
        action = view["view"]["legal"][:1] or [{"do": "card", "slot": 1}]
        return self.ask(**{"type": "play", "match": view["match"], "question": view["question"], "actions": action, **changes})

    def close(self) -> None:
        self.socket.__exit__(None, None, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def over(wires: Sequence[Wire]) -> None:
    """Play a match that has begun to its end, whoever is asked with the first thing allowed."""
    ids = count()
    while not any(wire.view()["view"]["over"] for wire in wires):
        for wire in wires:
            wire.send({"type": "time", "sent": 1})
            wire.until("time")  # and whatever was told before it
            if wire.view()["view"]["legal"]:
                wire.play(id=f"n{next(ids)}")
