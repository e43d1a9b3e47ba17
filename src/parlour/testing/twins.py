"""Non-interference: for any two worlds, equal view before and equal visible events imply equal view after.

A twin is a guess (`fill`) of what a seat, or the onlooker, may see: to that seat the twin and the truth look the same. Both
play on, the twin with an action whose events the seat hears as the same. If they then look different, the seat has learnt
something that no event told it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from parlour.engine.contract.game import Game
from parlour.engine.match import IllegalAction, Match
from parlour.engine.view import told_to
from parlour.games.cells import CHANCE, CLOCK
from parlour.testing.laws import askable, guess, hidden, lookers, playable
from parlour.testing.reach import Broken, hold
from parlour.testing.reading import deed, difference, form, tales, who

NO_PAIR, SAME, DIFFERENT = range(3)
TWINS = 6  # guesses tried until one that differs from the truth can do what tells the same
TRIED = 24  # actions of the twin tried until one tells the same


def heard(game: Game, state: Any, seat: int, action: int, by: int) -> tuple[Any, list[tuple[int, int, int, int]]]:
    """The state after an action, and its events as `by` heard them."""
    after = state.clone()
    after.events = []
    game.play(after, seat, action)
    return after, told_to(after.events, by)


def looks(game: Game, state: Any, seat: int) -> Any:
    seen = state.clone()
    game.hide(seen, seat)
    return seen


def _twin_plays(twin: Match, seat: int, action: int, by: int, rng: Random) -> list[int]:
    """The actions the twin may try: the seat's own as it is; another's, the clock's or chance's, another one first."""
    options = [a for s, a in playable(twin) if s == seat]
    if seat == by:
        return [action] if action in options else []
    rng.shuffle(options)
    return [a for a in options if a != action][:TRIED] + ([action] if action in options else [])


@dataclass(slots=True)
class Counts:
    """Pairs of worlds compared after a step, by who played, and of those the ones that were different; refusals compared."""

    player: int = 0
    chance: int = 0
    clock: int = 0
    different: int = 0
    refusals: int = 0


def compared(game: Game, matches: Sequence[Match], rng: Random, counts: Counts | None = None) -> int:
    """Compare truths with their twins, and count what was compared; returns how many pairs. Raises Broken."""
    counts = Counts() if counts is None else counts
    for match in matches:
        if match.over:
            continue
        steps = playable(match)
        for by in lookers(match, rng):
            seat, action = rng.choice(steps)
            found = _compared(game, match, by, seat, action, rng, counts)
            setattr(counts, kind(seat), getattr(counts, kind(seat)) + (found != NO_PAIR))
            counts.different += found == DIFFERENT
    return counts.player + counts.chance + counts.clock


def _compared(game: Game, match: Match, by: int, seat: int, action: int, rng: Random, counts: Counts) -> int:
    """Twins tried until one is in truth another world and tells the same; how far that came."""
    seen, found = hidden(match, by), NO_PAIR
    for _ in range(TWINS):
        twin = Match(game, match.players, guess(game, seen, by, rng))
        hold(looks(game, twin.state, by) == seen, match, f"the twin of {who(by)} does not look to it as the truth does")
        counts.refusals += _refusals(match, twin, by, rng)
        found = max(found, _pair(game, match, twin, by, seat, action, rng))
        if found == DIFFERENT:
            break
    return found


def kind(seat: int) -> str:
    """Who plays: player, chance or clock."""
    return {CHANCE: "chance", CLOCK: "clock"}.get(seat, "player")


def _pair(game: Game, match: Match, twin: Match, by: int, seat: int, action: int, rng: Random) -> int:
    after, told = heard(game, match.state, seat, action, by)
    sees = looks(game, after, by)
    tries = _twin_plays(twin, seat, action, by, rng)
    if not tries and seat == by:
        raise Broken(f"{who(by)} may play {deed(game, action)} in truth, but not in a world it cannot tell from it", match)
    found = NO_PAIR
    for other in tries:
        twin_after, twin_told = heard(game, twin.state, seat, other, by)
        if twin_told == told:
            other_sees = looks(game, twin_after, by)
            if other_sees != sees:
                what = f"{who(seat)} plays {deed(game, action)} (or {deed(game, other)}), {who(by)} hears {tales(game, told)}"
                raise Broken(f"{what} either way, and yet sees {difference(game, sees, other_sees)}; {_world(twin)}", match)
            found = max(found, DIFFERENT if twin_after != after else SAME)
            if found == DIFFERENT:
                break
    return found


def _world(twin: Match) -> str:
    return f"the other world: {form(twin.game.read_cells(twin.state))}"


def _refusals(match: Match, twin: Match, by: int, rng: Random) -> int:
    """What `by` may not play is refused in the same words in both worlds."""
    if by not in askable(match):
        return 0
    allowed = {action for seat, action in playable(match) if seat == by}
    looked = 0
    for action in rng.sample(range(match.game.actions.size), min(3, match.game.actions.size)):
        if action not in allowed:
            words = [_refusal(world, by, action) for world in (match, twin)]
            what = f"{who(by)} is refused {words[0]}, and in another world {words[1]}"
            hold(words[0] == words[1], match, what)
            looked += 1
    return looked


def _refusal(match: Match, seat: int, action: int) -> tuple[str, str]:
    try:
        match.clone().play(seat, action)
    except IllegalAction as refusal:
        return str(refusal), refusal.reason
    return "accepted", ""
