"""KESKIFÈ?'s table in the browser: a game on stage, a round in the room and its secrets, sizes, the held card, what axe finds."""

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial, reduce
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from parlour.engine.match import Match
from parlour.engine.record.log import Log
from parlour.games.keskife import timing
from parlour.games.keskife.pack import pack
from parlour.games.keskife.state import ROUNDS
from parlour.server import Settings
from tests.day import some_of
from tests.page.test_access import faults_everywhere
from tests.page.visits import DESK, PHONE, SIDEWAYS, Screen, a_whole_game, by_tree_alone, over, sit_on, start
from tests.patience import PATIENCE
from tests.server.live import Live

TELEVISION = {"width": 1920, "height": 1080}
# By phase: short counts, and time for a page to be looked at; for a whole game, short times.
TIMES = (0, 30, 2, 0, 0, 0, 60, 30, 0.2, 30, 0.2, 30, 40, 30, 0)
LONG = 600  # seconds: for all that waits for the page, so that a whole game asks no speed of it
SHORT_TIMES = (0, LONG, 1, 0, 0, 0, LONG, LONG, 0.1, 30, 0.1, 5, 0.2, LONG, 0)
SHORT_BEAT = 0.1


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A room whose bots do not pause to think, and whose counts are short."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timing, "TIMES", TIMES)
        live = Live(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('quick')}/parlour.sqlite", pace=(0.0, 0.0)))
        yield live
        live.stop()


def word_of(page: Page) -> str:
    return page.url.rsplit("/", 1)[1]


def pressed(found: Locator) -> bool:
    """Press the first of what was found, if there is any; the table moves on by itself, so it may have gone again."""
    with suppress(Error):
        if found.count():
            found.first.click(timeout=3_000)
            return True
    return False


@by_tree_alone("keskife")
def test_a_whole_game_on_stage_through_the_accessibility_tree_alone(
    screen: Screen, quick: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Roles and names are all that is used: what a screen reader's user has."""
    monkeypatch.setattr(timing, "TIMES", SHORT_TIMES)
    monkeypatch.setattr(timing, "BEAT_TIME", LONG)
    page = screen()
    page.goto(f"{quick.url}/new/keskife")
    page.get_by_label("Your name").fill("Ada")
    page.locator("summary", has_text="House rules").click()
    page.get_by_text("On stage", exact=True).click()
    page.get_by_role("button", name="Lay the table").click()
    start(page, bots=3)
    button = partial(page.get_by_role, "button", disabled=False)
    gestures = page.get_by_role("group", name="Gestures").or_(page.get_by_role("region", name="Gestures"))
    names = ("Player you know", "I am ready", "Start the count", "Stop!", "Next round", re.compile(r"^Play the \w+ pack$"))
    moves = (
        *(button(name=name) for name in names),
        gestures.get_by_role("button", name="row", pressed=False),
        page.get_by_role("group", name="Whom do you point at?").get_by_role("button", pressed=False, disabled=False),
        page.get_by_role("group", name="Who leads next?").get_by_role("button", disabled=False),
    )
    anything = reduce(Locator.or_, moves, over(page)).first
    beaten = False
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not over(page).is_visible():
        with suppress(Error):  # the table moves on by itself, so what was found may have gone again
            anything.click(timeout=3_000)
        if not beaten and gestures.get_by_role("button", name="row", pressed=True).count():
            beaten = True  # one gesture is made in time; the other beats may pass
            monkeypatch.setattr(timing, "BEAT_TIME", SHORT_BEAT)
            running = quick.hub._tables[word_of(page)].core.running
            assert running is not None
            running._seconds.clear()  # asked once a step
            with quick.socket(word_of(page)) as onlooker:  # the room looks at its clock again
                onlooker.until("view")
    expect(over(page)).to_be_visible()
    log = Log.from_json(quick.http.get(f"/api/tables/{word_of(page)}/log").json())
    match = Match.replay(log)
    sheet = page.get_by_role("table", name="sheet")
    totals = sheet.get_by_role("row").filter(has_text="Total").get_by_role("cell").all_inner_texts()
    assert [int(total) for total in totals] == list(match.score())
    expect(sheet.get_by_role("row")).to_have_count(ROUNDS + 3)  # the rounds, and the names, totals and places
    played = [match.game.actions.read(number) for seat, number in log.actions if seat == 0]
    for move in ({"do": "ready"}, {"do": "start"}, {"do": "gesture", "gesture": "row"}):
        assert move in played, "everybody leads once in six rounds"


class Ear:
    """All that a page receives over its sockets."""

    def __init__(self, page: Page) -> None:
        self.heard: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: self.heard.append(str(frame))))

    def card(self) -> dict[str, Any]:
        """The list on this page's card, as it was last sent."""
        views = [json.loads(text) for text in self.heard if '"type":"view"' in text.replace(" ", "")]
        card: dict[str, Any] = next(view["texts"]["card"] for view in reversed(views) if view["texts"].get("card"))
        return card


