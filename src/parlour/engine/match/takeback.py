"""A slip of the finger: how far a match may be cut back so that nobody is left knowing what they did not know before.

A play is taken back with all that followed it, as long as neither chance nor the clock has acted since and no step has shown
anything hidden to anybody, the one who played included. What a step shows is read from views: it shows something to a seat if
what that seat could not know is known after it, or if in some world that the seat held possible no play could have looked the
same to it. The second is tried on guesses, so a step that leaves out very few worlds may pass.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from parlour.engine.contract.game import Game, of_version
from parlour.engine.match.match import Match
from parlour.engine.record.log import Log
from parlour.engine.view.view import Told, listed, told_to
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER, UNKNOWN

WORLDS = 8  # guesses that are tried for each who looks
OFFERED = 4  # … where it is only said that a play may be taken back: in 558 steps of all games eight never said otherwise
FAR = 24  # steps that can be taken back at once, at most
LIKE = 64  # other plays that are tried in a guess, at most

Look = tuple[Any, list[Told]]


def cut(log: Log, seat: int, rng: Random) -> int | None:
    """How many steps of a running match are left when a seat's last play is taken back; None where it may not be."""
    first = _last_play(log, seat)
    if first is None or any(who in (CHANCE, CLOCK) for who, _ in log.actions[first:]):
        return None
    match = Match.replay(replace(log, actions=log.actions[:first]))
    for who, action in log.actions[first:]:
        after = _silently(match, who, action, rng)
        if after is None:
            return None
        match = after
    return first


def shown(game: Game, players: int, before: Any, who: int, action: int, rng: Random) -> bool:
    """Whether a step from this state shows anybody anything hidden, as far as everybody may know.

    It is judged in a world that an onlooker must hold possible, by a play that looks the same to them: so the answer may be told
    to all, and tells nobody anything. It may differ from what `cut` finds in truth, which decides.
    """
    look = _looks(game, before, who, action, ONLOOKER)
    world = before.clone()
    game.hide(world, ONLOOKER)
    game.fill(world, ONLOOKER, [rng.getrandbits(60)])
    alike = (other for other in sorted(_possible(game, world, who)) if _looks(game, world, who, other, ONLOOKER) == look)
    if (other := next(alike, None)) is None:
        return True
    return _silently(Match(game, players, world), who, other, rng, OFFERED) is None


def _last_play(log: Log, seat: int) -> int | None:
    """The step with which a seat's last play began: what it planned belongs to what came of it."""
    steps = log.actions
    near = range(len(steps) - 1, max(-1, len(steps) - 1 - FAR), -1)
    last = next((i for i in near if steps[i][0] == seat), None)
    if last is None:
        return None
    plans = (
        Match.start(of_version(log.game, log.version), log.players, log.options).game.plans
        if log.position is None
        else frozenset()
    )
    while last > 0 and steps[last - 1][0] == seat and steps[last - 1][1] in plans:
        last -= 1
    return last


def _silently(match: Match, who: int, action: int, rng: Random, worlds: int = WORLDS) -> Match | None:
    """The match after a step that shows nobody anything hidden; None where it would."""
    after = match.clone()
    after.play(who, action)
    viewers = (*range(match.players), ONLOOKER)
    return None if any(_shows(match, after, who, action, viewer, rng, worlds) for viewer in viewers) else after


def _shows(match: Match, after: Match, who: int, action: int, viewer: int, rng: Random, worlds: int) -> bool:
    """Whether a step, to the match `after` it, shows a viewer anything hidden."""
    game = match.game
    before = match.state.clone()
    game.hide(before, viewer)
    seen = _looked(game, after.state.clone(), viewer, after.state.events[len(match.state.events) :])
    if revealed(game, match.state, before, seen[0]):
        return True
    for _ in range(worlds):
        world = before.clone()
        game.fill(world, viewer, [rng.getrandbits(60)])
        if not any(_looks(game, world, who, other, viewer) == seen for other in _plays(game, world, who, action, viewer)):
            return True
    return False


def revealed(game: Game, truth: Any, before: Any, after: Any) -> bool:
    """Whether something is known on a view that was not known on the one before it, though it was there already."""
    cells = ((getattr(truth, name), getattr(before, name), getattr(after, name)) for name in game.cells)
    return any(_opened(*cell) for cell in cells)


def _opened(true: Any, was: Any, now: Any) -> bool:
    """Whether a value in a cell is known now that was not known before. Of most nothing changed, which is quickly seen."""
    if was == now:
        return False
    if isinstance(was, list):
        return any(map(_opened, true, was, now))
    return bool(was == UNKNOWN and true != UNKNOWN)


def _plays(game: Game, world: Any, who: int, action: int, viewer: int) -> Iterator[int]:
    """What could have been played in a world: this very action first. Whoever played it knows what they played."""
    possible = _possible(game, world, who)
    if action in possible:
        yield action
    if viewer != who:
        yield from [other for other in possible if other != action][:LIKE]


def _possible(game: Game, world: Any, who: int) -> list[int]:
    """What could be played in a world."""
    room = [0] * game.actions.size
    asked = bool(game.to_act(world) >> who & 1)
    return [*(listed(game.legal, world, who, room) if asked else []), *listed(game.may, world, who, room)]


def _looks(game: Game, world: Any, who: int, action: int, viewer: int) -> Look:
    """What a viewer sees and hears where this is played in a world."""
    state = world.clone()
    state.events = []
    game.play(state, who, action)
    return _looked(game, state, viewer, state.events)


def _looked(game: Game, state: Any, viewer: int, story: list[tuple[int, int, int, int, int]]) -> Look:
    """What of a state is left to a viewer, and of what happened last; the rest is taken from the state."""
    told = told_to(story, viewer)
    game.hide(state, viewer)
    return state, told
