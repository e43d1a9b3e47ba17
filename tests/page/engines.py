"""Firefox and WebKit, driven by the protocols of the W3C: WebDriver BiDi and WebDriver, without a package of their own.

Chromium, which Playwright drives, is beside them for what is tried in all three.
"""

import base64
import json
import os
import re
import signal
import subprocess
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from shutil import which
from typing import Any, Protocol

import httpx
from playwright.sync_api import Browser, Error
from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE, wait_until
from tests.ports import free_port

FIREFOX = which("firefox-esr") or which("firefox")
WEBKIT = which("WebKitWebDriver")
XVFB = which("xvfb-run")
MINIBROWSERS = ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu")

# Presses, again and again, anything that may be pressed on the table, hurries the bots, and keeps what goes wrong. That a size
# which changed while sizes were told is told a frame later ("ResizeObserver loop …") is how browsers say that nothing is lost.
PLAYER = """(() => {
  window.troubles = [];
  addEventListener('error', (event) => {
    if (!event.message.startsWith('ResizeObserver loop')) troubles.push(`${event.message} ${event.filename}:${event.lineno}`);
  });
  addEventListener('unhandledrejection', (event) => troubles.push(String(event.reason)));
  setInterval(() => {
    if (document.querySelector('.over')) return;
    document.querySelector('[aria-label="Hurry the bots along"]:not([aria-disabled="true"])')?.click();
    const open = [...document.querySelectorAll('main button:not(:disabled, [aria-disabled="true"], .hold)')];
    if (open.length) open[Math.floor(Math.random() * open.length)].click();
    else document.querySelector('button.holder')?.click(); // of two at one device, the other is asked
  }, 40);
  return true;
})()"""


class Engine(Protocol):
    """One tab of a browser."""

    def resize(self, width: int, height: int) -> None: ...
    def open(self, url: str) -> None: ...
    def evaluate(self, expression: str) -> Any: ...
    def picture(self) -> bytes: ...
    def close(self) -> None: ...


class Mortal(Engine, Protocol):
    """One that keeps what its pages store when they die."""

    def crash(self) -> None:
        """The process that draws the page is killed; another page can be opened."""


class Chromium:
    """One page of a browser of Playwright's."""

    def __init__(self, browser: Browser) -> None:
        self._context = browser.new_context(locale="en-GB", reduced_motion="reduce")
        self._page = self._context.new_page()

    def resize(self, width: int, height: int) -> None:
        self._page.set_viewport_size({"width": width, "height": height})

    def open(self, url: str) -> None:
        self._page.goto(url, wait_until="domcontentloaded")

    def evaluate(self, expression: str) -> Any:
        """What an expression of JavaScript comes to, by way of JSON."""
        return json.loads(self._page.evaluate(f"JSON.stringify({expression})") or "null")

    def picture(self) -> bytes:
        return self._page.screenshot()

    def crash(self) -> None:
        with self._page.expect_event("crash"), suppress(Error):  # nobody is left to answer
            self._page.goto("chrome://crash")
        self._page = self._context.new_page()

    def close(self) -> None:
        self._context.close()


