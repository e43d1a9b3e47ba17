"""uvicorn's two protocols, with an end to what they would wait for without end.

Both leave it to asyncio to close a connection, which first sends what waits: to somebody who does not read, never.
"""

from asyncio import BaseTransport, TimerHandle, Transport
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from parlour.server.door.connections import Connections
from parlour.server.table.bucket import Bucket

STALLED = 20.0  # seconds a socket may leave what it is sent unread
LINGER = 3.0  # seconds a closed connection has to take what was sent last
ASKING = 20.0  # seconds a request may take to come in whole
FRAMES_PER_SECOND, FRAME_BURST = 10.0, 200.0  # pings, pongs and pieces of messages; whole messages are counted elsewhere
POLICY = 1008
HEAD = 16_384  # bytes of a request line and its headers
WHOLE = 262_144  # bytes of a request with its body and all that frames it; what a body may have is told by the guard
PIPELINED = 16  # requests sent before the one being answered is done
TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Type: application/json\r\nContent-Length: 78\r\n"
    b'Connection: close\r\n\r\n{"code":"too_large","message":"the request line and its headers are too long"}'
)


class BoundedSocket(WebSocketsSansIOProtocol):
    """A WebSocket that is cut off where it does not read, and ended where it floods with frames that are no messages."""

    def __init__(self, *args: Any, **others: Any) -> None:
        super().__init__(*args, **others)
        self._stalled: TimerHandle | None = None
        self._counted: Connections = self.app_state["connections"]
        self._frames = Bucket(FRAMES_PER_SECOND, FRAME_BURST, self.loop.time())

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self.loop.call_later(STALLED, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._at_ease()

    def connection_lost(self, exc: Exception | None) -> None:
        self._at_ease()
        self._counted.leave(self.transport)
        super().connection_lost(exc)

    def _at_ease(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _part(self) -> None:
        """What was closed is gone soon, whether or not the other side reads."""
        self.loop.call_later(LINGER, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._part()

    def shutdown(self) -> None:
        super().shutdown()
        self._part()

    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        self._part()

    def handle_ping(self) -> None:
        if self._unhurried():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._unhurried():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._unhurried():
            super().handle_cont(event)

    def _unhurried(self) -> bool:
        if self.close_sent or self._frames.take(self.loop.time()):
            return not self.close_sent
        self.conn.fail(POLICY, "too many frames")
        self.handle_parser_exception()
        return False


class BoundedRequests(HttpToolsProtocol):
    """HTTP whose connections are counted, and whose requests come in within a time and a size, or not at all."""

    def __init__(self, *args: Any, **others: Any) -> None:
        super().__init__(*args, **others)
        self._late: TimerHandle | None = None
        self._counted: Connections = self.app_state["connections"]
        self._fed = 0  # bytes of the present request
        self._in_head = True
        self._ended = False  # nothing more is read here

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(cast(Transport, transport))
        if not self._counted.enter(self.transport):
            self._ended = True
            self.transport.abort()
            return
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._ended = True
        self._arrived()
        self._counted.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Feed the parser in pieces, so that it holds no more than a piece beyond what a request may have."""
        for at in range(0, len(data), HEAD):
            if self._ended or self.transport.is_closing():
                return
            piece = data[at : at + HEAD]
            self._fed += len(piece)
            super().data_received(piece)
            if self._in_head and self._fed > HEAD:
                self._refuse()
            elif self._fed > WHOLE:
                self.transport.abort()

    def _refuse(self) -> None:
        if not self._ended and not self.transport.is_closing():
            self._ended = True
            self.transport.write(TOO_LARGE)
            self.transport.close()
            self.loop.call_later(LINGER, self.transport.abort)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._late is None:
            self._expect()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()
        if len(self.pipeline) > PIPELINED:
            self._ended = True
            self.transport.abort()

    def on_message_complete(self) -> None:
        self._in_head = True
        self._fed = 0
        self._arrived()
        if self.cycle is not None and not self.cycle.response_complete:
            self._counted.busy(self.transport)  # who has not sent all of a request is still only waited for
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.pipeline:
            self._counted.idle(self.transport)

    def handle_websocket_upgrade(self) -> None:
        self._ended = True
        self._arrived()
        self._counted.busy(self.transport)
        super().handle_websocket_upgrade()
        del self.parser  # done with; it holds this protocol's methods, and so both would wait for the collector

    def _expect(self) -> None:
        self._late = self.loop.call_later(ASKING, self.transport.abort)

    def _arrived(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
