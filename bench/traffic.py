"""The traffic of real pages (bench/record.py), played against a room with one socket a page.

A page here sends what the recorded one sent in answer to the same: on its way in, after `welcome`, at a new seal, when nothing
was heard for a while, when it is asked. Ids, words, tokens, matches and questions are those of the room it speaks to; where
other cards lie than when it was recorded, it chooses what is legal, of the recorded kind where there is such.
"""

import asyncio
import gzip
import json
import random
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect

FOLDER = Path(__file__).with_name("traffic")
GAMES = ("skyjo", "keys", "kings_keys", "keskife")
CHOOSING = ("plan", "why", "play")  # what is sent on the way to a play
REFLEXES = ("hello", "time", "shake", "present")  # what a page sends of itself
ARRANGING = ("start", "rematch")  # what the host presses between matches
COMMON = 1024  # bytes that a secret request is brought to a multiple of, as the page does
SILENCE = 20.0  # seconds after which a page asks for the time
GRACE = 0.9  # of the time a table has for a move, in which all that leads to it is sent
ANSWER = 30.0  # seconds an answer may take

Message = dict[str, Any]
Action = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Ask:
    """A request on the way to a play: seconds after what came or was sent before it."""

    after: float
    type: str
    body: Message

    @property
    def actions(self) -> list[Action]:
        return [self.body["action"]] if self.type == "why" else list(self.body["actions"])


@dataclass(frozen=True)
class Recording:
    """What pages sent and were sent in a match of a game; an event is [ms, "in", "out" or "http", type or method, more]."""

    game: str
    rules: dict[str, Any]
    whole: bool
    pages: list[list[list[Any]]]

    @classmethod
    def of(cls, game: str) -> "Recording":
        """Raises ValueError where it holds a request that is not played here."""
        found = cls(**json.loads(gzip.decompress((FOLDER / f"{game}.json.gz").read_bytes())))
        if unknown := found.types - {*CHOOSING, *REFLEXES, *ARRANGING}:
            raise ValueError(f"the recording of {game} holds requests that are not played: {', '.join(sorted(unknown))}")
        return found

    @cached_property
    def types(self) -> set[str]:
        """The types of all requests."""
        return {event[2] for page in self.pages for event in page if event[1] == "out"}

    @cached_property
    def fetched(self) -> set[str]:
        """Methods and paths of all that was fetched, such as `GET /api/games`."""
        return {f"{event[2]} {event[3]}" for page in self.pages for event in page if event[1] == "http"}

    @cached_property
    def answers(self) -> list[list[list[Ask]]]:
        """Of each page, what led to each of its plays, the play itself last."""
        return [list(_answers(page)) for page in self.pages]

    def reads(self, page: int) -> list[str]:
        """What a page gets from the house's interface on its way to a chair, in order."""
        return _read(event for event in self.pages[page] if event[0] <= _first_view(self.pages[page]))

    def reads_after(self, page: int) -> list[str]:
        """What it gets when the match is over."""
        return _read(event for event in self.pages[page] if event[0] > _first_view(self.pages[page], over=True))


def _read(events: Iterable[list[Any]]) -> list[str]:
    return [event[3] for event in events if event[1:3] == ["http", "GET"] and event[3].startswith("/api/")]


def _first_view(page: Iterable[list[Any]], *, over: bool = False) -> float:
    """When the first view came, or the first of the end, in ms; later than all, where none did."""
    views = (event for event in page if event[1:3] == ["in", "view"])
    return next((float(event[0]) for event in views if event[3]["over"] >= over), float("inf"))


recording = cache(Recording.of)


def _answers(page: Iterable[list[Any]]) -> Iterator[list[Ask]]:
    led, before = list[Ask](), 0
    for at, way, kind, *more in page:
        if way == "out" and kind in CHOOSING:
            led.append(Ask((at - before) / 1000, kind, more[0]))
            if kind == "play":
                yield led
                led = []
        if way != "http" and (kind in CHOOSING or kind in ("view", "planned", "because")):
            before = at


