"""What the operator wants gone is gone: from the database, from memory, and from what is told."""

from pathlib import Path

import pytest
from sqlalchemy import create_engine, func, select
from websockets.exceptions import ConnectionClosed

from parlour.cli import main
from parlour.engine import Log, Match
from parlour.server.hall import sweeper
from parlour.server.store.schema import meta
from parlour.server.store.store import Store
from parlour.server.store.writer import Lane
from parlour.server.table.records import Answered, Opened, TookBack
from tests.patience import wait_until
from tests.server.conftest import Serve
from tests.server.test_hub import DAY, World, in_world
from tests.server.test_store import WORD, acted, begun, kept, said, with_store

WITH_WORDS = ("tables", "matches", "actions", "takebacks", "talk", "answered", "openers")


def rows(database: str, word: str) -> dict[str, int]:
    """How many rows of a table there are, by the database's own tables."""
    engine = create_engine(database.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        counts = {
            name: connection.execute(select(func.count()).where(meta.tables[name].c.word == word)).scalar() or 0
            for name in (*WITH_WORDS, "closings", "erasures")
        }
    engine.dispose()
    return counts


def test_a_table_is_erased_where_no_room_runs(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    back = TookBack(WORD, 1, 1, 1, 1, [[0, 7]], 3.0)

    async def fill(store: Store) -> None:
        await store.write(
            [kept(match=1), Opened(WORD, "1.2.3.4"), begun(), acted(0), back, said(1), Answered(WORD, 1, "a", 1.0)], Lane()
        )
        await store.write([kept("other-otter-1")], Lane())

    with_store(database, fill)
    assert all(rows(database, WORD)[name] for name in WITH_WORDS)
    assert main(["tables", "erase", WORD, "--database", database]) == 0
    assert capsys.readouterr().out == "erased\n"
    assert not any(rows(database, WORD).values())
    assert rows(database, "other-otter-1")["tables"] == 1
    assert main(["tables", "erase", WORD, "--database", database]) == 1
    assert "there is no table" in capsys.readouterr().err


def test_a_table_is_erased_while_people_are_at_it(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sweeper, "HEED", 0.05)
    live = serve()
    chairs, wires = live.party(2)
    word, database = chairs[0]["table"], live.settings.database
    wires[0].play()
    assert main(["tables", "erase", word, "--database", database]) == 0
    assert capsys.readouterr().out == "the room erases it within seconds\n"
    for wire in wires:
        with pytest.raises(ConnectionClosed):
            wire.until("nothing more")
    wait_until(lambda: live.http.get(f"/api/tables/{word}").status_code == 404, "it is still there")
    wait_until(lambda: not any(rows(database, word).values()), "rows are left")


def test_somebody_is_forgotten_and_the_match_stays(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sweeper, "HEED", 0.05)
    live = serve()
    chairs, wires = live.party(2, options={"rounds": 1}, name="Zoé Secret")
    word, database = chairs[0]["table"], live.settings.database
    for wire, text in zip(wires, ("I live in Secret Street", "A nice street"), strict=True):
        wire.send({"type": "say", "id": "line", "text": text})
        wire.until("said")
    while not wires[0].view()["view"]["over"]:
        for wire in wires:
            wire.send({"type": "time", "sent": 1})
            wire.until("time")
            if wire.view()["view"]["legal"]:
                wire.play()
    assert live.http.get(f"/api/tables/{word}/log").json()["names"] == ["Zoé Secret", "P1"]
    (match,) = live.http.get(f"/api/tables/{word}/matches").json()
    assert [person["name"] for person in match["people"]] == ["Zoé Secret", "P1"]
    assert main(["tables", "forget", "Zoé Secret", "--database", database]) == 0
    assert capsys.readouterr().out == f"{word}\nnothing is erased yet: say --yes\n"
    assert main(["tables", "forget", "Nobody", "--yes", "--database", database]) == 1
    assert main(["tables", "forget", "Zoé Secret", "--yes", "--database", database]) == 0

    def names() -> list[str]:
        return [person["name"] for person in live.http.get(f"/api/tables/{word}").json()["people"]]

    wait_until(lambda: names() == ["P2", "P1"], "the name still stands there")
    log = Log.from_json(live.http.get(f"/api/tables/{word}/log").json())
    assert log.names == ("P2", "P1")
    assert Match.replay(log).over, "the moves stay"
    (again,) = live.http.get(f"/api/tables/{word}/matches").json()
    seats = [{**person, "name": name} for person, name in zip(match["people"], ("P2", "P1"), strict=True)]
    assert again == {**match, "people": [{**seats[0], "avatar": "cog"}, seats[1]]}, "so does how it went"
    assert rows(database, word)["talk"] == 1, "what the others said stays"
    live.stop()
    assert b"Secret" not in Path(database.removeprefix("sqlite:///")).read_bytes(), "nor does it linger in the file"


def test_closed_tables_are_kept_for_as_long_as_the_settings_say(sqlite: str) -> None:
    async def run(world: World) -> None:
        old, new = [(await world.open())["table"] for _ in range(2)]
        (await world.hub.table(old)).close("expired")
        world.now += 6 * DAY
        (await world.hub.table(new)).close("expired")
        await world.store.write((), Lane())  # that they are closed is stored
        await world.hub.sweeper.erase_old()
        assert rows(sqlite, old)["tables"] == 1
        world.now += 2 * DAY
        await world.hub.sweeper.erase_old()
        assert (rows(sqlite, old)["tables"], rows(sqlite, new)["tables"]) == (0, 1)
        assert await world.hub.find(old) is None, "nor is it in memory"

    in_world(sqlite, run, retention=7 * DAY)
