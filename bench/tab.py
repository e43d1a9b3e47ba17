"""What the room in a tab costs in Chromium: until it is lit, an input, memory, and what a memory snapshot would save."""

import argparse
import json
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright
from playwright.sync_api import TimeoutError as Waited
from results import quantile, stamped, tell

from parlour.tab.folder import write

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.page.conftest import FLAGS
from tests.page.engines import PLAYER
from tests.page.sites import Files
from tests.page.visits import CHROMIUM

LIT = "This room is in your browser"
MINUTES = 10
LATE = 60_000 * MINUTES
PLAYED = 150  # seconds that are played at most

# How long each play takes from the page's worker being told to its answer, which comes when its records are durable.
TIMED = """(() => {
  window.took = [];
  const said = new Map();
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    const asked = message.kind === 'say' && JSON.parse(message.text);
    if (asked.type === 'play') said.set(asked.id, performance.now());
    if (!this.timed) {
      this.timed = true;
      this.addEventListener('message', ({ data }) => {
        const told = data.kind === 'told' && JSON.parse(data.text);
        if (told.type !== 'done' || !said.has(told.id)) return;
        took.push((performance.now() - said.get(told.id)) / 1000);
        said.delete(told.id);
      });
    }
    return postMessage.call(this, message, ...rest);
  };
})()"""

# Python alone, begun three ways: as it is, as it is with a snapshot made of it, and from that snapshot.
SNAPSHOT = """async (folder) => {
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  const begun = async (given) => {
    const before = performance.now();
    const python = await loadPyodide({ indexURL: folder, ...given });
    return [python, (performance.now() - before) / 1000];
  };
  await begun({});
  const plain = [], from = [];
  const [python] = await begun({ _makeSnapshot: true });
  const snapshot = python.makeMemorySnapshot();
  for (let round = 0; round < 3; round += 1) {
    plain.push((await begun({}))[1]);
    from.push((await begun({ _loadSnapshot: snapshot }))[1]);
  }
  let whole = 'goes';
  try {
    const { python: parts, wheels } = await (await fetch('../tab.json')).json();
    const [made] = await begun({ _makeSnapshot: true });
    for (const name of [...wheels, 'parlour.zip']) {
      const bytes = new Uint8Array(await (await fetch(folder + name)).arrayBuffer());
      if (name.endsWith('whl')) made.unpackArchive(bytes, 'wheel');
      else made.unpackArchive(bytes, 'zip', { extractDir: '/lib/parlour' });
    }
    made.runPython("import sys; sys.path.insert(0, '/lib/parlour'); import parlour.tab.house");
    const all = made.makeMemorySnapshot();
    const [again] = await begun({ _loadSnapshot: all });
    again.runPython('import parlour.tab.house; parlour.tab.house.House');
  } catch (error) {
    whole = String(error).split('\\n').findLast((line) => line.trim());
  }
  return { plain, from, bytes: snapshot.length, whole };
}"""

# How long the WebAssembly of Python takes to be compiled as it streams in: a browser keeps the code of an address it has seen.
COMPILED = """async (address) => {
  const bytes = await (await fetch(address)).arrayBuffer();
  const before = performance.now();
  await WebAssembly.compileStreaming(fetch(address));
  return [(performance.now() - before) / 1000, bytes.byteLength];
}"""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def processes(browser: Browser) -> dict[int, tuple[str, float]]:
    """Kind and processor seconds of every process of the browser."""
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return {int(one["id"]): (str(one["type"]), float(one["cpuTime"])) for one in found}


def spent(browser: Browser) -> float:
    return sum(seconds for _, seconds in processes(browser).values())


@contextmanager
def slowed(browser: Browser, times: int) -> Iterator[None]:
    """Whatever draws and thinks gets one part in so many of the time: Chromium's own throttle does not reach workers."""
    over = threading.Event()
    mine: set[int] = set()

    def stop_and_go() -> None:
        while not over.is_set():
            for process in list(mine):
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGSTOP)
            time.sleep(0.01 * (times - 1))
            for process in list(mine):
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)
            time.sleep(0.01)

    mine |= {process for process, (kind, _) in processes(browser).items() if kind == "renderer"}
    thread = threading.Thread(target=stop_and_go)
    if times > 1:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if times > 1:
            thread.join()


def lit(browser: Browser, context: BrowserContext, address: str, slower: int = 1) -> tuple[Page, dict[str, float]]:
    """Opens the room: until the shelf stands and until it is lit, and the processor time of all of the browser."""
    page = context.new_page()
    page.goto(f"{address}favicon.svg")  # the page's process is there before the clock runs
    before, begun = spent(browser), time.monotonic()
    with slowed(browser, slower):
        page.goto(address, wait_until="commit", timeout=LATE)
        page.get_by_role("link", name="SKYJO").wait_for(timeout=LATE)
        shelf = time.monotonic() - begun
        page.get_by_role("heading", name=LIT).wait_for(timeout=LATE)
        ready = time.monotonic() - begun
    told = {"shelf": shelf, "ready": ready, "cpu": spent(browser) - before}
    print(told, flush=True)  # the whole takes minutes
    return page, told


