"""The processes that think: they answer in time, keep what they were told, and may be killed at any moment."""

import asyncio
import os
import signal
from typing import Any

import pytest

from parlour.engine import Match, load
from parlour.engine.carriers.compiled import available, warm
from parlour.engine.contract.slots import packed
from parlour.games.cells import UNKNOWN
from parlour.server.hall.pool import Died, Importance, Pool
from parlour.server.hall.thinkers import Thinkers
from parlour.server.table.thinking import Ask, Step
from tests.patience import PATIENCE

pytestmark = pytest.mark.skipif(not available(), reason="the extra fast is not installed")


@pytest.fixture(scope="module", autouse=True)
def compiled() -> None:
    warm(load("keys"))


def ask(match: Match, first: int, steps: tuple[Step, ...]) -> Ask:
    seat = match.to_act[0]
    return Ask("maple-otter-17", 1, seat, first + len(steps), "keys", match.players, {}, first, steps)


async def asked(thinkers: Thinkers, question: Ask) -> int | None:
    done: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
    thinkers.ask(question, done.set_result)
    return await asyncio.wait_for(done, PATIENCE)


def in_thinkers(what: Any) -> None:
    async def run() -> None:
        pool = Pool()
        thinkers = Thinkers(pool)
        thinkers.ready.add("keys")
        try:
            await what(thinkers)
        finally:
            pool.stop()

    asyncio.run(run())


def opening() -> Match:
    match = Match.start("keys", 2)
    match.settle(lambda n: 0)
    return match


def seen_by(match: Match, seat: int) -> Any:
    state = match.state.clone()
    match.game.hide(state, seat)
    return packed(state, match.game.cells)


def dealt(match: Match, seat: int) -> tuple[Step, ...]:
    """What a seat saw of the steps of chance so far."""
    again, steps = Match.start("keys", 2), []
    for who, action in match.log().actions:
        again.play(who, action)
        steps.append((who, action if who == seat else UNKNOWN, seen_by(again, seat)))
    return tuple(steps)


def test_a_thought_is_legal_and_what_was_seen_is_remembered() -> None:
    async def run(thinkers: Thinkers) -> None:
        match = opening()
        seat = match.to_act[0]
        steps = dealt(match, seat)
        action = await asked(thinkers, ask(match, 0, steps))
        assert action in match.legal(seat)
        match.play(seat, action)
        told: list[Step] = [(seat, action, seen_by(match, seat))]
        while seat not in match.to_act:
            who = match.to_act[0]
            played = match.legal(who)[0]
            match.play(who, played)
            told.append((who, UNKNOWN, seen_by(match, seat)))
        assert await asked(thinkers, ask(match, len(steps), tuple(told))) in match.legal(seat)

    in_thinkers(run)


def test_who_was_told_nothing_says_so() -> None:
    async def run(thinkers: Thinkers) -> None:
        assert await asked(thinkers, ask(opening(), 7, ())) is None

    in_thinkers(run)


def test_a_killed_process_costs_a_thought_and_the_next_one_comes() -> None:
    async def run(thinkers: Thinkers) -> None:
        match = opening()
        question = ask(match, 0, dealt(match, match.to_act[0]))
        assert await asked(thinkers, question) is not None
        for process in thinkers._pool.pids(Importance.THOUGHT):
            os.kill(process, signal.SIGKILL)
        answers = [await asked(thinkers, question) for _ in range(2)]
        assert answers[-1] is not None

    in_thinkers(run)


def test_a_process_that_is_killed_while_it_compiles_is_begun_again() -> None:
    """Twice the process dies, the third time it does its work, and the level is there; where it always dies it is not offered."""

    def warmed(deaths: int) -> Thinkers:
        class Dying:
            thinkers = 1

            async def ask(self, *_: Any, **__: Any) -> bool:
                nonlocal deaths
                deaths -= 1
                if deaths >= 0:
                    raise Died("killed")
                return True

        async def run() -> Thinkers:
            pool: Any = Dying()
            thinkers = Thinkers(pool)
            thinkers.warming.add("skyjo")
            await thinkers._warm(["skyjo"])
            return thinkers

        return asyncio.run(run())

    twice, always = warmed(2), warmed(3)
    assert (twice.ready, twice.failed, twice.warming) == ({"skyjo"}, set(), set())
    assert (always.ready, always.failed, always.warming) == (set(), {"skyjo"}, set())


def test_a_game_that_is_not_compiled_yet_is_not_waited_for() -> None:
    async def run(thinkers: Thinkers) -> None:
        thinkers.ready.clear()
        assert await asked(thinkers, ask(opening(), 0, ())) is None

    in_thinkers(run)


def test_a_games_own_sharp_bot_is_asked_beside_the_room() -> None:
    """KESKIFÈ?'s does not search: it is there at once, looks at the table as it lies, and plays what it may."""

    async def run() -> None:
        pool, answers = Pool(), asyncio.Queue[int | None]()
        thinkers = Thinkers(pool)
        thinkers.start()
        assert "keskife" in thinkers.ready
        assert "keskife" not in thinkers.warming
        match, steps, seat = Match.start("keskife", 4, {"venue": "stage"}), [], 0
        while not (seat in match.to_act and len(match.legal(seat)) > 1 and match.state.beat):
            who = match.to_act[0]
            match.play(who, match.legal(who)[0])
            steps.append((who, UNKNOWN, packed(match.view(seat).state, match.game.cells)))
        own = Ask("maple-otter-17", 1, seat, 1, "keskife", 4, {"venue": "stage"}, 0, tuple(steps))
        thinkers.ask(own, answers.put_nowait)
        assert await asyncio.wait_for(answers.get(), PATIENCE) in match.legal(seat)
        thinkers.ask(Ask("maple-otter-17", 1, seat, 2, "keskife", 4, {"venue": "stage"}, 3, ()), answers.put_nowait)
        assert await asyncio.wait_for(answers.get(), PATIENCE) is None
        pool.stop()

    asyncio.run(run())
