"""Home: what was played last with one press, boxes whole, and all of it in sight on a phone."""

from playwright.sync_api import Page, expect

from tests.page.visits import Visit, lay, start

PHONE = {"width": 360, "height": 740}
NARROW = {"width": 320, "height": 640}

WHOLE = """() => [...document.querySelectorAll('.box')].flatMap((box) => {
  const [name, picture] = [box.querySelector('b'), box.querySelector('.picture')], room = box.querySelector('.pic');
  const [inner, outer] = [picture.getBoundingClientRect(), room.getBoundingClientRect()];
  const cut = inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
  return name.scrollWidth > name.clientWidth || (cut && !picture.matches('.keskife')) ? [name.textContent] : [];
})"""
BESIDE = """() => {
  const title = document.createRange();
  title.selectNodeContents(document.querySelector('h1'));
  return title.getBoundingClientRect().right <= document.querySelector('.corner').getBoundingClientRect().left
    && document.querySelector('.lamp').getBoundingClientRect().right <= title.getBoundingClientRect().left + 2;
}"""


def whole(page: Page) -> None:
    """Nothing of a box is cut, and nothing lies beside the screen."""
    expect(page.get_by_role("navigation", name="The shelf").get_by_role("link")).to_have_count(4)
    assert page.evaluate(WHOLE) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_one_press_plays_again_what_was_played_last(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    for size in (PHONE, NARROW):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        whole(page)
    lay(page)
    start(page, bots=2)
    first = page.url
    page.goto(first.split("/t/")[0])
    expect(page.get_by_role("link", name="Go back")).to_be_visible()
    expect(page.get_by_role("button", name="Play now")).to_have_count(0)  # the table that waits takes its place
    page.evaluate("localStorage.removeItem('parlour.chairs')")
    page.reload()
    now = page.get_by_role("button", name="Play now SKYJO with Steady bots, as Ada")
    expect(now).to_be_visible()
    expect(page.get_by_role("region", name="Deal of the day")).to_be_visible()
    whole(page)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "all of it is in sight at once"
    page.set_viewport_size(NARROW)  # type: ignore[arg-type]
    whole(page)
    assert page.evaluate(BESIDE), "the name stands between the lamp and the moon"
    now.click()
    expect(page.get_by_role("main", name="The table")).to_be_visible()
    assert page.url != first
    assert page.evaluate("JSON.parse(localStorage.getItem('parlour.last')).bots") == ["simple", "simple"]
