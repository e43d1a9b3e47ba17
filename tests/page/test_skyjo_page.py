"""SKYJO's table in the browser: whole games by mouse and by the accessibility tree, sizes, motion, secrets."""

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from parlour.engine.match import Match
from parlour.engine.record.log import Log
from parlour.server import Settings
from tests.day import some_of
from tests.page.visits import DESK, PHONE, Visit, a_whole_game, by_tree_alone, over, start
from tests.patience import PATIENCE
from tests.server.live import Live

SMALLEST = 50  # pixels: one's own cards are never narrower on a phone of 360 by 780, with a place kept for a drawn card …
TOUCH = 44  # … unless words need more lines or the phone lies on its side, and then still wide enough for a finger
GLANCE = 24  # pixels: the cards an onlooker sees are never narrower on that phone …
LESS = 20  # … nor than this on its side, where the ribbon takes a seventh of the height
SIDEWAYS = ({"width": 780, "height": 360}, {"width": 844, "height": 390})
TELEVISION = {"width": 1920, "height": 1080}
# Texts and pieces that lie over one another on a table that is only looked at.
APART = """() => {
  const named = (part) => [part.className + ' ' + part.textContent.trim().slice(0, 20), part.getBoundingClientRect()];
  const all = document.querySelectorAll('main :is(.opp, .banner, .pile-name), .corner');
  const parts = [...all].map(named).filter(([, box]) => box.width > 0);
  const clash = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return parts.flatMap(([a, x], i) => parts.slice(i + 1).filter(([, y]) => clash(x, y)).map(([b]) => `${a} over ${b}`));
}"""
ACROSS_A_ROOM = 22  # pixels: the smallest number on a television’s end, a fiftieth of its height

Sit = Callable[..., Page]


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A room whose bots do not pause to think."""
    live = Live(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('quick')}/parlour.sqlite", pace=(0.0, 0.0)))
    yield live
    live.stop()


@pytest.fixture
def play(visit: Visit, quick: Live) -> Sit:
    """Opens a table, seats bots and starts."""

    def begin(bots: int = 1, end_score: int = 100, **options: Any) -> Page:
        page = visit("/new/skyjo", base=quick.url, **options)
        page.get_by_label("Your name").fill("Ada")
        if end_score != 100:
            page.locator("summary", has_text="House rules").click()
            page.get_by_role("spinbutton", name="Points that end the game").fill(str(end_score))
        page.get_by_role("button", name="Lay the table").click()
        start(page, bots)
        return page

    return begin


def chair_at(live: Live, bots: int, phase: str) -> dict[str, Any]:
    """A chair, as a device keeps it, at a table with bots that has come to a phase in which it is asked."""
    chair = live.open("skyjo", "Maximilienne de la Tour")
    with live.socket(chair["table"], chair["token"]) as wire:
        for _ in range(bots):
            assert wire.ask(type="seat_bot", bot="simple")["type"] == "done"
        assert wire.ask(type="start")["type"] == "done"
        while True:
            view = wire.next()
            if view["type"] != "view" or not (legal := view["view"]["legal"]):
                continue
            if view["view"]["cells"]["phase"] == phase:
                break
            asked = {"match": view["match"], "question": view["question"], "actions": legal[:1]}
            wire.send({"type": "play", "id": f"p{len(wire.seen)}", **asked})
    return {"table": chair["table"], "person": chair["person"], "token": chair["token"], "game": "skyjo", "since": 0}


def sit_at(visit: Visit, live: Live, *chairs: dict[str, Any], **options: Any) -> Page:
    """A device that keeps these chairs; it has not come to a table yet."""
    page = visit("/healthz", base=live.url, **options)
    page.evaluate("(chairs) => localStorage.setItem('parlour.chairs', JSON.stringify(chairs))", chairs)
    return page


def turn_to(page: Page, word: str) -> None:
    """Go to a table as a link of the page does, without loading the page anew."""
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate("(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }", f"/t/{word}")


@pytest.fixture
def asked(visit: Visit, quick: Live) -> Sit:
    """The table of somebody who is asked in a phase, with one bot."""

    def begin(phase: str, **options: Any) -> Page:
        chair = chair_at(quick, 1, phase)
        page = sit_at(visit, quick, chair, **options)
        page.goto(f"{quick.url}/t/{chair['table']}")
        expect(page.locator(".me .grid4.ringed, .mid.ringed")).to_be_visible()
        return page

    return begin


@pytest.fixture(scope="module")
def fullest(quick: Live) -> list[dict[str, Any]]:
    """Tables of two to eight at the moment with most on them: a card in hand and two lines on the slip."""
    return [chair_at(quick, bots, "holding") for bots in range(1, 8)]


def card(page: Page, what: str) -> Locator:
    """One's own cards whose name matches."""
    return page.get_by_role("group", name="Your cards").get_by_role("button", name=re.compile(what))


