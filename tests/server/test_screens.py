"""A big screen finds its table by four letters, and nobody finds one by trying them."""

import pytest

from parlour.server import Limits
from parlour.server.hall import screens
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
    assert again["code"] == first["code"]
    assert again["until"] > first["until"]
    second = live.http.post(f"/api/tables/{word}/screen?anew=true").json()
    assert live.http.get(f"/api/screens/{second['code']}").json() == {"table": word}
    gone = live.http.get(f"/api/screens/{first['code']}")
    assert (gone.status_code, gone.json()["code"]) == (404, "unknown_code")
    assert live.http.post("/api/tables/maple-otter-7k3q-9mxt/screen").status_code == 404


def test_they_are_good_for_a_few_minutes(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screens, "GOOD_FOR", -1.0)
    word = opened(live)
    code = live.http.post(f"/api/tables/{word}/screen").json()["code"]
    assert live.http.get(f"/api/screens/{code}").status_code == 404


def test_whoever_tries_is_bounded_also_where_he_is_right(serve: Serve) -> None:
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
