"""Rounds of KESKIFÈ? in which chance deals what a test wants."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Protocol

import pytest

from parlour.engine import IllegalAction, Match
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER


class Party:
    """A match driven step by step. Units are named by number, seats by number; `clock` lets time pass until it does something."""

    def __init__(self, people: int, **options: Any) -> None:
        self.match = Match.start("keskife", people, {"first_leader": 0, **options})
        self.rng = Random(people)

    @property
    def s(self) -> Any:
        return self.match.state

    @property
    def phase(self) -> str:
        return str(self.match.position()["cells"]["phase"])

    def cell(self, name: str) -> Any:
        return self.match.position()["cells"][name]

    def seat(self, unit: int) -> int:
        """The first seat of a unit."""
        return 2 * unit if self.match.players > 8 else unit

    def units(self, values: Sequence[Any]) -> list[Any]:
        return list(values[: self.s.units])

    def do(self, who: int, do: str, /, **args: Any) -> None:
        self.match.play(who, {"do": do, **args})

    def chance(self, do: str, /, **args: Any) -> None:
        self.do(CHANCE, do, **args)

    def refused(self, who: int, do: str, /, **args: Any) -> str:
        """The reason of a refusal, which changes nothing."""
        before = self.s.clone()
        with pytest.raises(IllegalAction) as refusal:
            self.do(who, do, **args)
        assert self.s == before
        return refusal.value.reason

    def offered(self, who: int) -> list[dict[str, Any]]:
        """What somebody, or CHANCE, is asked to choose from."""
        return [self.match.game.actions.read(action) for action in self.match.legal(who)]

    def named(self, who: int = CHANCE) -> list[int]:
        """The seats among which a leader is drawn or named."""
        return [form["seat"] for form in self.offered(who)]

    def told(self, seat: int = ONLOOKER, since: int = 0) -> list[dict[str, Any]]:
        return self.match.view(seat).told_json(since)

    def clock(self) -> str:
        """The clock's step; returns what it was called."""
        action = self.match.legal(CLOCK)[0]
        self.match.play(CLOCK, action)
        return str(self.match.game.actions.read(action)["do"])

    def wait(self, phase: str) -> None:
        """Nobody does anything: time passes, and chance rolls, until a phase begins."""
        while self.phase != phase:
            assert not self.match.over, f"{phase} never came"
            if CHANCE in self.match.to_act:
                self.match.roll(self.rng.randrange)
            else:
                self.clock()

    def deal(self, *monkeys: int, numbers: tuple[int, int] = (3, 4), entry: int = 1) -> None:
        """From wherever the round is to the ready check, with these units for monkeys, these numbers and this entry (from 1)."""
        self.wait("deal")
        self.chance("deal", unit=monkeys[0], other=monkeys[-1])
        self.chance("numbers", tens=numbers[0], ones=numbers[1])
        self.chance("line", entry=entry)

    def point(self, points: Mapping[int, int] | Sequence[int | None]) -> None:
        """From wherever the round is to its end: units point at units, and who has no target does not point."""
        self.wait("point")
        given = dict(points) if isinstance(points, Mapping) else {u: at for u, at in enumerate(points) if at is not None}
        for unit, at in given.items():
            for seat in self.match.to_act:
                if seat < self.match.players and seat // (2 if self.match.players > 8 else 1) == unit:
                    self.do(seat, "point", seat=self.seat(at))
        if self.phase == "point":
            assert self.clock() == "point_over"

    def round(self, monkeys: Sequence[int], points: Sequence[int | None], numbers: tuple[int, int] = (3, 4)) -> None:
        self.deal(*monkeys, numbers=numbers)
        self.point(points)


class Parties(Protocol):
    def __call__(self, people: int, **options: Any) -> Party: ...


@pytest.fixture
def party() -> Callable[..., Party]:
    """Makes a match; seat 0 leads first unless an option says otherwise."""
    return Party