def press(found: Locator) -> None:
    """Press one of what was found; it may have gone again, because the table moves on. A round's end is asked about."""
    found.first.click()
    ending = found.page.get_by_role("button", name=re.compile(", and end$"))
    if ending.count():
        ending.click()


@by_tree_alone("skyjo")
def test_a_whole_game_through_the_accessibility_tree_alone(play: Sit) -> None:
    """Roles and names are all that is used: what a screen reader's user has."""
    page = play(bots=1, end_score=50)
    draw = page.get_by_role("button", name=re.compile(r"^Draw pile, \d+ cards\. Draw a card"))
    swap = card(page, r"face down\. Swap it")
    reveal = card(page, r"face down\. Turn it over")
    following = page.get_by_role("button", name="Next round", disabled=False)
    end = time.monotonic() + PATIENCE
    moves = rounds = 0
    anything = draw.or_(swap).or_(reveal).or_(following).or_(over(page))
    while time.monotonic() < end:
        anything.first.wait_for()  # at the next frame, where `expect` would look again after a tenth of a second
        if over(page).is_visible():
            break
        for choice in (swap, reveal, following, draw):
            if choice.first.is_visible():
                rounds += choice is following
                moves += choice is not following
                press(choice)
                break
    expect(over(page)).to_be_visible()
    assert moves >= 2 * (rounds + 1) + 20, "a game has two cards turned a round and a score of moves"
    sheet = page.get_by_role("table", name="sheet")
    expect(sheet.get_by_role("row")).to_have_count(rounds + 1 + 3)  # the rounds, and the names, totals and places
    totals = sheet.get_by_role("row").filter(has_text="Total").get_by_role("cell").all_inner_texts()
    assert max(int(total.replace("\u2212", "-")) for total in totals) >= 50


def turn_by_mouse(page: Page, done: list[str]) -> str:
    """Make one move after those that were done, each kind in its turn: refuse, take, or swap. Gives what was done."""
    pile, discard = page.locator("[data-place=pile]"), page.locator("[data-place=discard]")
    slip = page.locator(".slip")
    if page.locator(".mid.ringed").count():
        if (done.count("draw") + done.count("take")) % 3 != 1:
            pile.click()
            return "draw"
        discard.click()
        expect(slip).to_contain_text("Where does the")
        page.keyboard.press("Escape")
        expect(slip).to_contain_text("Your")
        discard.click()
        discard.click()
        expect(discard).to_have_attribute("aria-pressed", "false")
        discard.click()
        press(card(page, r"\. Put it here"))
        return "take"
    if page.locator(".held").count() and done.count("draw") % 2 and page.locator(".me .back").count():
        discard.click()
        expect(slip).to_contain_text("Which card do you turn?")
        expect(page.locator(".held")).to_have_count(0)
        page.keyboard.press("Escape")
        expect(page.locator(".held")).to_have_count(1)
        discard.click()
        press(card(page, r"face down\. Turn it over"))
        return "refuse"
    hidden = page.locator(".me .back[aria-disabled=false]")  # so that the round comes to an end
    press(hidden if hidden.count() else page.locator(".me .card[aria-disabled=false]"))
    return "place"