def evened(message: Message) -> str:
    """A message as the page sends it: of one length where it may tell a play."""
    if message["type"] not in CHOOSING:
        return json.dumps(message, separators=(",", ":"))
    length = len(json.dumps({**message, "pad": ""}, separators=(",", ":"), ensure_ascii=False).encode())
    return json.dumps({**message, "pad": " " * (-length % COMMON)}, separators=(",", ":"), ensure_ascii=False)


class Page:
    """One page at a table."""

    def __init__(self, of: Recording, number: int, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: Message = {}
        self.table: Message = {}
        self.person: int | None = None
        self.heard_at = time.perf_counter()
        self.sent = self.refused = 0
        self._answers = of.answers[number % len(of.answers)]
        self._next = 0
        self._kinds = {ask.actions[0]["do"] for led in self._answers for ask in led if ask.actions}
        self._prefix = secrets.token_hex(8)
        self._open: dict[str, asyncio.Future[Message]] = {}
        self._shook = ""
        self.shaken = asyncio.Event()  # the room has what the page added to the secret of the match
        self._answered = (0, 0)  # the match and the question

    @classmethod
    async def reach(cls, base: str, word: str, token: str, of: Recording, number: int) -> Self:
        """A page whose socket is open and has said hello."""
        address = f"{base.replace('http', 'ws', 1)}/api/tables/{word}/socket"
        page = cls(of, number, await connect(address, compression=None, max_size=None))
        await page.send({"type": "hello", "token": token, "language": "en", "still": False, "device": secrets.token_hex(16)})
        return page

    async def send(self, message: Message) -> None:
        self.sent += 1
        await self.socket.send(evened(message))

    def _named(self, kind: str, **body: Any) -> Message:
        return {"type": kind, **body, "id": f"{self._prefix}-{self.sent + 1}"}

    async def ask(self, kind: str, **body: Any) -> Message:
        """Send a request; gives its answer."""
        message = self._named(kind, **body)
        answer = self._open[message["id"]] = asyncio.get_running_loop().create_future()
        await self.send(message)
        try:
            return await asyncio.wait_for(answer, ANSWER)
        finally:
            del self._open[message["id"]]

    async def listen(self) -> None:
        """Take in all that comes, and send what a page sends of itself."""
        async for text in self.socket:
            self.heard_at = time.perf_counter()
            await self.hear(json.loads(text))

    async def hear(self, message: Message) -> None:
        kind = message["type"]
        if kind == "view":
            self.view = message
        elif kind == "welcome":
            self.person = message["person"]
            await self.send({"type": "time", "sent": time.time()})
        elif kind == "table":
            self.table = message["table"]
            await self._shake()
        elif message.get("id") in self._open:
            self.refused += kind == "refused"
            answer = self._open[message["id"]]
            if not answer.done():
                answer.set_result(message)

    async def _shake(self) -> None:
        """Add to the secret of the next match, once for each seal."""
        me = next((one for one in self.table["people"] if one["person"] == self.person), None)
        if me is not None and me["shook"]:
            self.shaken.set()
        elif me is not None and self._shook != self.table["seal"] and self.table["status"] in ("lobby", "over"):
            self._shook = self.table["seal"]
            await self.send(self._named("shake", seal=self._shook, part=secrets.token_hex(32)))

    async def beat(self) -> None:
        """Ask the time where nothing was heard for long."""
        if time.perf_counter() - self.heard_at > SILENCE:
            self.heard_at = time.perf_counter()
            await self.send({"type": "time", "sent": time.time()})

    @property
    def asked(self) -> bool:
        """Whether the page may press something that it has not pressed yet."""
        if not self.view or (self.view["match"], self.view["question"]) == self._answered:
            return False
        view = self.view["view"]
        return bool(view["legal"]) or any(action["do"] in self._kinds for action in view["may"])

    async def answer(self, within: float) -> Message:
        """Send what leads to a play, and the play, within so many seconds; gives the answer to the play."""
        view = self.view
        self._answered = (view["match"], view["question"])
        led = self._fitting([*view["view"]["legal"], *view["view"]["may"]])
        pauses = [ask.after for ask in led[1:]]
        pace = min(1.0, GRACE * within / sum(pauses)) if sum(pauses) else 1.0
        draft = Draft(view["view"]["legal"] or view["view"]["may"])
        reply: Message = {}
        for i, ask in enumerate(led):
            if i:
                await asyncio.sleep(pace * ask.after)
            if ask.type == "why":
                reply = await self.ask("why", action=ask.body["action"])
                continue
            chosen = draft.choose(ask.actions)
            reply = await self.ask(ask.type, match=view["match"], question=view["question"], actions=chosen)
            if ask.type == "plan" and reply["type"] == "planned":
                draft.learn(chosen, [] if reply["chance"] else reply["legal"])
        return reply

    def _fitting(self, legal: Sequence[Action]) -> list[Ask]:
        """The next of the recorded ways to a play whose kind may be played, else that alone."""
        kinds = {action["do"] for action in legal}
        for i in range(len(self._answers)):
            led = self._answers[(self._next + i) % len(self._answers)]
            if led[-1].actions[0]["do"] in kinds:
                self._next += i + 1
                return led
        return [Ask(0.0, "play", {"actions": [random.choice(legal)]})]


class Draft:
    """A play in the making: what was chosen for what the recorded page chose, and what may follow it."""

    def __init__(self, legal: list[Action]) -> None:
        self._follows = {"[]": legal}
        self._chosen: dict[str, Action] = {}  # by the recorded actions up to it

    def learn(self, chosen: list[Action], legal: list[Action]) -> None:
        """What may follow these, as the room says."""
        self._follows[json.dumps(chosen)] = legal

    def choose(self, recorded: list[Action]) -> list[Action]:
        """What is chosen in place of these: as many as are known to go together, and one at least."""
        chosen = list[Action]()
        for i, wanted in enumerate(recorded):
            legal = self._follows.get(json.dumps(chosen), [])
            if not legal:
                break
            at = json.dumps(recorded[: i + 1])
            before = self._chosen.get(at)
            if before not in legal:
                before = self._chosen[at] = of_the_kind(wanted, legal)
            chosen.append(before)
        return chosen


def of_the_kind(wanted: Action, legal: list[Action]) -> Action:
    """This action, else one of its kind, else any."""
    return wanted if wanted in legal else random.choice([one for one in legal if one["do"] == wanted["do"]] or legal)


@dataclass
class Party:
    """Pages around a table."""

    game: str
    pages: list[Page] = field(default_factory=list)
    word: str = ""
    http: httpx.AsyncClient = field(init=False)

    @property
    def recording(self) -> Recording:
        return recording(self.game)

    async def gather(self, http: httpx.AsyncClient, base: str, people: int, page: Callable[..., Awaitable[Page]]) -> None:
        """Everybody comes by a page of their own, made by `page`, with all it fetches of the house, and sits down."""
        of, self.http = self.recording, http
        form = {"game": self.game, "name": "P0", "avatar": "fox", "options": of.rules}
        chairs = list[Message]()
        for i in range(people):
            if i == 0:
                chairs.append((await http.post("/api/tables", json=form)).raise_for_status().json())
                self.word = chairs[0]["table"]
            else:
                sits = {"name": f"P{i}", "avatar": "owl", "device": secrets.token_hex(16)}
                chairs.append((await http.post(f"/api/tables/{self.word}/people", json=sits)).raise_for_status().json())
            await self.read(of.reads(i % len(of.pages)))
        for i, chair in enumerate(chairs):
            self.pages.append(await page(base, self.word, chair["token"], of, i))

    async def read(self, paths: Iterable[str]) -> None:
        for path in paths:
            (await self.http.get(path.replace("{table}", self.word))).raise_for_status()

    async def start(self) -> None:
        """The host presses start when everybody is there; the pages must be listening."""
        await asyncio.gather(*(page.shaken.wait() for page in self.pages))
        await self.pages[0].ask("start")

    async def move(self, within: float) -> Page | None:
        """One of those who are asked plays; the host has the match played again where it is over. Gives who played."""
        host = self.pages[0]
        if host.view and host.view["view"]["over"]:
            for i in range(len(self.pages)):
                await self.read(self.recording.reads_after(i % len(self.recording.pages)))
            if (await host.ask("rematch"))["type"] == "done":
                await host.ask("start")
            return None
        asked = [one for one in self.pages if one.asked]
        if not asked:
            return None
        page = random.choice(asked)
        await page.answer(within)
        return page
