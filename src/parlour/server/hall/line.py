"""A line between two servers of a room: frames with a kind, a channel and a text, in order, until it is cut.

Who calls and who is called prove to each other that they know the room's secret, which is never sent. A line is not encrypted:
it belongs into a network of the servers' own.
"""

import asyncio
import hmac
import struct
from collections.abc import Callable
from enum import IntEnum
from hashlib import sha256
from secrets import token_bytes
from typing import Protocol, cast

SPEECH = b"parlour-1"  # of the frames below; servers of versions that speak differently do not pass anything on to each other
HEAD = struct.Struct(">IBI")  # length of the text, kind, channel
LONGEST = 1 << 25  # bytes of a text
UNPROVEN = 256  # the same before the other side has proved who it is
UNSENT = 1 << 26  # bytes that may wait to be sent before the line is cut
NONCE = 32
PROVING = 5.0  # seconds a new line has to prove who is there


class Kind(IntEnum):
    """What a frame is. A channel is a socket, or a question, that is passed on."""

    CHALLENGE = 1
    PROOF = 2
    PROVEN = 3
    ASK = 4  # a question: a JSON object
    ANSWER = 5  # JSON
    REFUSED = 6  # a refusal, as JSON
    MOVED = 7  # the table is held here no longer
    ENTER = 8  # a socket comes to a table: a JSON object
    ENTERED = 9
    TEXT = 10  # a message of a socket, or to it
    LEAVE = 11  # the socket is gone
    END = 12  # nothing more is sent to the socket
    PING = 13
    PONG = 14


KINDS = frozenset(map(int, Kind))


class Wire(Protocol):
    """What carries frames: `Line`, or a simulated one."""

    def send(self, kind: Kind, channel: int = 0, text: bytes = b"") -> None: ...
    def cut(self) -> None: ...


class End(Protocol):
    """Who is at an end of a line."""

    def heard(self, kind: Kind, channel: int, text: bytes) -> None: ...
    def lost(self) -> None: ...


class Line(asyncio.Protocol):
    """One side of a line to `server`, who is called.

    `proven` is called with it once both know each other, and returns who listens from then on; `hung_up` where that never was.
    """

    def __init__(
        self,
        secret: str,
        server: str,
        calls: bool,
        proven: "Callable[[Line], End]",
        hung_up: Callable[[], None] = lambda: None,
    ) -> None:
        self._secret, self._server, self._calls = secret.encode(), server.encode(), calls
        self._proven, self._hung_up = proven, hung_up
        self._end: End | None = None
        self._nonce = token_bytes(NONCE)
        self._theirs = b""
        self._in = bytearray()
        self._out: list[bytes] = []
        self._late: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport
        self._loop = asyncio.get_running_loop()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._late = self._loop.call_later(PROVING, self.cut)
        if not self._calls:
            self.send(Kind.CHALLENGE, text=SPEECH + self._nonce)

    def send(self, kind: Kind, channel: int = 0, text: bytes = b"") -> None:
        """What is sent in one go of the event loop goes out together."""
        if not self._out:
            self._loop.call_soon(self._flush)
        self._out.append(HEAD.pack(len(text), kind, channel))
        self._out.append(text)

    def _flush(self) -> None:
        if not self._transport.is_closing():
            self._transport.write(b"".join(self._out))
            if self._transport.get_write_buffer_size() > UNSENT:
                self.cut()
        self._out.clear()

    def cut(self) -> None:
        """End it at once; what was not sent is lost."""
        self._transport.abort()

    def data_received(self, data: bytes) -> None:
        self._in += data
        at = 0
        while len(self._in) - at >= HEAD.size:
            length, kind, channel = HEAD.unpack_from(self._in, at)
            if length > (LONGEST if self._end is not None else UNPROVEN):
                self.cut()
                return
            if len(self._in) - at - HEAD.size < length:
                break
            start = at + HEAD.size
            at = start + length
            self._take(kind, channel, bytes(self._in[start:at]))
            if self._transport.is_closing():
                return
        del self._in[:at]

    def _take(self, kind: int, channel: int, text: bytes) -> None:
        if self._end is None:
            self._prove(kind, text)
        elif kind in KINDS:
            self._end.heard(Kind(kind), channel, text)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._late is not None:
            self._late.cancel()
        if self._end is not None:
            self._end.lost()
        else:
            self._hung_up()

    # --- who is there

    def _prove(self, kind: int, text: bytes) -> None:
        """The called one challenges, the caller proves and challenges, the called one proves; all else is hung up on."""
        if self._calls and kind == Kind.CHALLENGE and not self._theirs and text.startswith(SPEECH):
            self._theirs = text.removeprefix(SPEECH)
            self.send(Kind.PROOF, text=self._nonce + self._sign(b"caller", self._theirs, self._nonce))
        elif not self._calls and kind == Kind.PROOF and self._signed(text[NONCE:], b"caller", self._nonce, text[:NONCE]):
            self.send(Kind.PROVEN, text=self._sign(b"called", text[:NONCE], self._nonce))
            self._know()
        elif self._calls and kind == Kind.PROVEN and self._signed(text, b"called", self._nonce, self._theirs):
            self._know()
        else:
            self.cut()

    def _sign(self, *parts: bytes) -> bytes:
        """Of the called server's name too: at an address, another may have taken its place."""
        return hmac.digest(self._secret, b"|".join((SPEECH, self._server, *parts)), sha256)

    def _signed(self, proof: bytes, *parts: bytes) -> bool:
        return len(self._theirs or parts[-1]) == NONCE and hmac.compare_digest(proof, self._sign(*parts))

    def _know(self) -> None:
        if self._late is not None:
            self._late.cancel()
        self._end = self._proven(self)
