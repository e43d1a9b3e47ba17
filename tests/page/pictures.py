"""The pictures of the documentation, made anew: `make pictures`. A room of its own, at whose tables somebody plays with bots."""

import base64
import sys
import tempfile
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from random import Random

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from parlour.client import Table
from tests.page import pieces
from tests.page.conftest import FLAGS
from tests.page.visits import CHROMIUM, DESK, ROOT, House, chair, drawn, lay, sit_on
from tests.patience import PATIENCE
from tests.ports import free_port

FOLDER = ROOT / "docs" / "pictures"
HAND = {"width": 360, "height": 740}
TELEVISION = {"width": 1920, "height": 1080}
COLOURS = 255  # few enough that the repository stays small
BOTS = {"skyjo": 3, "keys": 4, "kings_keys": 3, "keskife": 4}
TURNS = {"skyjo": 12, "keys": 2, "kings_keys": 9, "keskife": 4}  # that are played before anybody looks
OPTIONS = {"keskife": {"venue": "stage"}}  # as printed otherwise
WATCHED = "kings_keys"  # this table is shown on a television as well
SEED = 3
BOTH = """<body style="margin:0;display:flex;gap:24px;align-items:flex-end;padding:24px;background:#e9e2d3;width:max-content">
<img src="{desk}" width="960" style="border-radius:10px;box-shadow:0 6px 24px #0005">
<img src="{hand}" width="300" style="border-radius:22px;box-shadow:0 6px 24px #0005"></body>"""


def shot(browser: Browser, url: str, path: str, size: dict[str, int]) -> bytes:
    """What a screen of this size shows at an address."""
    page = browser.new_page(viewport=size, reduced_motion="reduce", locale="en-GB")  # type: ignore[arg-type]
    page.goto(url + path)
    settle(page)
    picture = page.screenshot()
    page.close()
    return picture


def settle(page: Page) -> None:
    """Wait until all is fetched and drawn."""
    page.wait_for_load_state("networkidle")
    page.evaluate("() => document.fonts.ready.then(() => null)")
    drawn(page)


def together(browser: Browser, desk: bytes, hand: bytes) -> bytes:
    """A desk and a phone in one picture."""
    page = browser.new_page(viewport={"width": 1340, "height": 700})
    inside = {name: f"data:image/png;base64,{base64.b64encode(data).decode()}" for name, data in (("desk", desk), ("hand", hand))}
    page.set_content(BOTH.format(**inside))
    settle(page)
    picture = page.locator("body").screenshot()
    page.close()
    return picture


def of_the_shelf(browser: Browser, house: House) -> dict[str, bytes]:
    """The shelf, and the lobby of a table that was just opened."""
    shelf = together(browser, *(shot(browser, house.url, "/", size) for size in (DESK, HAND)))
    page = browser.new_page(viewport=DESK, reduced_motion="reduce", locale="en-GB")  # type: ignore[arg-type]
    page.goto(house.url)
    lay(page)
    settle(page)
    return {"shelf": shelf, "lobby": page.screenshot()}


def of_a_table(browser: Browser, house: House, game: str) -> dict[str, bytes]:
    """A match with bots after some turns: at a desk with a phone beside it; one of them on a television."""
    rng = Random(SEED)
    with Table.open(house.url, game, "Ada", avatar="fox", options=OPTIONS.get(game)) as seat:
        for _ in range(BOTS[game]):
            seat.add_bot("simple")
        seat.ask("pace", pace="at_once")
        seat.start()
        for turn, view in enumerate(seat.turns()):
            if turn == TURNS[game]:
                break
            seat.play(rng.choice(view["legal"]))
        host = chair(seat, "Ada")
        page = browser.new_page(reduced_motion="reduce", locale="en-GB")
        pictures = []
        for size in (DESK, HAND):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            sit_on(page, house.url, host, game)
            expect(page.get_by_role("main", name="The table")).to_be_visible()
            settle(page)
            pictures.append(page.screenshot())
        page.close()
        shown = {game: together(browser, *pictures)}
        if game == WATCHED:
            shown["television"] = shot(browser, house.url, f"/tv/{seat.word}", TELEVISION)
    return shown


def make(folder: Path) -> list[str]:
    """Write all pictures into a folder; their names."""
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as scratch, ExitStack() as end:
        house = House(Path(scratch), free_port(), thinkers=1)
        house.start()
        end.callback(house.kill)
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        pictures = of_the_shelf(browser, house)
        for game in BOTS:
            pictures |= of_a_table(browser, house, game)
        browser.close()
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures.items():
        Image.open(BytesIO(picture)).convert("RGB").quantize(COLOURS).save(folder / f"{name}.png", optimize=True)
    return sorted(pictures)


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    print(" ".join(make(folder) + pieces.make(folder / "pieces")))
