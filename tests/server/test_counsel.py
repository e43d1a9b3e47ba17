"""A practice table: said to all and written down; the advisor is told what the asking seat sees, and answers that seat alone."""

import asyncio
import os
import signal
from dataclasses import replace
from typing import Any

import pytest

from parlour.advice import counsel
from parlour.bots.mind import Mind
from parlour.engine import Log, Match, load
from parlour.games.cells import UNKNOWN
from parlour.server.hall import counsels as processes
from parlour.server.hall.counsels import Counsellors
from parlour.server.hall.pool import Importance, Pool
from parlour.server.table.outcome import Outcome
from parlour.server.table.records import Begun
from parlour.server.table.thinking import Ask
from parlour.server.telling import thinker
from parlour.server.telling.counsellor import said
from parlour.server.wire.shown.advice import CounselShown
from tests.patience import PATIENCE
from tests.server.house import Client, House, Message
from tests.server.test_table_thinking import mind_of, tell

DONE: CounselShown = {"state": "done", "method": "search", "choices": []}


class Table(House):
    """A house that keeps what the room asks the advisor."""

    def __init__(self, game: str = "keys", **settings: Any) -> None:
        self.asks: list[Ask] = []
        super().__init__(game, **{"thinkers": 1, **settings})

    def take(self, outcome: Outcome) -> None:
        self.asks.extend(outcome.counsels)
        super().take(outcome)

    def answer(self, ask: Ask, found: CounselShown | None) -> None:
        self.take(self.room.counselled(ask.match, ask.seat, ask.question, found, self.now))


def practising(table: Table, **options: Any) -> tuple[Client, Client]:
    """Two people in a match at a practice table."""
    ana, ben = table.join("Ana"), table.join("Ben")
    assert ana.ask("practice", allowed=True)["type"] == "done"
    if options:
        ana.ask("options", options=options)
    assert ana.ask("start")["type"] == "done"
    return ana, ben


def asked(ana: Client, ben: Client) -> Client:
    return ana if ana.view["legal"] else ben


def advise(client: Client) -> Message:
    return client.ask("advise", match=1, question=client.question)


def counsels(client: Client) -> list[Message]:
    return [m for m in client.got if m["type"] == "counsel"]


def test_it_is_the_hosts_choice_before_a_match_and_said_to_all() -> None:
    table = Table()
    ana, ben = table.join("Ana"), table.join("Ben")
    assert not ben.last("table")["table"]["practice"]
    assert ben.ask("practice", allowed=True)["code"] == "not_host"
    ana.ask("practice", allowed=True)
    assert ben.last("table")["table"]["practice"]
    ana.ask("start")
    assert ana.ask("practice", allowed=False)["code"] == "wrong_status"
    table.restart()
    assert table.room.shown()["practice"]
    assert [record.practice for record in table.records if isinstance(record, Begun)] == [True]


def test_what_was_practice_stands_in_log_and_evening() -> None:
    table = Table("toy")
    ana, ben = practising(table, rounds=1)
    while table.room.status == "playing":
        for client in (ana, ben):
            if client.view["legal"]:
                client.play()
        table.wait(3)
    assert [match["practice"] for match in ana.last("table")["table"]["evening"]] == [True]
    log = replace(Match.start("keys", 2).log(), practice=True)
    assert Log.loads(log.dumps()) == log
    assert not Log.loads(replace(log, practice=False).dumps()).practice


def test_only_who_is_asked_at_a_practice_table_is_answered_and_they_alone() -> None:
    table = Table()
    ana, ben = practising(table)
    here, other = (ana, ben) if ana.view["legal"] else (ben, ana)
    assert other.ask("advise", match=1, question=other.question)["code"] == "no_choice"
    assert here.ask("advise", match=1, question=here.question + 7)["code"] == "stale"
    assert not table.asks
    assert advise(here)["type"] == "done"
    (ask,) = table.asks
    assert [m["counsel"]["state"] for m in counsels(here)] == ["thinking"]
    assert advise(here)["type"] == "done", "put once, however often it is asked"
    assert len(table.asks) == 1
    table.answer(ask, {**DONE, "state": "warming"})
    table.answer(ask, DONE)
    assert [m["counsel"]["state"] for m in counsels(here)] == ["thinking", "thinking", "warming", "done"]
    assert not counsels(other)
    plain = Table()
    ana, ben = plain.join("Ana"), plain.join("Ben")
    ana.ask("start")
    assert advise(asked(ana, ben))["code"] == "no_counsel"


