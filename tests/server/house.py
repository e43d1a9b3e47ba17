"""A room without sockets, for tests: time stands still until it is told to pass, and dice are seeded."""

import json
import pickle
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from parlour.engine import GameError, Log, load
from parlour.engine.record.deal import Deal
from parlour.engine.record.draws import Draws
from parlour.server.settings import Limits, Settings
from parlour.server.table.core import TableCore
from parlour.server.table.outcome import Outcome
from parlour.server.table.records import Acted, Answered, Begun, Forgotten, Kept, Record, Saved, Spoke
from parlour.server.table.slips import Doubt, looked
from parlour.server.wire.bodies import JoinTable
from parlour.server.wire.frames import encode
from parlour.server.wire.reading import parse
from parlour.server.wire.shown.people import LineShown
from parlour.server.wire.told import SERVER
from parlour.server.wire.values import Per

Message = dict[str, Any]
NOON = 1_800_000_000.0


@dataclass
class Client:
    """A connection and what it was sent, oldest first; messages not of the protocol fail."""

    house: "House"
    number: int
    token: str | None = None
    person: int | None = None
    got: list[Message] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)  # of the frames in which it got them, in bytes

    def say(self, kind: str, **fields: Any) -> None:
        """Send a message; requests need an `id`."""
        self.house.say(self, {"type": kind, **fields})

    def ask(self, kind: str, **fields: Any) -> Message:
        """Send a request under a new id and return its answer."""
        request = f"r{self.house.count()}"
        self.say(kind, id=request, **fields)
        return self.answer(request)

    def answer(self, request: str) -> Message:
        return next(m for m in reversed(self.got) if m.get("id") == request)

    def last(self, kind: str) -> Message:
        """The latest message of a kind."""
        return next(m for m in reversed(self.got) if m["type"] == kind)

    @property
    def view(self) -> Message:
        view: Message = self.last("view")["view"]
        return view

    @property
    def question(self) -> int:
        question: int = self.last("view")["question"]
        return question

    def play(self, *actions: Message, question: int | None = None, match: int | None = None) -> Message:
        """Play, by default the first thing allowed, on the question asked last."""
        wanted = list(actions) or [self.view["legal"][0]]
        number = self.question if question is None else question
        return self.ask("play", match=match or self.last("view")["match"], question=number, actions=wanted)

    def leave(self) -> None:
        self.house.take(self.house.room.disconnect(self.number, self.house.now))


def shown(said: Spoke) -> LineShown:
    """A line as it was asked to be stored."""
    return {
        "number": said.number,
        "person": said.person,
        "name": said.name,
        "avatar": said.avatar,
        "at": said.at,
        "text": said.text,
        "phrase": said.phrase,
    }


