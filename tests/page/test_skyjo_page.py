"""SKYJO's table in the browser: whole games by mouse and by the accessibility tree, sizes, motion, secrets."""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from parlour.engine.log import Log
from parlour.engine.match import Match
from parlour.server import Settings
from tests.page.visits import DESK, PHONE, Visit, start
from tests.server.live import Live

PATIENCE = 120.0  # seconds for a whole game on a busy machine; it takes about 10
SMALLEST = 54  # pixels: one's own cards are never narrower on a phone of 360 by 780 …
TOUCH = 44  # … unless words need more lines, and then still wide enough for a finger

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
            page.get_by_role("spinbutton", name="Points that end the game").fill(str(end_score))
        page.get_by_role("button", name="Lay the table").click()
        start(page, bots)
        return page

    return begin


def card(page: Page, what: str) -> Locator:
    """One's own cards whose name matches."""
    return page.get_by_role("group", name="Your cards").get_by_role("button", name=re.compile(what))


def over(page: Page) -> Locator:
    return page.get_by_role("heading", name=re.compile(r"\bwins?\b|share it|Nobody"))


def press(found: Locator) -> None:
    """Press one of what was found; it may have gone again, because the table moves on."""
    found.first.click(timeout=5_000)


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
        expect(anything.first).to_be_visible()
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


def turn_by_mouse(page: Page, moves: int) -> str:
    """Make one move, each kind in its turn: take, refuse, or swap. Gives what was done."""
    pile, discard = page.locator("[data-place=pile]"), page.locator("[data-place=discard]")
    slip = page.locator(".slip")
    if page.locator(".mid.ringed").count():
        if moves % 4:
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
    if page.locator(".held").count() and moves % 3 == 0 and page.locator(".me .back").count():
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


