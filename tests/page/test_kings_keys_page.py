"""King's Keys' table in the browser: a whole game, a paid raid by the accessibility tree, a change of mind, sizes, secrets."""

import re
import secrets
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from parlour.engine.log import Log
from parlour.engine.match import Match
from parlour.games.cells import CHANCE
from parlour.server import Settings
from tests.page.test_access import faults
from tests.page.visits import DESK, PHONE, Visit
from tests.server.live import Live

PATIENCE = 30.0  # seconds for a whole game
SMALLEST = 54  # pixels: the cards of one's hand are never narrower on a phone of 360 by 780

Sit = Callable[..., Page]


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A room whose bots do not pause to think."""
    live = Live(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('quick')}/parlour.sqlite", pace=(0.0, 0.0)))
    yield live
    live.stop()


@pytest.fixture
def play(visit: Visit, quick: Live) -> Sit:
    """Opens a table over HTTP, seats bots, starts, and sits down in the browser."""

    def begin(
        bots: int = 3, size: dict[str, int] = PHONE, name: str = "Ada", rules: dict[str, Any] | None = None, **options: Any
    ) -> Page:
        chair = quick.open("kings_keys", name, options=rules or {})
        with quick.socket(chair["table"], chair["token"]) as wire:
            for _ in range(bots):
                assert wire.ask(type="seat_bot", bot="simple")["type"] == "done"
            assert wire.ask(type="start")["type"] == "done"
        page = visit("/", base=quick.url, size=size, **options)
        kept = {"table": chair["table"], "token": chair["token"], "person": chair["person"], "game": "kings_keys", "since": 0}
        page.evaluate("(chair) => { localStorage.setItem('parlour.chairs', JSON.stringify([chair])); }", kept)
        page.goto(f"{quick.url}/t/{chair['table']}")
        return page

    return begin


def over(page: Page) -> Locator:
    return page.get_by_role("heading", name=re.compile(r"\bwins?\b|share it|Nobody"))


def pile(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile(r"^Draw pile, \d+ cards?\. Draw a card"))


def asked(page: Page) -> Locator:
    """Something that waits for this person, or the end."""
    wanted = "(Do nothing|End the turn)"
    return pile(page).or_(page.get_by_role("button", name=re.compile(f"^{wanted}$"), disabled=False)).or_(over(page))


def one_turn(page: Page) -> list[str]:
    """Draws, plays the first thing that goes, and ends the turn; gives what was said before it was confirmed."""
    said: list[str] = []
    if pile(page).count():
        pile(page).click()
    expect(
        page.get_by_role("button", name=re.compile("^(Do nothing|End the turn)$"), disabled=False).or_(over(page)).first
    ).to_be_visible()
    cards = page.get_by_role("region", name="Your kingdom").get_by_role("button", name=re.compile(r"\. Play it$"))
    if cards.count():
        cards.first.click()
        sheet, target = page.locator(".ksheet"), page.get_by_role("button", name=re.compile(r"\. Choose it$"))
        go = page.locator(".acts .btn.go")
        for _ in range(9):
            expect(sheet.or_(target).or_(go).first).to_be_visible()
            if target.count():
                target.first.click()
            elif go.is_enabled():
                said += page.locator(".slip .display, .ksheet .whole").all_inner_texts()
                final = not page.get_by_role("button", name=re.compile("^Pay .* raid$")).count()
                go.click()
                if final:
                    break
            else:
                page.get_by_role("button", name=re.compile(r"\. (Pay with it|Name it|Change it)$")).first.click()
    elif page.get_by_role("button", name="Do nothing").count():
        page.get_by_role("button", name="Do nothing").click()
        page.locator(".kacts .btn.go").click()
    end = page.get_by_role("button", name="End the turn", disabled=False)
    expect(end.or_(over(page)).first).to_be_visible()
    if end.count():
        end.click()
        expect(end).to_have_count(0)
    return said


def test_a_whole_game_with_bots_to_its_end(play: Sit, quick: Live) -> None:
    page = play(size=DESK, rules={"round_limit": 2, "jokers": "on"})
    word = page.url.rsplit("/", 1)[1]
    said: list[str] = []
    turns = 0
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        expect(asked(page).first).to_be_visible()
        if over(page).count():
            break
        said += one_turn(page)
        turns += 1
    expect(over(page)).to_be_visible()
    log = Log.from_json(quick.http.get(f"/api/tables/{word}/log").json())
    read = Match.replay(log).game.actions.read
    drawn = [seat for seat, number in log.actions if seat != CHANCE and read(number)["do"] == "draw"]
    assert turns == drawn.count(0) == 2
    assert all(said), "every play was said before it was confirmed"
    page.get_by_role("button", name="See the table").click()
    expect(page.get_by_role("heading", name="The sun sets on the war")).to_be_visible()


HANDS = ("OA3", "OC1", "OC4", "SH2")


@pytest.fixture
def deal(quick: Live, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Deals these cards to the first seat of the next table of four: Ada of the Sun, who begins. The rest is as chance has it."""

    def rig(*hand: str) -> None:
        match = Match.start("kings_keys", 4, {})
        given = list(hand)
        wanted: list[tuple[int, int]] = []
        while CHANCE in match.to_act:
            outcomes = match.legal(CHANCE)
            cards = [match.game.actions.read(number).get("card") for number in outcomes]
            if match.state.actor == 0 and cards[0] is not None:
                pick = cards.index(given.pop(0))
            else:
                pick = next(i for i, card in enumerate(cards) if card not in hand)
            wanted.append((len(outcomes), pick))
            match.play(CHANCE, outcomes[pick])

        def roll(n: int) -> int:
            return wanted.pop(0)[1] if wanted and wanted[0][0] == n else secrets.randbelow(n)

        monkeypatch.setattr(quick._server._app.state.hub, "roll", roll)

    return rig


