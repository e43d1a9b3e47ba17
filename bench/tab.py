"""What the room in a tab costs in Chromium: until it is lit, an input, memory, and what a memory snapshot would save."""

import argparse
import json
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import results
import tab_plays
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, sync_playwright
from playwright.sync_api import TimeoutError as Waited
from results import quantile, stamped
from tab_scripts import COMPILED, LAID, SNAPSHOT, THOUGHTS

from parlour.tab.folder import write
from parlour.tab.minds import ITERATIONS

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.page.conftest import FLAGS
from tests.page.engines import PLAYER
from tests.page.sites import Files
from tests.page.visits import CHROMIUM

OURS = ("skyjo", "keys", "kings_keys", "keskife")
TIDY = ("HeapProfiler.enable", "HeapProfiler.collectGarbage")  # before memory is measured
LIT = "This room is in your browser"
PLAYED = 60  # seconds for which each game is played at most
SLOWER = 4
ROUNDS = 3
LEISURE = 8_000  # milliseconds in which a browser keeps the code that it has compiled: it does so at leisure


@dataclass(frozen=True)
class Bench:
    """What every part of the measurement is given."""

    playwright: Playwright
    folder: Path
    place: Path
    rounds: int
    seconds: float
    """After which the part is given up."""

    @property
    def late(self) -> float:
        """The same in milliseconds."""
        return 1000 * self.seconds


@contextmanager
def served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@contextmanager
def chromium(bench: Bench) -> Iterator[Browser]:
    """A browser for one part, which is killed when the part's time is over: whoever waits for it then has an error."""
    browser = bench.playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
    [process] = (process for process, (kind, _) in processes(browser).items() if kind == "browser")
    end = threading.Timer(bench.seconds, os.kill, (process, signal.SIGKILL))
    end.start()
    try:
        yield browser
    finally:
        end.cancel()
        browser.close()


def visited(browser: Browser) -> BrowserContext:
    return browser.new_context(locale="en-GB", reduced_motion="reduce")


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
    if times == 1:
        yield
        return
    over = threading.Event()
    mine = [process for process, (kind, _) in processes(browser).items() if kind == "renderer"]

    def tell(what: signal.Signals) -> None:
        for process in mine:
            with suppress(ProcessLookupError):
                os.kill(process, what)

    def stop_and_go() -> None:
        while not over.is_set():
            tell(signal.SIGSTOP)
            time.sleep(0.01 * (times - 1))
            tell(signal.SIGCONT)
            time.sleep(0.01)

    thread = threading.Thread(target=stop_and_go)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def lit(bench: Bench, browser: Browser, context: BrowserContext, address: str, slower: int = 1) -> tuple[Page, dict[str, float]]:
    """Opens the room: until the shelf stands and until it is lit, and the processor time of all of the browser."""
    page = context.new_page()
    page.goto(f"{address}favicon.svg")  # the page's process is there before the clock runs
    before, begun = spent(browser), time.monotonic()
    with slowed(browser, slower):
        page.goto(address, wait_until="commit", timeout=bench.late)
        page.get_by_role("link", name="SKYJO").wait_for(timeout=bench.late)
        shelf = time.monotonic() - begun
        page.get_by_role("heading", name=LIT).wait_for(timeout=bench.late)
        ready = time.monotonic() - begun
    told = {"shelf": shelf, "ready": ready, "cpu": spent(browser) - before}
    print("   ", told, file=sys.stderr, flush=True)
    return page, told


def middle(times: list[float]) -> str:
    return f"{sorted(times)[len(times) // 2]:.1f}"


def row(name: str, opened: list[dict[str, float]]) -> str:
    cells = [middle([one[what] for one in opened]) for what in ("shelf", "ready", "cpu")]
    return f"| {' | '.join([name, *cells])} |"


def opened(bench: Bench) -> list[str]:
    """The room is opened with nothing kept, and again with all of it."""
    first, again = [], []
    with chromium(bench) as browser:
        for _ in range(bench.rounds):
            with served(bench.folder) as address:
                context = visited(browser)
                page, told = lit(bench, browser, context, address)
                first.append(told)
                page.get_by_text("No line needed").wait_for(timeout=bench.late)
                page.close()
                again.append(lit(bench, browser, context, address)[1])
                context.close()
    return [
        f"| opened in Chromium ({bench.rounds} times) | the shelf stands, s | ready, s | processor time of the browser, s |",
        "| --- | --- | --- | --- |",
        row("nothing kept", first),
        row("all of it kept", again),
    ]


