"""A match of older rules is finished by them, where they are installed beside today's, and else closed with its log."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.engine import GameError, LogError, Match, games, load, of_version
from parlour.engine import game as engine
from parlour.server.hall.replays import _made
from tests.server.conftest import TOY, forget_games
from tests.server.house import House


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Version 2 of the toy game takes the place of version 1, which stays installed beside it as "toy@1"."""
    package = tmp_path / "parlour_toy_two"
    shutil.copytree(TOY / "parlour_toy", package, ignore=shutil.ignore_patterns("__pycache__"))
    for path in package.glob("*.py"):
        text = path.read_text().replace("VERSION = 1", "VERSION = 2").replace("parlour_toy.", "parlour_toy_two.")
        path.write_text(text)
    info = tmp_path / "parlour_toy_two-2.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: parlour-toy-two\nVersion: 2.0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield info / "entry_points.txt"
    monkeypatch.undo()
    for cache in (engine.load, engine.of_version, engine._older):
        cache.cache_clear()
    forget_games()


def install(points: Path, *lines: str) -> None:
    points.write_text("[parlour.games]\n" + "".join(f"{line}\n" for line in lines))
    for cache in (engine.load, engine.of_version, engine._older):
        cache.cache_clear()
    forget_games()
    packages = dict(engine._packages()) | {"toy": "parlour_toy_two"}
    engine._packages = lambda: packages  # type: ignore[assignment]


@pytest.fixture
def upgraded(newer: Path, request: pytest.FixtureRequest) -> Iterator[None]:
    before = engine._packages
    install(newer, *(["toy@1 = parlour_toy"] if request.param else []))
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
    house.room.arrangements.show(old)
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
    assert _made(log, None, 0, "en")["version"] == 1, "it can be watched again"
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