@pytest.fixture
def dealt(deal: Callable[..., None]) -> None:
    deal(*HANDS)


def test_a_set_that_wins_is_lit_shown_and_seen_by_all(deal: Callable[..., None], play: Sit, visit: Visit, quick: Live) -> None:
    deal("SK1", "SK2", "SK3", "SK4")
    page = play()
    expect(page.locator(".khand .inset")).to_have_count(4)
    watcher = visit(f"/t/{page.url.rsplit('/', 1)[1]}", base=quick.url)
    watcher.get_by_role("button", name="Only watch").click()
    expect(watcher.get_by_role("main", name="The table")).to_be_visible()
    page.get_by_role("button", name="Show your four keys and win").click()
    for screen in (page, watcher):
        expect(over(screen)).to_be_visible()
        screen.get_by_role("button", name="See the table").click()
        expect(screen.get_by_role("heading", name="Sun has every key")).to_be_visible()
        expect(screen.get_by_role("img", name=re.compile("^Sun key 1, Sun key 2, Sun key 3,? and Sun key 4$"))).to_be_visible()


def test_a_paid_raid_through_the_accessibility_tree_alone(dealt: None, play: Sit) -> None:
    """Roles and names are all that is used: what a screen reader's user has."""
    page = play()
    pile(page).click()
    mine = page.get_by_role("region", name="Your kingdom")
    axe = mine.get_by_role("button", name="Ocean axe 3. Play it")
    axe.click()
    sheet = page.get_by_role("region", name="Pay Ocean\u2019s 3 soldiers")
    pay = sheet.get_by_role("button", name=re.compile("^Pay"))
    expect(pay).to_be_disabled()
    sheet.get_by_role("button", name="Ocean coin 1. Pay with it").click()
    expect(sheet).to_contain_text("Still 2 to pay.")
    sheet.get_by_role("button", name="Ocean coin 1. Put it back").click()
    sheet.get_by_role("button", name="Ocean coin 4. Pay with it").click()
    expect(sheet).to_contain_text("1 over: nobody gives change.")
    assert faults(page) == []
    sheet.get_by_role("button", name="Pay 4 and raid").click()

    victim = page.get_by_role("button", name=re.compile("^Mountain\u2019s hand, .*: 4 cards. Choose it$"))
    victim.click()
    whole = "Ocean soldiers, 3, paid with 4 Ocean coins, raid Mountain\u2019s hand"
    expect(page.get_by_text(whole)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text(whole)).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Ocean\u2019s hand, ")).dispatch_event("click")
    expect(page.get_by_text("Soldiers never attack their own kingdom", exact=False)).to_be_visible()
    victim.click()
    page.get_by_role("button", name="Raid", exact=True).click()
    expect(
        page.get_by_role("button", name=re.compile("^Mountain\u2019s hand, .*: 2 cards. Lying open: Ocean axe 3"))
    ).to_be_visible()
    keep = page.get_by_role("region", name="Keep four in your hand")
    expect(keep.get_by_role("group", name="In your hand").get_by_role("button")).to_have_count(4)
    assert faults(page) == []
    keep.get_by_role("button", name=re.compile(r"\. Store it$")).first.click()
    expect(keep).to_contain_text("Choose 1 more")
    keep.get_by_role("button", name=re.compile(r"\. Keep it$")).first.click()
    keep.get_by_role("button", name="End the turn").click()
    expect(keep).to_have_count(0)


