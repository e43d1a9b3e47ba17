"""The protocol over real sockets: play, hostile clients, origins, farewells."""

import asyncio
import hashlib
import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr
from dataclasses import replace
from io import StringIO
from pathlib import Path

import httpx
import pytest
from jsonschema import Draft202012Validator
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from parlour.engine import Log
from parlour.engine.record.draws import Draws, sealed
from parlour.server import Limits
from parlour.server.door.crowd import Crowd
from parlour.server.logs import set_up, tag, tell
from parlour.server.wire.reading import parse
from parlour.server.wire.refused import Malformed
from tests.patience import PATIENCE
from tests.server.conftest import GENEROUS, Serve
from tests.server.live import Live, Wire

LOGGERS = ("parlour.server", "uvicorn", "uvicorn.error")


def test_two_people_play_a_match_to_the_end(live: Live) -> None:
    ana, ben = live.seated(2, options={"rounds": 1})
    with ana, ben:
        assert ana.play()["type"] == "done"
        ben.until("view")
        assert ben.play()["type"] == "done"
        ana.until("view")
        ana.until("view")  # the cards are turned by the clock
        word = next(m for m in ana.seen if m["type"] == "welcome")["table"]
        assert ana.view()["view"]["over"]
        assert live.http.get(f"/api/tables/{word}/log").json()["game"] == "toy"
        told = live.http.get(f"/api/tables/{word}/matches/1/draws").json()
        assert told["seal"] == next(m for m in ana.seen if m["type"] == "table")["table"]["seal"] == sealed(told["secret"])
        draws = Draws(told["secret"], told["match"], tuple(told["parts"]))
        drawn = [draws.roller(i)(one["below"]) for i, one in enumerate(told["draws"])]
        assert drawn == [one["drawn"] for one in told["draws"]] != []
        log = Log.from_json(live.http.get(f"/api/tables/{word}/matches/1/log").json())
        assert (log.draws, log.names) == (draws, ("Ana", "P1"))
        assert live.http.get(f"/api/tables/{word}/matches/2/log").json()["code"] == "wrong_status"
        assert live.http.get(f"/api/tables/{word}/matches/no/draws").status_code == 400


def test_the_log_is_secret_while_the_match_runs(live: Live) -> None:
    ana, ben = live.seated(2)
    with ana, ben:
        word = next(m for m in ana.seen if m["type"] == "welcome")["table"]
        response = live.http.get(f"/api/tables/{word}/log")
        assert (response.status_code, response.json()["code"]) == (409, "playing")
        for what in ("log", "draws"):
            response = live.http.get(f"/api/tables/{word}/matches/1/{what}")
            assert (response.status_code, response.json()["code"]) == (409, "playing")


def test_every_message_keeps_the_schema(live: Live) -> None:
    schema = live.http.get("/api/schema.json").json()
    server = Draft202012Validator({**schema, "anyOf": [{"$ref": "#/$defs/ServerMessage"}]})
    client = Draft202012Validator({**schema, "anyOf": [{"$ref": "#/$defs/ClientMessage"}]})
    Draft202012Validator.check_schema(schema)
    ana, ben = live.seated(2)
    with ana, ben:
        ana.play()
        ana.play()
        ana.ask(type="why", action={"do": "card", "slot": 1})
        ana.ask(type="plan", match=1, question=ana.view()["question"], actions=[])
        ana.send({"type": "time", "sent": 1})
        ana.until("time")
        kinds = {m["type"] for m in ana.seen}
        assert kinds == {"welcome", "table", "talk", "view", "done", "refused", "because", "planned", "time"}
        for message in ana.seen:
            server.validate(message)
    assert client.is_valid({"type": "ready", "id": "a", "ready": True})
    assert not client.is_valid({"type": "ready", "id": "a", "ready": "yes"})
    assert not client.is_valid({"type": "ready", "ready": True})


BAD = [
    "",
    "null",
    "[]",
    "{",
    "[" * 20_000,
    '{"type": "fly", "id": "x"}',
    '{"type": "play", "id": "x"}',
    '{"type": "play", "id": "x", "match": 1, "question": 1, "actions": [], "more": 1}',
    '{"type": "play", "id": "x", "match": true, "question": 1, "actions": [{"do": "card", "slot": 1}]}',
    '{"type": "ready", "id": "", "ready": true}',
    '{"type": "ready", "id": "a\\u0000", "ready": true}',
    '{"type": "ready", "id": "' + "x" * 65 + '", "ready": true}',
    '{"type": "time", "sent": NaN}',
    '{"type": "signal", "id": "x", "person": 1, "data": Infinity}',
    '{"type": "hello", "token": 5}',
    b"\x00\xff",
]


