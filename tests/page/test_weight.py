"""What a phone has to load before the first move."""

from playwright.sync_api import Request, expect

from tests.page.visits import Visit, lay, start

BUDGET = 75_000  # bytes of JavaScript, as they come over the line


def test_javascript_before_the_first_move_of_skyjo(visit: Visit) -> None:
    page = visit("/healthz")  # nothing of the page's is there yet
    came: list[Request] = []

    def arrived(request: Request) -> None:
        came.append(request)

    page.on("requestfinished", arrived)
    page.goto(page.url.replace("/healthz", "/"))
    lay(page)
    start(page)
    expect(page.get_by_role("button", name="face down").first).to_be_enabled()
    scripts = {one.url.rsplit("/", 1)[1]: one.sizes()["responseBodySize"] for one in came if one.url.endswith(".js")}
    assert len(scripts) > 2, "the page came without scripts"
    assert min(scripts.values()) > 0, "what comes from the cache weighs nothing"
    assert sum(scripts.values()) < BUDGET, dict(sorted(scripts.items(), key=lambda item: -item[1]))
