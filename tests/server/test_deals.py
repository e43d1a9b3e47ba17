"""Deals that may be played again: of finished matches by name, and of days; no path leads to one of a match that runs."""

import json
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parlour.bots.day import NoDay, day_deal, options_of, secret_of
from parlour.cli import main
from parlour.engine import Match, load
from parlour.engine.chance.chance import Chance
from parlour.engine.record.draws import Draws, sealed
from parlour.games.cells import CHANCE, CLOCK
from parlour.server.telling.runs import POINTS, course, parted
from tests.server.live import Live, over

SECRET = "0f" * 32
DATE = "2026-11-28"


def played(live: Live, **asked: Any) -> tuple[str, str]:
    """The table and the deal's name of a match of two that was played to its end."""
    ana, ben = live.seated(2, **asked)
    with ana, ben:
        word = next(m for m in ana.seen if m["type"] == "welcome")["table"]
        over([ana, ben])
    return word, live.http.get(f"/api/tables/{word}/matches/1/draws").json()["match"]


@pytest.mark.long
def test_a_finished_match_is_dealt_again_by_its_name_and_stands_beside_it(live: Live) -> None:
    word, name = played(live, options={"rounds": 1})
    offered = live.http.get(f"/api/deals/{name}").json()
    assert (offered["game"], offered["players"], offered["played"], offered["runs"]) == ("toy", 2, 1, [])
    assert word not in json.dumps(offered)
    body = {"game": "toy", "name": "Noor", "avatar": "owl", "deal": name}
    chair = live.http.post("/api/tables", json=body).json()
    other = live.join(chair["table"])
    host, guest = live.socket(chair["table"], chair["token"]), live.socket(chair["table"], other["token"])
    with host, guest:
        assert host.until("table")["table"]["deal"] == {"match": name, "players": 2}
        host.ask(type="start")
        for wire in (host, guest):
            while not any(message["type"] == "view" for message in wire.seen):
                wire.next()
        over([host, guest])
    mine = {"table": chair["table"], "match": 1}
    told = live.http.get(f"/api/deals/{name}", params=mine).json()
    assert [run["mine"] for run in told["runs"]] == [True, False]
    assert [person["name"] for person in told["runs"][1]["people"]] == ["Ana", "P1"]
    assert live.http.get(f"/api/deals/{name}", params={"table": chair["table"], "match": 2}).json()["runs"] == []


def test_no_path_leads_to_the_deal_of_a_match_that_runs(live: Live) -> None:
    ana, ben = live.seated(2, options={"rounds": 1})
    with ana, ben:
        word = next(m for m in ana.seen if m["type"] == "welcome")["table"]
        name = (
            f"{ana.until('table')['table']['seal'][:12]}/1"
            if not any(m["type"] == "table" for m in ana.seen)
            else (f"{next(m for m in reversed(ana.seen) if m['type'] == 'table')['table']['seal'][:12]}/1")
        )
        body = {"game": "toy", "name": "Eve", "avatar": "owl"}
        for asked in ({"deal": name}, {"again": {"table": word, "match": 1}}):
            assert live.http.post("/api/tables", json=body | asked).json()["code"] in ("unknown_deal", "playing")
        for path in (f"/api/deals/{name}", f"/api/deals/{name}?table={word}&match=1"):
            assert live.http.get(path).json()["code"] == "unknown_deal"
        for path in ("log", "matches/1/log", "matches/1/draws", "matches/1/replay", "matches/1/advice"):
            assert live.http.get(f"/api/tables/{word}/{path}").status_code == 409, path
        assert live.http.get(f"/api/games/toy/puzzles/{name[:8]}").status_code == 404
        over([ana, ben])
    assert live.http.get(f"/api/deals/{name}").status_code == 200


def test_a_day_is_sealed_before_and_opened_after(live: Live) -> None:
    today = live.hub.deals.today.isoformat()
    told = live.http.get(f"/api/days/{today}").json()
    assert told["secret"] is None
    assert told["games"] == ["keys", "kings_keys", "skyjo"]
    past = live.http.get(f"/api/days/{DATE}").json() if today > DATE else {"seal": "", "secret": ""}
    assert past["seal"] == sealed(past["secret"])
    for wrong in ("2099-01-01", "yesterday", "2026-13-01"):
        assert live.http.get(f"/api/days/{wrong}").json()["code"] == "unknown_deal"
    for wrong in ("2099-01-01/keys", f"{today}/toy", f"{today}/nothing"):
        assert live.http.get(f"/api/deals/{wrong}").json()["code"] == "unknown_deal"
    body = {"game": "keys", "name": "Ana", "avatar": "fox"}
    assert live.http.post("/api/tables", json=body | {"deal": f"{today}/skyjo"}).json()["code"] == "bad_options"
    assert live.http.post("/api/tables", json=body | {"deal": "2099-01-01/keys"}).json()["code"] == "unknown_deal"
    assert live.http.post("/api/tables", json=body | {"game": "toy", "deal": f"{today}/toy"}).json()["code"] == "unknown_deal"
    chair = live.http.post("/api/tables", json=body | {"deal": f"{today}/keys"}).json()
    with live.socket(chair["table"], chair["token"]) as wire:
        assert wire.until("table")["table"]["deal"] == {"match": f"{today}/keys", "players": 4}
    offered = live.http.get(f"/api/deals/{today}/keys").json()
    assert (offered["day"], offered["played"], offered["runs"]) == (today, 0, [])


