"""A room that has more to do than it can puts off what is new, in words, and goes on with the tables that are there."""

import asyncio
import gzip
from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest

from parlour.engine import Log
from parlour.server.hall import replays
from parlour.server.hall.hub import Hub
from parlour.server.hall.lag import LOOKS
from parlour.server.hall.table import GIVES_WAY, LONGEST, LiveTable
from parlour.server.settings import Settings
from parlour.server.store.store import Store
from parlour.server.telling.replays import written
from parlour.server.wire.refused import Refused
from tests.server.house import House
from tests.server.live import Live
from tests.server.test_replays import finished


def test_whoever_comes_while_the_loop_is_late_is_told_so() -> None:
    hub = Hub(Settings(database="sqlite://"), Store("sqlite://"))
    hub.spare()
    late = 2 * hub.settings.limits.lag
    hub._lag._late.extend([late] * (LOOKS - 1) + [0.0])
    hub.spare()  # not at every look
    hub._lag._late.extend([late] * LOOKS)
    with pytest.raises(Refused) as refused:
        hub.spare()
    assert refused.value.code == "busy"


@pytest.mark.parametrize(("lag", "later"), [(0.0, 0.0), (0.1, GIVES_WAY * 0.1), (60.0, LONGEST)])
def test_a_bots_play_waits_where_the_loop_is_late_and_a_deadline_does_not(lag: float, later: float) -> None:
    house = House("skyjo", pace=(1.0, 1.0), clock=30)
    (ana,) = house.seated(1, bots=1)
    outcome = house.room.wake(house.now)
    assert outcome.patient, "a bot is to play next"
    assert outcome.wake_at == pytest.approx(house.now + 1.0)

    class Late:
        """What a table asks of the hub to sleep."""

        def __init__(self) -> None:
            self.lag = lag

        def now(self) -> float:
            return house.now

    slept: list[float] = []

    class Loop:
        def call_later(self, pause: float, _: Any) -> None:
            slept.append(pause)

    table = LiveTable(house.room, Late())  # type: ignore[arg-type]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("asyncio.get_running_loop", Loop)
        table._sleep(outcome.wake_at, outcome.patient)
        table._timer = None
        table._sleep(outcome.wake_at, False)
    assert slept == [pytest.approx(1.0 + later), pytest.approx(1.0)]
    assert ana.last("view")["clocks"], "people's time runs as ever"


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """While this is not set, no replay is made."""
    let = Event()

    def waits(*what: Any) -> Any:
        let.wait(30)
        return written(*what)

    monkeypatch.setattr(replays, "written", waits)
    yield let
    let.set()


@pytest.mark.anyio
async def test_replays_wait_up_to_a_count_of_steps(held: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log.from_json(finished())
    monkeypatch.setattr(replays, "WAITING", 2 * len(log.actions))
    desk = replays.Replays()
    two = [asyncio.create_task(desk.show(log, None, "open", "en")) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Refused) as refused:
        await desk.show(log, None, "open", "en")
    assert refused.value.code == "busy"
    held.set()
    assert len({*await asyncio.gather(*two)}) == 1
    assert await desk.show(log, None, "open", "en"), "there is room again"


def test_draws_and_deals_of_matches_wait_with_them(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, ben = live.seated(2, options={"rounds": 1})
    with ana, ben:
        word = next(message for message in ana.seen if message["type"] == "welcome")["table"]
        ana.play()
        ben.until("view")
        ben.play()
        while not ben.view()["view"]["over"]:
            ben.until("view")
    address = f"/api/tables/{word}/matches/1/draws"
    again = {"game": "toy", "name": "Cy", "avatar": "fox", "again": {"table": word, "match": 1}}
    with monkeypatch.context() as patch:
        patch.setattr(replays, "WAITING", 0)
        for answer in (live.http.get(address), live.http.post("/api/tables", json=again)):
            assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert live.http.get(address).status_code == 200
    assert live.http.post("/api/tables", json=again).status_code == 201


def test_a_replay_is_sent_compressed(live: Live) -> None:
    with live.http.stream("POST", "/api/replay", json={"log": finished()}, headers={"Accept-Encoding": "gzip"}) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(raw).startswith(b'{"game":"keys"')
