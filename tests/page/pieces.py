"""The pictures of the gallery of pieces, made anew: `python -m tests.page.pieces`, or `make pictures` with all others."""

import subprocess
import tempfile
from functools import partial
from http.server import ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.page.conftest import FLAGS, VITE, Gallery
from tests.page.visits import CHROMIUM, ROOT, drawn
from tests.pieces import PICTURES, figures

COLOURS = 128
SIZE = {"width": 640, "height": 900}


def shots(browser: Browser, url: str) -> dict[str, bytes]:
    """A picture of every piece, by its name."""
    page = browser.new_page(viewport=SIZE, device_scale_factor=2, reduced_motion="reduce", locale="en-GB")  # type: ignore[arg-type]
    page.goto(f"{url}/gallery")
    page.locator("[data-piece]").first.wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate("() => document.fonts.ready.then(() => null)")
    drawn(page)
    found = {name: page.locator(f"[data-piece={name}]").screenshot() for name in figures()}
    page.close()
    return found


def make(folder: Path) -> list[str]:
    """Build the gallery and write the pictures into a folder; their names."""
    with tempfile.TemporaryDirectory() as built, sync_playwright() as playwright:
        subprocess.run(
            [VITE, "build", "--mode", "gallery", "--outDir", built, "--logLevel", "error"], cwd=ROOT / "web", check=True
        )
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Gallery, directory=built))
        Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        pictures = shots(browser, f"http://127.0.0.1:{server.server_port}")
        browser.close()
        server.shutdown()
        server.server_close()
    folder.mkdir(parents=True, exist_ok=True)
    for gone in folder.glob("*.png"):
        gone.unlink()
    for name, picture in pictures.items():
        Image.open(BytesIO(picture)).convert("RGB").quantize(COLOURS).save(folder / f"{name}.png", optimize=True)
    return sorted(pictures)


if __name__ == "__main__":
    print(" ".join(make(PICTURES)))
