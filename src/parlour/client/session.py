"""What a client knows of its table, kept up to date by the messages that come in. No I/O here."""

import secrets
from typing import Any

Message = dict[str, Any]
FINAL = ("removed", "expired", "old_version")


class Refused(Exception):
    """The server did not do what was asked, and changed nothing. `code` is the protocol's word, `reason` the game's."""

    def __init__(self, code: str, message: str, reason: str | None = None) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.reason = reason


class TableClosed(Exception):
    """The table is closed to this client for good; `reason` is `removed`, `expired` or `old_version`."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the table is closed: {reason}")
        self.reason = reason


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
        self.match = self.seq = self.question = 0
        self.answers: dict[str, Message] = {}
        self.waiting: dict[str, Message] = {}  # requests not yet answered: sent again after a reconnection, done once
        self.failure: Exception | None = None
        self._prefix = secrets.token_hex(6)
        self._count = 0

    def hello(self) -> Message:
        """The first message of a connection: the server sends what this client has not heard."""
        known = {"match": self.match, "heard": len(self.events)} if self.match else {}
        proof = {"token": self.token} if self.token is not None else {}
        return {"type": "hello", "language": self.language, **proof, **known}

    def request(self, kind: str, **fields: Any) -> Message:
        """A request with an id of its own, noted as waiting for its answer."""
        self._count += 1
        message = {"type": kind, "id": f"{self._prefix}-{self._count}", **fields}
        self.waiting[message["id"]] = message
        return message

    def take(self, message: Message) -> None:
        """Learn from a message of the server."""
        match message["type"]:
            case "welcome":
                self.person = message["person"]
            case "table":
                self._take_table(message["table"])
            case "view":
                self._take_view(message)
            case "closed":
                if message["reason"] in FINAL:
                    self.failure = TableClosed(message["reason"])
            case "done" | "planned" | "because":
                self._answered(message)
            case "refused":
                if message["id"] is not None:
                    self._answered(message)
                elif self.person is None and self.table is None:  # the hello itself
                    self.failure = Refused(message["code"], message["message"])

    def _take_table(self, table: Message) -> None:
        self.table = table
        if table["status"] == "lobby":
            self.view, self.events, self.texts = None, [], {}
            self.match = self.seq = self.question = 0

    def _take_view(self, message: Message) -> None:
        if message["match"] != self.match:
            self.events = []
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