@pytest.mark.parametrize("message", BAD, ids=range(len(BAD)))
def test_malformed_messages_are_refused_and_change_nothing(live: Live, message: str | bytes) -> None:
    ana, ben = live.seated(2)
    with ana, ben:
        before = ana.view()
        ana.send(message)
        refused = ana.until("refused")
        assert refused["code"] == "bad_message"
        assert refused["id"] in (None, "x")
        ana.send({"type": "time", "sent": 1})
        ana.until("time")
        assert ana.view() == before


def test_oversized_messages_are_refused_with_a_reason(live: Live) -> None:
    with live.socket(live.open()["table"]) as wire:
        wire.until("talk")
        wire.send("x" * 30_000)
        assert wire.next()["code"] == "too_large"
        wire.send("é" * 20_000)
        assert wire.next()["code"] == "too_large"
        wire.send({"type": "time", "sent": 1})
        assert wire.next()["type"] == "time"


def test_enormous_messages_end_the_connection_alone(live: Live) -> None:
    ana, ben = live.seated(2)
    with ben:
        ana.send("x" * 2_000_000)
        with pytest.raises(ConnectionClosed):
            ana.until("nothing more")
        ben.until("table")
        assert ben.play()["type"] == "done"


def test_the_first_message_must_be_hello(live: Live) -> None:
    chair = live.open()
    with live.socket(chair["table"], hello=False) as wire:
        wire.send({"type": "start", "id": "s"})
        assert wire.next()["code"] == "bad_message"
        with pytest.raises(ConnectionClosed):
            wire.next()


def test_a_wrong_token_is_refused(live: Live) -> None:
    chair = live.open()
    with live.socket(chair["table"], "x" * 32) as wire:
        assert wire.next()["code"] == "bad_token"
        with pytest.raises(ConnectionClosed):
            wire.next()


def test_a_token_of_another_table_is_refused(live: Live) -> None:
    one, other = live.open(), live.open()
    with live.socket(one["table"], other["token"]) as wire:
        assert wire.next()["code"] == "bad_token"


def test_an_unknown_table_is_refused(live: Live) -> None:
    for word in ("maple-otter-1", "x", "%00", "%F0%9F%A6%8A"):
        with live.socket(word) as wire:
            assert wire.next()["code"] == "unknown_table"
    with pytest.raises(InvalidStatus):
        live.socket("..%2F..%2Fetc")


def test_out_of_turn_and_wrong_seat_change_nothing(live: Live) -> None:
    ana, ben = live.seated(2)
    with ana, ben:
        assert ana.play()["type"] == "done"
        refused = ana.play()
        assert (refused["code"], refused["reason"]) == ("illegal", "not_asked")
        assert ana.ask(type="stand", id="s")["type"] == "done"
        assert ana.play(id="p")["code"] == "not_seated"


class Clock:
    """A room's clock that goes on a little whenever somebody looks at it, and by itself not at all."""

    def __init__(self, live: Live, step: float = 0.0) -> None:
        self.time, self.step = 1_800_000_000.0, step
        live.hub.now = self

    def __call__(self) -> float:
        self.time += self.step
        return self.time


def flood(wire: Wire, messages: int = 500) -> None:
    for _ in range(messages):
        wire.send({"type": "time", "sent": 1})
        wire.next()


def test_flooding_is_refused_then_ended(serve: Serve) -> None:
    live = serve(limits=Limits(messages_per_second=5, message_burst=10, refusals=50))
    Clock(live)
    chair = live.open()
    with live.socket(chair["table"], chair["token"]) as wire, live.socket(chair["table"], chair["token"]) as other:
        wire.until("table")
        with pytest.raises(ConnectionClosed):
            flood(wire)
        assert "too_fast" in {message.get("code") for message in wire.seen}
        other.send({"type": "time", "sent": 2})
        assert other.until("time")["sent"] == 2


