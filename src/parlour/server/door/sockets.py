"""One WebSocket from its first byte to its last: who may open it, what may come in, and what goes out."""

import asyncio
import json
from contextlib import suppress

from starlette.responses import JSONResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from parlour.server.door.crowd import Crowd
from parlour.server.door.limiter import Limiter, household
from parlour.server.door.origins import Origins
from parlour.server.hall.hub import Hub
from parlour.server.hall.peer import Peer
from parlour.server.hall.place import Place
from parlour.server.table.bucket import Bucket
from parlour.server.wire.asking import Hello
from parlour.server.wire.reading import parse, readable_id
from parlour.server.wire.refused import Refused, refusal

PATIENCE = 10.0  # seconds a new socket has to say hello
DONE, GOING_AWAY, POLICY, TRY_LATER = 1000, 1001, 1008, 1013


class Socket:
    """Serves one WebSocket of one table."""

    def __init__(self, websocket: WebSocket, hub: Hub, limiter: Limiter, crowd: Crowd, origins: Origins) -> None:
        self.websocket = websocket
        self.hub = hub
        self.limiter = limiter
        self.crowd = crowd
        self.origins = origins
        self.limits = hub.settings.limits
        self.address = household(websocket.client.host if websocket.client is not None else "")
        self.peer = Peer(self.limits.waiting_messages, self.limits.waiting_bytes)
        self.bucket = Bucket(self.limits.messages_per_second, self.limits.message_burst, hub.now())
        self.too_fast = 0
        self.parting = DONE

    async def serve(self, word: str) -> None:
        """From the handshake to the end."""
        try:
            self.origins.check(self.websocket.headers)
            self.crowd.enter(self.address, self, word)
        except Refused as refused:
            await self.websocket.send_denial_response(JSONResponse(refused.to_json(), 403))
            return
        try:
            await self.websocket.accept()
            writer = asyncio.create_task(self._write())
            try:
                await self._converse(word)
            finally:
                self.peer.end()
                with suppress(asyncio.CancelledError):
                    await writer
        finally:
            self.crowd.leave(self.address, self)

    def give_way(self) -> None:
        """Another socket of the same address comes in for this one."""
        self.peer.end()

    async def _write(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # RuntimeError: Starlette's word for a socket closed meanwhile
            await self.peer.pump(self.websocket.send_text)
            await self.websocket.close(GOING_AWAY if self.hub.closing else self.parting)

    async def _converse(self, word: str) -> None:
        try:
            text, hello = await asyncio.wait_for(self._hello(), PATIENCE)
            if self.hub.closing:
                self.peer.send(json.dumps({"type": "closed", "reason": "shutdown"}))
                return
            table, connection = await self._table(word, text, hello)
        except (TimeoutError, WebSocketDisconnect):
            return
        except Refused as refused:
            if refused.code == "away":  # no answer to this hello: whoever is here comes again in a moment
                self.parting = TRY_LATER
            else:
                self._refuse(refused, None)
            return
        try:
            self.crowd.sit(self.address, self, word)
            while not self.peer.ended:
                message = await self._next()
                if message is not None:
                    table.hear(connection, message)
        except WebSocketDisconnect:
            pass
        finally:
            table.leave(connection)

    async def _hello(self) -> tuple[str, Hello]:
        """The first message, as it came in and as it is read."""
        while True:
            text = await self._next()
            if self.peer.ended:
                raise WebSocketDisconnect(POLICY)
            if text is None:
                continue
            try:
                message = parse(text)
            except Refused as refused:
                self._refuse(refused, readable_id(text, self.limits.message_bytes))
                continue
            if not isinstance(message, Hello):
                raise Refused("bad_message", "the first message must be hello")
            return text, message

    async def _table(self, word: str, text: str, hello: Hello) -> tuple[Place, int]:
        """The table, and our number there. A handshake counts as a request, refused only where word or token are wrong."""
        hurried = not self.limiter.request(self.address, self.hub.now())

        async def enter(place: Place) -> int:
            if hurried and hello.token is None:
                self.limiter.at_table(self.address, word, self.hub.now())
            return await place.admit(self.peer, text)

        try:
            return await self.hub.bring(word, enter)
        except Refused as refused:
            if refused.code in ("unknown_table", "bad_token"):
                raise await self.limiter.wrong(self.address, refused, hurried, self.hub.now()) from None
            raise

    async def _next(self) -> str | None:
        """The next message; None where it was refused here already. Raises WebSocketDisconnect."""
        event = await self.websocket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1006))
        text = event.get("text")
        try:
            self._unhurried()
            if text is None:
                raise Refused("bad_message", "messages are text, not bytes")
            if len(text) > self.limits.message_bytes or len(text.encode()) > self.limits.message_bytes:
                raise Refused("too_large", f"a message may have at most {self.limits.message_bytes} bytes")
        except Refused as refused:
            self._refuse(refused, readable_id(text, self.limits.message_bytes))
            return None
        return str(text)

    def _unhurried(self) -> None:
        """Raises Refused (too_fast), and ends a connection that goes on when told to wait.

        What is let through makes up for one refusal alone: even in a flood some are, as the bucket fills.
        """
        if self.bucket.take(self.hub.now()):
            self.too_fast = max(0, self.too_fast - 1)
            return
        self.too_fast += 1
        if self.too_fast > self.limits.refusals:
            self.peer.end()
        raise Refused("too_fast", "too many messages; this one was not acted on, send it again later")

    def _refuse(self, refused: Refused, request: str | None) -> None:
        self.hub.meters.refused(refused.code)
        self.peer.send(json.dumps(refusal(refused, request)))