class Firefox:
    """One tab of a headless Firefox with a profile of its own."""

    def __init__(self, folder: Path) -> None:
        assert FIREFOX is not None
        port = free_port()
        command = [FIREFOX, "--headless", "--no-remote", "--profile", str(folder), f"--remote-debugging-port={port}"]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._open = ExitStack()
        address = f"ws://127.0.0.1:{port}/session"
        self._wire: ClientConnection = _patiently(
            lambda: self._open.enter_context(connect(address, max_size=None, open_timeout=PATIENCE))
        )
        self._ask("session.new", capabilities={})
        self._tab: str = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        self._wire.send(json.dumps({"id": 1, "method": method, "params": params}))
        while True:
            answer = json.loads(self._wire.recv(timeout=PATIENCE))
            if answer.get("id") == 1:
                assert answer["type"] == "success", answer
                result: dict[str, Any] = answer["result"]
                return result

    def resize(self, width: int, height: int) -> None:
        self._ask("browsingContext.setViewport", context=self._tab, viewport={"width": width, "height": height})

    def open(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._tab, url=url, wait="interactive")

    def evaluate(self, expression: str) -> Any:
        """What an expression of JavaScript comes to, by way of JSON."""
        told = self._ask(
            "script.evaluate", expression=f"JSON.stringify({expression})", target={"context": self._tab}, awaitPromise=False
        )
        assert told["type"] == "success", told
        return json.loads(told["result"].get("value", "null"))

    def picture(self) -> bytes:
        return base64.b64decode(self._ask("browsingContext.captureScreenshot", context=self._tab)["data"])

    def crash(self) -> None:
        _kill_below(self._process.pid, "-isForBrowser")  # all of them: which one draws the page, nobody says
        self._tab = self._ask("browsingContext.create", type="tab")["context"]

    def close(self) -> None:
        self._open.close()
        self._process.terminate()
        self._process.wait(PATIENCE)


class WebKit:
    """One window of WebKitGTK's MiniBrowser on a display that nobody sees."""

    def __init__(self, folder: Path) -> None:
        assert WEBKIT is not None
        assert XVFB is not None
        port = free_port()
        home = {"XDG_DATA_HOME": str(folder), "XDG_CACHE_HOME": str(folder)}
        environment = {**os.environ, **home, "DBUS_SESSION_BUS_ADDRESS": "disabled:"}
        command = [XVFB, "-a", "-s", "-screen 0 1600x1000x24", WEBKIT, f"--port={port}"]
        self._process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        self._http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)
        _patiently(lambda: self._http.get("/status").raise_for_status())
        options = {"binary": minibrowser(), "args": ["--automation"]}
        capabilities = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self._session = ""
        self._session = f"/session/{self._ask('POST', '/session', capabilities=capabilities)['sessionId']}"

    def _ask(self, method: str, path: str, **body: Any) -> Any:
        response = self._http.request(method, self._session + path, json=body if method == "POST" else None)
        answer = response.json()
        assert response.status_code == 200, answer
        return answer["value"]

    def resize(self, width: int, height: int) -> None:
        self._ask("POST", "/window/rect", width=width, height=height)

    def open(self, url: str) -> None:
        self._ask("POST", "/url", url=url)

    def evaluate(self, expression: str) -> Any:
        """What an expression of JavaScript comes to, by way of JSON."""
        told = self._ask("POST", "/execute/sync", script=f"return JSON.stringify({expression})", args=[])
        return json.loads(told or "null")

    def picture(self) -> bytes:
        return base64.b64decode(self._ask("GET", "/screenshot"))

    def close(self) -> None:
        if self._session:
            self._ask("DELETE", "")
        self._http.close()
        os.killpg(self._process.pid, 15)
        self._process.wait(PATIENCE)


