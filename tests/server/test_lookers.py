"""What may be taken back is looked at beside the tables, and in them where no other process can."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest

from parlour.engine import Match, load
from parlour.engine.contract.game import Game
from parlour.server.hall import lookers as module
from parlour.server.hall import pool as processes
from parlour.server.hall.lookers import Lookers
from parlour.server.hall.pool import Importance, Pool
from parlour.server.table.slips import Doubt, looked
from tests.patience import PATIENCE


def doubt(game: Game | None = None) -> Doubt:
    """Two first coasters of KEYS, which nobody sees."""
    match = Match.start(game or load("keys"), 2)
    steps = []
    for _ in range(2):
        (who,) = match.to_act
        steps.append((who, match.legal(who)[0], match.state.clone()))
        match.play(*steps[-1][:2])
    return Doubt(1, 1, match.game, 2, tuple(steps), 7)


def with_lookers(what: Callable[[Lookers, Pool], Awaitable[None]], on: bool = True) -> None:
    async def run() -> None:
        pool = Pool()
        try:
            await asyncio.wait_for(what(Lookers(pool, on), pool), 3 * PATIENCE)
        finally:
            pool.stop()

    asyncio.run(run())


def put(lookers: Lookers, asked: Doubt) -> "asyncio.Future[Sequence[bool] | None]":
    answer: asyncio.Future[Sequence[bool] | None] = asyncio.get_running_loop().create_future()
    lookers.ask(asked, answer.set_result)
    return answer


@pytest.mark.parametrize("on", [True, False])
def test_it_comes_to_the_same_wherever_it_is_looked_at(on: bool) -> None:
    async def run(lookers: Lookers, pool: Pool) -> None:
        assert await put(lookers, doubt()) == looked(doubt())
        assert len(pool.pids(Importance.LOOK)) == on

    with_lookers(run, on)


def test_rules_that_no_other_process_finds_are_looked_at_here() -> None:
    older = Game("keys_of_another_shelf", load("keys").rules)

    async def run(lookers: Lookers, pool: Pool) -> None:
        assert await put(lookers, doubt(older)) == looked(doubt())
        assert not pool.pids(Importance.LOOK)

    with_lookers(run)


def test_where_too_much_waits_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    terms = processes.TERMS[Importance.LOOK]
    monkeypatch.setitem(processes.TERMS, Importance.LOOK, type(terms)(terms.at, terms.nice, 1, terms.seconds))

    async def run(lookers: Lookers, pool: Pool) -> None:
        first, second = put(lookers, doubt()), put(lookers, doubt())
        assert await second is None
        assert await first == looked(doubt())

    with_lookers(run)


def test_a_look_that_fails_is_an_offer_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "looked", int)

    async def run(lookers: Lookers, pool: Pool) -> None:
        assert await put(lookers, doubt()) is None
        monkeypatch.undo()
        assert await put(lookers, doubt()) == looked(doubt()), "the next is looked at"

    with_lookers(run)


def test_the_rules_of_a_stranger_hold_up_nobody_elses() -> None:
    async def run(lookers: Lookers, pool: Pool) -> None:
        assert await put(lookers, Doubt(1, 1, load("toy"), 2, (), 7)) == []
        assert len(pool.pids(Importance.STRANGER)) == 1
        assert not pool.pids(Importance.LOOK)

    with_lookers(run)
