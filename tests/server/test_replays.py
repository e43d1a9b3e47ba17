"""A finished match is shown again over HTTP: from its table, or from a log that somebody kept."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from parlour.engine import Match
from parlour.server.settings import Limits
from tests.server.conftest import Serve
from tests.server.live import Live


def finished(game: str = "keys", seed: int = 2) -> dict[str, Any]:
    """A log of a match at random."""
    rng, match = Random(seed), Match.start(game, 3)
    while not match.over:
        match.settle(rng.randrange)
        if not match.over:
            match.play(match.to_act[0], rng.choice(match.legal(match.to_act[0])))
    return replace(match.log(), names=("Ana", "Ben", "Cy")).to_json()


def test_a_match_of_a_table_is_shown_from_every_seat(live: Live) -> None:
    ana, ben = live.seated(2, options={"rounds": 1})
    with ana, ben:
        word = next(m for m in ana.seen if m["type"] == "welcome")["table"]
        address = f"/api/tables/{word}/matches/1/replay"
        assert live.http.get(address).json()["code"] == "playing"
        ana.play()
        ben.until("view")
        ben.play()
        while not ben.view()["view"]["over"]:
            ben.until("view")
        for look, seat in (("0", 0), ("1", 1), ("onlooker", None), ("open", None)):
            told = live.http.get(address, params={"look": look}).json()
            assert [person["name"] for person in told["people"]] == ["Ana", "P1"]
            assert told["frames"][0]["seat"] == seat
            assert told["frames"][-1]["over"]
            assert [frame["by"] for frame in told["frames"][:3]] == [None, 0, 1]
        mine = [event for frame in live.http.get(address, params={"look": "1"}).json()["frames"] for event in frame["events"]]
        assert mine == [event for message in ben.seen if message["type"] == "view" for event in message["events"]]
        for look in ("2", "-1", "x", "٣", "99999999999"):
            assert live.http.get(address, params={"look": look}).json()["code"] == "bad_message"


@pytest.mark.parametrize("game", ["keys", "skyjo"])
def test_a_log_is_shown_and_not_kept(live: Live, game: str) -> None:
    log, tables = finished(game), live.http.get("/healthz").json()["tables"]
    told = live.http.post("/api/replay", json={"log": log, "look": "open", "language": "fr"})
    assert told.status_code == 200, told.text
    assert (told.json()["game"], [person["name"] for person in told.json()["people"]]) == (game, ["Ana", "Ben", "Cy"])
    assert live.http.get("/healthz").json()["tables"] == tables


def test_what_is_no_finished_match_is_refused(live: Live) -> None:
    log = finished()
    for bad, said, missing in (
        ({**log, "actions": log["actions"][:-1]}, "not over", None),
        ({**log, "game": "chess"}, "chess", "game"),
        ({**log, "version": 99}, "version 99", "version"),
        ({**log, "version": 0}, "version 0", "version"),
        ({**log, "actions": [[0, 999], *log["actions"]]}, "action 1", None),
        ({"format": "pgn"}, "format", None),
    ):
        told = live.http.post("/api/replay", json={"log": bad})
        assert (told.status_code, told.json()["code"]) == (400, "bad_log")
        assert said in told.json()["message"]
        assert told.json().get("reason") == missing
    assert live.http.post("/api/replay", json={"log": log, "look": "7"}).json()["code"] == "bad_message"


def test_a_log_has_a_size(serve: Serve) -> None:
    small = serve(limits=Limits(log_bytes=20_000))
    padded = {"log": {"names": ["x" * 30_000]}}
    assert small.http.post("/api/replay", json=padded).json()["code"] == "too_large"


def test_a_match_has_a_length(live: Live) -> None:
    long = {**finished(), "actions": [[0, 0]] * 5_001}
    assert "more than 5,000 steps" in live.http.post("/api/replay", json={"log": long}).json()["message"]