@a_whole_game("skyjo")
def test_a_whole_game_with_bots_shows_what_the_log_says(play: Sit, visit: Visit, quick: Live) -> None:
    page = play(bots=2, end_score=50, size=DESK)
    word = page.url.rsplit("/", 1)[1]
    end = time.monotonic() + PATIENCE
    done: list[str] = []
    counts = 0
    may = page.locator(".mid.ringed, .me .card[aria-disabled=false], .countacts .btn.go[aria-disabled=false]").or_(over(page))
    while time.monotonic() < end:
        may.first.wait_for()
        if over(page).is_visible():
            break
        following = page.locator(".countacts .btn.go")
        if following.count():
            expect(page.locator(".counts li")).to_have_count(3)
            counts += 1
            expect(page.locator(".counts .sub")).to_have_count(0 if counts == 1 else 3)  # a first total says nothing more
            following.click()
            expect(page.locator(".counts")).to_have_count(0)
            assert page.evaluate("document.activeElement !== document.body"), "the keyboard keeps a place when a round begins"
        else:
            done.append(turn_by_mouse(page, done))
    expect(over(page)).to_be_visible()
    assert {"draw", "take", "refuse", "place"} <= set(done)
    match = Match.replay(Log.from_json(quick.http.get(f"/api/tables/{word}/log").json()))
    shown = page.get_by_role("row").filter(has_text="Total").get_by_role("cell").all_inner_texts()
    assert [int(total.replace("\u2212", "-")) for total in shown] == list(match.score())

    television = visit(f"/tv/{word}", base=quick.url, size=TELEVISION)
    others = television.get_by_role("list", name="The others").get_by_role("listitem")
    expect(others).to_have_count(2)
    told = sorted(int(figure.replace("\u2212", "-")) for figure in others.locator("b").all_inner_texts())
    assert told == sorted(match.score())[1:]
    for size in others.locator("b").evaluate_all("(all) => all.map((it) => parseFloat(getComputedStyle(it).fontSize))"):
        assert size >= ACROSS_A_ROOM, size


GEOMETRY = """() => {
  const parts = [...document.querySelectorAll('main .card, main .banner, main .seat, main .pile-name, main .btn')];
  const boxes = parts.map((part) => [part.className, part.getBoundingClientRect()]).filter(([, box]) => box.width > 0);
  const out = boxes.filter(([, b]) => b.left < -1 || b.top < -1 || b.right > innerWidth + 1 || b.bottom > innerHeight + 1);
  const main = document.querySelector('main'), doc = document.scrollingElement;
  const clash = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const grids = [...document.querySelectorAll('main .grid4, main .mid, main .banner')]
    .map((part) => [part.className, part.getBoundingClientRect()]);
  const clashes = grids.flatMap(([a, x], i) => grids.slice(i + 1).filter(([, y]) => clash(x, y)).map(([b]) => `${a} over ${b}`));
  return {
    out: out.map(([name]) => name), clashes,
    scroll: [
      doc.scrollWidth - innerWidth, doc.scrollHeight - innerHeight,
      main.scrollWidth - main.clientWidth, Math.max(0, main.scrollHeight - main.clientHeight - 1),  // a pixel is rounding
    ],
    mine: Math.min(...[...document.querySelectorAll('.me .card')].map((one) => one.getBoundingClientRect().width)),
    theirs: Math.min(...[...document.querySelectorAll('.opp .card')].map((one) => one.getBoundingClientRect().width)),
  };
}"""


