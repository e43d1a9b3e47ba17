"""The page of a room that stands under a path of somebody else's site."""

from pathlib import Path

from playwright.sync_api import expect

from parlour.server import Settings
from tests.page.visits import Visit, lay, sit, start
from tests.ports import free_port
from tests.server.live import Live


def test_under_a_path_everything_is_found_and_every_link_leads_there(visit: Visit, tmp_path: Path) -> None:
    live = Live(Settings(database=f"sqlite:///{tmp_path}/room.sqlite", public=f"http://127.0.0.1:{free_port()}/game/room"))
    strange: list[str] = []
    try:
        base = f"{live.url.replace('localhost', '127.0.0.1')}/game/room"
        ada = visit("/", base=base)
        ada.on("request", lambda request: None if request.url.startswith(base) else strange.append(request.url))
        ada.goto(f"{base}/")
        word = lay(ada)
        assert ada.url == f"{base}/t/{word}"
        ada.get_by_role("button", name="Show it on a television").click()
        expect(ada.get_by_role("link", name="Open it on this device")).to_have_attribute("href", f"/game/room/tv/{word}")
        ada.get_by_role("button", name="Close").click()
        ada.get_by_role("button", name="Rules", exact=True).click()
        expect(ada.get_by_role("heading", name="SKYJO").first).to_be_visible()
        assert ada.url == f"{base}/rules/skyjo"
        ada.go_back()
        expect(ada.get_by_role("heading", name="At the table")).to_be_visible()

        noor = visit(f"/t/{word}", base=base)
        sit(noor, "Noor")
        expect(noor.get_by_text("Ada starts the game.").filter(visible=True)).to_be_visible()
        start(ada, bots=0)
        expect(noor.get_by_role("main", name="The table")).to_be_visible()
        ada.reload()
        expect(ada.get_by_role("main", name="The table")).to_be_visible()
        assert not strange
    finally:
        live.stop()
