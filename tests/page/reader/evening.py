"""A whole match through the page: what was lit is pressed, and all that was read is kept."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, Error, Page, expect

from parlour.engine import Log, Match
from tests.page.visits import DESK, PHONE, sit_on
from tests.server.live import Live

READ = Path(__file__).with_name("read.js").read_text()
NAMES = ("Ada", "Ben", "Cleo", "Dan")
# So that a match is whole within a minute; all else as printed.
RULES: dict[str, dict[str, Any]] = {
    "skyjo": {"end_score": 50},
    "kings_keys": {"round_limit": 4},
    "keskife": {"venue": "stage"},
    "keys": {},
}
# How many play: the fewest, some between, and the most.
SEATS = {"skyjo": (2, 3, 4, 8), "keys": (2, 3, 4, 5), "kings_keys": (2, 3, 4), "keskife": (4, 5, 8, 16)}
# Presses one of the things that may be pressed: what goes on with the match rather than what tells of it. Gives its name.
PRESS = """(draw) => {
  const sheet = document.querySelector('dialog[open]');
  const within = sheet ?? document.querySelector('main:not(.over)');
  if (!within) return null;
  const open = (one) => one.checkVisibility() && !one.closest('[role="group"][data-tells], .ways4');
  const lit = [...within.querySelectorAll('button:enabled:not([aria-disabled="true"])')].filter(open);
  const go = lit.filter((one) => one.matches('.go'));
  const those = go.length && draw < 0.5 ? go : lit;
  const one = those[Math.floor(draw * 7919) % those.length];
  if (!one) { sheet?.close(); return null; }
  const name = (one.getAttribute('aria-label') ?? one.textContent).replace(/\\s+/g, ' ').trim();
  one.click();
  return name;
}"""


@dataclass
class Setting:
    """Who plays what, where, in which language, by whose dice."""

    game: str
    players: int
    language: str
    phone: bool
    dice: str
    people: int = 1  # the others are bots

    def __str__(self) -> str:
        where, people = "phone" if self.phone else "desk", "two people" if self.people > 1 else "bots"
        return f"{self.game}, {self.players} seats, {people}, {self.language}, {where}, dice {self.dice}"


@dataclass
class Moment:
    """What stood on a page when it was pressed, and the view under which it stood."""

    view: dict[str, Any]
    standing: list[tuple[str, str]]  # place and sentence
    pressed: str | None = None
    over: list[str] = field(default_factory=list)  # notices that covered something


@dataclass
class Evening:
    """A match as its reader had it."""

    setting: Setting
    seat: int
    names: list[str]
    read: list[tuple[int, str, str]] = field(default_factory=list)  # after how many frames, where, what
    heard: list[dict[str, Any]] = field(default_factory=list)  # events as this seat was told them
    upto: list[int] = field(default_factory=list)  # events heard by each frame
    views: list[dict[str, Any]] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    match: Match | None = None

    def take(self, frames: list[str]) -> None:
        for text in frames:
            message = json.loads(text)
            if message.get("type") != "view":
                self.views.append(self.views[-1] if self.views else {})
            else:
                self.heard = [*self.heard[: message["heard"]], *message["events"]]
                self.views.append(message["view"])
            self.upto.append(len(self.heard))


def begun(live: Live, setting: Setting) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The people's chairs at a table with bots that has begun, and who sits where."""
    chairs = [live.open(setting.game, NAMES[0], options=RULES[setting.game])]
    chairs += [live.join(chairs[0]["table"], name) for name in NAMES[1 : setting.people]]
    with live.socket(chairs[0]["table"], chairs[0]["token"]) as wire:
        for _ in range(setting.players - setting.people):
            answer = wire.ask(type="seat_bot", bot="simple")
            assert answer["type"] == "done", answer
        answer = wire.ask(type="start")
        assert answer["type"] == "done", answer
        while not (people := seated(wire.seen)):
            wire.next()
    return chairs, people


def played(browser: Browser, live: Live, setting: Setting, patience: float) -> Evening:
    """The match from its start to the score sheet, as the first person's page showed it."""
    rng = Random(setting.dice)
    chairs, people = begun(live, setting)
    contexts = []
    try:
        pages: list[Page] = []
        for chair in chairs:
            context = browser.new_context(
                viewport=PHONE if setting.phone else DESK,  # type: ignore[arg-type]
                locale=setting.language,
                reduced_motion="reduce",
                service_workers="block",
            )
            contexts.append(context)
            page = context.new_page()
            page.add_init_script(READ)
            sit_on(page, live.url, chair, setting.game)
            expect(page.locator("main")).to_be_visible()
            pages.append(page)
        names = [one["name"] for one in sorted(people, key=lambda one: one["seat"])]
        me = next(one["seat"] for one in people if one["person"] == chairs[0]["person"])
        evening = Evening(setting, me, names)
        end = monotonic() + patience
        while monotonic() < end and not pages[0].locator("main.over").count():
            for page in pages[1:]:
                pressed(page, rng)
            read(pages[0], evening, lambda: pressed(pages[0], rng))
        expect(pages[0].locator("main.over")).to_be_visible()
        pages[0].locator("main.over").evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        read(pages[0], evening)
        log = live.http.get(f"/api/tables/{chairs[0]['table']}/log")
        evening.match = Match.replay(Log.from_json(log.json()))
        return evening
    finally:
        for context in contexts:
            context.close()


def seated(seen: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Who sits where, as the table was last told with seats."""
    for message in reversed(seen):
        if message["type"] == "table" and all(one["seat"] is not None for one in message["table"]["people"]):
            return list(message["table"]["people"])
    return []


def pressed(page: Page, rng: Random) -> str | None:
    with suppress(Error):  # the table moves on by itself
        name: str | None = page.evaluate(PRESS, rng.random())
        return name
    return None


def read(page: Page, evening: Evening, press: Callable[[], str | None] | None = None) -> None:
    found = page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done({...readSoFar(), over: noticesOver()})))")
    before = len(evening.views)
    evening.take(found["frames"])
    evening.read += [(frame, place, text) for frame, place, text in found["read"]]
    view = evening.views[-1] if evening.views else {}
    standing = [(place, text) for place, _, text in (key.partition("\t") for key in found["standing"])]
    name = press() if press else None
    if name is not None or len(evening.views) > before or press is None:
        evening.moments.append(Moment(view, standing, name, found["over"]))
