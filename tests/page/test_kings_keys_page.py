"""King's Keys' table in the browser: a whole game, a paid raid by keyboard alone, every kind of moment, sizes, secrets."""

import re
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from parlour.engine.match import Match
from parlour.engine.record.log import Log
from parlour.games.cells import CHANCE
from parlour.games.kings_keys.state import CARD_NAMES
from parlour.server import Settings
from parlour.server.table import course
from tests.day import some_of
from tests.games.kings_keys.conftest import lay_out
from tests.page.test_access import faults
from tests.page.visits import DESK, PHONE, SIDEWAYS, Screen, a_whole_game, by_tree_alone, drawn, over, sit_on
from tests.patience import PATIENCE
from tests.server.live import Live, Message

SMALLEST = 54  # pixels: the cards of one's hand are never narrower on a phone of 360 by 780
LESS = 40  # … and on its side
TABS = 80  # no way round a table is longer

Sit = Callable[..., Page]


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A room whose bots do not pause to think."""
    live = Live(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('quick')}/parlour.sqlite", pace=(0.0, 0.0)))
    yield live
    live.stop()


@pytest.fixture
def play(screen: Screen, quick: Live, monkeypatch: pytest.MonkeyPatch) -> Sit:
    """Opens a table over HTTP, seats a friend and bots, starts (in a position, if one is given), and sits down in the browser."""

    def begin(
        bots: int = 3,
        *,
        match: Match | None = None,
        friend: list[Message] | None = None,
        name: str = "Ada",
        rules: dict[str, Any] | None = None,
        **options: Any,
    ) -> Page:
        chair = quick.open("kings_keys", name, options=rules or {})
        if friend is not None:
            friend.append(quick.join(chair["table"], "Noor"))
        with quick.socket(chair["table"], chair["token"]) as wire, monkeypatch.context() as patch:
            for _ in range(bots if friend is None else bots - 1):
                assert wire.ask(type="seat_bot", bot="simple")["type"] == "done"
            if match is not None:
                patch.setattr(course, "Match", SimpleNamespace(start=lambda *_: match))
            assert wire.ask(type="start")["type"] == "done"
        page = screen("hand", **options)
        sit_on(page, quick.url, chair, "kings_keys")
        return page

    return begin


def word_of(page: Page) -> str:
    return page.url.rsplit("/", 1)[1]


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
        target = page.get_by_role("button", name=re.compile(r"\. Choose it$"))
        choice = page.get_by_role("button", name=re.compile(r"\. (Pay with it|Name it|Change it)$"))
        go = page.locator(".acts .btn.go:enabled")
        late = time.monotonic() + PATIENCE
        while time.monotonic() < late:  # what is there may be another thing a moment later
            expect(target.or_(choice).or_(go).first).to_be_visible()
            if target.count():
                target.first.click()
            elif go.count():
                said += page.locator(".slip .display, .ksheet .whole").all_inner_texts()
                final = not page.get_by_role("button", name=re.compile("^Pay .* choose whom$")).count()
                go.click()
                if final:
                    break
            elif choice.count():
                choice.first.click()
    elif page.get_by_role("button", name="Do nothing").count():
        page.get_by_role("button", name="Do nothing").click()
        page.locator(".kacts .btn.go").click()
    end = page.get_by_role("button", name="End the turn", disabled=False)
    expect(end.or_(over(page)).first).to_be_visible()
    if end.count():
        end.click()
        expect(end).to_have_count(0)
    return said


@a_whole_game("kings_keys")
def test_a_whole_game_with_bots_to_its_end(play: Sit, quick: Live) -> None:
    page = play(size=DESK, rules={"round_limit": 2, "jokers": "on"})
    word = word_of(page)
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
    press(page.get_by_role("button", name="How the kingdoms stand"))
    rivals = page.get_by_role("list", name="The other kingdoms").get_by_role("listitem")
    for size in (DESK, *SIDEWAYS, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        expect(rivals.first).to_be_in_viewport()
        expect(page.get_by_role("button", name="How it ended")).to_be_in_viewport(ratio=1)
    pressed = page.get_by_role("main", name="The table").get_by_role("button", disabled=False)
    expect(pressed).to_have_count(6)  # the way back, how one's cards are sorted, and how one wins in four ways
    press(page.get_by_role("button", name="How it ended"))
    expect(page.get_by_role("button", name="How the kingdoms stand")).to_be_focused()


OTHERS = {"S hand": "FC1 FC2 FC3 FC4", "M hand": "FK1 FK2 FK3 FK4", "F hand": "MC1 MC2 MC3 MC4"}
HANDS = {"O hand": "SA3 SC1 SC4 OH2", **OTHERS}


def only_watch(screen: Screen, quick: Live, word: str) -> Page:
    watcher = screen("watch")
    watcher.goto(f"{quick.url}/t/{word}")
    watcher.get_by_role("button", name="Only watch").click()
    expect(watcher.get_by_role("main", name="The table")).to_be_visible()
    return watcher


def test_a_set_that_wins_is_lit_shown_and_seen_by_all(play: Sit, screen: Screen, quick: Live) -> None:
    page = play(match=lay_out({"O hand": "OK1 OK2 OK3 OK4", **OTHERS}).match)
    expect(page.locator(".khand .inset")).to_have_count(4)
    watcher = only_watch(screen, quick, word_of(page))
    page.get_by_role("button", name="Show your four keys and win").click()
    for one, title in ((page, "You win"), (watcher, "Ada wins")):
        expect(one.get_by_role("heading", name=title, exact=True)).to_be_visible()
        expect(one.get_by_text("Ocean has every key", exact=True)).to_be_visible()
        one.get_by_role("button", name="See the table").click()
        expect(one.get_by_role("heading", name="Ocean has every key")).to_be_visible()
        expect(
            one.get_by_role("img", name=re.compile("^Ocean key 1, Ocean key 2, Ocean key 3,? and Ocean key 4$"))
        ).to_be_visible()


def test_an_army_is_shown_with_the_coins_that_cover_it(play: Sit) -> None:
    page = play(match=lay_out({"O hand": "OA4 OA2 SA4 SC1 SC3", **OTHERS}).match)
    page.get_by_role("button", name="Show your army and win").click()
    expect(page.get_by_text("Ocean has its army", exact=True)).to_be_visible()
    page.get_by_role("button", name="See the table").click()
    expect(page.get_by_text("coins cover the foreign ones")).to_be_visible()
    shown = "Ocean axe 2, Ocean axe 4, Sun axe 4, Sun coin 1,? and Sun coin 3"
    expect(page.get_by_role("img", name=re.compile(f"^{shown}$"))).to_be_visible()


def press(button: Locator) -> None:
    """By the keyboard alone: Tab until it is there, and Enter."""
    expect(button).to_be_enabled()
    for _ in range(TABS):
        if button.evaluate("button => button === document.activeElement"):
            button.page.keyboard.press("Enter")
            return
        button.page.keyboard.press("Tab")
    raise AssertionError(f"{button} is not reached by {TABS} presses of Tab")


@by_tree_alone("kings_keys")
def test_a_paid_raid_by_keyboard_through_the_accessibility_tree_alone(play: Sit) -> None:
    """Roles, names and the keyboard are all that is used: what a screen reader's user has."""
    page = play(match=lay_out(HANDS, phase="turn").match)
    press(pile(page))
    press(page.get_by_role("region", name="Your kingdom").get_by_role("button", name="Sun axe 3. Play it"))
    sheet = page.get_by_role("region", name="Pay for Sun axe 3")
    expect(sheet.get_by_role("heading", name="Pay for Sun axe 3")).to_be_focused()
    pay = sheet.get_by_role("button", name=re.compile("^Pay"))
    expect(pay).to_be_disabled()
    press(sheet.get_by_role("button", name="Sun coin 1. Pay with it"))
    expect(sheet).to_contain_text("Still 2 to pay.")
    press(sheet.get_by_role("button", name="Sun coin 1. Put it back"))
    press(sheet.get_by_role("button", name="Sun coin 4. Pay with it"))
    expect(sheet).to_contain_text("1 over: nobody gives change.")
    assert faults(page) == []
    press(sheet.get_by_role("button", name="Pay 4, then choose whom"))

    victim = page.get_by_role("button", name=re.compile("^Mountain\u2019s hand, .*: 4 cards. Choose it$"))
    press(victim)
    whole = "Sun axe 3, paid with 4 Sun coins, raids Mountain\u2019s hand"
    expect(page.get_by_text(whole)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text(whole)).to_have_count(0)
    own = page.get_by_role("button", name=re.compile("^Sun\u2019s hand, "))
    own.focus()  # what may not be raided can be reached too, to ask why
    page.keyboard.press("Enter")
    expect(page.get_by_text("Axes never attack their own kingdom", exact=False)).to_be_visible()
    press(victim)
    press(page.get_by_role("button", name="Raid", exact=True))
    expect(
        page.get_by_role("button", name=re.compile("^Mountain\u2019s hand, .*: 2 cards. Lying open: Sun axe 3"))
    ).to_be_visible()
    keep = page.get_by_role("region", name="Keep 4 in your hand")
    expect(keep.get_by_role("heading")).to_be_focused()
    expect(keep.get_by_role("group", name="In your hand").get_by_role("button")).to_have_count(4)
    assert faults(page) == []
    press(keep.get_by_role("button", name=re.compile(r"\. Store it$")).first)
    expect(keep).to_contain_text("Choose 1 more")
    press(keep.get_by_role("button", name=re.compile(r"\. Keep it$")).first)
    press(keep.get_by_role("button", name="End the turn"))
    expect(keep).to_have_count(0)