def of_the_day(live: Live, device: str) -> str:
    """The table of a match of today's KEYS that this device played to its end, with three people who do not say theirs."""
    deal = f"{live.hub.deals.today.isoformat()}/keys"
    host = live.http.post("/api/tables", json={"game": "keys", "name": "Ana", "avatar": "fox", "deal": deal}).json()
    chairs = [host, *(live.join(host["table"], f"P{i}") for i in range(1, 4))]
    wires = [live.socket(chair["table"], chair["token"], hello=False) for chair in chairs]
    with ExitStack() as lines:
        for chair, wire in zip(chairs, map(lines.enter_context, wires), strict=True):
            wire.send({"type": "hello", "token": chair["token"], **({"device": device} if chair is host else {})})
            wire.until("table")
        wires[0].send({"type": "start", "id": "start"})
        for wire in wires:
            wire.until("view")
        over(wires)
    return str(host["table"])


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a round of KEYS came to lies there for a moment only: nobody looks at it here."""
    monkeypatch.setattr(load("keys"), "seconds", lambda _, seat: 0.05 if seat == CLOCK else 0)


@pytest.mark.long
@pytest.mark.usefixtures("brief")
def test_a_day_counts_once_a_device(live: Live) -> None:
    first, again, other = of_the_day(live, "a" * 32), of_the_day(live, "a" * 32), of_the_day(live, "b" * 32)
    path = f"/api/deals/{live.hub.deals.today.isoformat()}/keys"
    assert live.http.get(path).json()["played"] == 2
    for word in (first, other):
        told = live.http.get(path, params={"table": word, "match": 1}).json()
        assert [run["mine"] for run in told["runs"]] == [True, False]
        assert [people["name"] for people in told["runs"][1]["people"] if people["bot"] is None] == [""] * 4, "no name unsaid"
    told = live.http.get(path, params={"table": again, "match": 1}).json()
    assert [run["mine"] for run in told["runs"]] == [True, False, False], "uncounted, and shown to who played it"


def log_of(game: str, deal: Any, seed: int) -> Match:
    """A match that was dealt this and played at random."""
    players, options = options_of(game)
    match, rng = Match.start(game, players, options), Random(seed)
    draws = Draws(SECRET, "x/1", (None,) * players, deal)
    chance = Chance(draws, draws.roller(0))
    while not match.over:
        who = match.to_act[0]
        if who == CHANCE:
            chance.answer(match)
        else:
            match.play(who, rng.choice(match.legal(who)))
    return match


def test_the_day_of_a_match_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret = secret_of(SECRET, DATE)
    deal = day_deal("keys", DATE, secret)
    assert deal == day_deal("keys", DATE, secret)
    assert deal != day_deal("keys", DATE, secret_of(SECRET, "2026-11-29"))
    players, _ = options_of("keys")
    log = log_of("keys", deal, 4).log().to_json() | {
        "draws": Draws(SECRET, "x/1", (None,) * players, deal).to_json(),
    }
    match, day = tmp_path / "match.json", tmp_path / "day.json"
    match.write_text(json.dumps(log), encoding="utf-8")
    good = {"date": DATE, "seal": sealed(secret), "secret": secret}
    for told, code, words in (
        (good, 0, f'"day": "{DATE}"'),
        (good | {"secret": "1" * 64}, 1, "not the one that was sealed"),
        (good | {"secret": None}, 1, "still sealed"),
        (good | {"date": "2026-11-27"}, 1, "not the deal of"),
        ([], 1, "not what a house tells"),
    ):
        day.write_text(json.dumps(told), encoding="utf-8")
        assert main(["verify", str(match), "--day", str(day)]) == code
        said = capsys.readouterr()
        assert words in said.out + said.err
    with pytest.raises(NoDay):
        options_of("keskife")


def test_where_ways_parted_is_the_first_play_that_differs() -> None:
    deal = day_deal("skyjo", DATE, secret_of(SECRET, DATE))
    one, two = (log_of("skyjo", deal, seed).log() for seed in (1, 2))
    assert parted(one, one) is None
    found = parted(one, two)
    assert found is not None
    assert found["mine"] != found["theirs"]
    assert found["round"] >= 0
    mine, theirs = course(one), course(two)
    for log, (scores, turns) in ((one, mine), (two, theirs)):
        assert scores[-1] == Match.replay(log).score(), "it ends where the match did"
        assert scores[0] == [0] * log.players
        assert len(scores) <= POINTS + 1 <= turns, "a long match is told in even steps"
        assert any(a != b for a, b in pairwise(scores))
    steps = [max(1, -(-turns // POINTS)) for _, turns in (mine, theirs)]
    together = [all_of[0][: found["at"] // step + 1] for all_of, step in zip((mine, theirs), steps, strict=True)]
    if steps[0] == steps[1]:
        assert together[0] == together[1], "until they part both have the same"
    assert found["at"] < min(mine[1], theirs[1])
