"""What is told, held against what happened: a game's own reading of the cells before and after each step, in JSON alone."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from parlour.bots import bot
from parlour.engine import Match, load
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER
from parlour.testing.reach import Setup, random_step

Form = dict[str, Any]
ALL = "all"
WHO = {CHANCE: "chance", CLOCK: "clock"}


@dataclass(frozen=True)
class Step:
    """A step of a match: the cells before and after it, who did what, and what was told."""

    players: int
    before: Form
    after: Form
    seat: Any  # a number, "chance" or "clock"
    action: Form
    told: list[tuple[Form, Any]]  # events with their values, and who heard those: all, or a list of seats

    def new(self, cell: str) -> bool:
        return bool(self.before[cell] != self.after[cell])


def steps(setup: Setup, game: str, seed: int, most: int = 2000, restless: int = 60, kind: str = "random") -> Iterator[Step]:
    """A random match, step by step; two of three actions of players are those of a bot, where one is named."""
    rng = Random(f"{game}/told/{seed}")
    match = Match.start(load(game), setup.players, setup.options)
    before = match.position()["cells"]
    for _ in range(most):
        if match.over:
            return
        story = len(match.state.events)
        seat, action = _step(match, rng, restless, kind)
        after = match.position()["cells"]
        told = [_open(match, event) for event in match.state.events[story:]]
        yield Step(match.players, before, after, WHO.get(seat, seat), match.game.actions.read(action), told)
        before = after


def _step(match: Match, rng: Random, restless: int, kind: str) -> tuple[int, int]:
    seat = rng.choice(match.to_act)
    if kind == "random" or seat >= match.players or rng.randrange(3) == 0:
        return random_step(match, rng, restless)
    action = bot(match.game, kind)(match.view(seat), match.legal(seat), rng)
    match.play(seat, action)
    return seat, action


def _open(match: Match, event: tuple[int, int, int, int, int]) -> tuple[Form, Any]:
    audience, *told = event
    hearers = [seat for seat in range(match.players) if audience >> seat & 1]
    everybody = len(hearers) == match.players and audience >> ONLOOKER & 1
    if not everybody and audience >> ONLOOKER & 1:
        hearers.append(ONLOOKER)
    return match.game.events.read((told[0], told[1], told[2], told[3])), ALL if everybody else hearers


def held(step: Step, expected: Callable[[Step], list[tuple[Form, Any]]]) -> int:
    """What was told is what was to be told, to those who were to hear it; in whatever order. Returns how many events."""
    wanted = expected(step)
    text = f"{step.seat} {step.action}"
    assert _sorted(step.told) == _sorted(wanted), f"{text}\ntold {step.told}\nwanted {wanted}"
    return len(wanted)


def _sorted(told: list[tuple[Form, Any]]) -> list[str]:
    return sorted(f"{sorted(form.items(), key=str)} to {hearers}" for form, hearers in told)


def event(name: str, seat: int | None = None, to: Any = ALL, **fields: Any) -> tuple[Form, Any]:
    """An event as it is to be told."""
    form: Form = {"event": name, **fields}
    if seat is not None:
        form["seat"] = seat
    return form, to
