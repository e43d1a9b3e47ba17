"""The table of requests: every row is tried by who may and who may not, once and again, and when it is not the time."""

import json
from copy import deepcopy
from typing import Any, Literal, get_args

import pytest

from parlour.server.table.records import Answered
from parlour.server.table.requests import ROWS, by_kind, row_of
from parlour.server.table.rows import Row
from parlour.server.wire.asking import Request, Time
from parlour.server.wire.reading import parse
from parlour.server.wire.refused import Refused
from parlour.server.wire.requests import AnyRequest
from tests.server.every_request import evening
from tests.server.house import Client, House, Message

BY_WORD = {row.word: row for row in ROWS}


class Tried:
    """A guest whose every request is also sent by somebody who may not, and again."""

    def __init__(self, house: House, client: Client, sent: dict[str, Message]) -> None:
        self.house, self.client, self.sent = house, client, sent
        self.strangers: list[Client] = []

    def ask(self, kind: str, **fields: Any) -> Message:
        row = BY_WORD[kind]
        self.sent.setdefault(kind, deepcopy(fields))
        for stranger, code in self._who_may_not(row):
            assert unchanged(self.house, stranger, kind, fields) == code, f"{kind} of {stranger.person}"
        before = len(self.house.records)
        answer = self.client.ask(kind, **fields)
        assert answer["type"] == (get_args(row.kind.answer.__annotations__["type"])[0]), answer  # type: ignore[attr-defined]
        stored = [one for one in self.house.records[before:] if isinstance(one, Answered)]
        assert len(stored) == (row.remembered and row.stores is not None)
        self._again(row, answer["id"], fields)
        return answer

    def _who_may_not(self, row: Row) -> list[tuple[Client, str]]:
        ana, ben, watcher = self.strangers
        sitting = {number for person in self.house.room.seats for number in person.connections}
        here = [one for one in (ana, ben) if one.number in sitting]
        may_not = {
            "host": [(watcher, "not_seated"), *((one, "not_host") for one in here if one is not self.client)],
            "onlooker": [(one, "wrong_status") for one in here],
        }
        return may_not.get(row.who, [(watcher, "not_seated")])

    def _again(self, row: Row, request: str, fields: Message) -> None:
        """A request that is remembered is answered alike, and nothing else follows from it."""
        if not row.remembered or self.client.number not in self.house.room.audience.connections:
            return
        before = deepcopy(self.house.room.shown()), len(self.house.records)
        self.client.say(row.word, id=request, **fields)
        released = row.word in ("stand", "close")  # whoever has no chair is an onlooker then
        assert released or self.client.answer(request)["type"] == "done"
        assert released or (self.house.room.shown(), len(self.house.records)) == before

    def leave(self) -> None:
        self.client.leave()

    def back(self) -> None:
        again = self.house.connect(self.client.token)
        self.client.number = again.number
        self.house.clients[again.number] = self.client

    @property
    def person(self) -> int:
        assert self.client.person is not None
        return self.client.person

    @property
    def table(self) -> Message:
        table: Message = self.client.last("table")["table"]
        return table

    @property
    def view(self) -> Message:
        return self.client.last("view")


def unchanged(house: House, client: Client, kind: str, fields: Message) -> str:
    """The code with which a request is refused, which changed nothing."""
    before = deepcopy(house.room.shown()), len(house.records)
    answer = client.ask(kind, **fields)
    assert (house.room.shown(), len(house.records)) == before
    return str(answer["code"])


@pytest.fixture(scope="module")
def sent() -> dict[str, Message]:
    """What the whole evening sends, by type."""
    house, sent = House("keys", thinkers=1, quiet=0.0), dict[str, Message]()
    clients = [house.join("Ana"), house.join("Ben"), house.connect(), house.connect()]
    guests = [Tried(house, client, sent) for client in clients]
    for guest in guests:
        guest.strangers = clients[:3]
    evening(*guests)
    return sent


def test_an_evening_tries_every_row(sent: dict[str, Message]) -> None:
    assert set(sent) | {"time"} == set(BY_WORD)


UNTIMELY = [(row.word, status) for row in ROWS for status in ("lobby", "playing", "over") if row.when and status not in row.when]


@pytest.mark.parametrize(("word", "status"), UNTIMELY)
def test_what_is_not_for_now_is_refused(sent: dict[str, Message], word: str, status: str) -> None:
    house = House("keys")
    ana, ben = house.join("Ana"), house.join("Ben")
    if status != "lobby":
        ana.ask("start")
    if status == "over":
        ben.ask("stand")
    assert house.room.status == status
    assert unchanged(house, ana, word, sent[word]) == "wrong_status"


def test_the_time_is_told_to_anyone() -> None:
    house = House()
    onlooker = house.connect()
    onlooker.say("time", sent=3.5)
    assert onlooker.got[-1] == {"type": "time", "sent": 3.5, "now": house.now}


class Bell(Request):
    """The host rings a bell."""

    type: Literal["bell"]


def test_what_nobody_does_is_refused_and_not_stored() -> None:
    house = House()
    ana = house.join()
    stored = len(house.records)
    house.take(house.room.receive(ana.number, Bell(type="bell", id="b1"), house.now))
    assert (ana.got[-1]["type"], ana.got[-1]["code"]) == ("refused", "bad_message")
    assert len(house.records) == stored
    with pytest.raises(Refused):
        row_of(Bell(type="bell", id="b1"))


def test_a_type_without_a_row_or_with_two_is_found_when_the_table_is_made() -> None:
    kinds = {*get_args(AnyRequest), Time}
    with pytest.raises(TypeError, match="Bell"):
        by_kind(ROWS, kinds | {Bell})
    with pytest.raises(TypeError, match="Play"):
        by_kind(ROWS, kinds - {ROWS[0].kind})
    with pytest.raises(TypeError, match="two rows"):
        by_kind((*ROWS, ROWS[0]), kinds)


def test_every_row_does_what_is_read_under_its_word(sent: dict[str, Message]) -> None:
    for word, fields in sent.items():
        message = parse(json.dumps({"type": word, "id": "r", **fields}))
        assert not isinstance(message, Time)
        assert type(message) is BY_WORD[word].kind
