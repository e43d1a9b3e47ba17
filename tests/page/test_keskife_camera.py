"""KESKIFÈ? on camera: pages that see each other through fake cameras, one that is denied, one that drops, and a television."""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserType, Page, expect

from parlour.server import Settings
from tests.conftest import require
from tests.day import some_of
from tests.page.conftest import FLAGS
from tests.page.test_access import faults
from tests.page.visits import CAMERAS, DESK, PHONE, Devices, drawn, sit_on
from tests.patience import PATIENCE
from tests.server.live import Live, Wire

NAMES = ("Ada", "Ben", "Cleo", "Maximilienne", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou", "Mo", "Nan", "Oz", "Pia")
ALLOWED = ("camera", "microphone")
TELEVISIONS = ({"width": 1280, "height": 720}, {"width": 1920, "height": 1080}, {"width": 3840, "height": 2160})
PAGES = 4  # at most, at one table
LOOKS = 40  # and so often is looked at the least: while the machine stands still, nothing can come about
HELPED = ("colour", "ready", "start", "stop", "point")

# Keeps the tracks that were asked for and the sockets that were opened.
SPY = """(() => {
  window.asked = [];
  window.lines = [];
  const Socket = WebSocket;
  window.WebSocket = class extends Socket { constructor(...given) { super(...given); window.lines.push(this); } };
  if (navigator.mediaDevices) {
    const get = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await get(wanted);
      window.asked.push(...stream.getTracks());
      return stream;
    };
  }
})()"""

# What is seen of each person: a picture that moves, its size, and whether it stands as in a mirror.
SEEN = """async () => {
  const tiles = [...document.querySelectorAll('.tile')];
  const look = () => tiles.map((tile) => tile.querySelector('video')?.currentTime ?? 0);
  const before = look();
  await new Promise((done) => setTimeout(done, 350));
  const after = look();
  return tiles.map((tile, at) => {
    const video = tile.querySelector('video.seen');
    return {
      seat: Number(tile.dataset.seat), width: video?.videoWidth ?? 0, moves: Boolean(video) && after[at] > before[at],
      mirrored: Boolean(video) && getComputedStyle(video).transform.startsWith('matrix(-1'),
      note: tile.querySelector('.note')?.textContent ?? '',
    };
  });
}"""

# Counts the pictures that are taken of a camera into the page's memory.
TAKES = """() => {
  const take = createImageBitmap;
  window.taken = 0;
  window.createImageBitmap = (...given) => take(...given).finally(() => (window.taken += 1));
}"""

# Whether the picture of the first seat has the dark sign that says it is shown once more; the cameras are green.
AGAIN = """() => {
  const video = document.querySelector('.tile[data-seat="0"] video.seen');
  if (!video?.videoWidth) return false;
  const pen = Object.assign(document.createElement('canvas'), {width: 320, height: 240}).getContext('2d');
  pen.drawImage(video, 0, 0, 320, 240);
  const [red, green] = pen.getImageData(146, 178, 1, 1).data;
  return red < 100 && green < 90;
}"""


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    live = Live(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('camera')}/parlour.sqlite", pace=(0.0, 0.0)))
    yield live
    live.stop()


@pytest.fixture(scope="module")
def cameras(browser_type: BrowserType) -> Iterator[Devices]:
    """Devices that have some cameras and microphones that are made up; few pictures a second, for they cost the most."""
    flags = [*FLAGS, "--use-fake-device-for-media-stream=fps=6,device-count=3"]
    if CAMERAS is None:
        require("chromium", "only its headless shell is installed, which has no cameras")
    browser = browser_type.launch(executable_path=str(CAMERAS), args=flags)
    devices = Devices(browser)
    for seat in range(PAGES):
        devices.page(f"seat {seat}").add_init_script(SPY)
    yield devices
    devices.close()
    browser.close()


Chair = dict[str, Any]
Sit = Callable[..., Page]


@pytest.fixture
def sit(cameras: Devices, live: Live) -> Iterator[Sit]:
    """Sits down at a device of its own with a chair; its browser grants the camera or not. Devices serve all tests in turn."""
    pages: list[Page] = []
    cameras.troubles.clear()

    def open_page(chair: Chair, *, granted: bool = True, base: str = "", size: dict[str, int] = PHONE) -> Page:
        page = cameras.page(f"seat {len(pages)}", size)
        pages.append(page)
        page.context.clear_permissions()
        if granted:
            page.context.grant_permissions(list(ALLOWED), origin=live.url)
        sit_on(page, base or live.url, chair, "keskife")
        return page

    yield open_page
    for page in pages:
        page.goto("about:blank")
    assert not cameras.troubles, f"the page raised {cameras.troubles}"


def table(live: Live, people: int, **options: Any) -> list[Chair]:
    """Chairs at a table on camera; the last one leads."""
    first = live.open("keskife", NAMES[0], options={"venue": "camera", "first_leader": people - 1, **options})
    return [first, *(live.join(first["table"], name) for name in NAMES[1:people])]


def wire_of(live: Live, chair: Chair) -> Wire:
    """A chair without a page. It reads however much comes, for one that has stopped reading takes ten seconds to close."""
    return live.socket(chair["table"], chair["token"], max_queue=None)


def started(live: Live, chairs: list[Chair]) -> list[Wire]:
    """A wire for each chair, and the match begun."""
    wires = [wire_of(live, chair) for chair in chairs]
    for wire in wires:
        wire.until("table")
    wires[0].send({"type": "start", "id": "start"})
    for wire in wires:
        wire.until("view")
    return wires


def turn_on(page: Page) -> None:
    page.get_by_role("switch", name="Camera").click()
    page.get_by_role("button", name="Turn the camera on").click()


def seen(page: Page) -> dict[int, dict[str, Any]]:
    return {tile["seat"]: tile for tile in page.evaluate(SEEN)}


def await_pictures(page: Page, seats: set[int]) -> dict[int, dict[str, Any]]:
    """Wait until exactly the pictures of these seats move."""
    end, looks = time.monotonic() + PATIENCE, 0
    while time.monotonic() < end or looks < LOOKS:
        looks += 1
        tiles = seen(page)
        if {seat for seat, tile in tiles.items() if tile["moves"] and tile["width"] > 0} == seats:
            return tiles
    raise AssertionError(f"not the pictures of {seats}: {tiles}")


def test_a_camera_is_checked_and_chosen_in_the_lobby_and_is_off_again(sit: Sit, live: Live) -> None:
    page = sit(table(live, 2)[0])
    check = page.get_by_role("button", name="Check my camera")
    expect(check).to_be_visible()
    assert page.evaluate("window.asked.length") == 0, "a camera was asked for by itself"
    check.click()
    sheet = page.get_by_role("dialog", name="Hands in the picture?")
    expect(sheet.get_by_text("Camera: bright enough")).to_be_visible()
    expect(sheet.get_by_role("button", name="I look fine")).to_be_in_viewport(ratio=1)
    expect(sheet.get_by_text("Microphone: not tried yet")).to_be_visible()
    choice = sheet.get_by_role("combobox", name="Which camera")
    was = choice.input_value()
    choice.focus()
    page.keyboard.press("End")
    page.wait_for_function("() => window.asked.length === 2 && window.asked[0].readyState === 'ended'")
    assert page.evaluate("window.asked[1].getSettings().deviceId") == choice.input_value() != was
    expect(choice).to_be_focused()
    expect(sheet.get_by_text("Camera: bright enough")).to_be_visible()
    sheet.get_by_role("button", name="Try the microphone").click()
    expect(sheet.get_by_text("Microphone: you are heard")).to_be_visible()  # it beeps once a second
    expect(sheet.get_by_role("combobox", name="Which microphone")).to_be_visible()
    assert faults(page) == []
    sheet.get_by_role("button", name="I look fine").click()
    page.wait_for_function("() => window.asked.length === 3 && window.asked.every((track) => track.readyState === 'ended')")
    page.context.clear_permissions()
    page.context.grant_permissions([], origin=live.url)
    check.click()
    expect(sheet.get_by_text("The camera is blocked.")).to_be_visible()


# Pictures and puppets of a television that are not wholly in sight, and whether anything is to be heard there.
ON_SCREEN = """() => ({
  out: [...document.querySelectorAll('.cams :is(.tile, .np), .number')].filter((part) => {
    const box = part.getBoundingClientRect();
    return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
  }).length,
  quiet: [...document.querySelectorAll('video')].every((one) => one.muted && !one.srcObject.getAudioTracks().length),
})"""


@pytest.fixture
def tune(cameras: Devices, live: Live) -> Iterator[Callable[[Chair], Page]]:
    """A television at a table."""
    screen = cameras.page("television", TELEVISIONS[0])

    def open_page(chair: Chair) -> Page:
        screen.goto(f"{live.url}/tv/{chair['table']}")
        return screen

    yield open_page
    screen.goto("about:blank")


def shows_who_says_so(tv: Page, shown: Page, other: Page) -> None:
    """A television gets the first seat's picture when its person says so, and the other's not; all others are puppets there."""
    expect(tv.get_by_text("whoever wants to be seen here says so")).to_be_visible()
    expect(tv.locator(".stage .puppet")).to_have_count(5)
    switch = shown.get_by_role("switch", name="Show me on television")
    expect(switch).to_have_attribute("aria-checked", "false")
    expect(shown.get_by_text("asks for your picture")).to_be_visible()
    expect(other.get_by_text("asks for your picture")).to_be_visible()
    switch.press("Enter")
    number = tv.locator(".number").inner_text().split(":")[0]
    expect(shown.get_by_role("dialog", name=f"Be seen on {number.lower()}?")).to_be_visible()
    assert faults(shown) == []
    shown.get_by_role("button", name="Show me there").press("Enter")
    assert await_pictures(tv, {0})[0]["width"] == 320
    expect(tv.locator(".tile.puppets .puppet")).to_have_count(4)
    for size in TELEVISIONS:
        tv.set_viewport_size(size)  # type: ignore[arg-type]
        drawn(tv)
        assert tv.evaluate(ON_SCREEN) == {"out": 0, "quiet": True}
    expect(shown.get_by_text("asks for your picture")).to_have_count(0)
    expect(shown.locator(".tile.own").get_by_text(f"On {number.lower()}")).to_be_visible()
    expect(other.locator(".tile.own").get_by_text("On television")).to_have_count(0)
    switch.press("Enter")
    await_pictures(tv, set())
    expect(tv.locator(".stage .puppet")).to_have_count(5)
    switch.click()
    shown.get_by_role("button", name="Show me there").click()
    await_pictures(tv, {0})


def test_three_see_each_other_one_is_denied_one_drops_and_returns(sit: Sit, live: Live, tune: Callable[[Chair], Page]) -> None:
    chairs = table(live, 5, pace="slow")
    ada, ben, cleo = (sit(chair) for chair in chairs[:3])
    max_ = sit(chairs[3], granted=False, size=DESK)
    expect(ben.get_by_text("Nobody’s camera starts by itself")).to_be_visible()
    with wire_of(live, chairs[4]):
        ada.get_by_role("button", name="Start with").click()
        for page in (ada, ben, cleo, max_):
            expect(page.get_by_role("switch", name="Camera")).to_have_attribute("aria-checked", "false")
            assert page.evaluate("window.asked.length") == 0, "a camera was asked for by itself"
        ada.get_by_role("switch", name="Camera").click()
        expect(ada.get_by_text("will see you until you turn the camera off")).to_be_visible()
        ada.get_by_role("button", name="Not now").click()
        assert ada.evaluate("window.asked.length") == 0

        for page in (ada, ben, cleo, max_):
            turn_on(page)
        expect(max_.get_by_text("The camera is blocked.")).to_be_visible()
        expect(max_.get_by_role("switch", name="Camera")).to_have_attribute("aria-checked", "false")
        for own, page in enumerate((ada, ben, cleo)):
            tiles = await_pictures(page, {0, 1, 2})
            assert {seat for seat, tile in tiles.items() if tile["mirrored"]} == {own}
            assert (tiles[3]["note"], tiles[4]["note"]) == ("camera off", "camera off")
        await_pictures(max_, {0, 1, 2})
        assert {width["width"] for seat, width in seen(ada).items() if seat < 3} == {320}

        tv = tune(chairs[0])
        shows_who_says_so(tv, ada, ben)

        ada.get_by_role("switch", name="Camera").click()
        assert ada.evaluate("window.asked.map((track) => track.readyState)") == ["ended"]
        assert await_pictures(ben, {1, 2})[0]["note"] == "camera off"
        ada.get_by_role("switch", name="Camera").click()  # agreed to once already
        await_pictures(ben, {0, 1, 2})
        expect(ada.get_by_role("switch", name="Show me on television")).to_have_attribute("aria-checked", "false")
        await_pictures(tv, set())

        cleo.reload()
        expect(cleo.get_by_role("switch", name="Camera")).to_be_visible()
        await_pictures(cleo, {0, 1})
        assert await_pictures(ada, {0, 1})[2]["note"] == "camera off"
        turn_on(cleo)
        await_pictures(ada, {0, 1, 2})

        cleo.evaluate("window.lines.at(-1).close()")
        ben.get_by_role("switch", name="Camera").click()
        await_pictures(cleo, {0, 2})
        await_pictures(ada, {0, 2})


def test_who_said_yes_is_shown_once_more_and_then_as_they_are(sit: Sit, live: Live) -> None:
    chairs = table(live, 4)
    ada, ben = sit(chairs[0]), sit(chairs[1])
    wires = started(live, chairs)
    for page in (ada, ben):
        page.evaluate(TAKES)
        turn_on(page)
    for page in (ada, ben):
        await_pictures(page, {0, 1})
    again = ada.get_by_role("switch", name="Show my last seconds once more")
    again.click()
    expect(ada.get_by_text("Nothing is recorded")).to_be_visible()
    ada.get_by_role("button", name="Not now").click()
    expect(again).to_have_attribute("aria-checked", "false")
    again.click()
    ada.get_by_role("button", name="Show them").click()
    expect(again).to_have_attribute("aria-checked", "true")
    play_until(wires, "act", ("colour", "ready", "start"))
    ada.wait_for_function("() => window.taken > 12")
    play_until(wires, "point")
    assert not any(page.evaluate(AGAIN) for page in (ada, ben))
    wires[0].play(do="point", seat=1)
    play_until(wires, "show")
    for page in (ada, ben):
        page.wait_for_function(AGAIN)
    for page in (ada, ben):
        page.wait_for_function(f"() => !({AGAIN})()")
    assert ben.evaluate("window.taken") == 0
    for wire in wires:
        wire.close()


def test_pointing_at_a_picture_points_at_the_person_and_leaving_turns_the_camera_off(sit: Sit, live: Live) -> None:
    chairs = table(live, 4)
    page = sit(chairs[0])
    wires = started(live, chairs)
    turn_on(page)
    await_pictures(page, {0})
    play_until(wires, "count_out")
    expect(page.get_by_role("switch", name="Camera")).to_be_visible()
    page.get_by_role("button", name="Cleo").click()
    expect(page.get_by_role("button", name="Cleo")).to_have_attribute("aria-pressed", "true")
    assert play_until(wires, "show")["vote"][0] == 2
    page.get_by_role("button", name="Leave the table").click()
    page.get_by_role("link", name="Step away").click()
    expect(page.get_by_role("link", name="SKYJO")).to_be_visible()
    assert page.evaluate("window.asked.map((track) => track.readyState)") == ["ended"]
    for wire in wires:
        wire.close()


def play_until(wires: list[Wire], phase: str, helped: tuple[str, ...] = HELPED) -> dict[str, Any]:
    """The wires play for everybody but the first seat's finger: the first they may, until a phase comes. Gives its cells."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for seat, wire in enumerate(wires):
            latest = newest(wire)
            cells: dict[str, Any] = latest["view"]["cells"]
            if cells["phase"] == phase:
                return cells
            actions = [a for a in (*latest["view"]["legal"], *latest["view"]["may"]) if a["do"] in helped]
            if actions and not (cells["phase"] == "point" and seat == 0):
                wire.play(actions=actions[:1])
    raise AssertionError(f"{phase} did not come")


def newest(wire: Wire) -> dict[str, Any]:
    """The latest view, all that has arrived read."""
    while True:
        try:
            wire.seen.append(json.loads(wire.socket.recv(timeout=0.02)))
        except TimeoutError:
            return wire.view()


def test_on_plain_http_the_lobby_and_the_table_say_why_and_what_to_do(sit: Sit, live: Live) -> None:
    chairs = table(live, 4, pace="slow")
    page = sit(chairs[0], base=live.url.replace("127.0.0.1", "parlour.test"))
    assert not page.evaluate("isSecureContext")
    note = page.get_by_text("serve it over https with a certificate")
    expect(note).to_be_visible()
    wires = started(live, chairs)
    expect(page.get_by_role("switch", name="Camera")).to_be_visible()
    turn_on(page)
    expect(note).to_be_visible()
    for wire in wires:
        wire.close()


GEOMETRY = """() => {
  const boxes = [...document.querySelectorAll('.cams li')].map((one) => one.getBoundingClientRect());
  const parts = [...document.querySelectorAll('.cams :is(.tile, .np, .switches button)')];
  const outside = (b) => b.left < -1 || b.right > innerWidth + 1 || b.bottom > innerHeight + 1;
  const out = parts.filter((part) => outside(part.getBoundingClientRect()));
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const clashes = (what) => {
    const all = [...document.querySelectorAll(what)].map((one) => [one.className, one.getBoundingClientRect()]);
    return all.flatMap(([a, x], i) => all.slice(i + 1).filter(([, y]) => over(x, y)).map(([b]) => `${a} over ${b}`));
  };
  const tiles = parts.filter((part) => part.matches('.tile')).map((part) => part.getBoundingClientRect());
  const space = document.querySelector('.cams > ul').getBoundingClientRect();
  const n = boxes.length;
  const grids = Array.from({ length: n }, (_, i) => Math.min(space.width / Math.ceil(n / (i + 1)), space.height / (i + 1)));
  return {
    out: out.map((part) => part.className),
    small: Math.min(...tiles.map((box) => Math.min(box.width, box.height))),
    best: Math.max(...grids),
    uneven: new Set(tiles.map((box) => `${Math.round(box.width)} ${Math.round(box.height)}`)).size,
    clashes: [...clashes('.cams :is(.tile, .switches)'), ...clashes('.cams :is(.np, .switches)')],
    scroll: document.scrollingElement.scrollHeight - innerHeight,
  };
}"""


@pytest.mark.parametrize("people", some_of([4, 7, 8, 16], 2, "faces"))
def test_faces_are_as_large_as_a_phone_and_a_desk_allow(sit: Sit, live: Live, people: int) -> None:
    chairs = table(live, people, pace="slow")
    page = sit(chairs[0])
    wires = started(live, chairs)
    expect(page.locator(".tile")).to_have_count(people)
    for size in (PHONE, DESK):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        drawn(page)
        found = page.evaluate(GEOMETRY)
        assert (found["out"], found["clashes"], found["scroll"], found["uneven"]) == ([], [], 0, 1)
        assert found["small"] >= 72
        if people <= 8:  # each alone
            assert found["small"] > found["best"] * 0.8
    assert faults(page) == []
    for wire in wires:
        wire.close()


def test_while_all_play_the_pictures_have_the_page_and_the_line_is_read_with_free_hands(sit: Sit, live: Live) -> None:
    chairs = table(live, 7, pace="slow")
    page = sit(chairs[0], size=DESK)
    wires = started(live, chairs)
    expect(page.get_by_role("complementary", name="The story so far")).to_be_visible()
    play_until(wires, "act", HELPED[:3])
    expect(page.locator(".cams .spare").get_by_text("Play it!")).to_be_visible()
    expect(page.locator(".cams .spare").get_by_role("timer")).to_be_visible()
    expect(page.get_by_role("timer")).to_have_count(1)
    expect(page.get_by_role("complementary", name="The story so far")).to_be_hidden()
    line = newest(wires[0])["texts"]["card"]["line"]
    expect(page.locator(".cue").get_by_text(line)).to_be_visible()
    for wire in wires:
        wire.close()
