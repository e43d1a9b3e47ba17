"""Every request of the protocol, sent by the page's own class for a table to a real room."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket

from parlour.server.table.requests import ROWS
from tests.page.visits import Screen
from tests.patience import wait_until
from tests.server.conftest import quick
from tests.server.every_request import Message, evening
from tests.server.live import Live

# How the page's class asks, where it has a method of its own; it fills in which match and question are meant.
OWN = {
    "options": "room.setOptions(asked.options)",
    "play": "room.play(asked.actions)",
    "advise": "room.advise()",
    "show": "room.show(asked.television, asked.yes)",
    "stand": "room.stand()",
    "react": "room.react(asked.reaction)",
    "signal": "room.signal(asked.person ?? -asked.television, asked.data)",
    "plan": "room.plan(asked.actions)",
    "why": "room.why(asked.action)",
    "television": "room.tune()",
}
QUESTIONS: dict[str, Callable[[Any], Message]] = {
    "plan": dict,
    "why": lambda said: {"reason": said or None},
    "television": lambda said: {"television": said},
}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory, gallery_files: Path) -> Iterator[Live]:
    """A room whose page is the gallery."""
    live = Live(quick(f"sqlite:///{tmp_path_factory.mktemp('requests')}/room.sqlite", static=gallery_files, quiet=0.0))
    yield live
    live.stop()


class Frames:
    """What went over the lines of a page."""

    def __init__(self, page: Page) -> None:
        self.sent: list[Message] = []
        self.heard: list[Message] = []
        page.on("websocket", self._listen)

    def _listen(self, line: WebSocket) -> None:
        line.on("framesent", lambda frame: self.sent.append(json.loads(frame)))
        line.on("framereceived", lambda frame: self.heard.append(json.loads(frame)))


class Sitting:
    """A guest of an evening who asks by the page's class."""

    def __init__(self, page: Page, live: Live, number: int, word: str, screen: str, chair: Message | None) -> None:
        self.page, self.live, self.word = page, live, word
        self._place = f"gallery.rooms[{number}]"
        chair_of = json.dumps(chair and chair["person"])
        self._made = f"new gallery.TableRoom({json.dumps(word)}, '{screen}', undefined, {chair_of} ?? undefined)"
        self.back()

    def _read(self, expression: str, asked: Message | None = None) -> Any:
        return self.page.evaluate(f"async (asked) => {{ const room = {self._place}; return await {expression}; }}", asked)

    def _wait(self, condition: str) -> None:
        wait_until(lambda: self.page.evaluate(f"{self._place}.{condition}"), f"the page's table is not {condition}")

    def ask(self, kind: str, **fields: Any) -> Message:
        said = self._read(OWN.get(kind, "room.fetch(asked)"), {"type": kind, **fields})
        if kind in QUESTIONS:
            return QUESTIONS[kind](said)
        if kind not in OWN:
            assert said is not None, f"{kind} was refused"
            return dict(said)
        if kind == "advise":
            assert said["code"] == "no_counsel", "the room of this test has no advisor"
        else:
            assert said is None, said
        return {}

    def leave(self) -> None:
        self._read("room.leave()")
        away = f"/api/tables/{self.word}"
        wait_until(lambda: bool(self.live.http.get(away).json()["away"]), "the room has not seen them go")

    def back(self) -> None:
        self.page.evaluate(f"() => void ({self._place} = {self._made})")
        self._wait("here")

    @property
    def person(self) -> int:
        return int(self._read("room.me.person"))

    @property
    def table(self) -> Message:
        table: Message = self._read("room.table")
        return table

    @property
    def view(self) -> Message:
        self._wait("dealt")
        return {"view": self._read("room.view"), "question": None}  # which the page's class knows for itself


@pytest.fixture
def page(screen: Screen, room: Live) -> Page:
    """The gallery, which has the page's classes at hand."""
    page = screen("requests")
    page.goto(f"{room.url}/gallery")
    wait_until(lambda: page.evaluate("'gallery' in window"), "the gallery does not come")  # its room forbids eval
    page.evaluate("() => void (gallery.rooms = [])")
    return page


def test_every_request_is_sent_by_the_page_and_answered_by_the_room(page: Page, room: Live) -> None:
    frames = Frames(page)
    chairs = [room.open("keys", "Ana")]
    word = chairs[0]["table"]
    chairs.append(room.join(word, "Ben"))
    kept = [{**chair, "game": "keys", "since": 0} for chair in chairs]
    page.evaluate("(chairs) => localStorage.setItem('parlour.chairs', JSON.stringify(chairs))", kept)
    hands = [Sitting(page, room, number, word, "hand", chair) for number, chair in enumerate(chairs)]
    watching = [Sitting(page, room, number, word, screen, None) for number, screen in ((2, "watch"), (3, "tv"))]
    evening(*hands, *watching)

    def signals() -> list[Any]:
        page.evaluate("true")  # so that frames are heard of
        return [one["data"] for one in frames.heard if one["type"] == "signal"]

    wait_until(lambda: signals() == [{"offer": 1}, {"answer": 1}], "a signal was not passed on")
    refused = [message for message in frames.heard if message["type"] == "refused"]
    assert [one["code"] for one in refused] == ["no_counsel"], refused
    assert {message["type"] for message in frames.sent} - {"hello"} == {row.word for row in ROWS}