class WebKitWithProfile:
    """The same browser as a person has it, driven as its inspector drives it: under WebDriver it stores nothing on disk, and a
    page that dies takes the session along."""

    def __init__(self, folder: Path) -> None:
        assert XVFB is not None
        self._folder = folder
        self._began: subprocess.Popen[bytes] | None = None
        self._open = ExitStack()

    def _begin(self, url: str) -> None:
        port = free_port()
        home = {"XDG_DATA_HOME": str(self._folder), "XDG_CACHE_HOME": str(self._folder), "DBUS_SESSION_BUS_ADDRESS": "disabled:"}
        environment = {**os.environ, **home, "WEBKIT_INSPECTOR_HTTP_SERVER": f"127.0.0.1:{port}"}
        command = [str(XVFB), "-a", "-s", "-screen 0 1600x1000x24", minibrowser(), "--enable-developer-extras=true", url]
        self._began = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )

        def socket() -> str:
            listed = httpx.get(f"http://127.0.0.1:{port}/").text
            if found := re.search(r"/socket/\d+/\d+/WebPage", listed):
                return found[0]
            raise OSError("no page yet")

        path: str = _patiently(socket)
        self._wire: ClientConnection = self._open.enter_context(connect(f"ws://127.0.0.1:{port}{path}", max_size=None))
        self._page = ""
        while not self._page:
            self._hear()

    def _hear(self) -> dict[str, Any]:
        """What the page answers, if that is what came; which page it is, if that changed."""
        message = json.loads(self._wire.recv(timeout=PATIENCE))
        told = message.get("params", {})
        match message.get("method"):
            case "Target.targetCreated" if told["targetInfo"]["type"] == "page" and not told["targetInfo"].get("isProvisional"):
                self._page = told["targetInfo"]["targetId"]
            case "Target.didCommitProvisionalTarget":
                self._page = told["newTargetId"]
            case "Target.dispatchMessageFromTarget":
                answer: dict[str, Any] = json.loads(told["message"])
                return answer
        return message if "error" in message else {}

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        message = json.dumps({"id": 1, "method": method, "params": params})
        self._wire.send(
            json.dumps({"id": 1, "method": "Target.sendMessageToTarget", "params": {"targetId": self._page, "message": message}})
        )
        while (answer := self._hear()).get("id") != 1:
            pass
        assert "error" not in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    def resize(self, width: int, height: int) -> None:
        """Its window has the size that it has: nobody manages it."""

    def open(self, url: str) -> None:
        if self._began is None:
            self._begin(url)
        else:
            self.evaluate(f"(window.before = true, location.assign({json.dumps(url)}))")
        wait_until(lambda: self._is_at(url), f"{url} is not opened")

    def _is_at(self, url: str) -> bool:
        there = f"location.href.startsWith({json.dumps(url)}) && !window.before && document.readyState !== 'loading'"
        return bool(self.evaluate(there))

    def evaluate(self, expression: str) -> Any:
        """What an expression of JavaScript comes to, by way of JSON."""
        told = self._ask("Runtime.evaluate", expression=f"JSON.stringify({expression})", returnByValue=True)
        assert not told.get("wasThrown"), told
        return json.loads(told["result"].get("value", "null"))

    def picture(self) -> bytes:
        size = dict(zip(("width", "height"), self.evaluate("[innerWidth, innerHeight]"), strict=True))
        drawn = self._ask("Page.snapshotRect", x=0, y=0, coordinateSystem="Viewport", **size)
        return base64.b64decode(drawn["dataURL"].partition(",")[2])

    def crash(self) -> None:
        """All of the browser is killed, with what writes to its disk."""
        assert self._began is not None
        _kill_below(self._began.pid, "webkit2gtk")
        self.close()

    def close(self) -> None:
        self._open.close()
        if self._began is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._began.pid, 15)
            self._began.wait(PATIENCE)
            self._began = None


def minibrowser() -> str:
    """Where WebKitGTK's MiniBrowser lies."""
    return str(next(path for home in MINIBROWSERS for path in sorted(Path(home).glob("webkit2gtk-4.*/MiniBrowser"))))


def _kill_below(ancestor: int, word: str) -> None:
    """Kill every process that descends from this one and has this word in its command line, until its parent knows."""
    killed: list[Path] = []
    above: dict[int, int] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            above[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
    for process in above:
        line = [process]
        while line[-1] in above:
            line.append(above[line[-1]])
        with suppress(OSError):
            if ancestor in line[1:] and word in Path(f"/proc/{process}/cmdline").read_text():
                os.kill(process, signal.SIGKILL)
                killed.append(Path(f"/proc/{process}"))
    assert killed, word
    wait_until(lambda: not any(one.exists() for one in killed), "nobody asks after those who are killed")


def _patiently(attempt: Any) -> Any:
    """What an attempt gives as soon as it succeeds; its last error where it never does."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return attempt()
        except (OSError, httpx.HTTPError):
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
