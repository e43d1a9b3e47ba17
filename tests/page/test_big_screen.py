"""A television finds the table by its letters, and ends the match as a ceremony."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from types import SimpleNamespace

import pytest
from playwright.sync_api import Locator, expect

from parlour.client import Table
from parlour.engine import Match
from parlour.engine.record.draws import Draws
from parlour.server import Settings
from parlour.server.table import course
from parlour.server.table.running import Running
from parlour.server.table.sealing import Sealing
from tests.page.visits import DESK, House, Screen, Visit, lay, person, sit
from tests.server.live import Live

TELEVISION = {"width": 1920, "height": 1080}
TELEVISIONS = ({"width": 1280, "height": 720}, TELEVISION, {"width": 3840, "height": 2160})


def seen(part: Locator) -> None:
    """All of it is on the screen."""
    expect(part).to_be_in_viewport(ratio=0.99)


def test_a_television_types_the_letters_and_shows_who_sits_down(screen: Screen, visit: Visit, house: House) -> None:
    host = visit("/", size=DESK)
    word = lay(host)
    host.get_by_role("button", name="Show it on a television").press("Enter")
    sheet = host.get_by_role("dialog")
    expect(sheet.get_by_text("/tv")).to_be_visible()
    letters = sheet.get_by_role("status").get_by_role("img").get_attribute("aria-label")
    assert letters is not None
    tv = visit("/tv", size=TELEVISION)
    field = tv.get_by_role("textbox", name="Letters")
    expect(field).to_be_focused()
    tv.set_viewport_size({"width": 360, "height": 740})
    assert tv.evaluate("document.documentElement.scrollWidth <= innerWidth"), "somebody looks at it on a phone"
    seen(field)
    tv.set_viewport_size(TELEVISION)  # type: ignore[arg-type]
    tv.keyboard.type("zz")
    field.fill("")
    tv.keyboard.type(letters.replace(" ", "").lower())
    tv.wait_for_url(f"**/tv/{word}")
    expect(tv.get_by_role("img", name="Square code that opens this table")).to_be_visible()
    # The letters that it shows itself lead a phone to the table as well.
    shown = tv.get_by_role("main").get_by_role("img", name=letters)
    expect(shown).to_be_visible()
    late = visit("/")
    late.get_by_label("Told a table’s letters?").fill(letters.replace(" ", ""))
    late.keyboard.press("Enter")
    late.wait_for_url(f"**/t/{word}")
    sit(late, "Noor")
    expect(person(tv, "Noor")).to_be_visible()
    expect(person(tv, "free")).to_have_count(6)
    assert tv.get_by_role("button").count() + tv.get_by_role("link").count() == 0, "there is nothing to press"


LETTERS = """(least) => {
  const told = document.querySelector('.tvtold .sentence');  // one gives way to the next
  return told !== null && parseFloat(getComputedStyle(told).fontSize) >= least;
}"""


def test_a_television_tells_many_free_chairs_in_one_line(visit: Visit, house: House) -> None:
    with Table.open(house.url, "keskife", "Ada", avatar="fox", options={"venue": "stage"}) as ada:
        for _ in range(3):
            ada.add_bot("simple")
        tv = visit(f"/tv/{ada.word}", size=TELEVISION)
        for size in TELEVISIONS:
            tv.set_viewport_size(size)  # type: ignore[arg-type]
            seen(tv.get_by_text("12 chairs are free", exact=True))
            seen(tv.get_by_role("heading", name="KESKIFÈ?"))
        expect(person(tv, "free")).to_have_count(0)
        expect(tv.get_by_role("list", name="At the table").get_by_role("listitem")).to_have_count(4)


def test_what_is_round_its_table_fits_every_television(visit: Visit, house: House) -> None:
    with Table.open(house.url, "skyjo", "Ada", avatar="fox", clock=600) as ada:
        tv = visit(f"/tv/{ada.word}", size=TELEVISION)
        for size in TELEVISIONS:
            tv.set_viewport_size(size)  # type: ignore[arg-type]
            square = tv.get_by_role("img", name="Square code that opens this table")
            seen(square)
            assert square.evaluate("(it) => it.getBoundingClientRect().width") >= size["width"] / 4, "480 px of 1920"
            seen(person(tv, "Ada"))
            seen(person(tv, "free").last)
            seen(tv.get_by_role("main").get_by_text(ada.word))
        for _ in range(3):
            ada.add_bot("simple")
        ada.start()
        asked = tv.get_by_role("group", name="Asked now")
        expect(asked).to_contain_text("Ada")
        expect(asked).to_contain_text(re.compile(r"\d:\d\d"))
        told = tv.locator(".tvtold .sentence")
        expect(told).not_to_be_empty()
        for size in TELEVISIONS:
            tv.set_viewport_size(size)  # type: ignore[arg-type]
            for part in (told, asked, tv.get_by_role("img", name="Square code that opens this table")):
                seen(part)
            tv.wait_for_function(LETTERS, arg=27 * size["height"] / 1080)


# The smallest figure of all grids in px, how many grids there are, and how many cards lie outside the screen or over a neighbour.
GRIDS = """() => {
  const grids = [...document.querySelectorAll('main ul .grid4, main ol .grid4')];
  const boxes = grids.map((grid) => grid.getBoundingClientRect());
  const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const figures = grids.flatMap((grid) => [...grid.querySelectorAll('.card > b')]);
  return {
    smallest: Math.min(...figures.map((figure) => parseFloat(getComputedStyle(figure).fontSize))),
    grids: grids.length,
    out: boxes.filter((box) => box.left < 0 || box.right > innerWidth || box.bottom > innerHeight).length,
    crossed: boxes.filter((box, i) => boxes.some((other, j) => i < j && over(box, other))).length,
  };
}"""


def test_eight_grids_are_read_across_a_room_and_each_sentence_stands_once(screen: Screen, gallery: str) -> None:
    tv = screen(size=TELEVISION)
    for moment in ("watch-eight", "watch-count-eight"):
        tv.goto(f"{gallery}/gallery/skyjo/{moment}/tv")
        expect(tv.locator("main .grid4")).to_have_count(8)
        found = tv.evaluate(GRIDS)
        assert found["smallest"] >= 27, (moment, found)
        assert (found["grids"], found["out"], found["crossed"]) == (8, 0, 0), (moment, found)
        expect(tv.locator(".tvtold .sentence")).to_contain_text("Noor took the open")
        expect(tv.get_by_role("main").get_by_text("Noor took the open")).to_have_count(0)
    assert tv.locator(".counts .name").last.inner_text() == "Jules", "whoever ended the round is counted last"


@dataclass(frozen=True)
class LastTurn:
    """A match of SKYJO in which the first of two has one play left, and how it ends when the draws decide chance."""

    match: Match
    action: int
    draws: Draws
    end: Match


def last_turns() -> Iterator[LastTurn]:
    """Of matches that two play at random."""
    for seed in count():
        rng, match, last = Random(seed), Match.start("skyjo", 2), None
        match.settle(rng.randrange)
        while not match.over:
            seat = match.to_act[0]
            action = rng.choice(match.legal(seat))
            last = (match.clone(), action) if match.to_act == [0] else None
            match.play(seat, action)
            match.settle(rng.randrange)
        if last is not None:
            draws = Draws(f"{seed:064x}", "end/1", (None, None))
            running = Running(1, last[0].clone(), draws, rng.randrange)
            running.play(0, last[1])
            running.settle()
            yield LastTurn(*last, draws, running.match)


@pytest.fixture(scope="module")
def near(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A room in this process, whose matches can be given."""
    live = Live(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('near')}/parlour.sqlite"))
    yield live
    live.stop()