def test_a_mind_can_be_changed_and_a_refusal_says_why(play: Sit) -> None:
    page = play(match=lay_out(HANDS, phase="turn").match)
    table = page.get_by_role("main", name="The table")
    slip = page.locator(".slip")
    page.locator(".stockpile .count").click(force=True)  # the pile's number is pressed as the pile is
    expect(page.get_by_role("button", name="Do nothing")).to_be_enabled()
    coin = page.get_by_role("button", name="Sun coin 4", exact=True)
    coin.dispatch_event("click")
    expect(slip).to_contain_text(re.compile("pay", re.IGNORECASE))
    page.get_by_role("button", name=re.compile("^Mountain\u2019s hand")).dispatch_event("click")
    expect(slip).to_contain_text("First choose the card to play.")
    page.get_by_role("button", name="Sun axe 3. Play it").click()
    page.get_by_role("button", name="Not now").click()
    page.get_by_role("button", name="Do nothing").click()
    expect(slip).to_contain_text("Do nothing this turn")
    page.get_by_role("button", name="Not now").click()  # nothing was played that could be put back
    expect(table.get_by_role("button", name="Sun axe 3. Play it")).to_be_visible()
    order = page.get_by_role("button", name="Sort your cards: by kingdom")
    order.click()
    expect(page.get_by_role("button", name="Sort your cards: by kind")).to_be_visible()


