"""KEYS' table in the browser: whole games by mouse and by the accessibility tree, sizes, secrets, what axe finds."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from parlour.engine.match import Match
from parlour.engine.record.log import Log
from parlour.games.keys import rules
from parlour.server import Settings
from tests.page.test_access import faults_everywhere
from tests.page.visits import DESK, PHONE, SIDEWAYS, Screen, a_whole_game, by_tree_alone, drawn, sit_on, start
from tests.patience import PATIENCE
from tests.server.live import Live

Sit = Callable[..., Page]


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A room whose bots do not pause to think, and whose challenges are over at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "PAUSE_SECONDS", 0.3)
        live = Live(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('quick')}/parlour.sqlite", pace=(0.0, 0.0)))
        yield live
        live.stop()


@pytest.fixture
def play(screen: Screen, quick: Live) -> Sit:
    """Opens a table, seats bots and starts."""

    def begin(bots: int = 2, **options: Any) -> Page:
        page = screen(**options)
        page.goto(f"{quick.url}/new/keys")
        page.get_by_label("Your name").fill("Ada")
        page.get_by_role("button", name="Lay the table").click()
        start(page, bots)
        return page

    return begin


def over(page: Page) -> Locator:
    return page.get_by_role("heading", name=re.compile(r"\bwins?\b.*\d"))


def word_of(page: Page) -> str:
    return page.url.rsplit("/", 1)[1]


def log_of(live: Live, page: Page) -> Match:
    return Match.replay(Log.from_json(live.http.get(f"/api/tables/{word_of(page)}/log").json()))


def press(found: Locator) -> None:
    """Press what was found; the page flips a forced coaster by itself, so it may have gone."""
    with suppress(Error):
        if found.first.is_visible():
            found.first.click(timeout=3_000)


LISTEN = """() => {
  window.heard = [];
  const news = document.querySelector('[data-announcer]');
  window.focused = [];
  addEventListener('focusin', ({target}) => focused.push(target.tagName));
  new MutationObserver(() => heard.push(news.textContent)).observe(news, {childList: true, characterData: true, subtree: true});
}"""


@by_tree_alone("keys")
def test_a_whole_game_through_the_accessibility_tree_alone(play: Sit, quick: Live) -> None:
    """Roles and names are all that is used. The player bids as high as possible, so that the game ends soon."""
    page = play(bots=2)
    place = page.get_by_role("button", name=re.compile("^Place "), disabled=False)
    bid = page.get_by_role("radio", name=re.compile(r"^Bid \d+$"))
    challenge = page.get_by_role("button", name=re.compile("^Challenge"), disabled=False)
    say = page.get_by_role("button", name=re.compile("^Say "))
    flip = page.get_by_role("button", name=re.compile("^Flip "), disabled=False)
    page.evaluate(LISTEN)
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        place.or_(bid).or_(challenge).or_(flip).or_(over(page)).first.wait_for()
        if over(page).is_visible():
            break
        if not page.evaluate("focused.length"):
            place.first.focus()
            page.keyboard.press("Enter")
        elif challenge.is_visible():
            challenge.click()
            expect(bid.first).to_be_visible()
        elif bid.first.is_visible():
            bid.last.click()
            say.click()
            expect(page.get_by_role("img", name=re.compile(r"^Flipped: \d+ of \d+"))).to_be_visible()
        else:
            press(flip.or_(place))
    expect(over(page)).to_be_visible()
    match = log_of(quick, page)
    totals = page.get_by_role("row").filter(has_text="Total").get_by_role("cell").all_inner_texts()
    assert [int(total) for total in totals] == match.score()
    assert page.evaluate("focused.slice(0, 2)") == ["BUTTON", "H2"], "the focus leaves the hand for the sentence"
    heard = " ".join(page.evaluate("heard"))
    for news in ("It is your turn", "You placed", "placed a coaster", "From the top of", "won the game"):
        assert news in heard, heard


@a_whole_game("keys")
def test_a_whole_game_by_mouse_shows_what_the_log_says(play: Sit, quick: Live) -> None:
    """Passes and low bids too; once out, the player watches to the end and is never shown a face."""
    page = play(bots=2, size=DESK)
    moves: list[str] = []
    may = {
        "flip": page.locator("button.stack[aria-disabled=false]"),
        "pass": page.locator(".deeds .btn:not(.go)", has_text="Pass"),
        "bid": page.locator(".bids button"),
        "say": page.locator(".challenge"),
        "place": page.locator(".held.ringed button[aria-disabled=false]"),
    }
    anything = page.locator("button.stack[aria-disabled=false], .bids, .challenge, .held.ringed, .me.out").or_(over(page))
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not over(page).is_visible():
        anything.first.wait_for()
        if page.locator(".me.out").count():
            expect(page.locator("main button:not([aria-disabled=true])")).to_have_count(0)
            expect(page.locator(".me .coaster, .stack [data-face=key], .stack [data-face=regular]")).to_have_count(0)
            expect(over(page)).to_be_visible(timeout=PATIENCE * 1000)
        for kind, found in may.items():
            if found.first.is_visible() and not (kind == "pass" and len(moves) % 2):
                with suppress(Error):  # the table may move on between the look and the press
                    (found.first if len(moves) % 3 else found.last).click(timeout=3_000)
                    if kind == "bid":
                        page.locator(".deeds .go").click(timeout=3_000)
                    moves.append(kind)
                break
    expect(over(page)).to_be_visible()
    match = log_of(quick, page)
    totals = page.get_by_role("row").filter(has_text="Total").get_by_role("cell").all_inner_texts()
    assert [int(total) for total in totals] == match.score()
    expect(page.locator("tbody img")).to_have_count(sum(match.score()))
    rows = page.locator("tbody tr").count()
    assert rows > 11 or page.evaluate("document.scrollingElement.scrollHeight <= innerHeight"), f"{rows} rounds do not fit"
    assert {"place", "bid"} <= set(moves)


GEOMETRY = """() => {
  const main = document.querySelector('main'), doc = document.scrollingElement;
  const boxes = (which) => [...main.querySelectorAll(which)]
    .map((part) => [part.className + ' ' + part.textContent.trim(), part.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0);
  const gone = (b) => b.left < -1 || b.top < -1 || b.right > innerWidth + 1 || b.bottom > innerHeight + 1;
  const clash = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const whole = boxes('.seat, .spot .stack, .ask, .held');
  const clashes = whole.flatMap(([a, x], i) => whole.slice(i + 1).filter(([, y]) => clash(x, y)).map(([b]) => `${a} over ${b}`));
  return {
    out: boxes('.coaster, .said, .seat, .btn, .bids button, .chip, h2, p').filter(([, box]) => gone(box)).map(([name]) => name),
    small: boxes('.btn, .bids button, .held button').filter(([, box]) => box.height < 44).map(([name]) => name),
    clashes,
    scroll: [doc.scrollWidth - innerWidth, doc.scrollHeight - innerHeight,
      main.scrollWidth - main.clientWidth,
      Math.max(0, main.scrollHeight - main.clientHeight - 6)],  // empty paper below; what is pressed is held by `out`
  };
}"""


def fullest(live: Live, bots: int) -> dict[str, Any]:
    """A table at a moment with much on it: a coaster may be placed or a bid made. Gives the host's chair."""
    chair = live.open("keys", "Maximilienne de la Tour")
    with live.socket(chair["table"], chair["token"]) as wire:
        for _ in range(bots):
            assert wire.ask(type="seat_bot", bot="simple")["type"] == "done"
        assert wire.ask(type="start")["type"] == "done"
        if not any(message["type"] == "view" for message in wire.seen):
            wire.until("view")
        asked = -1
        while True:
            view = wire.view()
            if any(action["do"] == "bid" for action in view["view"]["legal"]):
                break
            if view["view"]["over"]:
                return fullest(live, bots)
            if view["view"]["legal"] and view["question"] != asked:
                asked = view["question"]
                play = {"type": "play", "id": f"p{len(wire.seen)}", "match": view["match"], "question": asked}
                wire.send({**play, "actions": view["view"]["legal"][:1]})
            wire.next()
    return chair


def sit_at(page: Page, live: Live, bots: int) -> None:
    sit_on(page, live.url, fullest(live, bots), "keys")
    numbers = page.locator(".bids button").first
    expect(numbers.or_(page.locator(".challenge"))).to_be_visible()
    if page.locator(".challenge").count():
        page.locator(".challenge").click()
    expect(numbers).to_be_visible()


def test_everything_fits_a_phone_and_a_desk_for_two_to_five(screen: Screen, quick: Live) -> None:
    """A bid is due: the stacks, the hand, the sentence and the numbers are all in view and nothing scrolls. French is longer."""
    page, watcher = (screen(purpose, language="fr-FR") for purpose in ("hand", "watch"))
    fits = {"out": [], "small": [], "clashes": [], "scroll": [0, 0, 0, 0]}
    for bots in (1, 2, 3, 4):
        sit_at(page, quick, bots)
        for size in (DESK, *SIDEWAYS, PHONE):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            drawn(page)
            assert page.evaluate(GEOMETRY) == fits, (bots, size)
        watcher.goto(f"{quick.url}/t/{word_of(page)}")
        watcher.get_by_role("button", name="Seulement regarder").click()
        expect(watcher.locator("main.keys .place")).to_have_count(bots + 1)
        assert watcher.evaluate(GEOMETRY) == fits, (bots, "an onlooker")
        assert watcher.locator(".stack [data-face=key], .stack [data-face=regular]").count() == 0


def test_axe_finds_nothing_while_bidding_flipping_and_after(screen: Screen, quick: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "PAUSE_SECONDS", 15)
    page = screen()
    sit_at(page, quick, bots=3)
    seen = {"bidding": faults_everywhere(page)}
    page.locator(".bids button").last.click()
    page.locator(".deeds .go").click()
    expect(page.locator("main.flipping")).to_be_visible()
    seen["flipping"] = faults_everywhere(page)
    result, stack = page.locator(".result"), page.locator("button.stack[aria-disabled=false]")
    while not result.is_visible():
        expect(result.or_(stack).first).to_be_visible()
        press(stack)
    seen["the result"] = faults_everywhere(page)
    assert {moment: found for moment, found in seen.items() if found} == {}


SETTLED = """() => Array.from(document.querySelectorAll('[data-place]'), (place) => {
    place.classList.add('settled');
    const box = place.getBoundingClientRect(), drawn = getComputedStyle(place).outlineStyle !== 'none';
    place.classList.remove('settled');
    return drawn && (box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth) ? place.outerHTML : '';
}).filter(Boolean)"""


def test_without_motion_nothing_out_of_sight_is_outlined(screen: Screen, quick: Live) -> None:
    page = screen()
    for size in (DESK, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        sit_at(page, quick, bots=4)
        assert page.locator("[data-place]").count() > 10
        assert page.evaluate(SETTLED) == []


def test_a_number_is_chosen_and_then_said(screen: Screen, quick: Live) -> None:
    page = screen()
    sit_at(page, quick, bots=3)
    numbers, say = page.locator(".bids button"), page.locator(".deeds .go")
    expect(page.locator(".deeds")).to_contain_text("Choose a number")
    expect(say).to_have_count(0)  # what cannot be pressed is no button
    numbers.last.click()
    expect(numbers.last).to_be_checked()
    numbers.first.click()
    expect(numbers.first).to_be_checked()
    expect(numbers.last).not_to_be_checked()
    expect(page.locator(".tally")).to_have_count(0)
    numbers.last.click()
    highest = numbers.last.inner_text()
    expect(say).to_contain_text("Say “")
    say.click()
    expect(page.locator(".tally")).to_contain_text(f"Bid: {highest}")


def test_the_keyboard_goes_from_number_to_number(screen: Screen, quick: Live) -> None:
    page = screen()
    sit_at(page, quick, bots=3)
    numbers = page.locator(".bids button")
    numbers.first.focus()
    page.keyboard.press("ArrowRight")
    expect(numbers.nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(numbers.last).to_be_focused()
    expect(numbers.last).to_be_checked()
    highest = numbers.last.inner_text()
    page.locator(".deeds .go").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tally")).to_contain_text(f"Bid: {highest}")