@pytest.mark.parametrize("winners", [1, 2])
def test_the_end_is_a_ceremony(visit: Visit, near: Live, monkeypatch: pytest.MonkeyPatch, winners: int) -> None:
    last = next(turn for turn in last_turns() if turn.end.over and turn.end.rank().count(1) == winners)
    scores, ranks = last.end.score(), last.end.rank()
    with Table.open(near.url, "skyjo", "Ada", avatar="fox") as ada, Table.join(near.url, ada.word, "Noor", avatar="owl"):
        tv = visit(f"/tv/{ada.word}", base=near.url, size=TELEVISION)
        monkeypatch.setattr(course, "Match", SimpleNamespace(start=lambda *_: last.match))
        monkeypatch.setattr(Sealing, "draws", lambda *_: last.draws)
        ada.start()
        expect(tv.get_by_role("group", name="Asked now")).to_contain_text("Ada")
        assert ada.play(last.match.game.actions.read(last.action))
        first = [name for name, rank in zip(("Ada", "Noor"), ranks, strict=True) if rank == 1]
        told = f"{first[0]} wins with {min(scores)}" if winners == 1 else f"Ada and Noor share it with {min(scores)}"
        expect(tv.get_by_role("heading", level=2)).to_have_text(told)
        ledge = tv.get_by_role("list", name="The others")
        expect(ledge).to_have_count(2 - winners)
        expect(ledge.get_by_role("listitem")).to_have_count(2 - winners)
        expect(tv.get_by_role("img", name="Square code that opens this table")).to_be_in_viewport(ratio=1)
        expect(tv.get_by_text("The next one is laid")).to_be_visible()
        assert tv.get_by_role("button").count() == 0
        assert tv.get_by_role("table").count() == 0, "the phones have the sheet"
        tv.set_viewport_size({"width": 360, "height": 740})  # somebody looks at it on a phone
        for part in (tv.get_by_role("heading", level=2), tv.get_by_role("img", name="Square code that opens this table")):
            seen(part)
        seen(tv.get_by_text(ada.word, exact=True))