def test_how_far_everybody_is_and_how_one_can_win(play: Sit) -> None:
    """One's own ways above one's kingdom, what is known of the others at theirs, and a press says how one wins."""
    hands = {"O hand": "OC1 OC2 OC4 OA1", "O guards": "OH4 MH2", "S vault": "SK3", "M hand": "MC1", "F hand": "FC1"}
    page = play(match=lay_out(hands, phase="turn", up="SK3").match)
    ways = page.get_by_role("group", name="Your ways to win").get_by_role("button")
    coins = "Coins: you have the 1, 2, and 4; 3 is missing"
    for own in ("Guards 6 of 10", "Army 1 of 10", coins, "Keys: you have none yet"):
        expect(page.get_by_role("button", name=own, exact=True)).to_be_visible()
    expect(page.locator(".slip")).to_contain_text("Only your coin 3 is missing.")
    rivals = page.get_by_role("list", name="The other kingdoms").get_by_role("listitem")
    expect(rivals.filter(has_text="Sun").locator(".known")).to_have_text(["Keys 3"])
    expect(rivals.filter(has_text="Mountain").locator(".known")).to_have_count(0)
    ways.filter(has_text="of").last.click()
    told = page.get_by_role("dialog", name="How one wins")
    expect(told.get_by_role("listitem").filter(has_text="Keys")).to_contain_text("1 of 4")
    expect(told).to_contain_text("Be the only kingdom left.")
    expect(told).to_contain_text("Place guards worth 10 in all in front of you")
    assert faults(page) == []
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    expect(ways.filter(has_text="of").last).to_be_focused()


def test_with_nothing_to_play_the_slip_says_what_is_possible_and_a_card_what_it_lacks(play: Sit) -> None:
    page = play(match=lay_out({"O hand": "SC2 OC4 OK1 MH3", **OTHERS}).match)
    slip = page.locator(".slip")
    expect(slip).to_contain_text("None of your cards can be played")
    expect(slip).to_contain_text("or do nothing")
    shield = page.get_by_role("button", name="Mountain shield 3", exact=True)
    expect(shield).not_to_have_class(re.compile("refused"))
    shield.dispatch_event("click")
    expect(slip).to_contain_text("Mountain coins worth 3 more are needed")
    expect(shield).to_have_class(re.compile("refused"))


