"""Writes transcripts of whole matches into build/transcripts: each step, what was read at it and what was pressed."""

import argparse
import tempfile
from datetime import date
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.page.conftest import FLAGS
from tests.page.reader.evening import played
from tests.page.reader.faults import faults
from tests.page.reader.settings import quick_house, settings
from tests.page.reader.transcript import transcript
from tests.page.visits import CHROMIUM, ROOT
from tests.patience import PATIENCE


def main() -> None:
    parser = argparse.ArgumentParser(description="Plays whole matches through the page and writes down what was read.")
    parser.add_argument("--matches", type=int, default=12)
    parser.add_argument("--dice", default=date.today().isoformat())
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "transcripts")
    chosen = parser.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, quick_house(Path(folder)) as live, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        for setting in settings(chosen.matches, chosen.dice):
            evening = played(browser, live, setting, 10 * PATIENCE)
            found = faults(evening)
            name = f"{setting.game}-{setting.players}-{setting.language}-{'phone' if setting.phone else 'desk'}.txt"
            (chosen.out / name).write_text(transcript(evening, found))
            print(f"{setting}: {len(evening.read)} sentences, {len(found)} faults", flush=True)
            for fault in found:
                print(f"  {fault}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