def test_what_comes_too_late_is_dropped_and_what_failed_can_be_asked_again() -> None:
    table = Table()
    ana, ben = practising(table)
    here = asked(ana, ben)
    advise(here)
    ask = table.asks.pop()
    table.answer(ask, {**DONE, "state": "failed"})
    advise(here)
    again = table.asks.pop()
    here.play()
    told = len(counsels(here))
    table.answer(again, DONE)
    assert len(counsels(here)) == told


def test_the_advisor_is_told_what_the_seat_sees_and_nothing_more() -> None:
    """Step by step; one who has forgotten is told it all once more."""
    table = Table()
    ana, ben = practising(table)
    minds: dict[int, Mind] = {}
    for number in range(8):
        here = asked(ana, ben)
        if len(here.view["legal"]) > 1:
            advise(here)
            ask = table.asks.pop()
            if number == 4:
                table.answer(ask, None)
                ask = table.asks.pop()
                assert ask.first == 0
                minds.pop(ask.seat)
            match = table.room.running.match  # type: ignore[union-attr]
            mind = minds.setdefault(ask.seat, mind_of(ask))
            tell(mind, ask)
            hidden = match.state.clone()
            match.game.hide(hidden, ask.seat)
            assert mind.belief.state == hidden
            assert all(own == UNKNOWN or who == ask.seat for who, own, _ in ask.steps)
            table.answer(ask, DONE)
        here.play()
        table.wait(3)
    assert minds


@pytest.mark.parametrize("game", ["keys", "kings_keys"])
def test_counsel_knows_no_more_than_the_view(game: str) -> None:
    """The same from a view whose hidden cells hold the truth; what it names is legal, the best first, and never surely better."""
    match = Match.start(game, 2)
    match.settle(lambda n: n // 2)
    while len(match.legal(match.to_act[0])) < 2:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
        match.settle(lambda n: n // 2)
    view = match.view(match.to_act[0])
    told = replace(view, state=match.state.clone())
    assert told.state != view.state
    found = counsel(view, rounds=6, iterations=20, worlds=8)
    assert found == counsel(told, rounds=6, iterations=20, worlds=8)
    assert found.method == ("belief" if game == "kings_keys" else "search")
    assert {promise.action for promise in found.promises} <= set(view.legal)
    assert [promise.gap for promise in found.promises] == sorted(promise.gap for promise in found.promises)
    assert found.promises[0].close
    assert found.promises[0].gap == 0


def test_a_process_answers_is_killed_and_answers_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "available", lambda: True)
    monkeypatch.setattr(thinker, "prepare", load)
    table = Table()
    ana, ben = practising(table)
    advise(asked(ana, ben))
    question = table.asks.pop()

    async def run() -> None:
        pool = Pool()
        counselling = Counsellors(pool, on=True)
        loop, warmed = asyncio.get_running_loop(), 0

        async def put() -> CounselShown | None:
            done: asyncio.Future[CounselShown | None] = loop.create_future()

            def warming() -> None:
                nonlocal warmed
                warmed += 1

            counselling.ask(question, done.set_result, warming)
            return await asyncio.wait_for(done, PATIENCE)

        try:
            first = await put()
            assert first is not None
            assert first["state"] == "done"
            mind = Mind(Match.start("keys", 2, question.options).view(question.seat), iterations=1000)
            tell(mind, question)
            assert first == said(mind)
            assert warmed == 1
            for process in pool.pids(Importance.COUNSEL):
                os.kill(process, signal.SIGKILL)
            states = [(await put() or DONE)["state"] for _ in range(2)]
            assert states[-1] == "done"
        finally:
            pool.stop()

    asyncio.run(run())


def test_a_house_without_an_advisor_says_that_it_failed() -> None:
    async def run() -> None:
        done: asyncio.Future[CounselShown | None] = asyncio.get_running_loop().create_future()
        Counsellors(Pool(), on=False).ask(Ask("t", 1, 0, 1, "keys", 2, {}, 0, ()), done.set_result, lambda: None)
        found = await asyncio.wait_for(done, PATIENCE)
        assert found is not None
        assert found["state"] == "failed"

    asyncio.run(run())