def memory(browser: Browser) -> float:
    """Megabytes that the largest process of a page has to itself."""

    def own(process: int) -> int:
        text = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8")
        return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Private_"))

    return max(own(process) for process, (kind, _) in processes(browser).items() if kind == "renderer") / 1000


def played(page: Page, address: str) -> list[float]:
    """SKYJO against bots to its end, or for some time: how long each play took, in seconds."""
    page.goto(f"{address}?/new/skyjo")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Try it now with").click(timeout=LATE)
    page.get_by_role("main", name="The table").wait_for(timeout=LATE)
    page.evaluate(PLAYER)
    with suppress(Waited):
        page.locator(".over").wait_for(timeout=1000 * PLAYED)
    took: list[float] = page.evaluate("took")
    return took


def compiled(playwright: Playwright, folder: Path, profile: Path) -> list[float]:
    """The same page opened again and again in a profile that keeps code."""
    took = []
    with served(folder) as address:
        for _ in range(4):
            context = playwright.chromium.launch_persistent_context(profile, executable_path=str(CHROMIUM), args=list(FLAGS))
            page = context.new_page()
            page.goto(f"{address}404.html")
            took.append(page.evaluate(COMPILED, f"{address}py/pyodide.asm.wasm")[0])
            page.wait_for_timeout(10_000)  # the code is kept once it is all made, at leisure
            context.close()
    return took


def measured(browser: Browser, folder: Path, rounds: int) -> dict[str, Any]:
    found: dict[str, Any] = {"first": [], "again": [], "slow": []}
    for number in range(rounds):
        with served(folder) as address:
            context = browser.new_context(locale="en-GB", reduced_motion="reduce")
            context.add_init_script(TIMED)
            page, told = lit(browser, context, address)
            found["first"].append(told)
            page.get_by_text("No line needed").wait_for(timeout=LATE)
            page.close()
            page, told = lit(browser, context, address)
            found["again"].append(told)
            if number == 0:
                found["took"] = played(page, address)
                found["memory"] = memory(browser)
                page.goto(f"{address}404.html")
                found["snapshot"] = page.evaluate(SNAPSHOT, f"{address}py/")
            context.close()
            context = browser.new_context(locale="en-GB", reduced_motion="reduce")
            if number == 0:
                found["slow"].append(lit(browser, context, address, 4)[1])
            context.close()
    return found


def middle(times: list[float]) -> str:
    return f"{sorted(times)[len(times) // 2]:.1f}"


def row(name: str, opened: list[dict[str, float]]) -> str:
    cells = [middle([one[what] for one in opened]) for what in ("shelf", "ready", "cpu")]
    return f"| {' | '.join([name, *cells])} |"


def lines(found: dict[str, Any], rounds: int) -> list[str]:
    took, shot = found["took"], found["snapshot"]
    return [
        stamped("tab"),
        f"Load of the machine meanwhile: {os.getloadavg()[1]:.1f} on {os.cpu_count()} cores; "
        f"the median of {rounds} (of the last row, one).",
        "",
        "| opened in Chromium with | the shelf stands, s | ready, s | processor time of the browser, s |",
        "| --- | --- | --- | --- |",
        row("nothing cached", found["first"]),
        row("all of it kept", found["again"]),
        row("nothing cached, a quarter of the time", found["slow"]),
        "",
        f"An input, SKYJO against bots, until its records are durable: median {quantile(took, 0.5)} ms, "
        f"p95 {quantile(took, 0.95)} ms ({len(took)} plays). Memory of the page's process then: {found['memory']:.0f} MB.",
        "",
        f"Python alone begins in {middle(shot['plain'])} s, and in {middle(shot['from'])} s from a memory snapshot of "
        f"{shot['bytes'] / 1e6:.0f} MB. A snapshot with the room imported: {shot['whole']}.",
        "",
        f"Its WebAssembly is compiled in {found['compiled'][0]:.2f} s while it streams in, "
        f"in a profile that has kept its code in {min(found['compiled'][1:]):.2f} s.",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--out", type=Path, help="write the figures into this file")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as where, sync_playwright() as playwright:
        folder = Path(where) / "tab"
        write(folder)
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        found = measured(browser, folder, asked.rounds)
        browser.close()
        found["compiled"] = compiled(playwright, folder, Path(where) / "profile")
    print(json.dumps(found))
    tell("tab", lines(found, asked.rounds), asked.out)


if __name__ == "__main__":
    main()
