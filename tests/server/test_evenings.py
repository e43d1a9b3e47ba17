"""What a kept table remembers: evenings by its own clock, who won them, who owes whom, and what is taken along."""

import asyncio
import csv
import io
import json
import time
from collections.abc import Iterator
from datetime import datetime
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from parlour.server.hall.sweeper import Sweeper
from parlour.server.table.keeping import Keeping, Member
from parlour.server.telling import takeaway
from parlour.server.telling.reckoning import Span, closest, evenings_of, owed, ratings, tally, told
from parlour.server.wire.evenings import MatchPlayed
from tests.server.conftest import Serve
from tests.server.live import Live, Message, Wire

HOUR, DAY = 3600.0, 86_400.0
ADA, BEN, NOOR = 1, 2, 3
DEVICES = {"Ana": "laptop-of-ana-0001", "Ben": "phone-of-ben-00001", "=Cy,": "tablet-of-cy-0001"}


def at(local: str, zone: str = "Europe/Paris") -> float:
    return datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone)).timestamp()


def match(number: int, begun: float, *scores: int, game: str = "skyjo", **changes: Any) -> MatchPlayed:
    """A match of Ada, Ben, Noor … with these scores, of which the lowest wins."""
    seats = [
        {"person": person, "bot": None, "score": score, "rank": 1 + sum(other < score for other in scores), "absent": False}
        for person, score in enumerate(scores, 1)
    ]
    form = {"match": number, "game": game, "options": {"end_score": 50}, "begun": begun, "ended": begun + HOUR}
    return {**form, "lowest_wins": True, "practice": False, "dealt_again": False, "seats": seats, **changes}  # type: ignore[typeddict-item]


def test_an_evening_is_twelve_hours_by_the_watch_also_in_the_night_in_which_the_clocks_are_put_back() -> None:
    begun = at("2026-10-24T20:00")
    late = [match(1, begun, 1, 2), match(2, begun + 11.9 * HOUR, 2, 1), match(3, begun + 12.1 * HOUR, 2, 1)]
    assert [len(evening["matches"]) for evening in evenings_of(late, "Europe/Paris")] == [2, 1]
    assert datetime.fromtimestamp(late[1]["begun"], ZoneInfo("Europe/Paris")).isoformat()[:16] == "2026-10-25T06:54"


@pytest.mark.parametrize(("zone", "date"), [("Europe/Paris", "2026-12-05"), ("America/New_York", "2026-12-04")])
def test_a_date_is_the_tables_own_wherever_people_are(zone: str, date: str) -> None:
    evenings = evenings_of([match(1, at("2026-12-05T00:30"), 1, 2)], zone)
    assert [evening["date"] for evening in evenings] == [date]
    assert evenings_of([match(1, at("2026-12-05T00:30"), 1, 2)], zone, Span(date, date)) == evenings
    assert evenings_of([match(1, at("2026-12-05T00:30"), 1, 2)], zone, Span("2026-12-06")) == []


def three() -> list[MatchPlayed]:
    """Three evenings: Ada's, Ben's by the better places, and one of practice."""
    first, second, third = at("2026-11-06T20:00"), at("2026-11-13T20:00"), at("2026-11-20T20:00")
    return [
        match(1, first, 10, 30, 31),
        match(2, first + HOUR, 12, 40, 20),
        match(3, second, 10, 11, 40),
        match(4, second + HOUR, 30, 10, 25),
        match(5, second + 2 * HOUR, 20, 15, 50, dealt_again=True),
        match(6, third, 50, 10, 51, practice=True),
    ]


def test_who_won_an_evening_and_who_owes_whom_a_rematch() -> None:
    evenings = evenings_of(three(), "Europe/Paris")
    assert [evening["won"] for evening in evenings] == [[ADA], [BEN], []]
    counted = {one["person"]: (one["evenings"], one["matches"], one["streak"]) for one in tally(evenings)}
    assert counted == {ADA: (1, 3, 0), BEN: (1, 1, 0), NOOR: (0, 0, 0)}
    assert {one["person"]: one["streak"] for one in tally(evenings[:2])} == {ADA: 0, BEN: 1, NOOR: 0}
    near = closest(evenings)
    assert near is not None
    assert (near["match"], near["first"], near["second"], near["by"]) == (3, ADA, BEN, 1)
    assert [(one["match"], one["by"], one["to"]) for one in owed(evenings)] == [(4, BEN, NOOR)]
    again = evenings_of([*three(), match(7, at("2026-11-27T20:00"), 9, 5, 5)], "Europe/Paris")
    assert owed(again) == [], "they have met again, and shared the first place"
    other = evenings_of([*three(), match(7, at("2026-11-27T20:00"), 3, 5, 9, game="keys")], "Europe/Paris")
    assert [(one["game"], one["by"], one["to"]) for one in owed(other)] == [("keys", ADA, BEN), ("skyjo", BEN, NOOR)]