def test_a_mind_can_be_changed_and_a_refusal_says_why(dealt: None, play: Sit) -> None:
    page = play()
    table = page.get_by_role("main", name="The table")
    slip = page.locator(".slip")
    pile(page).click()
    coin = page.get_by_role("button", name="Ocean coin 4", exact=True)
    coin.dispatch_event("click")
    expect(slip).to_contain_text(re.compile("pay", re.IGNORECASE))
    page.get_by_role("button", name=re.compile("^Mountain\u2019s hand")).dispatch_event("click")
    expect(slip).to_contain_text("First choose the card to play.")
    page.get_by_role("button", name="Ocean axe 3. Play it").click()
    page.get_by_role("button", name="Not now").click()
    page.get_by_role("button", name="Do nothing").click()
    expect(slip).to_contain_text("Do nothing this turn")
    page.get_by_role("button", name="Put it back").click()
    expect(table.get_by_role("button", name="Ocean axe 3. Play it")).to_be_visible()
    order = page.get_by_role("button", name="Sort your cards: by kingdom")
    order.click()
    expect(page.get_by_role("button", name="Sort your cards: by kind")).to_be_visible()


WATCH_TURN = """() => {
  window.seen = [];
  const look = () => {
    for (const animation of document.getAnimations()) {
      const element = animation instanceof CSSTransition ? null : animation.effect?.target;
      if (element?.dataset?.place) window.seen.push([element.dataset.place, element.matches('.back') ? 'back' : 'face']);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def test_a_drawn_card_travels_from_the_pile_and_is_turned_at_the_edge(dealt: None, play: Sit) -> None:
    page = play()
    expect(pile(page)).to_be_visible()
    page.evaluate(WATCH_TURN)
    page.emulate_media(reduced_motion="no-preference")
    pile(page).click()
    expect(page.get_by_role("button", name="Do nothing", disabled=False)).to_be_visible()
    places = {place for place, _ in page.evaluate("window.seen") if place.startswith("c-")}
    assert len(places) == 1, "one card moves, into the hand"
    faces = [face for place, face in page.evaluate("window.seen") if place in places]
    assert faces == sorted(faces), "first its back, then its face, and never back again"
    assert set(faces) == {"back", "face"}


GEOMETRY = """() => {
  const all = (what) => [...document.querySelectorAll(what)].map((part) => [part.className, part.getBoundingClientRect()]);
  const boxes = all('main :is(.card, .banner, .seat, .zone, .btn, .store, .throne)').filter(([, box]) => box.width > 0);
  const beyond = (b) => b.left < -1 || b.top < -1 || b.right > innerWidth + 1 || b.bottom > innerHeight + 1;
  const clash = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const areas = all('main :is(.zone, .banner, .store, .throne, .khand, .kacts)');
  const main = document.querySelector('main'), doc = document.scrollingElement;
  return {
    out: boxes.filter(([, box]) => beyond(box)).map(([name]) => name),
    clashes: areas.flatMap(([a, x], i) => areas.slice(i + 1).filter(([, y]) => clash(x, y)).map(([b]) => `${a} over ${b}`)),
    scroll: Math.max(doc.scrollWidth - innerWidth, doc.scrollHeight - innerHeight,
      main.scrollWidth - main.clientWidth, main.scrollHeight - main.clientHeight),
    mine: Math.min(...all('.khand .card').map(([, box]) => box.width)),
    pressed: Math.min(...all('main :is(.zone, .btn)').map(([, box]) => box.height)),
  };
}"""


@pytest.mark.parametrize(("bots", "language"), [(1, "en-GB"), (2, "fr-FR"), (3, "en-GB"), (3, "fr-FR")])
def test_everything_fits_a_phone_and_a_desk_and_axe_finds_nothing(play: Sit, bots: int, language: str) -> None:
    page = play(bots=bots, name="Maximilienne de la Tour", rules={"jokers": "on", "buy_back": "on"}, language=language)
    page.locator(".stockpile button.can").click()
    expect(page.locator(".kacts .btn").nth(1)).to_be_visible()
    for size in (PHONE, DESK):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.wait_for_timeout(50)
        found = page.evaluate(GEOMETRY)
        assert (found["out"], found["clashes"], found["scroll"]) == ([], [], 0), size
        assert found["mine"] >= SMALLEST, found
        assert found["pressed"] >= 40, found
    if bots == 3:
        assert faults(page) == []


def test_an_onlooker_and_a_television_see_no_hidden_card_and_press_nothing(
    dealt: None, play: Sit, visit: Visit, quick: Live
) -> None:
    page = play()
    word = page.url.rsplit("/", 1)[1]
    pile(page).click()
    expect(page.locator(".khand [data-card]")).to_have_count(5)
    watcher = visit(f"/t/{word}", base=quick.url)
    watcher.get_by_role("button", name="Only watch").click()
    television = visit(f"/tv/{word}", base=quick.url, size={"width": 1920, "height": 1080})
    for screen in (watcher, television):
        table = screen.get_by_role("main", name="The table")
        expect(table.get_by_role("img", name=re.compile("^Sun\u2019s hand, Ada: 5 cards$"))).to_be_visible()
        expect(table.get_by_role("listitem")).to_have_count(4)
        expect(table.get_by_role("button")).to_have_count(0)
        expect(table.locator("[data-card]")).to_have_count(0)
        assert screen.evaluate(GEOMETRY)["out"] == []
