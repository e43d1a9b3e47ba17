"""Non-interference: for any two worlds, equal view before and equal visible events imply equal view after.

A twin is a guess (`fill`) of what a seat, or the onlooker, may see: to that seat the twin and the truth look the same. Both
play on, the twin with an action whose events the seat hears as the same. If they then look different, the seat has learnt
something that no event told it.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from parlour.engine.game import Game
from parlour.engine.match import IllegalAction, Match
from parlour.engine.view import told_to
from parlour.games.cells import CHANCE, CLOCK
from parlour.testing.laws import askable, guess, hidden, lookers, playable
from parlour.testing.reach import hold

TWINS = 6  # guesses tried until one that differs from the truth can do what tells the same
TRIED = 24  # actions of the twin tried until one tells the same


def _heard(game: Game, state: Any, seat: int, action: int, by: int) -> tuple[Any, list[tuple[int, int, int, int]]]:
    """The state after an action, and its events as `by` heard them."""
    after = state.clone()
    after.events = []
    game.play(after, seat, action)
    return after, told_to(after.events, by)


def _looks(game: Game, state: Any, seat: int) -> Any:
    seen = state.clone()
    game.hide(seen, seat)
    return seen


def _twin_plays(game: Game, twin: Match, seat: int, action: int, by: int, rng: Random) -> list[int]:
    """The actions the twin may try: the seat's own action as it is, another's, the clock's or chance's by its events."""
    options = [a for s, a in playable(twin) if s == seat]
    if seat == by:
        return [action] if action in options else []
    rng.shuffle(options)
    return ([action] if action in options else []) + [a for a in options if a != action][:TRIED]


def compared(game: Game, matches: Sequence[Match], rng: Random) -> dict[str, int]:
    """Twins compared, by who played (`player`, `chance`, `clock`), and refusals compared. Raises Broken."""
    counts = {"player": 0, "chance": 0, "clock": 0, "refusal": 0}
    for match in matches:
        if match.over:
            continue
        steps = playable(match)
        for by in lookers(match, rng):
            seen = hidden(match, by)
            seat, action = rng.choice(steps)
            for _ in range(TWINS):
                twin = Match(game, match.players, guess(game, seen, by, rng))
                hold(_looks(game, twin.state, by) == seen, match, f"the twin of seat {by} does not look to it as the truth does")
                counts["refusal"] += _refusals(match, twin, by, rng)
                if twin.state != match.state and _pair(game, match, twin, by, seat, action, rng):
                    counts[who(seat)] += 1
                    break
    return counts


def who(seat: int) -> str:
    return {CHANCE: "chance", CLOCK: "clock"}.get(seat, "player")


def _pair(game: Game, match: Match, twin: Match, by: int, seat: int, action: int, rng: Random) -> bool:
    after, told = _heard(game, match.state, seat, action, by)
    tries = _twin_plays(game, twin, seat, action, by, rng)
    hold(tries or seat != by, match, f"seat {by} may play {action} in truth, but not in a world it cannot tell from the truth")
    for other in tries:
        twin_after, twin_told = _heard(game, twin.state, seat, other, by)
        if twin_told == told:
            one, two = _looks(game, after, by), _looks(game, twin_after, by)
            differ = [name for name in game.cells if getattr(one, name) != getattr(two, name)]
            hold(
                not differ,
                match,
                f"seat {seat} plays {action} (or {other}), seat {by} hears {told} either way, and yet sees a difference in"
                f" {', '.join(f'{name}: {getattr(one, name)} or {getattr(two, name)}' for name in differ)};"
                f" the other world: {twin.state!r}",
            )
            return True
    return False


def _refusals(match: Match, twin: Match, by: int, rng: Random) -> int:
    """What `by` may not play is refused in the same words in both worlds."""
    if by not in askable(match):
        return 0
    allowed = {action for seat, action in playable(match) if seat == by}
    looked = 0
    for action in rng.sample(range(match.game.actions.size), min(3, match.game.actions.size)):
        if action not in allowed:
            words = [_refusal(world, by, action) for world in (match, twin)]
            hold(
                words[0] == words[1],
                match,
                f"seat {by} is refused {action} with {words[0]}, and in another world with {words[1]}",
            )
            looked += 1
    return looked


def _refusal(match: Match, seat: int, action: int) -> tuple[str, str]:
    try:
        match.clone().play(seat, action)
    except IllegalAction as refusal:
        return str(refusal), refusal.reason
    return "accepted", ""
