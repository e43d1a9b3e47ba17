"""A table opens by four letters or a few more while its lobby stands, and nobody finds one by trying them."""

import asyncio

import pytest

from parlour.server import Limits
from parlour.server.hall import screens
from parlour.server.store.writer import Lane
from parlour.server.table.records import Screened
from tests.patience import PATIENCE
from tests.server.conftest import GENEROUS, Serve
from tests.server.live import Live


def opened(live: Live) -> str:
    answer = live.http.post("/api/tables", json={"game": "toy", "name": "Ana", "avatar": "fox"})
    return str(answer.json()["table"])


def test_the_letters_lead_to_the_table_and_the_last_ones_alone(live: Live) -> None:
    word = opened(live)
    first = live.http.post(f"/api/tables/{word}/screen").json()
    assert len(first["code"]) == screens.LENGTH
    assert set(first["code"]) <= set(screens.LETTERS)
    assert live.http.get(f"/api/screens/{first['code'].lower()}").json() == {"table": word}
    again = live.http.post(f"/api/tables/{word}/screen").json()
    assert again == first  # good for hours: nothing is written for each look
    second = live.http.post(f"/api/tables/{word}/screen?anew=true").json()
    assert live.http.get(f"/api/screens/{second['code']}").json() == {"table": word}
    gone = live.http.get(f"/api/screens/{first['code']}")
    assert (gone.status_code, gone.json()["code"]) == (404, "unknown_code")
    assert live.http.post("/api/tables/maple-otter-7k3q-9mxt/screen").status_code == 404


def test_letters_that_cannot_be_kept_are_not_told(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    word = opened(live)

    async def full(records: object, lane: Lane) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(live.hub.store, "write", full)
    answer = live.http.post(f"/api/tables/{word}/screen")
    assert (answer.status_code, answer.json()["code"]) == (503, "away")


def test_they_lapse_when_nobody_asks_for_them(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screens, "STANDS", -1.0)
    word = opened(live)
    code = live.http.post(f"/api/tables/{word}/screen").json()["code"]
    assert live.http.get(f"/api/screens/{code}").status_code == 404


def started(live: Live, word: str, token: str) -> None:
    live.join(word)
    with live.socket(word, token) as host:
        host.until("table")
        host.ask(type="start")


def test_those_of_a_lobby_lapse_when_its_match_begins(live: Live) -> None:
    chair = live.open()
    word = chair["table"]
    lobby = live.http.post(f"/api/tables/{word}/screen").json()
    assert lobby["until"] > live.hub.now() + screens.GOOD_FOR
    started(live, word, chair["token"])
    assert live.http.get(f"/api/screens/{lobby['code']}").status_code == 404
    playing = live.http.post(f"/api/tables/{word}/screen").json()
    assert playing["code"] != lobby["code"]
    assert playing["until"] <= live.hub.now() + screens.GOOD_FOR
    assert live.http.get(f"/api/screens/{playing['code']}").json() == {"table": word}


def test_what_was_asked_for_as_a_match_began_opens_nothing(live: Live) -> None:
    chair = live.open()
    started(live, chair["table"], chair["token"])
    late = Screened(chair["table"], "LATE", live.hub.now() + screens.STANDS)
    asyncio.run_coroutine_threadsafe(written(live, late), live.loop).result(PATIENCE)
    assert live.http.get("/api/screens/LATE").status_code == 404


async def written(live: Live, record: Screened) -> None:
    await live.hub.store.write([record], Lane())


@pytest.mark.parametrize(
    "out", [{}, {4: 1}, {4: 1, 5: 39}, {4: 1, 5: 40}, {4: 1, 5: 40, 6: 857}, {4: 1, 5: 40, 6: 857, 7: 9_102}]
)
def test_one_guess_opens_a_table_less_than_once_in_a_hundred_thousand(out: dict[int, int]) -> None:
    letters = screens.length(out)
    assert (out.get(letters, 0) + 1) * screens.ODDS <= len(screens.LETTERS) ** letters
    assert all(
        (out.get(fewer, 0) + 1) * screens.ODDS > len(screens.LETTERS) ** fewer for fewer in range(screens.LENGTH, letters)
    ), "there were shorter ones left"
    assert letters <= 7, "a full room's letters are still said in a breath"


def test_the_more_are_out_the_longer_they_are(serve: Serve) -> None:
    live = serve(limits=GENEROUS)
    assert live.http.get("/api/screens").json() == {"letters": 4}
    codes = [live.http.post(f"/api/tables/{opened(live)}/screen").json()["code"] for _ in range(3)]
    assert [len(code) for code in codes] == [4, 5, 5]
    assert live.http.get("/api/screens").json() == {"letters": 5}


def test_whoever_tries_is_bounded_also_where_they_are_right(serve: Serve) -> None:
    limits = Limits(**{name: getattr(GENEROUS, name) for name in Limits.__slots__} | {"codes": 5})
    live = serve(limits=limits)
    word = opened(live)
    code = live.http.post(f"/api/tables/{word}/screen").json()["code"]
    tried = [live.http.get(f"/api/screens/{letters}").status_code for letters in ("AAAA", "BBBB", "CCCC", "DDDD", code, code)]
    assert tried[:4] == [404] * 4 or code in ("AAAA", "BBBB", "CCCC", "DDDD")
    assert tried[4:] == [200, 429]


def test_trying_from_everywhere_is_bounded_too(serve: Serve) -> None:
    limits = Limits(**{name: getattr(GENEROUS, name) for name in Limits.__slots__} | {"codes": 1000, "codes_in_all": 5})
    live = serve(limits=limits)
    tried = [live.http.get("/api/screens/AAAA").status_code for _ in range(9)]
    assert tried[:5] == [404] * 5
    assert 429 in tried[5:]