@pytest.mark.parametrize(
    ("language", "smallest", "rivals"), [("en-GB", SMALLEST, some_of(range(1, 8), 3, "rivals")), ("fr-FR", TOUCH, (3, 7))]
)
def test_everything_fits_a_phone_either_way_up_and_a_desk_for_two_to_eight(
    visit: Visit, quick: Live, fullest: list[dict[str, Any]], language: str, smallest: int, rivals: Iterable[int]
) -> None:
    """French has the longer words."""
    page = sit_at(visit, quick, *fullest, size=PHONE, language=language)
    page.goto(quick.url)
    for bots in rivals:
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        turn_to(page, fullest[bots - 1]["table"])
        expect(page.locator(f".n{bots} .me .grid4.ringed")).to_be_visible()
        for size in (PHONE, *SIDEWAYS, DESK):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            found = page.evaluate(GEOMETRY)
            assert (found["out"], found["clashes"], found["scroll"]) == ([], [], [0, 0, 0, 0]), (bots, size)
            assert found["mine"] >= (TOUCH if size in SIDEWAYS else smallest), (bots, size, found)
            assert found["theirs"] >= 16, (bots, size, found)


def test_an_onlooker_s_cards_are_legible_on_a_phone(visit: Visit, quick: Live, fullest: list[dict[str, Any]]) -> None:
    page = visit(base=quick.url)
    for bots in (1, 2, 3, 5, 7):
        turn_to(page, fullest[bots - 1]["table"])
        page.get_by_role("button", name="Only watch").click()
        expect(page.locator(f".sky.watch.n{bots + 1} .held .card")).to_be_visible()
        for size in (PHONE, *SIDEWAYS):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            found = page.evaluate(GEOMETRY)
            assert (found["out"], found["clashes"], found["scroll"]) == ([], [], [0, 0, 0, 0]), (bots, size)
            assert found["theirs"] >= (LESS if size in SIDEWAYS else GLANCE), (bots, size, found)
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]


def test_the_keyboard_goes_from_card_to_card_and_keeps_its_place(asked: Sit) -> None:
    page = asked("reveal")
    card(page, "^Row 1, column 1").focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    focused = page.locator(":focus")
    expect(focused).to_have_attribute("aria-label", re.compile("^Row 3, column 2: face down"))
    page.keyboard.press("Enter")
    expect(focused).to_have_attribute("aria-label", re.compile("^Row 3, column 2: [\u2212\\d]+"))
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("[data-announcer]")).not_to_be_empty()
    expect(focused).to_have_attribute("aria-label", re.compile("^Row 2, column 2: [\u2212\\d]+"))


def test_a_refused_press_says_what_it_would_need(asked: Sit) -> None:
    page = asked("turn")
    page.locator(".me .card").first.dispatch_event("click")
    expect(page.locator(".slip")).to_contain_text("Draw a card first")


