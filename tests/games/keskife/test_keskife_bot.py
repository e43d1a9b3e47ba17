"""Bots on the stage: they find the monkey more often than chance and not always, from their view alone."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from parlour.bots import Bot, seated, uniform
from parlour.bots import sensible as simple
from parlour.bots.levels import gentle
from parlour.engine import Match, load
from parlour.games.cells import CHANCE, CLOCK, UNKNOWN
from parlour.games.keskife.bot import forget, sharp
from parlour.games.keskife.fits import FITS
from parlour.games.keskife.seats import unit_of
from parlour.games.keskife.state import ACT, ACTION, BEATS, MONKEY, POINT

MATCHES = 20


@dataclass
class Figures:
    """Of all rounds: fingers of Action cards on a monkey, all their fingers, cards the monkeys won."""

    right: int = 0
    fingers: int = 0
    won: int = 0
    rounds: int = 0

    @property
    def found(self) -> float:
        return self.right / self.fingers


def played(people: int, seed: int, choose: Callable[[bool, int], Bot], figures: Figures) -> None:
    """A match on stage; `choose(is a monkey, phase)` says who decides for a seat."""
    rng = random.Random(seed)
    match = Match.start("keskife", people, {"venue": "stage"})
    while not match.over:
        seat, scored, s = match.to_act[0], match.state.scored, match.state
        if seat == CHANCE:
            match.roll(rng.randrange)
        elif seat == CLOCK:
            match.play(CLOCK, match.legal(CLOCK)[0])
        else:
            view = match.view(seat)
            match.play(seat, choose(s.card[unit_of(s, seat)] == MONKEY, s.phase)(view, view.legal, rng))
        if s.scored > scored:
            roles = [(s.card[u], s.gained[u]) for u in range(s.units)]
            figures.rounds += 1
            figures.fingers += sum(card == ACTION for card, _ in roles)
            figures.right += sum(gained for card, gained in roles if card == ACTION)
            figures.won += sum(gained for card, gained in roles if card == MONKEY)


def driven(people: int, seed: int, bot: Bot, done: Callable[[Any], bool]) -> Any:
    """The state of a match on stage, everybody a bot of one kind, as soon as it is `done`."""
    rng = random.Random(seed)
    match = Match.start("keskife", people, {"venue": "stage"})
    while not done(match.state):
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll(rng.randrange)
        else:
            view = match.view(seat) if seat < people else None
            match.play(seat, bot(view, view.legal, rng) if view else match.legal(CLOCK)[0])
    return match.state


@cache
def all_bots() -> Figures:
    figures = Figures()
    for seed in range(MATCHES):
        played(6, seed, lambda monkey, phase: simple, figures)
    return figures


def test_the_monkey_is_found_more_often_than_chance_and_not_always() -> None:
    """Six bots, one of them the monkey: chance finds it with one finger in five."""
    assert all_bots().rounds == 6 * MATCHES
    assert 0.35 < all_bots().found < 0.8


@pytest.mark.long
@pytest.mark.parametrize(
    ("who", "choose", "gains"),
    [
        ("a monkey that plays at random", lambda monkey, phase: uniform if monkey else simple, False),
        ("players who perform at random", lambda monkey, phase: uniform if not monkey and phase == ACT else simple, True),
        ("players who point at random", lambda monkey, phase: uniform if not monkey and phase == POINT else simple, True),
    ],
)
def test_playing_well_pays_both_sides(who: str, choose: Callable[[bool, int], Bot], gains: bool) -> None:
    """Each part is worth playing: at random it gives cards to the other side."""
    figures = Figures()
    for seed in range(MATCHES):
        played(6, seed, choose, figures)
    if gains:
        assert figures.won / figures.rounds > all_bots().won / all_bots().rounds + 0.5, who
    else:
        assert figures.found > all_bots().found + 0.1, who


def test_gentle_finds_the_monkey_more_often_than_chance_and_less_often_than_steady() -> None:
    """It forgets most of what was shown, but not always what tells most: what somebody did before they could copy."""
    figures = Figures()
    for seed in range(MATCHES):
        played(6, seed, lambda monkey, phase: gentle if phase == POINT else simple, figures)
    assert 0.25 < figures.found < all_bots().found - 0.1


def test_gentle_keeps_in_mind_what_it_once_did_and_nothing_again_that_it_forgot() -> None:
    s = driven(4, 1, simple, lambda s: bool(s.phase == POINT))

    def kept(beats: int) -> list[int]:
        """Of the first five beats, once there were so many."""
        then = s.clone()
        then.beat = beats
        forget(then, 0)
        return [gesture for row in then.gesture[1:4] for gesture in row[:5]]

    assert kept(7) == kept(BEATS)
    assert 0 < kept(7).count(UNKNOWN) < 15


def test_performers_play_what_fits() -> None:
    """Always a gesture that fits the action, and never one twice in a row."""
    s = driven(5, 1, simple, lambda s: bool(s.phase == ACT and s.beat == 6))
    for seat in range(5):
        row = s.gesture[seat][:6]
        if s.card[seat] == ACTION:
            assert all(FITS[s.colour][s.entry] >> gesture & 1 for gesture in row)
            assert all(a != b for a, b in pairwise(row))
        else:
            shown = [{s.gesture[p][beat] for p in range(5) if p != seat} for beat in range(6)]
            assert all(row[beat] in shown[beat - 1] for beat in range(1, 6)), "copied a beat late"


def test_bots_sit_on_the_stage_only() -> None:
    game = load("keskife")
    allowed = {venue: seated(game, game.options({"venue": venue}, 5)) for venue in ("room", "camera", "stage")}
    assert allowed == {"room": False, "camera": False, "stage": True}


@pytest.mark.parametrize("bot", [simple, gentle])
def test_a_team_of_bots_agrees(bot: Bot) -> None:
    """Both members of a team see the same, keep the same in mind, and so point at the same."""
    s = driven(10, 3, bot, lambda s: bool(s.scored == 1))
    holders = [u for u in range(5) if s.card[u] == ACTION]
    assert holders
    assert all(s.vote[2 * u] == s.vote[2 * u + 1] != -1 for u in holders)


@pytest.mark.long
def test_belief_pays_both_sides() -> None:
    """Who weighs all that was shown finds every monkey that copies; one that performs what it believes is found far less."""
    copying, performing = Figures(), Figures()
    for seed in range(3):
        played(6, seed, lambda monkey, phase: simple if monkey else sharp, copying)
        played(6, seed, lambda monkey, phase: sharp, performing)
    assert copying.found > all_bots().found + 0.2
    assert performing.found < copying.found - 0.2
