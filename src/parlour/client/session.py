"""A client's state of its table, updated by incoming messages. No I/O here."""

import json
import secrets
from typing import Any

from parlour.client.protocol import COMMON, FINAL, SECRET

Message = dict[str, Any]


class Refused(Exception):
    """The server did not do what was asked, and changed nothing. `code` is the protocol's word, `reason` the game's."""

    def __init__(self, code: str, message: str, reason: str | None = None) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.reason = reason


class TableClosed(Exception):
    """The table is closed to this client for good; `reason` is one of FINAL."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the table is closed: {reason}")
        self.reason = reason


class Unreachable(Exception):
    """No room could be reached at this URL; the message says what was there instead."""


class Session:
    """One client at one table.

    `table`, `view` and `events` are as in the protocol's messages: all that this seat may know. `question` numbers what is
    asked of the seat; `match` and `seq` say how far the table is.
    """

    def __init__(self, word: str, token: str | None, language: str) -> None:
        self.word = word
        self.token = token
        self.language = language
        self.person: int | None = None
        self.table: Message | None = None
        self.view: Message | None = None
        self.events: list[Message] = []
        self.texts: Message = {}
        self.match = self.taken = self.seq = self.question = 0
        self.answers: dict[str, Message] = {}
        self.waiting: dict[str, Message] = {}  # requests not yet answered: sent again after a reconnection, done once
        self.failure: Exception | None = None
        self._welcome = False  # whether this connection's hello was answered
        self._prefix = secrets.token_hex(6)
        self._count = 0

    def hello(self) -> Message:
        """The first message of a connection: the server sends what this client has not heard."""
        self._welcome = False
        known = {"match": self.match, "heard": len(self.events), "taken": self.taken} if self.match else {}
        proof = {"token": self.token} if self.token is not None else {}
        return {"type": "hello", "language": self.language, **proof, **known}

    def request(self, kind: str, **fields: Any) -> Message:
        """A request with an id of its own. Raises TypeError for a field that is not the caller's, Refused for what is no JSON."""
        for field in ("type", "id"):
            if field in fields:
                raise TypeError(f"{field!r} is no field of a request: the client sets it")
        message = {"type": kind, "id": f"{self._prefix}-{self._count + 1}", **fields}
        try:
            written(message).encode()
        except (TypeError, ValueError, RecursionError) as error:
            raise Refused("bad_message", f"a request must be JSON: {error}") from None
        self._count += 1
        return message

    def wait_for(self, message: Message) -> None:
        """Note a request as waiting for its answer."""
        self.waiting[message["id"]] = message

    def forget(self, message: Message) -> None:
        """Nobody waits for this request's answer any more."""
        self.waiting.pop(message["id"], None)
        self.answers.pop(message["id"], None)

    def fail(self, code: str, message: str) -> None:
        """The request that waits is refused, though the server could not name it."""
        for request in list(self.waiting):
            self._answered({"type": "refused", "id": request, "code": code, "message": message})

    def take(self, message: Message) -> None:
        """Learn from a message of the server."""
        match message["type"]:
            case "welcome":
                self._welcome, self.person = True, message["person"]
            case "table":
                self._take_table(message["table"])
            case "view":
                self._take_view(message)
            case "closed":
                if message["reason"] in FINAL:
                    self.failure = TableClosed(message["reason"])
            case "refused":
                if message["id"] is not None:
                    self._answered(message)
                elif not self._welcome:  # the hello itself
                    self.failure = Refused(message["code"], message["message"])
                else:  # requests go one at a time, so it can only be this one
                    self.fail(message["code"], message["message"])
            case _ if "id" in message:  # of a request, which it answers
                self._answered(message)

    def _take_table(self, table: Message) -> None:
        self.table = table
        if table["status"] == "lobby":
            self.view, self.events, self.texts = None, [], {}
            self.match = self.taken = self.seq = self.question = 0

    def _take_view(self, message: Message) -> None:
        if (message["match"], message["taken"]) != (self.match, self.taken):
            self.events = []
        self.taken = message["taken"]
        self.match, self.seq, self.question = message["match"], message["seq"], message["question"]
        self.view, self.texts = message["view"], message["texts"]
        self.events[message["heard"] :] = message["events"]

    def _answered(self, message: Message) -> None:
        if self.waiting.pop(message["id"], None) is not None:
            self.answers[message["id"]] = message

    def answer(self, request: str) -> Message | None:
        """The answer to a request, once. Raises Refused."""
        message = self.answers.pop(request, None)
        if message is not None and message["type"] == "refused":
            raise Refused(message["code"], message["message"], message.get("reason"))
        return message


def written(message: Message) -> str:
    """A message as it is sent: what is not ASCII as it stands, since limits are in bytes of UTF-8.

    What tells of a play is brought to a common length, for whoever counts the bytes of an encrypted line.
    """
    text = json.dumps(message, ensure_ascii=False, allow_nan=False)
    if message["type"] not in SECRET:
        return text
    bare = json.dumps({**message, "pad": ""}, ensure_ascii=False, allow_nan=False)
    return json.dumps({**message, "pad": " " * (-len(bare.encode()) % COMMON)}, ensure_ascii=False, allow_nan=False)