def test_a_flood_is_ended_though_some_of_it_is_let_through(serve: Serve) -> None:
    live = serve(limits=Limits(messages_per_second=50, message_burst=10, refusals=200))
    Clock(live, 1 / 250)
    with live.socket(live.open()["table"]) as wire:
        wire.until("table")
        with pytest.raises(ConnectionClosed):
            flood(wire, 1000)
        kinds = [message["type"] for message in wire.seen]
        assert "time" in kinds[kinds.index("refused") :]


def test_who_waits_when_told_to_is_never_ended(serve: Serve) -> None:
    live = serve(limits=Limits(messages_per_second=200, message_burst=1, refusals=5))
    clock = Clock(live, 1 / 1000)
    with live.socket(live.open()["table"]) as wire:
        wire.until("talk")
        refused = 0
        for i in range(30):
            wire.send({"type": "time", "sent": i})
            while wire.next()["type"] == "refused":
                refused += 1
                clock.time += 0.01
                wire.send({"type": "time", "sent": i})
        assert refused > 5


def test_refusals_name_the_request_that_was_too_fast_or_too_large(serve: Serve) -> None:
    live = serve(limits=Limits(messages_per_second=0.001, message_burst=4))
    chair = live.open()
    with live.socket(chair["table"], chair["token"]) as wire:
        wire.until("table")
        big = "x" * 30_000
        assert wire.ask(type="signal", id="big", person=1, data=big)["code"] == "too_large"
        wire.send({"id": "first", "type": "signal", "person": 1, "data": big})
        assert wire.until("refused")["id"] == "first"
        wire.send('{"type": "signal", "id": "half", "person": 1, "data": "\\ud800"}')
        assert (wire.until("refused", code="bad_message"))["id"] == "half"
        assert wire.ask(type="ready", id="fast", ready=True)["code"] == "too_fast"


def test_a_client_that_does_not_read_is_dropped_and_holds_up_nobody(serve: Serve) -> None:
    live = serve(limits=replace(GENEROUS, waiting_messages=20))
    chair, big = live.open(), "x" * 15_000
    with live.socket(chair["table"], chair["token"], max_queue=1) as deaf, live.socket(chair["table"], chair["token"]) as wire:
        wire.until("table")
        for i in range(1500):  # 22 MB for each: more than the deaf one's buffers hold
            wire.send({"type": "signal", "id": f"s{i}", "person": chair["person"], "data": big})
            assert wire.until("done")["id"] == f"s{i}"
        with pytest.raises(ConnectionClosed):
            deaf.until("nothing more")


def test_sockets_per_address_are_bounded_and_a_neighbour_is_let_in(serve: Serve) -> None:
    live = serve(limits=Limits(sockets=3))
    crowded, other = live.open(), live.open()
    wires = [live.socket(crowded["table"]) for _ in range(3)]
    for wire in wires:
        wire.until("table")
    with pytest.raises(InvalidStatus) as refused:
        live.socket(crowded["table"])
    assert json.loads(refused.value.response.body or b"")["code"] == "too_fast"
    with live.socket(other["table"], other["token"]) as neighbour:
        assert neighbour.next()["type"] == "welcome"
        with pytest.raises(ConnectionClosed):
            wires[0].until("nothing more")
        wires[1].send({"type": "time", "sent": 1})
        assert wires[1].until("time")
    for wire in wires:
        wire.close()


class Sat:
    """A socket, as the crowd sees it."""

    gone = False

    def give_way(self) -> None:
        self.gone = True


def test_who_has_not_said_hello_gives_way_first() -> None:
    crowd = Crowd(3)
    seated, silent, other, late = Sat(), Sat(), Sat(), Sat()
    for sat in (seated, silent, other):
        crowd.enter("here", sat, "a")
    crowd.sit("here", seated, "a")
    crowd.enter("here", late, "a")
    assert (seated.gone, silent.gone, other.gone) == (False, True, False)
    crowd.sit("here", silent, "a")
    for sat in (seated, silent, other, late):
        crowd.leave("here", sat)
        crowd.leave("here", sat)
    for _ in range(3):
        crowd.enter("here", Sat(), "a")