def four_in_the_room(screen: Screen, live: Live, **options: Any) -> tuple[list[Page], list[Ear]]:
    chairs = [live.open("keskife", "Ada", options={"venue": "room", "first_leader": 0, **options})]
    chairs += [live.join(chairs[0]["table"], name) for name in ("Ben", "Cleo", "Dan")]
    pages = [screen(purpose) for purpose in ("hand", "friend", "third", "fourth")]
    ears = [Ear(page) for page in pages]
    for page, chair in zip(pages, chairs, strict=True):
        sit_on(page, live.url, chair, "keskife")
        expect(page.get_by_role("heading", name="At the table")).to_be_visible()
    pages[0].get_by_role("button", name="Start with").click()
    return pages, ears


EVERYTHING = """() => [document.documentElement.outerHTML, JSON.stringify({...localStorage}), JSON.stringify({...sessionStorage}),
  document.querySelector('[data-announcer]').textContent].join('\\n')"""


WORDS = "() => [...document.querySelectorAll('main :is(button, p, h2, .np)')].map((one) => one.textContent)"


def look_at_card(page: Page) -> str:
    """Hold the card up and let it go."""
    card = page.get_by_role("button", name="Hold to read your card")
    box = card.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    expect(page.locator(".kcard mark")).to_be_visible()
    read = page.locator(".kcard mark").inner_text()
    page.mouse.up()
    expect(page.locator(".kcard")).to_have_count(0)
    return read


@a_whole_game("keskife")
def test_a_round_in_the_room_and_the_monkeys_page_never_holds_the_action(screen: Screen, quick: Live) -> None:
    pages, ears = four_in_the_room(screen, quick)
    television = screen("television", TELEVISION)
    television.goto(f"{quick.url}/tv/{word_of(pages[0])}")
    pages[0].get_by_role("button", name="Play the green pack").click()
    pages[0].get_by_role("button", name="Player you know").click()
    expect(pages[0].get_by_role("button", name="Player you know")).to_have_attribute("aria-pressed", "true")
    assert television.locator(".kc, [aria-pressed=true]").count() == 0
    for page in pages:
        expect(page.get_by_role("button", name="I am ready")).to_be_visible()
    lines = [ear.card()["line"] for ear in ears]
    advice = pack().monkey[0]["en"]
    monkey = lines.index(advice)
    (action,) = set(lines) - {advice}
    assert monkey != 0, "the leader took an Action card"

    shapes = []
    for page, line in zip(pages, lines, strict=True):
        assert line not in page.evaluate(EVERYTHING), "nothing is told before it is asked for"
        assert look_at_card(page) == line
        assert line not in page.evaluate(EVERYTHING), "nor when the card lies again"
        shapes.append(page.evaluate(WORDS))
        page.get_by_role("button", name="I am ready").click()
    # What differs from page to page is names, ticks and whose turn it is, never the role.
    assert [word for word in shapes[monkey] if "monkey" in word.lower()] == []
    pages[0].get_by_role("button", name="Start the count").click()
    for page in pages:
        expect(page.locator("main.at-act")).to_be_visible()
        assert page.get_by_role("button", name="Hold to read").count() == 1
    pages[0].get_by_role("button", name="Stop!").click()
    names = ["Ada", "Ben", "Cleo", "Dan"]
    for at, page in enumerate(pages):
        page.get_by_role("group", name="Whom do you point at?").get_by_role(
            "button", name=names[monkey if at != monkey else 0]
        ).click()
        if at < 3:
            assert television.locator(".fingers path").count() == 0, "fingers are sealed until all have pointed"
    for page in [*pages, television]:
        expect(page.get_by_role("heading", name=re.compile("monkey!$"))).to_be_visible()
        expect(page.locator(".fingers .finger")).to_have_count(4)
    held = [*ears[monkey].heard, pages[monkey].evaluate(EVERYTHING), television.evaluate(EVERYTHING)]
    assert [text for text in held if action in text or action in json.dumps(text)] == []
    assert len(ears[monkey].heard) > 10, "the page was listened to"


def test_the_card_opens_by_key_and_for_good_on_request_and_is_never_read_aloud(screen: Screen, quick: Live) -> None:
    pages, ears = four_in_the_room(screen, quick, colour_choice="fixed")
    page = pages[1]
    card = page.get_by_role("button", name="Hold to read your card")
    expect(card).to_be_visible()
    line = ears[1].card()["line"]
    for key in (" ", "Enter"):
        card.focus()
        page.keyboard.down(key)
        expect(page.locator(".kcard mark")).to_have_text(line)
        page.keyboard.up(key)
        expect(page.locator(".kcard")).to_have_count(0)
    card.dispatch_event("click")  # as a screen reader presses: no pointer, no key
    expect(page.locator(".kcard mark")).to_have_text(line)
    assert page.locator("[aria-live]:not([aria-live=off]), [role=status], [role=alert]").filter(has_text=line).count() == 0
    page.get_by_role("button", name="Your card is open").dispatch_event("click")
    expect(page.locator(".kcard")).to_have_count(0)
    page.get_by_role("button", name="Keep it open").click()
    expect(page.locator(".kcard mark")).to_have_text(line)
    page.get_by_role("button", name="Close it").click()
    expect(page.locator(".kcard")).to_have_count(0)