class House:
    """One room, its clients, and all it asked to have stored."""

    def __init__(
        self,
        game: str = "toy",
        *,
        seed: int = 1,
        options: Message | None = None,
        clock: int = 0,
        per: Per = "turn",
        deal: Deal | None = None,
        **settings: Any,
    ) -> None:
        self.settings = Settings(**{"pace": (1.0, 1.0), "grace": 60.0, "limits": Limits(onlookers=2), **settings})
        self.now = NOON
        self.dice = Random(seed)
        self.records: list[Record] = []
        self.wake_at: float | None = None
        self.clients: dict[int, Client] = {}
        self.notes: list[str] = []
        self._count = 0
        self.room = TableCore.open(
            "maple-otter-17",
            load(game),
            self.settings,
            self.roll,
            self.now,
            options=options or {},
            clock=clock,
            per=per,
            deal=deal,
        )

    def roll(self, n: int) -> int:
        return self.dice.randrange(n)

    def count(self) -> int:
        self._count += 1
        return self._count

    # --- people

    def join(self, name: str = "Ana", **asked: Any) -> Client:
        """A new person, connected."""
        token = f"token-{name}-{self.count()}"
        _, outcome = self.room.join(JoinTable(name=name, avatar="fox", **asked), token, self.now)
        self.take(outcome)
        return self.connect(token)

    def connect(self, token: str | None = None, **fields: Any) -> Client:
        """A new connection that has said hello."""
        client = Client(self, self.count(), token)
        self.clients[client.number] = client
        client.say("hello", **({"token": token} if token is not None else {}), **fields)
        welcome = next((m for m in client.got if m["type"] == "welcome"), None)
        client.person = welcome["person"] if welcome is not None else None
        return client

    def seated(self, count: int = 2, bots: int = 0) -> list[Client]:
        """People and bots at a match that has begun; returns the people."""
        names = ("Ana", "Ben", "Cy", "Di")
        people = [self.join(names[i]) for i in range(count)]
        for _ in range(bots):
            assert people[0].ask("seat_bot", bot="random")["type"] == "done"
        assert people[0].ask("start") == {"type": "done", "id": people[0].got[-1]["id"]}
        return people

    # --- going on

    def say(self, client: Client, message: Message) -> None:
        self.take(self.room.receive(client.number, parse(json.dumps(message)), self.now))

    def take(self, outcome: Outcome) -> None:
        self.records.extend(outcome.records)
        self.notes.extend(outcome.notes)
        self.wake_at = outcome.wake_at
        for connection, message in outcome.sends:
            SERVER.validate_python(message, strict=True)
            if connection in self.clients:
                self.clients[connection].got.append(dict(message))
                self.clients[connection].sizes.append(len(encode(message, outcome.frame)))
        for doubt in outcome.doubts:
            self.look(doubt)

    def look(self, doubt: Doubt) -> None:
        """What is to be looked at elsewhere comes back at once, by way of another process's memory."""
        sent = doubt
        with suppress(GameError):  # an older version of the rules is looked at here
            sent = pickle.loads(pickle.dumps(doubt))
        self.take(self.room.looked(doubt, looked(sent), self.now))

    def wait(self, seconds: float) -> None:
        """Let time pass, waking the room whenever it asked for it."""
        until = self.now + seconds
        while self.wake_at is not None and self.wake_at <= until:
            self.now = max(self.now, self.wake_at)
            self.take(self.room.wake(self.now))
        self.now = until

    def finish(self, seed: int = 7) -> Log:
        """Everybody plays something that is allowed until the match is over; the log as it was stored."""
        people, rng = list(self.clients.values()), Random(seed)
        for _ in range(2_000):
            if self.room.status == "over":
                break
            for client in people:
                if client.view["legal"]:
                    client.play(rng.choice(client.view["legal"]))
            self.wait(5)
        log = self.saved().log
        assert self.room.status == "over"
        assert log is not None
        return log

    # --- what is stored

    def begun(self) -> Draws:
        """What decides chance in the last match that began."""
        last = [r for r in self.records if isinstance(r, Begun)][-1]
        return Draws.from_json(last.draws, last.players)

    def actions(self) -> list[tuple[int, int]]:
        """The log of the present match, as it was asked to be stored."""
        acted = [r for r in self.records if isinstance(r, Acted) and r.match == self.room.number]
        assert [r.seq for r in acted] == list(range(len(acted)))
        return [(r.seat, r.action) for r in acted]

    def saved(self, **changes: Any) -> Saved:
        """What the store would give back."""
        kept = [r for r in self.records if isinstance(r, Kept)][-1]
        begun = [r for r in self.records if isinstance(r, Begun)]
        log = None
        if begun:
            last = begun[-1]
            version = changes.get("version", last.version)
            draws = Draws.from_json(last.draws, last.players)
            log = Log(last.game, version, last.players, last.options, tuple(self.actions()), draws=draws)
        done: dict[tuple[int, str], None] = {}
        for record in self.records:
            if isinstance(record, Answered):
                done[record.person, record.id] = None
            elif isinstance(record, Forgotten):
                done.pop((record.person, record.id), None)
        state = changes.get("state", kept.state)
        said = {r.number: shown(r) for r in self.records if isinstance(r, Spoke)}
        gone = max((r.gone for r in self.records if isinstance(r, Spoke)), default=0)
        talk = tuple(line for number, line in said.items() if number > gone)
        return Saved(kept.word, kept.game, kept.touched, state, changes.get("log", log), tuple(done), talk)

    def restart(self, **changes: Any) -> None:
        """The server is killed and comes back; every connection is gone."""
        self.clients.clear()
        self.room = TableCore.restore(self.saved(**changes), self.settings, self.roll, self.now)
        self.wake_at = None
