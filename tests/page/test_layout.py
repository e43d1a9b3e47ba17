"""Every game's samples on every kind of screen: nothing is cut or lies over anything, and what is pressed is large enough."""

from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from tests.day import DAY, DRILLS, some_of
from tests.page.visits import ROOT

MEASURE = Path(__file__).with_name("layout.js")
LANGUAGES = sorted(path.stem for path in ROOT.glob("src/parlour/words/*.json"))
GAMES = ("keskife", "keys", "kings_keys", "skyjo")
TELEVISIONS = ((1280, 720), (1920, 1080), (3840, 2160))


class Walk(NamedTuple):
    """Sizes of screens in px, and languages with sizes of text."""

    sizes: tuple[tuple[int, int], ...]
    dresses: tuple[tuple[str, str], ...]


WHOLE = Walk(
    (
        *((320, 568), (360, 640), (360, 740), (390, 844), (740, 360)),
        *((768, 1024), (1280, 720), (1280, 800), (1920, 1080), (3840, 2160)),
    ),
    tuple(product(LANGUAGES, ("normal", "larger"))),
)
# What is walked at every change: a phone, the same on its side, a desk; as most people see it, and where words need most room.
BRIEF = Walk(((360, 740), (740, 360), (1280, 800)), (("en", "normal"), ("fr", "larger")))
FEW = 6  # moments that are, of some twenty to forty a game, beside those below
WIDER = 1.05  # no two machines draw text equally wide: what fits, fits so much more of it
# And the moments of each game that need most room, where its words are longest: every one of them was cut once.
TIGHT = {
    "keskife": (("act-camera", "act-camera-teams", "pack", "take", "point-teams"), Walk(((320, 568),), (("it", "larger"),))),
    "keys": (("met", "flipping"), Walk(((320, 568),), (("de", "normal"), ("fr", "normal")))),
    "kings_keys": (("claiming", "naming", "turn"), Walk(((740, 360), (1280, 800)), (("de", "normal"), ("es", "larger")))),
    "skyjo": (
        ("eight", "eight-last", "watch-count-three"),
        Walk(((320, 568), (740, 360), (1280, 800)), (("de", "normal"), ("de", "larger"), ("es", "larger"))),
    ),
}


