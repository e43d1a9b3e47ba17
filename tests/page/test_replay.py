"""A finished match is looked at again: stepped, played, jumped through, from one seat or all open, and from a file."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from parlour.bots import bot
from parlour.engine import CHANCE, CLOCK, Match
from tests.day import some_of
from tests.page.test_access import faults
from tests.page.test_layout import MEASURE
from tests.page.test_over import play
from tests.page.visits import DESK, House, Screen, Visit, drawn

PLAYERS = {"keys": 3, "skyjo": 3, "kings_keys": 3, "keskife": 5}
NAMES = ("Ana", "Ben", "Cy", "Di", "Eve")


def kept(game: str, folder: Path, names: tuple[str, ...] = NAMES) -> Path:
    """The file of a match that bots have played under these names."""
    players = PLAYERS[game] if names is NAMES else len(names)
    rng, match = Random(8), Match.start(game, players, {"venue": "stage"} if game == "keskife" else {})
    simple = bot(match.game, "simple")
    while not match.over:
        match.settle(rng.randrange)
        for seat in match.to_act:
            if seat == CLOCK:
                if match.to_act == [CLOCK]:
                    match.play(CLOCK, match.legal(CLOCK)[0])
            elif seat != CHANCE and match.legal(seat):
                view = match.view(seat)
                match.play(seat, simple(view, view.legal, rng))
                break
    path = folder / f"{game}.json"
    path.write_text(replace(match.log(), names=names[:players]).dumps(), encoding="utf-8")
    return path


def place(page: Page) -> int:
    """The frame that is drawn."""
    return int(page.get_by_role("slider", name="Place in the match").input_value())


def test_a_match_of_the_table_is_watched_again(visit: Visit, house: House) -> None:
    played = play(house.url)
    page = visit(f"/t/{played.word}/match/1")
    slider = page.get_by_role("slider", name="Place in the match")
    expect(slider).to_have_value("0")
    news = page.get_by_role("region", name="The match, step by step").locator(".news")
    expect(news).not_to_be_empty()
    last = int(slider.get_attribute("max") or 0)
    assert last > 20
    assert faults(page) == []

    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert place(page) == 2
    page.get_by_role("button", name="One step back").click()
    assert place(page) == 1
    page.keyboard.press("End")
    expect(slider).to_have_value(str(last))
    expect(page.get_by_role("button", name="One step on")).to_be_disabled()
    page.keyboard.press("Home")
    page.keyboard.press("Shift+ArrowRight")
    turn = place(page)
    assert turn >= 1

    page.get_by_role("button", name="Pace: 1 times").click()
    page.get_by_role("button", name="Pace: 2 times").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(slider).not_to_have_value(str(turn))
    page.get_by_role("button", name="Stop").click()
    stopped = place(page)

    # The place in the match is kept when it is seen with other eyes.
    page.get_by_label("Seen by").select_option("open")
    expect(page.get_by_label("Seen by")).to_have_value("open")
    assert place(page) == stopped
    page.get_by_label("Seen by").select_option("0")
    expect(page.get_by_label("Seen by")).to_have_value("0")

    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    expect(page.get_by_role("complementary", name="The story so far")).to_be_visible()
    assert faults(page) == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="Keep the record").click()
    assert json.loads(saved.value.path().read_text(encoding="utf-8"))["names"] == ["Ada", "Noor"]

    page.goto(f"{house.url}/t/{played.word}/match/2")
    expect(page.get_by_role("alert")).to_have_text("No match of this number was played at this table.")


# A busy browser says late that the address has changed: after the page has had time to write its own.
LATE_CHANGE = """
addEventListener('hashchange', (event) => {
  if (!event.isTrusted) return;
  event.stopImmediatePropagation();
  setTimeout(() => dispatchEvent(new HashChangeEvent('hashchange')), 500);
}, { capture: true });
"""


def test_the_address_follows_the_place_and_is_followed(visit: Visit, house: House) -> None:
    played = play(house.url)
    page = visit(f"/t/{played.word}/match/1")
    slider = page.get_by_role("slider", name="Place in the match")
    expect(slider).to_have_value("0")
    slider.fill("7")
    page.wait_for_url("**/match/1#7")
    page.add_init_script(LATE_CHANGE)
    page.reload()
    expect(slider).to_have_value("7")
    page.evaluate("location.hash = '3'")
    expect(slider).to_have_value("3")
    page.evaluate(
        "Object.defineProperty(navigator, 'share', {value: (what) => { window.shared = what.url; return Promise.resolve(); }})"
    )
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Share this match").click()
    assert page.evaluate("window.shared") == f"{house.url}/t/{played.word}/match/1#4"


def above_the_deck(page: Page) -> None:
    """What a player holds, and SKYJO's score, is in sight above the deck, on a phone that stands and on one that lies."""
    upright = page.viewport_size
    page.evaluate(MEASURE.read_text(encoding="utf-8"))
    page.get_by_role("slider", name="Place in the match").fill("5")
    for size in ({"width": 740, "height": 360}, {"width": 360, "height": 740}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        drawn(page)
        assert page.evaluate("() => ownHere()") == [], size
        for score in page.locator(".sky .me > .seat").all():
            expect(score).to_be_in_viewport(ratio=1)
    page.set_viewport_size(upright)  # type: ignore[arg-type]


LONGEST = "Maximiliane Wolkenstein2"  # as many letters as a name may have
OWN = ".khand .card, .me .grid4 .card, .me .held .coaster"
MEASURED = """(own) => {
    const whole = (one) => {
        const [said, box] = [one.firstElementChild.getBoundingClientRect(), one.parentElement.getBoundingClientRect()];
        return one.textContent.trim() !== '' && ['left', 'top'].every((side) => said[side] >= box[side] - 0.5)
            && ['right', 'bottom'].every((side) => said[side] <= box[side] + 0.5);
    };
    return {
        own: [...document.querySelectorAll(own)].map((card) => card.getBoundingClientRect().width),
        whole: [...document.querySelectorAll('.deck .chosen')].every(whole),
        scrolls: document.querySelector('main').scrollHeight - document.querySelector('main').clientHeight,
    };
}"""


def test_on_a_phone_own_cards_are_large_and_eyes_are_named_whole(screen: Screen, house: House, tmp_path: Path) -> None:
    """Of every game that has cards or coasters, with as many as sit at most."""
    page = screen("watched", {"width": 360, "height": 740})
    page.goto(f"{house.url}/replay")
    for game, players in (("skyjo", 8), ("kings_keys", 4), ("keys", 5)):
        names = (LONGEST, *(f"Ben {n}" for n in range(1, players)))
        page.locator("input[type=file]").set_input_files(kept(game, tmp_path, names))
        slider = page.get_by_role("slider", name="Place in the match")
        page.get_by_label("Seen by").select_option("0")
        slider.fill("5")
        expect(page.locator(".acts .chosen")).to_have_text(LONGEST)
        for size in ({"width": 360, "height": 740}, {"width": 390, "height": 844}):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            drawn(page)
            found = page.evaluate(MEASURED, OWN)
            assert found["own"], game
            assert min(found["own"]) >= 47, (game, size, found)
            assert found["whole"], (game, size, found)
            assert found["scrolls"] <= 1, (game, size, found)
        page.goto(f"{house.url}/replay")


@pytest.mark.parametrize("game", some_of(PLAYERS, 1, "replay"))
def test_a_file_of_every_game_is_shown_to_its_end(screen: Screen, house: House, tmp_path: Path, game: str) -> None:
    page = screen()
    page.goto(f"{house.url}/replay")
    page.locator("input[type=file]").set_input_files(kept(game, tmp_path))
    slider = page.get_by_role("slider", name="Place in the match")
    expect(slider).to_have_value("0")
    for look in ("0", "open", "onlooker"):
        page.get_by_label("Seen by").select_option(look)
        expect(page.get_by_label("Seen by")).to_have_value(look)
        last = int(slider.get_attribute("max") or 0)
        for frame in sorted({1, last // 3, last // 2, last}):
            slider.fill(str(frame))
            assert place(page) == frame
        expect(page.get_by_role("main")).to_be_visible()
        if look == "0":
            above_the_deck(page)
    assert faults(page) == []


def test_what_is_no_match_is_told_and_another_file_can_be_chosen(screen: Screen, house: House, tmp_path: Path) -> None:
    page = screen()
    page.goto(f"{house.url}/replay")
    log = json.loads(kept("keys", tmp_path).read_text(encoding="utf-8"))
    for number, (text, said) in enumerate(
        (
            ("no json", "cannot be read"),
            ("[]", "holds something, but no record"),
            ('{"format":"parlour-log-1"}', "no record of a finished match"),
            (json.dumps({**log, "version": 0}), "another edition of the game"),
            (json.dumps({**log, "game": "chess"}), "a game that this house does not have"),
            ('{"format":"parlour-log-1","x":' + "[" * 2000 + "]" * 2000 + "}", "no record of a finished match"),
        )
    ):
        bad = tmp_path / f"bad{number}.json"
        bad.write_text(text)
        page.locator("input[type=file]").set_input_files(bad)
        expect(page.get_by_role("alert")).to_contain_text(said)
    page.locator("input[type=file]").set_input_files(kept("keys", tmp_path))
    expect(page.get_by_role("slider", name="Place in the match")).to_be_visible()
