"""A line of the page's to a table, as a WebSocket is at a house: the first message is hello."""

import asyncio
import json
from collections import deque
from collections.abc import Callable

from parlour.server.wire.asking import Hello
from parlour.server.wire.reading import parse, readable_id
from parlour.server.wire.refused import Refused, refusal
from parlour.tab.house import House
from parlour.tab.table import LiveTable


class Line:
    """`send` gets every text that the house says, `over` is called once when it says nothing more."""

    def __init__(self, house: House, word: str, send: Callable[[str], None], over: Callable[[], None]) -> None:
        self._house = house
        self._word = word
        self._send = send
        self._over = over
        self._ended = False
        self._table: LiveTable | None = None
        self._number = 0
        self._early: deque[str] = deque()  # what came while the table was brought
        self._task: asyncio.Task[None] | None = None

    def send(self, text: str) -> None:
        if not self._ended:
            self._send(text)

    def end(self) -> None:
        """The house says nothing more."""
        if not self._ended:
            self._ended = True
            self._over()

    def hear(self, text: str) -> None:
        """A message of the page's."""
        most = self._house.settings.limits.message_bytes
        if self._ended:
            return
        if len(text.encode()) > most:
            self._refuse(Refused("too_large", f"a message may have at most {most} bytes"), readable_id(text, most))
        elif self._table is not None:
            self._table.hear(self._number, text)
        elif self._task is not None:
            self._early.append(text)
        else:
            self._greet(text)

    def leave(self) -> None:
        """The page is gone."""
        self._ended = True
        if self._table is not None:
            self._table.leave(self._number)

    def _greet(self, text: str) -> None:
        try:
            said = parse(text)
        except Refused as refused:
            self._refuse(refused, readable_id(text, self._house.settings.limits.message_bytes))
            return
        if not isinstance(said, Hello):
            self._refuse(Refused("bad_message", "the first message must be hello"), None)
            self.end()
            return
        self._task = asyncio.get_running_loop().create_task(self._enter(said))

    async def _enter(self, hello: Hello) -> None:
        try:
            table = await self._house.table(self._word)
            if self._ended:
                return
            self._number = table.admit(self, hello)
        except Refused as refused:
            if refused.code != "away":  # else there is no answer to this hello: the page comes again in a moment
                self._refuse(refused, None)
            self.end()
            return
        self._table = table
        while self._early:
            table.hear(self._number, self._early.popleft())

    def _refuse(self, refused: Refused, request: str | None) -> None:
        self.send(json.dumps(refusal(refused, request)))