def slow(bench: Bench) -> list[str]:
    """With as much of the time as a phone's processor has of this one's."""
    with chromium(bench) as browser, served(bench.folder) as address:
        told = lit(bench, browser, visited(browser), address, SLOWER)[1]
    return [
        f"On a processor {SLOWER} times slower (its processes stand still {SLOWER - 1} parts of {SLOWER} of the time, once): "
        f"the shelf stands after {told['shelf']:.1f} s, ready after {told['ready']:.1f} s, nothing kept."
    ]


def played(bench: Bench) -> list[str]:
    """Each game against bots, which are hurried, to its end or for some time: what became of each play, and of memory."""
    rows, held = [tab_plays.HEAD], []
    with chromium(bench) as browser, served(bench.folder) as address:
        for game in OURS:
            context = browser.new_context(locale="en-GB", reduced_motion="reduce", service_workers="block")
            tab_plays.stamp(context)
            page, _ = lit(bench, browser, context, address)
            page.goto(f"{address}?/new/{game}")
            page.get_by_label("Your name").fill("Ann")
            page.get_by_role("button", name="Try it now with").click(timeout=bench.late)
            page.get_by_role("main", name="The table").wait_for(timeout=bench.late)
            page.evaluate(PLAYER)
            with suppress(Waited):
                page.locator(".over").wait_for(timeout=min(1000 * PLAYED, bench.late / (len(OURS) + 4)))
            rows.append(tab_plays.told(game, page).row())
            held.append(heap(browser, context, page))
            context.close()
    most = {what: max(one[what] for one in held) for what in held[0]}
    return [
        "A play against bots, which are hurried, without motion: ms, median / p95, from the press until the page has drawn it,",
        "and from the page's message until the worker answers that its records are durable. It waits for what bots play,",
        f"and while that is stored; the bar is {tab_plays.MEDIAN} and {tab_plays.P95} ms of itself. The page hears the answer",
        "when it has drawn.",
        "",
        *rows,
        "",
        f"Memory then, of the four games the most, MB: {', '.join(f'{what} {size:.0f}' for what, size in most.items())}.",
    ]


