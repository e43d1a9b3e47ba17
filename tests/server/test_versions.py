"""A match of older rules is finished by them, where they are installed beside today's, and else closed with its log."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.engine import GameError, Log, LogError, Match, games, load, of_version
from parlour.engine.contract import game as engine
from parlour.replay import tell
from parlour.server.telling.replays import made
from tests.server.conftest import Serve, forget_games
from tests.server.editions import BESIDE, installs, second_edition
from tests.server.house import House


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Version 2 of the toy game takes the place of version 1, which stays installed beside it as "toy@1"."""
    points = second_edition(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield points
    monkeypatch.undo()
    for cache in (engine.load, engine.of_version, engine._older):
        cache.cache_clear()
    forget_games()


def install(points: Path, *lines: str) -> None:
    installs(points, *lines)
    for cache in (engine.load, engine.of_version, engine._older):
        cache.cache_clear()
    forget_games()
    packages = dict(engine._packages()) | {"toy": "parlour_toy_two"}
    engine._packages = lambda: packages  # type: ignore[assignment]


@pytest.fixture
def upgraded(newer: Path, request: pytest.FixtureRequest) -> Iterator[None]:
    before = engine._packages
    install(newer, *([BESIDE] if request.param else []))
    yield
    engine._packages = before


def status(house: House) -> str:
    return house.room.status


@pytest.mark.parametrize("upgraded", [True], indirect=True)
def test_a_match_goes_on_by_the_rules_it_began_with_and_the_next_by_todays(
    upgraded: None, request: pytest.FixtureRequest
) -> None:
    house = House()
    old = of_version("toy", 1)
    assert (load("toy").version, old.version, "toy@1" in games()) == (2, 1, False)
    house.room.change_game(old)
    people = house.seated(2)
    people[0].play()
    tokens = [client.token for client in people]
    house.restart()
    assert status(house) == "playing"
    assert house.room.game is old
    back = [house.connect(token) for token in tokens]
    for _ in range(40):
        if status(house) == "over":
            break
        for client in back:
            if client.view["legal"]:
                client.play()
        house.wait(5.0)
    assert status(house) == "over"
    log = house.saved().log
    assert log is not None
    assert Match.replay(log).over
    assert made(log, None, 0, "en")["version"] == 1, "it can be watched again"
    house.restart()
    again = house.connect(tokens[0])
    assert again.ask("rematch")["type"] == "done"
    assert house.room.game is load("toy")
    assert again.last("table")["table"]["version"] == 2


@pytest.mark.parametrize("upgraded", [False], indirect=True)
def test_one_whose_rules_are_gone_is_closed_and_says_which_they_were(upgraded: None) -> None:
    house = House()
    house.seated(2)[0].play()
    house.restart(version=1)
    assert (house.room.status, house.room.closed) == ("closed", "old_version")
    log = house.saved(version=1).log
    assert log is not None
    with pytest.raises(LogError, match="toy version 1; version 2 is installed"):
        Match.replay(log)
    with pytest.raises(GameError, match="version 1 of toy is not installed"):
        of_version("toy", 1)


def test_a_match_whose_rules_are_gone_is_told_in_their_words(serve: Serve, newer: Path) -> None:
    live = serve()
    ana, ben = live.seated(2, options={"rounds": 1})
    word = ana.seen[0]["table"]
    before = engine._packages
    with ana, ben:
        for wire in (ana, ben):
            while not wire.view()["view"]["legal"]:
                wire.until("view")
            wire.play()
        while not ana.view()["view"]["over"]:
            ana.until("view")
    address = f"/api/tables/{word}/matches/1"
    assert live.http.get(f"{address}/replay").json()["story"] == [], "it can be watched"
    log = live.http.get(f"{address}/log").json()
    told = list(tell(Log.from_json(log), "fr"))
    english = list(tell(Log.from_json(log), "en"))
    try:
        install(newer)
        shown = live.http.get(f"{address}/replay", params={"language": "fr"}).json()
        assert (shown["frames"], shown["story"], shown["version"]) == ([], told, 1)
        assert [person["name"] for person in shown["people"]] == ["Ana", "P1"]
        assert live.http.get(f"{address}/replay", params={"language": "eo"}).json()["story"] == english
        kept = live.http.get(f"{address}/log").json()
        assert kept == {**log, "story": {"en": english, "fr": told}}
        assert live.http.post("/api/replay", json={"log": kept, "look": "open", "language": "fr"}).json()["story"] == told
        assert live.http.post("/api/replay", json={"log": log, "look": "open"}).json()["code"] == "bad_log"
        assert (
            live.http.post("/api/replay", json={"log": {**kept, "story": {"en": [1]}}, "look": "open"}).json()["code"]
            == "bad_log"
        )
    finally:
        engine._packages = before