GEOMETRY = """() => {
  const seen = (one) => one.checkVisibility({visibilityProperty: true});
  const named = (part) => [part.className + ' ' + part.textContent.trim().slice(0, 20), part.getBoundingClientRect()];
  const all = (what) => [...document.querySelectorAll(`main ${what}`)].filter(seen).map(named);
  const buttons = all('button'), clocks = all('.clock'), plates = all('.np'), figures = all('.figure');
  const main = document.querySelector('main'), doc = document.scrollingElement;
  const clash = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const clashes = (list) => list.flatMap(([a, x], i) =>
    list.slice(i + 1).filter(([, y]) => clash(x, y)).map(([b]) => `${a} / ${b}`));
  const outside = ([, b]) => b.left < -1 || b.right > innerWidth + 1 || b.bottom > innerHeight + 1;
  const names = (list) => list.map(([name]) => name);
  return {
    out: names([...buttons, ...clocks, ...plates, ...all('h2')].filter(outside)),
    small: names(buttons.filter(([, b]) => b.height < 44 || b.width < 44)),
    low: names(figures.filter(([, b]) => b.height < 60)),
    clashes: [...clashes([...buttons, ...clocks]), ...clashes(plates)],
    scroll: [doc.scrollWidth - innerWidth, doc.scrollHeight - innerHeight,
      main.scrollWidth - main.clientWidth, main.scrollHeight - main.clientHeight],
  };
}"""
FITS = {"out": [], "small": [], "low": [], "clashes": [], "scroll": [0, 0, 0, 0]}


def seated(live: Live, bots: int) -> dict[str, Any]:
    """A match on stage whose host leads first. Gives the host's chair."""
    chair = live.open("keskife", "Maximilienne de la Tour", options={"venue": "stage", "first_leader": 0})
    with live.socket(chair["table"], chair["token"]) as wire:
        for _ in range(bots):
            assert wire.ask(type="seat_bot", bot="simple")["type"] == "done"
        assert wire.ask(type="start")["type"] == "done"
    return chair


def moments(page: Page, look: Callable[[str], None]) -> None:
    """Plays a round as its leader, and has a look at each kind of moment; the other one of a leading team may be quicker."""
    expect(page.locator(".packs, .deal .btn.go").first).to_be_visible()
    if page.locator(".packs").is_visible():
        look("pack")
        page.locator(".pack[aria-disabled=false]").first.click()
    ready, start_it = (page.get_by_role("button", name=re.compile(name)) for name in ("ready|C’est bon", "Start|Lancer"))
    expect(ready).to_be_visible()
    look("ready")
    page.locator(".next .btn.small").click()
    expect(page.locator(".kcard mark")).to_be_visible()
    look("card")
    page.locator(".next .btn.small").click()
    ready.click()
    expect(start_it.or_(page.locator(".gest"))).to_be_visible()
    pressed(start_it)
    expect(page.locator(".gest button")).to_have_count(24)
    page.locator(".gest button").nth(3).click()
    look("act")
    page.locator(".pad .stop").click()
    expect(page.locator(".ballot.can")).to_be_visible()
    look("vote")
    page.locator(".ballot button[aria-disabled=false]").first.click()
    expect(page.locator(".outcome")).to_be_visible()
    look("show")


@pytest.mark.parametrize(
    ("bots", "language", "sizes"),
    some_of(
        [(7, "en-GB", (PHONE,)), (7, "fr-FR", (PHONE, DESK)), (14, "en-GB", (PHONE,)), (3, "en-GB", (DESK, *SIDEWAYS))], 1, "fits"
    ),
)
def test_every_moment_fits_and_axe_finds_nothing(
    screen: Screen, quick: Live, bots: int, language: str, sizes: tuple[dict[str, int], ...]
) -> None:
    """Eight units, teams, and four; French has the longer words."""
    page = screen("hand", sizes[0], language)
    sit_on(page, quick.url, seated(quick, bots), "keskife")
    found: dict[str, Any] = {}
    wrong: dict[str, list[str]] = {}

    def look(moment: str) -> None:
        for size in sizes[::-1]:
            page.set_viewport_size(size)  # type: ignore[arg-type]
            seen = found[f"{moment} {size['width']}"] = page.evaluate(GEOMETRY)
            if size in SIDEWAYS:  # the whole pad lies below the stage: puppets are smaller than elsewhere
                seen["low"] = []
        if (bots, language) == (7, "en-GB"):
            wrong[moment] = faults_everywhere(page)

    moments(page, look)
    if PHONE in sizes:
        assert found.pop("card 360")["out"] == []
    assert found == dict.fromkeys(found, FITS)
    assert {f"{moment} {size['width']}" for size in sizes for moment in ("ready", "act", "vote", "show")} <= set(found)
    assert {moment: faults for moment, faults in wrong.items() if faults} == {}
    assert len(wrong) in (0, 6)