def test_of_one_persons_many_sockets_the_oldest_go(serve: Serve) -> None:
    live = serve(limits=replace(GENEROUS, sockets_per_person=2))
    chair = live.open()
    one, two, three = (live.socket(chair["table"], chair["token"]) for _ in range(3))
    with two, three:
        assert one.until("closed")["reason"] == "elsewhere"
        with pytest.raises(ConnectionClosed):
            one.next()
        two.send({"type": "signal", "id": "s", "person": chair["person"], "data": 1})
        assert two.until("signal")
        assert three.until("signal")
        assert next(m for m in reversed(three.seen) if m["type"] == "table")["table"]["people"][0]["here"]
    one.close()


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://["])
def test_another_page_may_not_open_a_socket(live: Live, origin: str) -> None:
    chair = live.open()
    with pytest.raises(InvalidStatus) as refused:
        live.socket(chair["table"], origin=origin)
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body or b"")["code"] == "forbidden_origin"
    with live.socket(chair["table"], chair["token"], origin=live.url) as wire:
        assert wire.next()["type"] == "welcome"


def test_a_listed_origin_may(serve: Serve) -> None:
    live = serve(origins=("https://games.example",))
    with live.socket(live.open()["table"], origin="https://games.example") as wire:
        assert wire.next()["type"] == "welcome"


def test_wrong_words_are_bounded_and_lock_out_nobody(serve: Serve) -> None:
    live = serve(limits=Limits(guesses=3))
    chair = live.open()
    codes = [live.http.get(f"/api/tables/maple-otter-{i}").json()["code"] for i in range(100, 105)]
    assert codes == ["unknown_table"] * 3 + ["too_many_guesses"] * 2
    for word in ("maple-otter-100", "x"):
        with live.socket(word) as wire:
            assert wire.next()["code"] == "too_many_guesses"
    with live.socket(chair["table"], "a wrong token") as wire:
        assert wire.next()["code"] == "too_many_guesses"
    assert live.http.get(f"/api/tables/{chair['table']}").status_code == 200
    assert live.join(chair["table"])["table"] == chair["table"]
    for token in (None, chair["token"]):
        with live.socket(chair["table"], token) as wire:
            assert wire.next()["type"] == "welcome"


def test_a_neighbours_flood_locks_out_nobody_who_knows_their_table(serve: Serve) -> None:
    live = serve(limits=Limits(request_burst=6, requests_per_second=0.001))
    chair = live.open()
    codes = [live.http.get(f"/api/tables/maple-otter-{i}").json()["code"] for i in range(100, 110)]
    assert codes[-1] == "too_fast"
    assert live.http.get("/api/games").json()["code"] == "too_fast"
    assert [live.http.get(f"/api/tables/{chair['table']}").status_code for _ in range(8)] == [200] * 6 + [429] * 2
    with live.socket(chair["table"]) as wire:
        assert wire.next()["code"] == "too_fast", "who floods a table they know is refused as well"
    with live.socket("maple-otter-1") as wire:
        assert wire.next()["code"] == "too_fast"
    with live.socket(chair["table"], chair["token"]) as wire:
        assert wire.next()["type"] == "welcome"


def test_handshakes_count_as_requests(serve: Serve) -> None:
    live = serve(limits=Limits(request_burst=6, requests_per_second=0.001, guesses=100))
    codes = []
    for _ in range(8):
        with live.socket("maple-otter-1") as wire:
            codes.append(wire.next()["code"])
    assert codes == ["unknown_table"] * 6 + ["too_fast"] * 2


def test_words_tried_side_by_side_count_as_well(serve: Serve) -> None:
    live = serve(limits=Limits(guesses=3))

    async def guess() -> list[str]:
        async with httpx.AsyncClient(base_url=live.url, timeout=PATIENCE) as client:
            answers = await asyncio.gather(*(client.get(f"/api/tables/maple-otter-{i}") for i in range(100, 140)))
            return [answer.json()["code"] for answer in answers]

    assert sorted(asyncio.run(guess())) == ["too_many_guesses"] * 37 + ["unknown_table"] * 3


def test_the_server_says_farewell_and_the_table_is_there_again(serve: Serve) -> None:
    live = serve()
    ana, ben = live.seated(2)
    chair = {m["type"]: m for m in ana.seen}["welcome"]
    ana.play()
    live.stop()
    assert ben.until("closed")["reason"] == "shutdown"
    with pytest.raises(ConnectionClosed) as closed:
        ben.until("nothing more")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code in (1001, 1012)
    again = serve()
    assert again.http.get(f"/api/tables/{chair['table']}").json()["status"] == "playing"


HUGE = "9" * 3000


