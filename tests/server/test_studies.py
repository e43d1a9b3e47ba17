"""Studies of house rules for pages: begun once, played beside the tables, kept, bounded, and off where the operator says so."""

import asyncio
import os
import signal
import time
from typing import Any

import pytest

from parlour.server.hall import studies as module
from parlour.server.hall.pool import Importance, Pool
from parlour.server.hall.studies import Studies
from parlour.server.wire.refused import Refused
from tests.patience import PATIENCE
from tests.server.conftest import Serve
from tests.server.live import Live


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GAMES", 40)
    monkeypatch.setattr(module, "FEWEST", 10)


async def answered(studies: Studies, *asked: Any) -> dict[str, Any]:
    while True:
        told = dict(await studies.ask(*asked))
        if told["state"] in ("done", "failed"):
            return told
        await asyncio.sleep(0.02)


def test_a_study_is_played_once_and_kept() -> None:
    async def run() -> None:
        studies = Studies(Pool(), on=True)
        looked = await studies.ask("keys", 2, {"to_win": 3}, begin=False)
        assert (looked["state"], len(studies._known)) == ("none", 0), "who only opens the lab has nothing played"
        first = await studies.ask("keys", 2, {"to_win": 3})
        assert (first["state"], first["tried"]) == ("waiting", None)
        told = await answered(studies, "keys", 2, {"to_win": 3})
        assert told["tried"]["games"] == told["printed"]["games"] == 40
        assert told["tried"]["minutes"][0] > told["printed"]["minutes"][0]
        assert "minutes" in told["real"]
        assert sum(told["tried"]["histogram"]["counts"]) == 40
        again = await studies.ask("keys", 2, {"own_stack": "all", "to_win": 3})
        assert again == told, "the same rules, said otherwise"
        assert await studies.ask("keys", 2, {"to_win": 3}, begin=False) == told
        studies._pool.stop()

    asyncio.run(run())


def test_a_study_ends_with_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SECONDS", 0)

    async def run() -> None:
        studies = Studies(Pool(), on=True)
        told = await answered(studies, "keys", 2, {"to_win": 1})
        assert told["tried"]["games"] == 20
        studies._pool.stop()

    asyncio.run(run())


@pytest.mark.long
def test_a_worker_that_is_gone_fails_one_study_and_no_more() -> None:
    async def run() -> None:
        studies = Studies(Pool(), on=True)
        await studies.ask("keys", 2, {})
        while not (there := studies._pool.pids(Importance.STUDY)):
            await asyncio.sleep(0.01)
        os.kill(there[0], signal.SIGKILL)
        assert (await answered(studies, "keys", 2, {}))["state"] == "failed"
        assert (await answered(studies, "keys", 3, {}))["state"] == "done"
        studies._pool.stop()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (("nothing", 2, {}), "unknown_game"),
        (("keys", 9, {}), "bad_options"),
        (("keys", 2, {"to_win": 7}), "bad_options"),
        (("keskife", 4, {"venue": "room"}), "no_bots_here"),
    ],
)
def test_what_cannot_be_played_is_refused(asked: Any, code: str) -> None:
    with pytest.raises(Refused) as refused:
        asyncio.run(Studies(Pool(), on=True).ask(*asked))
    assert refused.value.code == code


def test_few_wait_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WAITING", 2)

    async def run() -> None:
        studies = Studies(Pool(), on=True)
        for to_win in (1, 2):
            await studies.ask("keys", 2, {"to_win": to_win})
        with pytest.raises(Refused) as refused:
            await studies.ask("keys", 2, {"to_win": 3})
        assert refused.value.code == "lab_busy"
        studies._pool.stop()

    asyncio.run(run())


def test_pages_ask_for_it(serve: Serve) -> None:
    live: Live = serve()
    assert live.http.get("/api/config").json()["lab"] is True
    body = {"players": 2, "options": {"to_win": 1}}
    until = time.monotonic() + PATIENCE
    while (told := live.http.post("/api/games/keys/study", json=body).json())["state"] != "done":
        assert time.monotonic() < until
        time.sleep(0.05)
    assert told["tried"]["minutes"][0] < told["printed"]["minutes"][0]


def test_the_operator_may_switch_it_off(serve: Serve) -> None:
    live: Live = serve(lab=False)
    assert live.http.get("/api/config").json()["lab"] is False
    told = live.http.post("/api/games/keys/study", json={"players": 2})
    assert (told.status_code, told.json()["code"]) == (404, "no_lab")
