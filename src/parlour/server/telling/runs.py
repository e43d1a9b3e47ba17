"""The same deal played by several: their results side by side, and where their ways parted."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from parlour.engine import CHANCE, Log, LogError, Match, load
from parlour.server.wire.shown.deals import PartedShown, RunShown
from parlour.server.wire.shown.results import FinishedShown, PlayerShown

POINTS = 60  # of a curve, at most


@dataclass(frozen=True, slots=True)
class Run:
    """A finished match in which a deal was played, and where it lies."""

    table: str
    finished: FinishedShown
    log: Log
    report: dict[str, Any] | None  # what the advisor found, where it was asked


def runs_shown(runs: Sequence[Run], mine: Run, *, named: bool) -> list[RunShown]:
    """One's own first, then the others by when they ended; without names where those were not sent on purpose."""
    ordered = [mine, *(run for run in runs if run is not mine)]
    return [_shown(run, mine, named=named) for run in ordered]


def _shown(run: Run, mine: Run, *, named: bool) -> RunShown:
    own = run is mine
    people: list[PlayerShown] = [
        person if named or own or person["bot"] is not None else cast(PlayerShown, {**person, "name": ""})
        for person in run.finished["people"]
    ]
    report = run.report or {}
    scores, turns = course(run.log)
    moments = report.get("moments", [])
    step = max(1, -(-len(moments) // POINTS))
    return {
        "mine": own,
        "ended": run.finished["ended"],
        "people": people,
        "parted": None if own else parted(mine.log, run.log),
        "accounts": report.get("accounts", []),
        "curve": [moment["chances"] for moment in moments[::step]],
        "scores": scores,
        "turns": turns,
    }


def course(log: Log) -> tuple[list[list[int]], int]:
    """What everybody has so far in the course of a match, at so many even steps as are told at most, and its number of turns.

    As the game's `advice.so_far` says, else as its score sheet does. Empty where its rules have changed since.
    """
    try:
        match, game = Match.replay(Log(log.game, log.version, log.players, log.options, (), log.position)), load(log.game)
    except LogError:
        return [], 0
    so_far = getattr(game.part("advice"), "so_far", game.score)
    found, last = [], CHANCE
    for who, action in log.actions:
        if 0 <= who < log.players and who != last:
            found.append([int(so_far(match.state, seat)) for seat in range(log.players)])
            last = who
        match.play(who, action)
    turns = len(found)
    step = max(1, -(-turns // POINTS))
    return [*found[::step], match.score()], turns


def parted(mine: Log, theirs: Log) -> PartedShown | None:
    """The first play that differs, on the same cards; None where nothing does, or where chance told them apart before.

    Chance's steps are passed over: by the same deal they follow from the plays.
    """
    try:
        match, game = Match.replay(Log(mine.game, mine.version, mine.players, mine.options, (), mine.position)), load(mine.game)
    except LogError:
        return None
    part = game.part("advice")
    theirs_plays = [step for step in theirs.actions if step[0] != CHANCE]
    turn, last, now, i = [0] * mine.players, -1, 0, 0
    turns, before = 0, CHANCE
    for who, action in mine.actions:
        if who < mine.players:
            here = int(part.round_of(match.state)) if part is not None else 0
            if here != now:
                turn, last, now = [0] * mine.players, -1, here
            turn[who] += who != last
            last = who
            turns += who != before
            before = who
        if who != CHANCE:
            other = theirs_plays[i] if i < len(theirs_plays) else None
            if other is None or other[0] != who:
                return None
            if other[1] != action:
                read = game.actions.read
                return {
                    "seat": who,
                    "round": now,
                    "turn": turn[who],
                    "at": max(0, turns - 1),
                    "mine": read(action),
                    "theirs": read(other[1]),
                }
            i += 1
        match.play(who, action)
    return None
