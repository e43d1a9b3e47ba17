"""The line: a server that dies and comes back, a house that does not answer, and plain http inside a home."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.page.visits import DESK, PHONE, House, Visit, lay, start
from tests.ports import free_port


@pytest.fixture
def frail(tmp_path: Path) -> Iterator[House]:
    """A server of one's own, to kill."""
    house = House(tmp_path, free_port())
    house.start()
    yield house
    house.kill()


def test_a_killed_server_comes_back_and_so_does_the_table(visit: Visit, frail: House) -> None:
    ada = visit("/", base=frail.url)
    lay(ada)
    start(ada)
    table = ada.get_by_role("main", name="The table")
    hidden = table.get_by_role("button", name="face down")
    expect(hidden.first).to_be_enabled()
    hidden.first.click()
    expect(hidden).to_have_count(11)
    lies = table.bounding_box()
    ada.clock.install()
    frail.kill()
    expect(ada.get_by_text("Finding the line.")).to_be_visible()
    assert table.bounding_box() == lies
    ada.clock.pause_at(ada.evaluate("Date.now()") / 1000 + 20)  # where it stands: the page tries nothing by itself
    expect(ada.get_by_text("This page keeps trying by itself.")).to_be_visible()
    for size in ({"width": 360, "height": 740}, DESK):
        ada.set_viewport_size(size)  # type: ignore[arg-type]
        ribbon, felt = ada.locator(".line > .ribbon").bounding_box(), table.bounding_box()
        assert ribbon
        assert felt
        assert ribbon["y"] + ribbon["height"] <= felt["y"] + 8, "it lies over the table"
        assert ada.get_by_role("button", name="Leave the table").is_visible()
        ada.get_by_role("button", name="Leave the table").click(trial=True)
    ada.set_viewport_size(PHONE)  # type: ignore[arg-type]
    hidden.first.click()
    expect(ada.get_by_text("What you pressed is kept")).to_be_visible()
    expect(hidden).to_have_count(11)
    frail.start()
    ada.get_by_role("button", name="Try now").click()
    ada.clock.resume()
    expect(hidden).to_have_count(10)
    expect(ada.get_by_text("What you pressed is kept")).to_have_count(0)
    ada.get_by_role("button", name="Draw pile").click()
    expect(ada.get_by_role("img", name=re.compile("^You drew"))).to_be_visible()


def test_a_house_that_does_not_answer_says_so_and_is_tried_again(visit: Visit, frail: House) -> None:
    ada = visit("/", base=frail.url)
    word = lay(ada)
    page = ada.context.new_page()
    page.route("**/api/**", lambda route: route.abort())
    page.route_web_socket("**/socket", lambda socket: socket.close())
    page.goto(f"{frail.url}/t/{word}")
    expect(page.get_by_role("heading", name="The lamp is out")).to_be_visible()
    page.goto(frail.url)
    expect(page.get_by_role("heading", name="The lamp is out")).to_be_visible()
    page.unroute("**/api/**")
    page.get_by_role("button", name="Try now").click()
    expect(page.get_by_role("heading", name="Parlour")).to_be_visible()


def test_a_part_of_the_page_that_does_not_come_comes_later(browser: Browser, house: House) -> None:
    """The table's own file is lost on the way, twice: the page comes back by itself and draws the table."""
    with browser.new_context(viewport=PHONE, locale="en-GB", service_workers="block") as context:  # type: ignore[arg-type]
        ada = context.new_page()
        ada.goto(house.url)
        lay(ada)
        start(ada)
        lost: list[str] = []

        def lose(route: Route) -> None:
            if len(lost) < 2:
                lost.append(route.request.url)
                route.abort()
            else:
                route.continue_()

        ada.route("**/assets/skyjo-*.js", lose)
        ada.reload()
        expect(ada.get_by_role("main", name="The table")).to_be_visible()
        assert len(lost) == 2


def test_plain_http_by_a_name_in_the_house(visit: Visit, house: House) -> None:
    """No secure context: no clipboard, no sharing, no wake lock, no randomUUID. The page works and shows the link instead."""
    ada = visit("/", base=f"http://parlour.test:{house.port}")
    missing = "[isSecureContext, 'clipboard' in navigator, 'wakeLock' in navigator, 'randomUUID' in crypto]"
    assert ada.evaluate(missing) == [False] * 4
    word = lay(ada)
    ada.get_by_role("button", name="Invite").click()
    link = ada.get_by_label("The link to this table")
    expect(link).to_have_value(f"http://parlour.test:{house.port}/t/{word}")
    start(ada)
    hidden = ada.get_by_role("main", name="The table").get_by_role("button", name="face down")
    hidden.first.click()
    expect(hidden).to_have_count(11)
