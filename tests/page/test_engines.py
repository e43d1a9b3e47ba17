"""The page in the engines of Firefox and of Safari: matches to their ends, of one game a day, without an error."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.games.keskife import timing
from parlour.games.keys import rules as keys
from parlour.server import Settings
from tests.conftest import require
from tests.day import some_of
from tests.page.engines import FIREFOX, PLAYER, WEBKIT, XVFB, Firefox, WebKit
from tests.patience import PATIENCE
from tests.server.live import Live

MATCHES: dict[str, tuple[int, dict[str, Any]]] = {
    "skyjo": (1, {"end_score": 50}),
    "keys": (1, {"to_win": 1}),
    "kings_keys": (2, {"round_limit": 2}),
    "keskife": (3, {"venue": "stage"}),
}
TIMES = (0, 30, 1, 0, 0, 0, 3, 3, 0.1, 2, 0.1, 3, 0.3, 3, 0)  # seconds, as the phases of KESKIFÈ? come


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A room whose bots do not pause to think, and whose counts are short."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keys, "PAUSE_SECONDS", 0.3)
        patch.setattr(timing, "TIMES", TIMES)
        patch.setattr(timing, "BEAT_TIME", 0.05)
        live = Live(Settings(database=f"sqlite:///{tmp_path_factory.mktemp('quick')}/parlour.sqlite", pace=(0.0, 0.0)))
        yield live
        live.stop()


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Firefox | WebKit]]:
    """Gives a browser by its name: started once, whatever the order in which the tests are run."""
    started: dict[str, Firefox | WebKit] = {}

    def engine(name: str) -> Firefox | WebKit:
        if name not in started:
            started[name] = (Firefox if name == "firefox" else WebKit)(tmp_path_factory.mktemp(name))
        return started[name]

    yield engine
    for browser in started.values():
        browser.close()


@pytest.fixture(params=["firefox", "webkit"])
def engine(request: pytest.FixtureRequest, engines: Callable[[str], Firefox | WebKit]) -> Firefox | WebKit:
    there = FIREFOX if request.param == "firefox" else WEBKIT and XVFB
    if not there:
        require(request.param, "the browser or its driver is not installed")
    return engines(request.param)


@pytest.mark.parametrize("game", some_of(MATCHES, 1, "engines"))
def test_a_match_with_bots_to_its_end(engine: Firefox | WebKit, quick: Live, game: str, tmp_path: Path) -> None:
    bots, options = MATCHES[game]
    chair = quick.open(game, "Ada", options=options)
    with quick.socket(chair["table"], chair["token"]) as wire:
        for _ in range(bots):
            assert wire.ask(type="seat_bot", bot="simple")["type"] == "done"
        assert wire.ask(type="start")["type"] == "done"
    kept = {"table": chair["table"], "person": chair["person"], "token": chair["token"], "game": game, "since": 0}
    engine.resize(390, 844)
    engine.open(f"{quick.url}/favicon.svg")
    engine.evaluate(f"localStorage.setItem('parlour.chairs', JSON.stringify([{json.dumps(kept)}]))")
    engine.evaluate(
        f"localStorage.setItem('parlour.settings', JSON.stringify({json.dumps({'motion': 'less', 'language': 'en'})}))"
    )
    engine.open(f"{quick.url}/t/{chair['table']}")
    assert engine.evaluate(PLAYER)
    end = time.monotonic() + PATIENCE
    while not engine.evaluate("document.querySelector('.over') !== null"):
        assert engine.evaluate("troubles") == []
        assert time.monotonic() < end, engine.evaluate("document.body.innerText")
        time.sleep(0.2)
    assert engine.evaluate("troubles") == []
    assert engine.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert "You" in engine.evaluate("document.querySelector('.over').innerText")
    picture = engine.picture()
    assert picture.startswith(b"\x89PNG")
    (tmp_path / f"{game}.png").write_bytes(picture)
