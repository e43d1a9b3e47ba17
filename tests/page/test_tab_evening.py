"""Evenings in a room in a tab, in Chromium, Firefox and WebKit: matches to their ends, two at one device, what comes after."""

import json
import time
from collections.abc import Callable, Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser

from tests.conftest import require
from tests.day import DRILLS
from tests.page.engines import FIREFOX, PLAYER, WEBKIT, XVFB, Chromium, Engine, Firefox, Mortal, WebKit, WebKitWithProfile
from tests.page.sites import folder, site
from tests.patience import PATIENCE

__all__ = ["folder", "site"]

RULES: dict[str, dict[str, int]] = {  # what shortens a match, as one sets it in the form
    "skyjo": {"end_score": 50},
    "keys": {},
    "kings_keys": {"round_limit": 2},
    "keskife": {},
}
LONG = 20 * PATIENCE  # bots think, and KESKIFÈ? counts its seconds
ENGINES = ("chromium", "firefox", "webkit") if DRILLS else ("chromium",)
Site = tuple[str, ThreadingHTTPServer]
E = TypeVar("E", bound=Engine)

PRESS = """(() => {
  const named = (one) => (one.getAttribute('aria-label') ?? one.innerText ?? '').trim().startsWith(%s);
  const all = [...document.querySelectorAll('button, a, summary')];
  const one = all.findLast((one) => named(one) && !one.disabled && one.getClientRects().length);
  one?.click();
  return Boolean(one);
})()"""
FILL = """(() => {
  const labels = [...document.querySelectorAll('label')].filter((one) => one.innerText.trim().startsWith(%s));
  const field = labels.at(-1)?.control;
  if (!field) return false;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, %s);
  for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
  return true;
})()"""
SET = """(() => {
  const field = document.querySelector('input[id$="-%s"]');
  if (!field) return false;
  field.value = '%d';
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
})()"""
COUNT = """(() => {
  window.steps = null;
  indexedDB.databases().then(([{ name }]) => {
    indexedDB.open(name).onsuccess = ({ target: { result } }) => {
      const all = result.transaction('texts').objectStore('texts').count(IDBKeyRange.bound('step/', 'step/\\uffff'));
      all.onsuccess = () => { window.steps = all.result; result.close(); };
    };
  });
  return true;
})()"""


@pytest.fixture(params=ENGINES)
def name(request: pytest.FixtureRequest) -> str:
    """Of a browser that is there."""
    if not {"chromium": True, "firefox": FIREFOX, "webkit": WEBKIT and XVFB}[request.param]:
        require(request.param, "the browser or its driver is not installed")
    return str(request.param)


@pytest.fixture
def engine(name: str, browser: Browser, tmp_path: Path) -> Iterator[Engine]:
    yield from on_a_phone(begun(name, browser, tmp_path, WebKit))


@pytest.fixture
def mortal(name: str, browser: Browser, tmp_path: Path) -> Iterator[Mortal]:
    yield from on_a_phone(begun(name, browser, tmp_path, WebKitWithProfile))


def begun(name: str, browser: Browser, folder: Path, webkit: Callable[[Path], E]) -> Chromium | Firefox | E:
    """The browser of this name: of WebKit there are two ways to drive it."""
    return Chromium(browser) if name == "chromium" else Firefox(folder) if name == "firefox" else webkit(folder)


def on_a_phone(engine: E) -> Iterator[E]:
    engine.resize(390, 844)
    yield engine
    engine.close()


def until(engine: Engine, expression: str, seconds: float = 2 * PATIENCE) -> Any:
    """What an expression comes to as soon as that is something."""
    end = time.monotonic() + seconds
    while not (found := engine.evaluate(expression)):
        assert time.monotonic() < end, (expression, engine.evaluate("document.body.innerText"))
        time.sleep(0.1)
    return found


def press(engine: Engine, name: str) -> None:
    until(engine, PRESS % json.dumps(name))


def fill(engine: Engine, label: str, text: str) -> None:
    until(engine, FILL % (json.dumps(label), json.dumps(text)))


def there(text: str) -> str:
    return f"document.body.innerText.includes({json.dumps(text)})"


def begin(engine: Engine, address: str, game: str) -> None:
    """The form of a new table, with a name and short rules."""
    engine.open(address)
    engine.evaluate('localStorage.setItem(\'parlour.tab.settings\', \'{"language":"en","motion":"less"}\')')
    engine.open(f"{address}?/new/{game}")
    fill(engine, "Your name", "Ann")
    if RULES[game]:
        until(engine, "((fold) => fold && (fold.open = true))(document.querySelector('details.fold'))")
    for option, value in RULES[game].items():
        until(engine, SET % (option, value))


def play(engine: Engine) -> None:
    """To the end, whatever is pressed."""
    until(engine, "document.querySelector('main') && /t.[a-z]+-/.test(location.search)")
    assert engine.evaluate(PLAYER)
    until(engine, "troubles.length || document.querySelector('.over') !== null", LONG)
    assert engine.evaluate("troubles") == []
    assert engine.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.timeout(2 * LONG)
@pytest.mark.skipif(not DRILLS, reason="in `make drills`: bots rest between their plays, minutes in all")
@pytest.mark.parametrize("game", RULES)
def test_a_match_against_bots_to_its_end(engine: Engine, site: Site, game: str) -> None:
    begin(engine, site[0], game)
    press(engine, "Try it now with")
    play(engine)
    assert "You" in engine.evaluate("document.querySelector('.over').innerText")


@pytest.mark.timeout(2 * LONG)
@pytest.mark.skipif(not DRILLS, reason="in `make drills`")
def test_two_at_one_device_look_again_are_advised_and_need_no_line(mortal: Mortal, site: Site, tmp_path: Path) -> None:
    engine, (address, server) = mortal, site
    begin(engine, address, "keys")
    press(engine, "Lay the table")
    press(engine, "Somebody on this device")
    fill(engine, "Their name", "Noor")
    press(engine, "Take a chair here")
    until(engine, there("on this device"))
    press(engine, "Start with")
    until(engine, there("Hand it to"))
    play(engine)
    word = engine.evaluate("location.search").rpartition("/")[2]

    engine.open(f"{address}?/t/{word}/match/1")
    until(engine, "document.querySelector('.replay .again') !== null")
    engine.open(f"{address}?/t/{word}/match/1/advice")
    until(engine, "document.querySelector('main.all .left') !== null", LONG)
    engine.open(f"{address}?/lab/keys")
    press(engine, "Play it out")
    until(engine, "document.querySelector('.found section.panel') !== null", LONG)
    engine.open(address)
    until(engine, there("No line needed"))
    server.shutdown()

    begin(engine, address, "skyjo")
    press(engine, "Try it now with")
    press(engine, "Row 1, column 1")
    told = engine.evaluate("location.href")
    engine.evaluate(COUNT)
    steps = until(engine, "window.steps")
    engine.evaluate(PRESS % '"Row 1, column 2"')
    engine.crash()  # nobody knows how far that move has come
    engine.open(told)
    until(engine, "document.querySelector('main') && document.body.innerText.includes('SKYJO')")
    engine.evaluate(COUNT)
    assert until(engine, "window.steps") >= steps, "nothing that was stored is gone"
    play(engine)
    engine.open(f"{address}?/shelf")
    until(engine, there("Finished matches"))
    (tmp_path / "shelf.png").write_bytes(engine.picture())