def test_practice_what_was_dealt_again_and_who_was_absent_say_nothing_of_how_well_people_play() -> None:
    without = [one for one in three() if not one["practice"] and not one["dealt_again"]]
    assert ratings(evenings_of(without, "UTC"))[0] == ratings(evenings_of(without + three()[4:5], "UTC"))[0]
    shown, apart = ratings(evenings_of(without, "UTC"))
    assert shown[0]["person"] == ADA
    assert all(one["low"] < one["points"] < one["high"] for one in shown)
    assert apart is not None
    assert apart["more"] > 0
    alone = [{**one, "seats": [{**seat, "absent": seat["person"] != ADA} for seat in one["seats"]]} for one in without]
    assert ratings(evenings_of(alone, "UTC")) == ([], None)  # type: ignore[arg-type]
    assert ratings([]) == ([], None)


def test_what_is_taken_along_is_read_again() -> None:
    keeping = Keeping()
    keeping.keep("Friday; table, \\ours", "Europe/Paris", 0.0)
    keeping.members = {number: Member(number, name, "fox") for number, name in ((ADA, "=Ada"), (BEN, 'Ben, "B"'), (NOOR, "Noör"))}
    matches = three()
    form = json.loads(json.dumps(takeaway.taken("maple-otter-17", keeping, matches)))
    assert form["matches"] == matches
    everything = Span()
    assert told("x", keeping, form["matches"], everything, 0.0) == told("x", keeping, matches, everything, 0.0)
    text = takeaway.rows(keeping, matches)
    assert read(text) == matches
    names = {row["name"] for row in csv.DictReader(io.StringIO(text))}
    assert names == {"'=Ada", 'Ben, "B"', "Noör"}, "a spreadsheet works out nothing"


def read(text: str) -> list[dict[str, Any]]:
    """The matches of a file of rows."""
    found: dict[int, dict[str, Any]] = {}
    for row in csv.DictReader(io.StringIO(text)):
        times = {name: datetime.fromisoformat(row[name]).timestamp() for name in ("begun", "ended")}
        flags = {name: row[name] == "1" for name in ("lowest_wins", "practice", "dealt_again")}
        number = int(row["match"])
        about = {"match": number, "game": row["game"], "options": json.loads(row["options"]), "seats": []}
        seats = found.setdefault(number, {**about, **times, **flags})["seats"]
        seat = {"person": int(row["person"]), "bot": row["bot"] or None, "absent": row["absent"] == "1"}
        seats.append({**seat, "score": int(row["score"]), "rank": int(row["place"])})
    return list(found.values())


def test_an_invitation_stands_at_the_right_time_and_its_lines_are_not_too_long() -> None:
    keeping = Keeping()
    keeping.keep("Friday; table, ours", "Europe/Paris", 0.0)
    keeping.meet("2026-12-11T20:00")
    text = takeaway.invitation("maple-otter-17", f"https://parlour.example.org/{'x' * 60}/t/maple-otter-17", keeping, 5.0)
    lines = text.removesuffix("\r\n").split("\r\n")
    assert max(len(line.encode()) for line in lines) <= 75
    unfolded = text.replace("\r\n ", "").splitlines()
    event = dict(line.split(":", 1) for line in unfolded if not line.startswith(("BEGIN", "END")))
    assert (event["DTSTART"], event["DTEND"]) == ("20261211T190000Z", "20261211T220000Z")
    assert event["SUMMARY"] == "Friday\\; table\\, ours"
    assert event["URL"].endswith("/t/maple-otter-17")


# --- over the line


class Club:
    """Ana, Ben and Cy at a table that they keep, and the clock of their room."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.now = at("2026-11-06T20:00")
        began = time.monotonic()
        self.live.hub.now = lambda: self.now + time.monotonic() - began
        self.word: str = live.open("toy", options={"rounds": 1})["table"]
        self.wires: dict[str, Wire] = {}
        self.matches = 0
        self._ids = count()

    def come(self, *names: str) -> None:
        for wire in self.wires.values():
            wire.close()
        self.wires = {}
        for name in names:
            form = {"name": name, "avatar": "fox", "device": DEVICES[name]}
            chair = self.live.http.post(f"/api/tables/{self.word}/people", json=form).raise_for_status().json()
            wire = self.wires[name] = self.live.socket(self.word, chair["token"])
            wire.until("talk")

    def id(self) -> str:
        """A request's: the same people come back, and must not seem to repeat themselves."""
        return f"n{next(self._ids)}"

    def play(self) -> None:
        """A match, from its beginning to its end."""
        host = next(iter(self.wires.values()))
        host.send({"type": "start", "id": self.id()})
        self.matches += 1
        for wire in self.wires.values():
            wire.until("view", match=self.matches)
        while not any(wire.view()["view"]["over"] for wire in self.wires.values()):
            for wire in self.wires.values():
                wire.send({"type": "time", "sent": 1})
                wire.until("time")
                if wire.view()["view"]["legal"]:
                    wire.play(id=self.id())
        self.now += HOUR

    def get(self, what: str, **more: Any) -> Any:
        return self.live.http.get(f"/api/tables/{self.word}/{what}", params=more)