WATCH_TURN = """() => {
  window.seen = [];
  const look = () => {
    for (const animation of document.getAnimations()) {
      const element = animation.effect?.target;
      const face = element?.classList.contains('back') ? 'back' : 'face';
      if (element?.dataset?.place) window.seen.push([element.dataset.place, face]);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def begin_watched(visit: Visit, live: Live, motion: str) -> Page:
    """Start a match with one bot from the lobby, noting from then on what moves."""
    chair = live.open("skyjo", "Ada")
    page = sit_at(visit, live, {**{key: chair[key] for key in ("table", "person", "token")}, "game": "skyjo", "since": 0})
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    page.goto(f"{live.url}/t/{chair['table']}")
    page.get_by_role("button", name="Seat a bot").click()
    expect(page.get_by_text("bot", exact=True)).to_be_visible()
    page.evaluate(WATCH_TURN)
    page.get_by_role("button", name="Start with").click()
    expect(page.locator(".me .card[aria-disabled=false]").first).to_be_visible()
    return page


def test_the_first_deal_is_seen_and_a_drawn_card_is_turned_on_its_way(visit: Visit, quick: Live) -> None:
    page = begin_watched(visit, quick, "no-preference")
    came = {place for place, _ in page.evaluate("window.seen")}
    assert {"discard"} | {f"card-{seat}-{slot}" for seat in (0, 1) for slot in range(12)} <= came
    page.emulate_media(reduced_motion="reduce")
    for _ in range(2):
        press(card(page, r"Turn it over"))
        page.locator(".me .card[aria-disabled=false], .mid.ringed").first.wait_for()
    expect(page.locator(".mid.ringed")).to_be_visible()
    page.evaluate("window.seen = []")
    page.emulate_media(reduced_motion="no-preference")
    page.locator("[data-place=pile]").click()
    expect(page.locator(".me .grid4.ringed")).to_be_visible()
    seen = [face for place, face in page.evaluate("window.seen") if place == "held"]
    assert seen, "the card moves"
    assert seen == sorted(seen), "first its back, then its face, and never back again"
    assert set(seen) == {"back", "face"}
    expect(page.locator(".held [data-n]")).to_be_visible()


def test_with_reduced_motion_nothing_moves_and_the_result_is_outlined_for_a_second(visit: Visit, quick: Live) -> None:
    page = begin_watched(visit, quick, "reduce")
    expect(page.locator("[data-place=discard][data-n]")).to_be_visible()
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    press(card(page, r"Turn it over"))
    expect(page.locator(".me .settled")).to_have_count(1)
    assert page.evaluate("window.seen") == []
    page.clock.fast_forward(900)
    expect(page.locator(".me .settled")).to_have_count(1)
    page.clock.fast_forward(200)
    expect(page.locator(".me .settled")).to_have_count(0)


def test_what_is_pressed_before_a_play_has_come_out_is_kept_quiet(visit: Visit, quick: Live) -> None:
    """The play is accepted, and the view that shows it is late."""
    chair = chair_at(quick, 1, "turn")
    page = sit_at(visit, quick, chair)
    plays: list[str] = []
    late: list[Callable[[], None]] = []

    def line(page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()

        def to_server(message: str | bytes) -> None:
            plays.extend(["play"] if json.loads(message)["type"] == "play" else [])
            server_side.send(message)

        def to_page(message: str | bytes) -> None:
            if plays and json.loads(message)["type"] == "view":
                late.append(lambda: page_side.send(message))
            else:
                page_side.send(message)

        page_side.on_message(to_server)
        server_side.on_message(to_page)

    page.route_web_socket(re.compile("/socket$"), line)
    page.goto(f"{quick.url}/t/{chair['table']}")
    expect(page.locator(".mid.ringed")).to_be_visible()
    page.locator("[data-place=pile]").click()
    end = time.monotonic() + PATIENCE
    while not late and time.monotonic() < end:
        page.wait_for_timeout(20)
    for place in ("pile", "discard", "card-0-0"):
        page.locator(f"[data-place={place}]").dispatch_event("click")
    expect(page.locator(".toast, .hint")).to_have_count(0)
    for show in late:
        show()
    expect(page.locator(".held [data-n]")).to_be_visible()
    expect(page.locator(".toast, .hint")).to_have_count(0)
    assert plays == ["play"]


def test_an_onlooker_and_a_television_see_no_hidden_card_and_press_nothing(
    visit: Visit, quick: Live, fullest: list[dict[str, Any]]
) -> None:
    word = fullest[0]["table"]
    watcher = visit(f"/t/{word}", base=quick.url)
    watcher.get_by_role("button", name="Only watch").click()
    television = visit(f"/tv/{word}", base=quick.url, size=TELEVISION)
    for screen in (watcher, television):
        table = screen.get_by_role("main", name="The table")
        expect(table.get_by_role("img", name="Maximilienne de la Tour drew: face down")).to_be_visible()
        expect(table.get_by_role("button")).to_have_count(0)
        expect(table.get_by_role("listitem")).to_have_count(2)
        assert screen.evaluate(GEOMETRY)["out"] == []
    for size in (TELEVISION, {"width": 1280, "height": 720}):
        television.set_viewport_size(size)  # type: ignore[arg-type]
        assert television.evaluate(APART) == [], size
