"""The same matches by the browser's Python and by this one: what a seed plays, and what a log is shown as, cell by cell."""

import base64
import json
import pickle
from collections.abc import Callable
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from parlour.engine import load
from parlour.lab.chunks import Chunk, Play, run
from parlour.server.telling.replays import FROM, written
from tests.day import DRILLS
from tests.page.sites import folder, site
from tests.patience import PATIENCE

__all__ = ["folder", "site"]

MATCHES = 100

BESIDE = """([address, files, edition]) => {
  const worker = new Worker(address, { type: 'module', name: 'beside' });
  const waits = new Map();
  worker.onmessage = ({ data }) => data.kind === 'done' && waits.get(data.id)(data.found);
  worker.postMessage({ kind: 'beside', files, edition });
  window.asks = async (text) => {
    const id = waits.size + 1;
    const call = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    const found = await new Promise((done) => {
      waits.set(id, done);
      worker.postMessage({ kind: 'call', id, call });
    });
    return btoa(Array.from(found, (byte) => String.fromCharCode(byte)).join(''));
  };
}"""
"""The worker that thinks beside the tables, which does whatever Python it is asked for."""


@pytest.mark.timeout(20 * PATIENCE)
@pytest.mark.skipif(not DRILLS, reason="in `make drills`; tests/tab/test_same_answers.py compares what both shells answer")
@pytest.mark.parametrize("game", ["keskife", "keys", "kings_keys", "skyjo"])
def test_a_hundred_matches_are_the_same(browser: Browser, folder: Path, site: tuple[str, ThreadingHTTPServer], game: str) -> None:
    address, _ = site
    (worker,) = (folder / "some" / "where" / "assets").glob("worker-*.js")
    edition = json.loads((folder / "some" / "where" / "tab.json").read_text(encoding="utf-8"))["edition"]
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{address}404.html")
    page.evaluate(BESIDE, [f"{address}assets/{worker.name}", "/some/where", edition])

    def there(function: Callable[..., Any], *args: Any) -> Any:
        call = base64.b64encode(pickle.dumps((function, args, False))).decode()
        good, found = pickle.loads(base64.b64decode(page.evaluate("(call) => asks(call)", call)))
        assert good, found
        return found

    chunk = Chunk(Play(game, load(game).seats.start, ("simple",), 7, logged=frozenset(range(MATCHES))), 0, MATCHES)
    logs = run(chunk).logs
    assert len(logs) == MATCHES
    assert there(run, chunk).logs == logs
    for log in logs.values():
        shown = written(log, None, FROM["open"], "en")
        assert there(written, log, None, FROM["open"], "en") == shown
    context.close()