@pytest.fixture
def walker(browser: Browser, gallery: str) -> Iterator[Page]:
    """A page that draws the gallery in frames, one of each size, and measures them."""
    context = browser.new_context(viewport={"width": 320, "height": 240}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(0)
    page.goto(f"{gallery}/favicon.svg")
    page.goto(f"{gallery}/nothing")
    page.evaluate(MEASURE.read_text(encoding="utf-8"))
    yield page
    context.close()


Moments = list[dict[str, Any]]


def faults_of(walker: Page, game: str, moments: Moments, walk: Walk, wider: float) -> Iterator[list[str]]:
    """What is wrong with moments of a game: moment, size, language, size of text, fault."""
    for language, text in walk.dresses:
        plan = {"languages": [language], "texts": [text], "wider": wider}
        here = {"moments": [f"{game}/{one['name']}" for one in moments], "sizes": walk.sizes}
        yield from walker.evaluate("(walk) => walkLayouts(walk)", plan | here)
        if text == "normal":  # a television's letters follow its size alone
            there = {"moments": [f"{game}/{one['name']}/tv" for one in moments if one["watched"]], "sizes": TELEVISIONS}
            yield from walker.evaluate("(walk) => walkLayouts(walk)", plan | there)


def nothing(faults: Iterable[list[str]]) -> None:
    found = [" ".join(fault) for fault in faults]
    assert not found, f"{DAY}\n" + "\n".join(found[:40])


@pytest.mark.timeout(7200 if DRILLS else 1800)
@pytest.mark.parametrize("game", some_of(GAMES, 1, "wider"))
def test_everything_fits_where_text_is_wider(walker: Page, game: str) -> None:
    moments: Moments = walker.evaluate("(game) => moments(game)", game)
    assert len(moments) > 10
    if DRILLS:
        nothing(faults_of(walker, game, moments, WHOLE, WIDER))
        return
    names, walk = TIGHT[game]
    assert set(names) <= {one["name"] for one in moments}
    tight: Moments = [{"name": name, "watched": False} for name in names]
    few = some_of(moments, FEW, f"wider {game}")
    nothing([*faults_of(walker, game, tight, walk, WIDER), *faults_of(walker, game, few, BRIEF, WIDER)])


@pytest.mark.timeout(7200 if DRILLS else 600)
@pytest.mark.parametrize("game", some_of(GAMES, 1, "every"))
def test_everything_fits_in_every_language_and_size(walker: Page, game: str) -> None:
    """A sample of the day; all of it in the drills."""
    moments: Moments = walker.evaluate("(game) => moments(game)", game)
    sizes, dresses = some_of(WHOLE.sizes, 3, f"sizes {game}"), some_of(WHOLE.dresses, 2, f"dresses {game}")
    nothing(faults_of(walker, game, some_of(moments, FEW, game), Walk(tuple(sizes), tuple(dresses)), 1))


# King's Keys says in one slip what was done to oneself, who can win and what one lacks: on a phone it hid one's own dungeon, on
# a small desk, which is a laptop that draws everything half as large again, all that is one's own.
LONG_SLIPS = ("raided-draw", "raided-turn", "raided-three")
NARROW = Walk(((360, 740), (960, 600)), (("en", "normal"), ("fr", "normal")))


def test_a_long_slip_leaves_ones_own_cards_in_sight(walker: Page) -> None:
    nothing(faults_of(walker, "kings_keys", [{"name": name, "watched": False} for name in LONG_SLIPS], NARROW, WIDER))


def test_wider_text_is_wider_and_no_higher(walker: Page) -> None:
    for family in ("Inter Variable", "Fraunces Variable"):
        plain, wide = walker.evaluate(
            "(given) => Promise.all([1, given.wider].map((one) => measured(given.family, one)))",
            {"family": family, "wider": WIDER},
        )
        assert WIDER - 0.02 < wide["width"] / plain["width"] < WIDER + 0.02, (family, plain, wide)
        assert abs(wide["height"] - plain["height"]) <= 1, (family, plain, wide)


LARGE = "width: 60px; height: 60px"
BLACK = "position: absolute; left: 0; top: 0; width: 70px; height: 80px; background: black"
WRONG = {
    "cut": "<main><p style='width: 40px; overflow: hidden; white-space: nowrap'>A sentence too long</p></main>",
    "covered": f"<main><p>A sentence</p><div style='{BLACK}'></div></main>",
    "out": f"<main><button style='{LARGE}; white-space: nowrap'>A long label of a button</button></main>",
    "small": "<main><button style='width: 60px; height: 30px'>Go</button></main>",
    "hidden": f"<main><button style='{LARGE}'></button><div style='{BLACK}'></div></main>",
    "off": f"<main><button style='{LARGE}; position: fixed; left: -30px; top: 0'></button></main>",
    "overlap": f"<main><ul><li><b class='card' style='{LARGE}; display: block'></b></li></ul>"
    f"<ol><li style='margin-top: -50px'><b class='card' style='{LARGE}; display: block'></b></li></ol></main>",
    "figures": "<main><p style='font-variant-numeric: tabular-nums'>snow-finch-126</p></main>",
    "broken": "<main><button style='width: 60px; height: 90px; overflow-wrap: anywhere'>Retourner</button></main>",
    "sideways": "<main style='width: 200vw; height: 10px'></main>",
    "unseen": "<main style='height: 100px; overflow: auto'><p style='height: 90px'></p>"
    f"<div class='khand'><b class='card' style='{LARGE}; display: block'></b></div></main>",
    "scrolls": "<main style='height: 100px; overflow: auto'><p style='height: 300px'></p></main>",
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_does_not_fit_is_found(walker: Page, kind: str) -> None:
    """The measure bites: a page with one thing wrong has that fault."""
    walker.set_viewport_size({"width": 360, "height": 740})
    walker.evaluate("(body) => { document.body.innerHTML = `<div class='play'>${body}</div>`; }", WRONG[kind])
    found = walker.evaluate("() => faultsHere('normal')")
    assert kind in {fault.partition(":")[0] for fault in found}, found