def heap(browser: Browser, context: BrowserContext, page: Page) -> dict[str, float]:
    """Megabytes in use: by JavaScript in the page and in its worker, buffers included; Python's; and all of the process."""
    session = context.new_cdp_session(page)
    workers: list[str] = []
    found: list[dict[str, float]] = []

    def heard(event: dict[str, str]) -> None:
        answer = json.loads(event["message"])
        if answer.get("id") == len(TIDY):
            found.append(answer["result"])

    session.on("Target.attachedToTarget", lambda event: workers.append(event["sessionId"]))
    session.on("Target.receivedMessageFromTarget", heard)
    session.send("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False})
    for method in TIDY:
        session.send(method)
    of_page = session.send("Runtime.getHeapUsage")
    for worker in workers:
        for number, method in enumerate((*TIDY, "Runtime.getHeapUsage")):
            session.send(
                "Target.sendMessageToTarget", {"sessionId": worker, "message": json.dumps({"id": number, "method": method})}
            )
    while len(found) < len(workers):
        page.wait_for_timeout(10)
    python = sum(
        worker.evaluate("[...memories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0)") for worker in page.workers
    )
    print("   ", of_page, found, python, file=sys.stderr)
    told = {"JavaScript of the page": _used(of_page), "JavaScript of its workers": sum(map(_used, found)), "Python": python / 1e6}
    return {**told, "together": sum(told.values()), "private memory of the page's process": memory(browser)}


def _used(heap: dict[str, float]) -> float:
    return (heap["usedSize"] + heap["embedderHeapUsedSize"] + heap["backingStorageSize"]) / 1e6


def memory(browser: Browser) -> float:
    """Megabytes that the largest process of a page has to itself."""

    def own(process: int) -> int:
        text = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8")
        return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Private_"))

    return max(own(process) for process, (kind, _) in processes(browser).items() if kind == "renderer") / 1000


def snapshot(bench: Bench) -> list[str]:
    """Python from a picture of its memory, and the room from one."""
    with chromium(bench) as browser, served(bench.folder) as address:
        page = visited(browser).new_page()
        page.goto(f"{address}404.html")
        shot = page.evaluate(SNAPSHOT, [f"{address}py/", bench.rounds])
    return [
        f"Python alone begins in {middle(shot['plain'])} s, and in {middle(shot['from'])} s from a memory snapshot of "
        f"{shot['bytes'] / 1e6:.0f} MB. A snapshot with the room imported: {shot['whole']}."
    ]


def sharp(bench: Bench) -> list[str]:
    """What a turn of Sharp's takes, in a worker of its own: here on a page that does nothing else."""
    with chromium(bench) as browser, served(bench.folder) as address:
        page = visited(browser).new_page()
        page.goto(f"{address}404.html")
        found = page.evaluate(
            f"async ([folder, code]) => (await ({LAID})(folder, {{}})).runPython(code)", [f"{address}py/", THOUGHTS]
        )
    told = [
        f"{name.upper()}: median {quantile(took, 0.5):.0f} ms, p95 {quantile(took, 0.95):.0f} ms ({len(took)} turns)"
        for name, took in json.loads(found).items()
    ]
    return [f"Sharp's thoughts at {ITERATIONS} iterations, three players. {'; '.join(told)}."]


def code(bench: Bench) -> list[str]:
    """The same page opened again and again in a profile that keeps compiled code."""
    took = []
    with served(bench.folder) as address:
        for _ in range(bench.rounds + 1):
            context = bench.playwright.chromium.launch_persistent_context(
                bench.place / "profile", executable_path=str(CHROMIUM), args=list(FLAGS)
            )
            try:
                page = context.new_page()
                page.goto(f"{address}404.html", timeout=bench.late)
                took.append(page.evaluate(COMPILED, [f"{address}py/pyodide.asm.wasm", bench.late / 5]))
                page.wait_for_timeout(LEISURE)
            finally:
                context.close()
    return [
        f"Python's WebAssembly is compiled in {took[0]:.2f} s while it streams in, "
        f"in a profile that has kept its code in {min(took[1:]):.2f} s."
    ]


PARTS: dict[str, tuple[Callable[[Bench], list[str]], float]] = {  # with the share of the time that each may take
    "opened": (opened, 0.35),
    "slow": (slow, 0.25),
    "played": (played, 0.4),
    "sharp": (sharp, 0.25),
    "snapshot": (snapshot, 0.3),
    "code": (code, 0.2),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--minutes", type=float, default=11, help="no part begins after, and each has a share of them")
    parser.add_argument("--parts", default=",".join(PARTS), help="which of them are measured")
    parser.add_argument("--out", type=Path, help="write the figures into this file, after each part")
    asked = parser.parse_args()
    begun = time.monotonic()
    lines = ["## The room in a tab", "", stamped("tab"), ""]
    with tempfile.TemporaryDirectory() as where, sync_playwright() as playwright:
        folder = Path(where) / "tab"
        size = write(folder)
        for name in asked.parts.split(","):
            measure, share = PARTS[name]
            left = 60 * asked.minutes - (time.monotonic() - begun)
            seconds = min(60 * asked.minutes * share, left)
            print(f"{name}, for {seconds:.0f} s at most", file=sys.stderr, flush=True)
            try:
                if left < 1:
                    raise Waited("no time is left")
                part = measure(Bench(playwright, folder, Path(where), asked.rounds, seconds))
            except Error as error:
                part = [f"Not measured ({name}): {str(error).splitlines()[0]}, after {time.monotonic() - begun:.0f} s."]
            print("\n".join(part), file=sys.stderr, flush=True)
            lines += [*part, ""]
            if asked.out is not None:
                results.write("tab", [*lines, loaded(size)], asked.out)
    results.tell("tab", [*lines, loaded(size)], asked.out)


def loaded(size: int) -> str:
    """Under which circumstances that was."""
    load = f"Load of the machine meanwhile: {os.getloadavg()[2]:.1f} on {os.cpu_count()} cores."
    return f"All of it: {size / 1e6:.1f} MB as a host sends it. {load}"


if __name__ == "__main__":
    main()