@pytest.fixture
def club(serve: Serve, toy_installed: None) -> Iterator[Club]:
    club = Club(serve(grace=1e6))
    yield club
    for wire in club.wires.values():
        wire.close()


def opened(club: Club) -> None:
    """The host who laid the table is Ana from now on, on her device."""
    chair = club.live.open("toy", name="Ana", options={"rounds": 1})
    club.word = chair["table"]
    wire = Wire.at(club.live.url, club.word, hello=False)
    wire.send({"type": "hello", "token": chair["token"], "device": DEVICES["Ana"]})
    wire.until("talk")
    assert wire.ask(type="keep", name="Friday table", zone="Europe/Paris")["type"] == "done"
    wire.close()


@pytest.mark.long
def test_three_evenings_of_three_people_one_of_whom_has_themselves_erased(club: Club) -> None:
    opened(club)
    assert club.get("evenings").json()["evenings"] == []
    for evening in range(3):
        club.come("Ana", "Ben", "=Cy,")
        for _ in range(2 if evening else 1):
            assert next(iter(club.wires.values())).ask(type="reopen", id=club.id())["type"] == "done"
            club.play()
        club.now = at("2026-11-06T20:00") + 7 * DAY * (evening + 1)
    told: Message = club.get("evenings").raise_for_status().json()
    assert [(one["date"], len(one["matches"])) for one in told["evenings"]] == [
        ("2026-11-20", 2),
        ("2026-11-13", 2),
        ("2026-11-06", 1),
    ]
    people = {one["name"]: one["person"] for one in told["kept"]["members"]}
    assert sorted(people) == ["=Cy,", "Ana", "Ben"], "they are the same people every time"
    assert len(told["tally"]) == len(told["ratings"]) == 3
    assert club.get("evenings", begins="2026-11-13", ends="2026-11-13").json()["evenings"] == told["evenings"][1:2]
    assert club.get("evenings", begins="soon").status_code == 400
    taken = club.get("evenings.json").json()
    assert [one["match"] for one in taken["matches"]] == [1, 2, 3, 4, 5]
    assert read(club.get("evenings.csv").text) == taken["matches"]
    assert club.get("next.ics").json()["code"] == "no_date"

    cy = {"table": club.word, "person": people["=Cy,"]}
    other = club.live.open()
    form = {
        "device": DEVICES["=Cy,"],
        "chairs": [cy, {"table": other["table"], "person": 1}, {"table": "no-such-17", "person": 1}],
    }
    assert club.live.http.post("/api/forget", json={**form, "device": DEVICES["Ben"]}).json() == {"tables": []}
    assert club.live.http.post("/api/forget", json=form).json() == {"tables": [club.word]}
    everywhere = {what: club.get(what).text for what in ("evenings", "evenings.json", "evenings.csv", "matches", "log")}
    everywhere["door"] = club.live.http.get(f"/api/tables/{club.word}").text
    watcher = club.live.socket(club.word)
    watcher.until("talk")
    everywhere["table"] = json.dumps(watcher.seen)
    watcher.close()
    assert [where for where, text in everywhere.items() if "Cy" in text] == []
    again = club.get("evenings").json()
    assert again["evenings"] == told["evenings"], "that somebody played stays"
    assert [one["erased"] for one in again["kept"]["members"]] == [False, False, True]


def test_a_kept_table_outlives_a_month_and_lapses_after_a_year(club: Club) -> None:
    opened(club)
    other = club.live.open()["table"]
    sweeper = Sweeper(club.live.hub)

    def status(word: str) -> str:
        return str(club.live.http.get(f"/api/tables/{word}").json()["status"])

    for days, expected in ((40, ("lobby", "closed")), (380, ("closed", "closed"))):
        club.now = at("2026-11-06T20:00") + days * DAY
        asyncio.run_coroutine_threadsafe(sweeper.expire(), club.live.loop).result()
        assert (status(club.word), status(other)) == expected


def test_what_is_not_kept_has_no_evenings(club: Club) -> None:
    assert club.get("evenings").json()["code"] == "not_kept"
    assert club.live.http.get("/api/tables/no-such-17/evenings").json()["code"] == "unknown_table"
