"""The advisor over HTTP: of finished matches alone, begun once, kept with the match, bounded, off where the operator says so."""

import asyncio
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from parlour.advice import Report
from parlour.engine import load
from parlour.server.hall import advisors as module
from parlour.server.hall.pool import Importance
from parlour.server.settings import Limits
from tests.patience import PATIENCE
from tests.server.conftest import Serve
from tests.server.live import Live


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of a second of thought, uncompiled."""
    monkeypatch.setattr(module, "SECONDS", 0.1)
    monkeypatch.setattr(module, "prepare", load)
    monkeypatch.setattr(module, "available", lambda: True)


@pytest.fixture
def advised(serve: Serve) -> Live:
    return serve(thinkers=1)


def played(live: Live) -> str:
    """The address of the advice on a match of two that is over."""
    ana, ben = live.seated(2, options={"rounds": 1})
    with ana, ben:
        word = next(m for m in ana.seen if m["type"] == "welcome")["table"]
        address = f"/api/tables/{word}/matches/1/advice"
        for ask in (live.http.get, live.http.post):
            assert ask(address).json()["code"] == "playing"
        ana.play()
        ben.until("view")
        ben.play()
        while not ben.view()["view"]["over"]:
            ben.until("view")
    return address


def settled(live: Live, address: str) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        told: dict[str, Any] = live.http.get(address).json()
        if told["state"] in ("done", "failed"):
            return told
        time.sleep(0.05)
    raise AssertionError(told)


@pytest.mark.long
def test_advice_is_thought_once_and_kept(serve: Serve, database: str) -> None:
    advised = serve(thinkers=1, database=database)
    address = played(advised)
    assert advised.http.get(address).json() == {"state": "none", "done": 0, "of": 0, "left": 0, "marks": [], "report": None}
    first = advised.http.post(address).json()
    assert first["state"] in ("waiting", "thinking")
    assert first["of"] > 0
    told = settled(advised, address)
    report = Report.from_json(told["report"])
    assert (report.game, report.players, report.seats) == ("toy", 2, (0, 1))
    assert told["done"] == told["of"]
    assert advised.http.post(address).json() == told
    end = time.monotonic() + PATIENCE
    while advised.hub.store.advice(address.split("/")[3], 1) is None:
        assert time.monotonic() < end
        time.sleep(0.02)
    advised.stop_now()
    again = serve(thinkers=0, database=database)
    assert again.http.get(address).json() == told, "from the database, also where nothing is thought"
    decision = report.decisions[0]
    replay = f"{address.removesuffix('advice')}replay?look={decision.seat}&instead="
    frames = again.http.get(f"{replay}{decision.step}").json()["frames"]
    assert frames[decision.frame + 1]["by"] == decision.seat, "what the advisor would have done is played on"
    assert again.http.get(f"{replay}999").json()["code"] == "no_advice"


def test_how_everybody_played_is_counted_without_an_advisor(serve: Serve) -> None:
    off = serve(thinkers=0)
    address = played(off).replace("/advice", "/style")
    told = off.http.get(address).json()["habits"]
    assert told == [[], []], "this game counts nothing"
    assert off.http.get(address.replace("/1/", "/2/")).json()["code"] == "wrong_status"


@pytest.mark.long
def test_a_match_that_is_erased_takes_its_advice_along(advised: Live) -> None:
    address = played(advised)
    advised.http.post(address)
    assert settled(advised, address)["state"] == "done"
    word = address.split("/")[3]
    store = advised.hub.store
    end = time.monotonic() + PATIENCE
    while store.advice(word, 1) is None:
        assert time.monotonic() < end
        time.sleep(0.02)
    asyncio.run_coroutine_threadsafe(advised.hub.erase(word), advised.loop).result(PATIENCE)
    assert store.advice(word, 1) is None


@pytest.mark.long
def test_a_process_that_is_gone_fails_one_match_and_no_more(advised: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    address = played(advised)
    monkeypatch.setattr(module, "prepare", time.sleep)
    case = advised.http.post(address)
    assert case.status_code == 200
    end = time.monotonic() + PATIENCE
    while not (there := advised.hub.pool.pids(Importance.ADVICE)):
        assert time.monotonic() < end
        time.sleep(0.01)
    os.kill(there[0], signal.SIGKILL)
    assert settled(advised, address)["state"] == "failed"
    monkeypatch.setattr(module, "prepare", load)
    advised.http.post(address)
    assert settled(advised, address)["state"] == "done"


@pytest.mark.long
def test_an_address_asks_so_much_and_a_room_may_have_no_advisor(serve: Serve, tmp_path: Path) -> None:
    few = serve(thinkers=1, limits=Limits(advice_per_hour=1))
    first, second = played(few), played(few)
    assert few.http.post(first).status_code == 200
    refused = few.http.post(second)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_fast")
    off = serve(thinkers=0, database=f"sqlite:///{tmp_path}/off.sqlite")
    assert off.http.post(played(off)).json()["code"] == "no_advice"
    assert off.http.get("/api/config").json()["advice"] is False
    assert few.http.get("/api/config").json()["advice"] is True