def test_a_guard_is_bought_back(play: Sit) -> None:
    match = lay_out({"O hand": "OC1 OC3 OA2", "S guards": "OH3 SH2", **OTHERS}, buy_back="on", jokers="on").match
    page = play(match=match)
    page.get_by_role("button", name="Buy back Ocean shield 3").click()
    sheet = page.get_by_role("region", name="Buy back Ocean shield 3")
    sheet.get_by_role("button", name="Ocean coin 3. Pay with it").click()
    expect(sheet).to_contain_text("comes home from")
    assert faults(page) == []
    sheet.get_by_role("button", name="Buy it back").click()
    expect(page.get_by_role("group", name="Coins waiting: Ocean coin 3")).to_be_visible()
    expect(page.get_by_role("group", name="Your hand").get_by_role("button", name="Ocean shield 3")).to_be_visible()


def test_a_spy_sees_what_lies_beside_their_joker(play: Sit) -> None:
    page = play(match=lay_out({"O hand": "OA2", "S dungeon": "JC FA1", **OTHERS}, jokers="on").match)
    page.get_by_role("button", name="Spy").click()
    page.locator(".kacts .btn.go").click()
    slip = page.locator(".slip")
    expect(slip).to_contain_text("holds your Joker")
    expect(slip).to_contain_text("Beside it you see: Forest axe 1")
    expect(page.get_by_role("button", name=re.compile("^Sun\u2019s dungeon, .*: 2 cards"))).to_have_accessible_name(
        re.compile("Forest axe 1")
    )


def test_cards_lying_open_are_named_before_the_rest_comes_blind(play: Sit) -> None:
    match = lay_out({"O hand": "OA3", "F dungeon": "FA1 MH2 SA3 MA4 FH3", **OTHERS}, up="SA3 MA4").match
    page = play(match=match)
    page.get_by_role("button", name="Ocean axe 3. Play it").click()
    page.get_by_role("button", name=re.compile("^Forest\u2019s dungeon, .*Choose it$")).click()
    sheet = page.get_by_role("region", name="Raid Forest\u2019s dungeon")
    sheet.get_by_role("button", name="Sun axe 3. Name it").click()
    sheet.get_by_role("button", name="Mountain axe 4. Name it").click()
    sheet.get_by_role("button", name="Sun axe 3. Put it back").click()
    expect(sheet.get_by_role("button", name="Sun axe 3. Name it")).to_be_visible()
    assert faults(page) == []
    sheet.locator(".btn.go").click()
    expect(sheet).to_have_count(0)
    mine = page.get_by_role("region", name="Your kingdom")
    expect(mine.get_by_role("button", name=re.compile("^Mountain axe 4"))).to_be_visible()
    forest = re.compile("^Forest\u2019s dungeon, .*: 3 cards. Lying open: Sun axe 3 and Ocean axe 3$")
    expect(page.get_by_role("button", name=forest)).to_be_visible()


def test_loyal_soldiers_stay_with_their_pay(play: Sit) -> None:
    page = play(match=lay_out(HANDS, betrayal="penalty").match)
    page.get_by_role("button", name="Sun axe 3. Play it").click()
    page.get_by_role("button", name="Sun coin 4. Pay with it").click()
    page.get_by_role("button", name="Pay 4, then choose whom").click()
    page.get_by_role("button", name=re.compile("^Sun\u2019s hand, .*Choose it$")).click()
    expect(page.locator(".slip")).to_contain_text("The axe is loyal to that kingdom")
    page.get_by_role("button", name="Raid", exact=True).click()
    stay = (("dungeon", "Sun axe 3"), ("vault", "Sun coin 4"))
    for zone, card in stay:
        expect(
            page.get_by_role("button", name=re.compile(f"^Sun\u2019s {zone}, .*: 1 card. Lying open: {card}$"))
        ).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Sun\u2019s hand, .*: 4 cards$"))).to_be_visible()


def test_a_kingdom_falls_and_another_wins_beside_a_neutral_one(play: Sit) -> None:
    places = {"O hand": "SA1 SA2 SA3 SA4", "O vault": "OC1 OC2 OC3 OC4", "S hand": "FC1", "S guards": "SH3", "M hand": "FK1"}
    page = play(bots=2, match=lay_out(places, seats="OSM").match)
    expect(page.get_by_role("listitem").filter(has_text="Forest")).to_contain_text("nobody\u2019s")
    page.get_by_role("button", name="Do nothing").click()
    page.locator(".kacts .btn.go").click()
    page.get_by_role("button", name=re.compile("^Eliminate .*: show Sun\u2019s four axes$")).click()
    expect(page.get_by_role("listitem").filter(has_text="fallen")).to_have_count(1)
    page.get_by_role("button", name="Show your four coins and win").click()
    expect(page.get_by_role("heading", name="You win", exact=True)).to_be_visible()
    expect(page.get_by_text("Ocean has every coin", exact=True)).to_be_visible()
    assert faults(page) == []