@pytest.mark.parametrize(
    ("message", "says"),
    [
        (f'{{"type": "play", "id": "x", "match": {HUGE}, "question": 1, "actions": []}}', "at most 2147483648"),
        (f'{{"type": "why", "id": "x", "action": {{"do": "card", "slot": {HUGE}}}}}', "a whole number from"),
        (f'{{"type": "why", "id": "x", "action": {{"do": "{HUGE}"}}}}', "at most 64"),
        (f'{{"type": "why", "id": "x", "action": {{"{HUGE}": 1}}}}', "at most 64"),
        (f'{{"type": "options", "id": "x", "options": {{"rounds": -{HUGE}}}}}', "a whole number from"),
        (f'{{"type": "options", "id": "x", "options": {{"bonus": ["{HUGE}"]}}}}', "a list of such words"),
        (f'{{"type": "start", "id": "x", "{HUGE}": 1}}', "no member of this name"),
        (f'{{"type": "{HUGE}", "id": "x"}}', "no message of this type"),
    ],
)
def test_what_is_too_long_is_not_repeated_in_its_refusal(message: str, says: str) -> None:
    with pytest.raises(Malformed, match=says) as malformed:
        parse(message)
    assert len(malformed.value.message) < 200


@pytest.fixture
def logged() -> Iterator[None]:
    """The log as an operator has it."""
    before = [
        (logger, logger.handlers[:], logger.filters[:], logger.level, logger.propagate)
        for logger in map(logging.getLogger, LOGGERS)
    ]
    set_up()
    yield
    for logger, handlers, filters, level, propagate in before:
        logger.handlers[:], logger.filters[:], logger.propagate = handlers, filters, propagate
        logger.setLevel(level)


def test_the_log_is_silent_about_a_socket_that_was_refused(serve: Serve, logged: None, capfd: pytest.CaptureFixture[str]) -> None:
    live = serve()
    word = live.open()["table"]
    with pytest.raises(InvalidStatus):
        live.socket(word, origin="https://evil.example")
    with pytest.raises(InvalidStatus):
        connect(f"{live.url.replace('http', 'ws')}/nothing", open_timeout=PATIENCE)
    live.stop()
    logging.getLogger("uvicorn.error").error("something else")
    lines = [json.loads(line)["event"] for line in capfd.readouterr().err.splitlines()]
    assert lines == ["listening", "table opened", "origin refused", "stopped", "something else"]


def test_the_log_goes_to_what_is_standard_error_now(logged: None) -> None:
    for _ in range(2):
        with redirect_stderr(StringIO()) as heard:
            tell("something", number=1)
        assert [json.loads(line)["event"] for line in heard.getvalue().splitlines()] == ["something"]


def test_no_secret_is_logged(live: Live, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    chair = live.open()
    with live.socket(chair["table"], chair["token"]) as wire:
        wire.until("table")
        wire.send("{")
        wire.next()
    lines = "\n".join(str(vars(record)) for record in caplog.records if record.name.startswith("parlour"))
    assert "table opened" in lines
    assert chair["token"] not in lines
    assert chair["table"] not in lines


def test_a_tables_name_in_the_log_is_found_by_nobody_who_tries_words() -> None:
    word = "maple-otter-7k3q-9mxt"
    ask = ["-c", f"from parlour.server.logs import tag; print(tag({word!r}))"]
    elsewhere = subprocess.run([sys.executable, *ask], capture_output=True, text=True, check=True).stdout.strip()
    assert tag(word) == tag(word)
    assert len({tag(word), elsewhere, hashlib.sha256(word.encode()).hexdigest()[:10]}) == 3


def test_tokens_are_not_in_the_database(serve: Serve, tmp_path: Path) -> None:
    live = serve()
    chair = live.open()
    live.stop()
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("room.sqlite*"))
    assert chair["table"].encode() in stored
    assert chair["token"].encode() not in stored


def test_language_and_resynchronisation(live: Live) -> None:
    ana, ben = live.seated(2)
    with ana, ben:
        welcome = {m["type"]: m for m in ana.seen}["welcome"]
        view = ana.view()
        wire: Wire = live.socket(welcome["table"], hello=False)
        with wire:
            heard = len(view["events"])
            wire.send({"type": "hello", "language": "fr", "match": 1, "heard": heard})
            assert (wire.until("view")["heard"], wire.view()["events"]) == (heard, [])
