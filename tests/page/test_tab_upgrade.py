"""The next edition of the room in a tab takes the place of the one before whole, when its last page is closed, or not at all."""

import base64
import hashlib
import json
import os
import re
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from parlour.tab.folder import WORKER
from tests.page.sites import Files, folder
from tests.patience import wait_until

__all__ = ["folder"]

KEPT = """async () => {
  const taken = new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  await navigator.serviceWorker.register('worker.js');
  await taken;
}"""
"""Has all of it kept, as the room does when it is lit."""

UPDATED = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const coming = registration.installing;
  if (coming) await new Promise((done) => {
    coming.onstatechange = () => ['installed', 'redundant'].includes(coming.state) && done();
    if (['installed', 'redundant'].includes(coming.state)) done();
  });
  return registration.waiting !== null;
}"""
"""Looks for another edition; whether one waits then."""

DIGESTS = """async (files) => {
  const found = {};
  for (const file of files) {
    const bytes = await (await fetch(file)).arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    found[file] = btoa(String.fromCharCode(...digest));
  }
  return found;
}"""


CHANGED = ("index.html", "tab.json", "api/games.json", "py/parlour.zip")


def list_of(edition: Path) -> dict[str, Any]:
    """What the service worker of an edition holds."""
    found = re.search(r"const \{ edition, files \} = (\{.*\});", (edition / WORKER).read_text(encoding="utf-8"))
    assert found is not None
    listed: dict[str, Any] = json.loads(found[1])
    return listed


def rewritten(edition: Path, to: Path) -> dict[str, Any]:
    """Another edition, in which a file of each kind differs: what it lists."""
    shutil.copytree(edition, to)
    listed = list_of(edition)
    before, listed["edition"] = listed["edition"], "another"
    for name in CHANGED:
        text = (to / name).read_bytes().replace(before.encode(), b"another") + b"\n" * (not name.endswith(".zip"))
        (to / name).write_bytes(text + b"\0" * name.endswith(".zip"))
        listed["files"][name] = base64.b64encode(hashlib.sha256((to / name).read_bytes()).digest()).decode()
    worker = (to / WORKER).read_text(encoding="utf-8")
    head, _, rest = worker.partition("const { edition, files } = ")
    to.joinpath(WORKER).write_text(f"{head}const {{ edition, files }} = {json.dumps(listed)};{rest.partition(';')[2]}", "utf-8")
    for name in (WORKER, *CHANGED):  # laid out later than the one before: the server goes by dates, of whole seconds
        later = (edition / name).stat().st_mtime + 10
        os.utime(to / name, (later, later))
    return listed


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """An address, and the folder that is served there."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(tmp_path / "site")))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/", tmp_path / "site"
    server.shutdown()
    server.server_close()
    thread.join()


def test_an_upgrade_never_mixes_editions(browser: Browser, folder: Path, served: tuple[str, Path], tmp_path: Path) -> None:
    address, shown = served
    old, new, torn = folder / "some" / "where", tmp_path / "new", tmp_path / "torn"
    first, second = list_of(old), rewritten(old, new)
    shutil.copytree(new, torn)
    shutil.copyfile(old / "api/games.json", torn / "api/games.json")  # as while files are laid out one after another
    names = [name for name in first["files"] if first["files"][name] != second["files"][name]]
    assert len(names) == 4
    context = browser.new_context(locale="en-GB", reduced_motion="reduce")

    def lay(edition: Path) -> None:
        shown.unlink(missing_ok=True)
        shown.symlink_to(edition)

    def opened() -> Page:
        """A page of the room's which does not light it."""
        page = context.new_page()
        page.goto(f"{address}404.html")
        return page

    def is_of(page: Page, listed: dict[str, Any]) -> bool:
        found = page.evaluate(DIGESTS, names)
        return all(found[name] == listed["files"][name] for name in names)

    lay(old)
    page = opened()
    page.evaluate(KEPT)
    assert is_of(page, first)

    lay(torn)
    assert page.evaluate(UPDATED) is False, "an edition that is not whole is not taken"
    page.reload()
    assert is_of(page, first)

    lay(new)
    # the browser looks as well when a page is opened, and a look that began at what lay there before takes nothing either
    wait_until(lambda: page.evaluate(UPDATED) is True, "a whole edition is not taken")
    page.reload()
    beside = opened()
    assert is_of(page, first), "as long as a page is open, all is of the edition before"
    assert is_of(beside, first)
    page.close()
    beside.close()

    page = opened()
    page.wait_for_function("caches.keys().then((names) => names.length === 1)")  # the one before has let go
    page.reload()
    assert page.evaluate("caches.keys()") == ["parlour-tab / another"]
    assert is_of(page, second)
    context.close()
