"""Servers of two versions side by side: one is drained, and its matches go on where their rules are, or are told of."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.patience import PATIENCE
from tests.server.editions import BESIDE, TODAY, installs, second_edition
from tests.server.live import Message, Wire
from tests.server.postgresql import Postgresql
from tests.server.test_process import served, sit


@pytest.fixture
def paths(tmp_path: Path, toy_paths: list[str]) -> dict[str, str]:
    """Python paths: of the rules of before, of today's beside them, and of today's alone."""
    found = {"old": os.pathsep.join(toy_paths)}
    for name, lines in {"both": (TODAY, BESIDE), "new": (TODAY,)}.items():
        folder = tmp_path / name
        folder.mkdir()
        installs(second_edition(folder), *lines)
        found[name] = os.pathsep.join([str(folder), toy_paths[0]])  # the package of before is there, but installed by nobody
    return found


def played(wires: list[Wire], times: int) -> list[Message]:
    """What those who are asked played, each acknowledged."""
    found = []
    for _ in range(times):
        while not any(wire.view()["view"]["legal"] for wire in wires):  # the clock is to turn the cards
            for wire in wires:
                wire.until("view")
        mover = next(wire for wire in wires if wire.view()["view"]["legal"])
        found.append(mover.view()["view"]["legal"][0])
        assert mover.play()["type"] == "done"
        for wire in wires:
            wire.send({"type": "time", "sent": 1})
            wire.until("time")
    return found


def told_to_come_back(wires: list[Wire]) -> None:
    for wire in wires:
        with wire:
            assert wire.until("closed")["reason"] == "shutdown"
            with pytest.raises(ConnectionClosed):
                wire.next()


@pytest.mark.long
def test_a_room_is_upgraded_server_by_server(
    postgresql: Postgresql, paths: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = (postgresql.database(), "--no-lab")
    monkeypatch.setenv("PYTHONPATH", paths["old"])
    with served(*options) as (old, at_old):
        host = httpx.post(f"{at_old}/api/tables", json={"game": "toy", "name": "Ana", "avatar": "fox"}, timeout=PATIENCE).json()
        word = host["table"]
        guest = httpx.post(f"{at_old}/api/tables/{word}/people", json={"name": "Ben", "avatar": "owl"}, timeout=PATIENCE).json()
        monkeypatch.setenv("PYTHONPATH", paths["both"])
        with served(*options) as (both, at_both):
            wires = [sit(at_old, word, host["token"]), sit(at_both, word, guest["token"])]
            wires[0].send({"type": "start", "id": "start"})
            for wire in wires:
                wire.until("view")
            done = played(wires, 3)
            seq = wires[0].view()["seq"]
            old.send_signal(signal.SIGTERM)
            told_to_come_back(wires)
            assert old.wait(PATIENCE) == 0

            wires = [sit(at_both, word, chair["token"]) for chair in (host, guest)]
            assert [wire.until("view")["seq"] for wire in wires] == [seq, seq]
            assert wires[0].view()["view"]["version"] == 1, "it goes on by the rules it began with"
            done += played(wires, 2)
            both.send_signal(signal.SIGTERM)
            told_to_come_back(wires)
            assert both.wait(PATIENCE) == 0

    monkeypatch.setenv("PYTHONPATH", paths["new"])
    with served(*options) as (_, at_new):
        with Wire.at(at_new, word, host["token"]) as wire:
            assert wire.until("closed")["reason"] == "old_version"
        with httpx.Client(base_url=f"{at_new}/api/tables/{word}", timeout=PATIENCE) as http:
            shown = http.get("/matches/1/replay", params={"language": "fr"}).json()
            log = http.get("/log").json()
        assert (log["version"], shown["version"], shown["frames"]) == (1, 1, [])
        played_by_people = [action for seat, action in log["actions"] if 0 <= seat < 2]
        assert len(played_by_people) == len(done), "no move is lost or doubled"
        assert shown["story"] == log["story"]["fr"]
        assert sum("played" in line for line in log["story"]["en"]) >= 4
        assert not any("{" in line for line in log["story"]["en"])
    kept = tmp_path / "match.json"
    kept.write_text(httpx.Response(200, json=log).text)
    told = subprocess.run(
        [sys.executable, "-m", "parlour", "replay", str(kept), "--language", "fr"], capture_output=True, text=True, check=True
    )
    assert told.stdout.splitlines() == shown["story"]