def drawn_out(turn: str) -> Match:
    """Nothing is left to draw: Ocean holds a soldier, Sun all the rest."""
    rest = [card for card in CARD_NAMES[:64] if card not in ("OA1", "SA1", "SA2", "SA3", "SA4")]
    stores = {
        f"S {zone}": " ".join(card for card in rest if card[1] in suits) for zone, suits in (("vault", "CK"), ("dungeon", "AH"))
    }
    return lay_out({"O hand": "OA1", "S hand": "SA1 SA2 SA3 SA4", **stores}, seats="OS", turn=turn).match


def test_a_truce_is_proposed_and_agreed_to(play: Sit, quick: Live) -> None:
    friend: list[Message] = []
    page = play(bots=1, match=drawn_out("S"), friend=friend)
    expect(
        page.get_by_role("img", name="Draw pile, 0 cards").or_(
            page.get_by_role("button", name="The draw pile is empty", exact=False)
        )
    ).to_be_visible()
    with quick.socket(friend[0]["table"], friend[0]["token"]) as wire:
        wire.until("view")
        assert wire.play(actions=[{"do": "propose"}])["type"] == "done"
    expect(page.locator(".slip")).to_contain_text("Noor proposes a truce")
    assert faults(page) == []
    page.get_by_role("button", name="Agree").click()
    expect(page.get_by_role("heading", name="Nobody wins")).to_be_visible()
    expect(page.get_by_text("A truce", exact=True)).to_be_visible()


def test_a_truce_proposed_here_is_refused_and_the_slip_says_by_whom(play: Sit, quick: Live) -> None:
    friend: list[Message] = []
    page = play(bots=1, match=drawn_out("O"), friend=friend)
    page.get_by_role("button", name="Propose a truce").click()
    with quick.socket(friend[0]["table"], friend[0]["token"]) as wire:
        wire.until("view")
        assert wire.play(actions=[{"do": "refuse"}])["type"] == "done"
    expect(page.locator(".slip")).to_contain_text("Noor refuses the truce")


def test_a_kingdom_is_chosen(play: Sit) -> None:
    page = play(rules={"kingdoms": "chosen", "betrayal": "penalty"}, language="fr-FR")
    page.get_by_role("region", name="Choisissez votre royaume").get_by_role("button", name="Forêt").click()
    expect(page.locator(".throne")).to_contain_text("Forêt")
    expect(page.get_by_role("listitem").filter(has=page.locator(".zones"))).to_have_count(3)


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


def test_a_drawn_card_travels_from_the_pile_and_is_turned_at_the_edge(play: Sit) -> None:
    page = play(match=lay_out(HANDS, phase="turn").match)
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


@pytest.mark.parametrize(("bots", "language"), some_of([(1, "en-GB"), (2, "fr-FR"), (3, "en-GB"), (3, "fr-FR")], 1, "fits"))
def test_everything_fits_a_phone_and_a_desk_and_axe_finds_nothing(play: Sit, bots: int, language: str) -> None:
    page = play(bots=bots, name="Maximilienne de la Tour", rules={"jokers": "on", "buy_back": "on"}, language=language)
    page.locator(".stockpile button.can").click()
    expect(page.locator(".kacts .btn").nth(1)).to_be_visible()
    for size in (PHONE, *SIDEWAYS, DESK):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        drawn(page)
        found = page.evaluate(GEOMETRY)
        assert (found["out"], found["clashes"], found["scroll"]) == ([], [], 0), size
        assert found["mine"] >= (LESS if size in SIDEWAYS else SMALLEST), found
        assert found["pressed"] >= 40, found
    if bots == 3:
        assert faults(page) == []


def test_an_onlooker_and_a_television_see_no_hidden_card_and_press_nothing(play: Sit, screen: Screen, quick: Live) -> None:
    page = play(match=lay_out(HANDS, phase="turn").match)
    pile(page).click()
    expect(page.locator(".khand [data-card]")).to_have_count(5)
    watcher = only_watch(screen, quick, word_of(page))
    television = screen("television", {"width": 1920, "height": 1080})
    television.goto(f"{quick.url}/tv/{word_of(page)}")
    for one in (watcher, television):
        table = one.get_by_role("main", name="The table")
        expect(table.get_by_role("img", name=re.compile("^Ocean\u2019s hand, Ada: 5 cards$"))).to_be_visible()
        expect(table.get_by_role("listitem")).to_have_count(4)
        expect(table.get_by_role("button")).to_have_count(0)
        expect(table.locator("[data-card]")).to_have_count(0)
        assert one.evaluate(GEOMETRY)["out"] == []
