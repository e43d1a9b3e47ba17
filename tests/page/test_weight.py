"""What a phone has to load before the first move."""

import gzip

from playwright.sync_api import Response, expect

from tests.page.visits import Visit, lay, start

BUDGET = 70_000  # bytes of compressed JavaScript


def test_javascript_before_the_first_move_of_skyjo(visit: Visit) -> None:
    page = visit("/settings")
    page.context.clear_cookies()
    scripts: dict[str, int] = {}

    def weigh(response: Response) -> None:
        if response.url.endswith(".js"):
            scripts[response.url.rsplit("/", 1)[1]] = len(gzip.compress(response.body(), 6))

    fresh = page.context.new_page()
    fresh.on("response", weigh)
    fresh.goto(page.url.replace("/settings", "/"))
    lay(fresh)
    start(fresh)
    expect(fresh.get_by_role("button", name="face down").first).to_be_enabled()
    assert len(scripts) > 2, "the page came without scripts"
    assert sum(scripts.values()) < BUDGET, dict(sorted(scripts.items(), key=lambda item: -item[1]))