def test_a_whole_game_with_bots_shows_what_the_log_says(play: Sit, quick: Live) -> None:
    page = play(bots=2, end_score=50, size=DESK)
    word = page.url.rsplit("/", 1)[1]
    end = time.monotonic() + PATIENCE
    done: list[str] = []
    may = page.locator(".mid.ringed, .me .card[aria-disabled=false], .countacts .btn.go[aria-disabled=false]").or_(over(page))
    while time.monotonic() < end:
        expect(may.first).to_be_visible()
        if over(page).is_visible():
            break
        following = page.locator(".countacts .btn.go")
        if following.count():
            expect(page.locator(".counts li")).to_have_count(3)
            following.click()
            expect(page.locator(".counts")).to_have_count(0)
            assert page.evaluate("document.activeElement !== document.body"), "the keyboard keeps a place when a round begins"
        else:
            done.append(turn_by_mouse(page, len(done)))
    expect(over(page)).to_be_visible()
    assert {"draw", "take", "refuse", "place"} <= set(done)
    match = Match.replay(Log.from_json(quick.http.get(f"/api/tables/{word}/log").json()))
    shown = page.get_by_role("row").filter(has_text="Total").get_by_role("cell").all_inner_texts()
    assert [int(total.replace("\u2212", "-")) for total in shown] == list(match.score())


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
      main.scrollWidth - main.clientWidth, main.scrollHeight - main.clientHeight,
    ],
    mine: Math.min(...[...document.querySelectorAll('.me .card')].map((one) => one.getBoundingClientRect().width)),
    theirs: Math.min(...[...document.querySelectorAll('.opp .card')].map((one) => one.getBoundingClientRect().width)),
  };
}"""


def fullest(live: Live, bots: int) -> dict[str, Any]:
    """A table at the moment with most on it: a card in hand and two lines on the slip. Gives the chair as a device keeps it."""
    chair = live.open("skyjo", "Maximilienne de la Tour")
    with live.socket(chair["table"], chair["token"]) as wire:
        for _ in range(bots):
            assert wire.ask(type="seat_bot", bot="simple")["type"] == "done"
        assert wire.ask(type="start")["type"] == "done"
        while (
            wire.next()["type"] != "view"
            or wire.view()["view"]["cells"]["phase"] != "holding"
            or not wire.view()["view"]["legal"]
        ):
            view = wire.seen[-1]
            if view["type"] == "view" and view["view"]["legal"]:
                wire.send(
                    {
                        "type": "play",
                        "id": f"p{len(wire.seen)}",
                        "match": view["match"],
                        "question": view["question"],
                        "actions": view["view"]["legal"][:1],
                    }
                )
    return {"table": chair["table"], "person": chair["person"], "token": chair["token"], "game": "skyjo", "since": 0}


@pytest.mark.parametrize(("language", "smallest", "tables"), [("en-GB", SMALLEST, range(1, 8)), ("fr-FR", TOUCH, (3, 7))])
def test_everything_fits_a_phone_and_a_desk_for_two_to_eight(
    visit: Visit, quick: Live, language: str, smallest: int, tables: Iterable[int]
) -> None:
    """French has the longer words."""
    chairs = [fullest(quick, bots) for bots in tables]
    page = visit("/healthz", base=quick.url, size=PHONE, language=language)
    page.evaluate("(chairs) => localStorage.setItem('parlour.chairs', JSON.stringify(chairs))", chairs)
    for chair in chairs:
        page.goto(f"{quick.url}/t/{chair['table']}")
        expect(page.locator(".me .grid4.ringed")).to_be_visible()
        for size in (PHONE, DESK):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.wait_for_timeout(50)
            found = page.evaluate(GEOMETRY)
            assert (found["out"], found["clashes"], found["scroll"]) == ([], [], [0, 0, 0, 0]), (chairs.index(chair), size)
            assert found["mine"] >= smallest, found
            assert found["theirs"] >= 16, found
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]


def test_the_keyboard_goes_from_card_to_card_and_keeps_its_place(play: Sit) -> None:
    page = play()
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


def test_a_refused_press_says_what_it_would_need(play: Sit) -> None:
    page = play()
    for _ in range(2):
        press(card(page, r"Turn it over"))
        expect(page.locator(".me .card[aria-disabled=false], .mid.ringed").first).to_be_visible()
    expect(page.locator(".mid.ringed")).to_be_visible()
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


def test_a_drawn_card_travels_from_the_pile_and_is_turned_at_the_edge(play: Sit) -> None:
    page = play()
    for _ in range(2):
        press(card(page, r"Turn it over"))
        expect(page.locator(".me .card[aria-disabled=false], .mid.ringed").first).to_be_visible()
    expect(page.locator(".mid.ringed")).to_be_visible()
    page.evaluate(WATCH_TURN)
    page.emulate_media(reduced_motion="no-preference")
    page.locator("[data-place=pile]").click()
    expect(page.locator(".me .grid4.ringed")).to_be_visible()
    seen = [face for place, face in page.evaluate("window.seen") if place == "held"]
    assert seen, "the card moves"
    assert seen == sorted(seen), "first its back, then its face, and never back again"
    assert set(seen) == {"back", "face"}
    expect(page.locator(".held [data-n]")).to_be_visible()


def test_with_reduced_motion_nothing_moves_and_the_result_is_outlined_for_a_second(play: Sit) -> None:
    page = play()
    page.evaluate(WATCH_TURN)
    press(card(page, r"Turn it over"))
    expect(page.locator(".me .settled")).to_have_count(1)
    assert page.evaluate("window.seen") == []
    expect(page.locator(".me .settled")).to_have_count(0, timeout=4_000)


def test_an_onlooker_and_a_television_see_no_hidden_card_and_press_nothing(play: Sit, visit: Visit, quick: Live) -> None:
    page = play()
    word = page.url.rsplit("/", 1)[1]
    for _ in range(2):
        press(card(page, r"Turn it over"))
        expect(page.locator(".me .card[aria-disabled=false], .mid.ringed").first).to_be_visible()
    page.locator(".mid.ringed [data-place=pile]").click()
    expect(page.locator(".held [data-n]")).to_be_visible()
    watcher = visit(f"/t/{word}", base=quick.url)
    watcher.get_by_role("button", name="Only watch").click()
    television = visit(f"/tv/{word}", base=quick.url, size={"width": 1920, "height": 1080})
    for screen in (watcher, television):
        table = screen.get_by_role("main", name="The table")
        expect(table.get_by_role("img", name="Ada drew: face down")).to_be_visible()
        expect(table.get_by_role("button")).to_have_count(0)
        expect(table.get_by_role("listitem")).to_have_count(2)
        assert (
            screen.evaluate(GEOMETRY.replace("...document.querySelectorAll('.me .card')", "document.querySelector('.card')"))[
                "out"
            ]
            == []
        )
