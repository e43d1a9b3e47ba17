"""What is told: nobody hears what they do not see or could not infer, and nobody sees change what no word explains.

The rules may name events whose news passes, for no view keeps it (`PASSING`), and actions of which nothing is told
because they only move the game on (`SILENT`).
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from parlour.engine.contract.game import Game
from parlour.engine.match import Match
from parlour.engine.view import Told
from parlour.games.cells import CHANCE, EVERYONE, UNKNOWN
from parlour.testing.laws import guess, hidden, lookers, playable
from parlour.testing.reach import Broken, hold
from parlour.testing.reading import deed, difference, tale, tales, who
from parlour.testing.twins import heard, looks

WORLDS = 4  # guesses beside the truth
OUTCOMES = 10  # actions tried in each


def hearing_is_seeing(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """Two outcomes after which a view is equal are heard equally: kind, seat, where, value, number and order.

    And two that are heard equally look equal, once chance has been settled: what else is told in a step does not stand for an
    event that was forgotten.
    """
    quiet = _quiet(game)
    passing = {int(event) for event in getattr(game.rules, "PASSING", ())}
    looked = 0
    for match in matches:
        for by in lookers(match, rng) if not match.over else ():
            first: dict[Any, tuple[int, list[Told]]] = {}
            words: dict[Any, tuple[int, Any]] = {}
            for action, seat, sees, told in _outcomes(game, match, by, rng):
                looked += 1
                before, known = first.setdefault(sees, (action, told))
                if known != told and _lasting(known, passing) != _lasting(told, passing):
                    raise Broken(_overheard(game, by, seat, (before, known), (action, told)), match)
                if any(_of(word, action) for word in quiet) or (seat != CHANCE and game.to_act(sees) >> CHANCE & 1):
                    continue
                another, seen = words.setdefault((action if seat == by else UNKNOWN, *told), (action, sees))
                if seen != sees:
                    sounds = tales(game, told) if told else "nothing"
                    what = f"{who(seat)} plays {deed(game, another)} or {deed(game, action)}: {who(by)} hears {sounds} either way"
                    raise Broken(f"{what}, and sees {difference(game, seen, sees)}", match)
    return looked


def _outcomes(game: Game, match: Match, by: int, rng: Random) -> Iterator[tuple[int, int, Any, list[Told]]]:
    """What a seat asked may do in worlds that `by` cannot tell apart: action, seat, and what `by` sees and hears then."""
    seat, own = rng.choice(playable(match))
    seen = hidden(match, by)
    worlds = [match, *(Match(game, match.players, guess(game, seen, by, rng)) for _ in range(WORLDS))]
    for world in worlds:
        actions = [action for asked, action in playable(world) if asked == seat]
        if seat == by:
            actions = [own] if own in actions else []
        for action in rng.sample(actions, min(OUTCOMES, len(actions))):
            after, told = heard(game, world.state, seat, action, by)
            yield action, seat, looks(game, after, by), told


def _lasting(told: list[Told], passing: set[int]) -> list[Told]:
    """Without the news that passes; a secret value is never news."""
    return [one for one in told if one[0] not in passing or one[3] != UNKNOWN]


def _overheard(game: Game, by: int, seat: int, one: tuple[int, list[Told]], other: tuple[int, list[Told]]) -> str:
    (action, told), (another, told_then) = one, other
    if [event[:3] for event in told] == [event[:3] for event in told_then]:
        pairs = zip(told, told_then, strict=True)
        event, instead = next((a, b) for a, b in pairs if a != b)
        told_so = f"{who(by)} is told {tale(game, event)} or {tale(game, instead)}, a value its view does not hold"
    else:
        told_so = f"{who(by)} hears {tales(game, told)} or {tales(game, told_then)}, and sees the same either way"
    return f"{who(seat)} plays {deed(game, action)} or {deed(game, another)}: {told_so}"


def change_is_told(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """Whoever sees a change that is not of their own making has heard something, at the latest when chance has been settled."""
    quiet = _quiet(game)
    looked = 0
    for match in matches:
        steps = [(seat, action) for seat, action in playable(match) if not any(_of(word, action) for word in quiet)]
        for seat, action in rng.sample(steps, min(6, len(steps))):
            after = match.clone()
            after.play(seat, action)
            if CHANCE in after.to_act and seat != CHANCE:
                continue  # what chance says next is told then
            for by in lookers(match, rng):
                told = after.view(by).events[len(match.state.events) :]
                if by != seat and not told and hidden(after, by) != hidden(match, by):
                    change = difference(game, hidden(match, by), hidden(after, by))
                    raise Broken(f"{who(seat)} plays {deed(game, action)}, {who(by)} hears nothing and sees {change}", match)
                looked += 1
    return looked


def _quiet(game: Game) -> list[Any]:
    """The actions of which nothing is told, though views may change."""
    return [word for word in game.actions.words if word.base in {*getattr(game.rules, "SILENT", ()), *_plans(game)}]


def _plans(game: Game) -> set[int]:
    """Families that only choose: the play they are a part of is told as a whole."""
    return {word.base for word in game.actions.words if word.base in game.plans}


def _of(word: Any, action: int) -> bool:
    return bool(word.base <= action < word.base + word.size)


def events_read(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """Every event is one of the game's and of a seat at the table or of nobody; `where` and value are in their ranges."""
    looked = 0
    for match in matches:
        for audience, event, seat, where, value in match.state.events:
            told = (event, seat, where, value)
            hold(event in game.events.names, match, f"no event has the number {event}")
            hold(seat == UNKNOWN or 0 <= seat < match.players, match, f"an event of seat {seat}")
            hold(0 <= audience <= EVERYONE, match, "an audience that is nobody at the table")
            telling = game.events.tellings[event]
            places = 1
            for place in telling.where:
                places *= place.count
            if not 0 <= where < places:
                raise Broken(f"{game.events.names[event]} is told with where {where}, of {places} there are", match)
            values = telling.value.count if telling.value is not None else 0
            if not UNKNOWN <= value < values:
                raise Broken(f"{game.events.names[event]} is told with the value {value}, of {values} there are", match)
            game.events.read(told)
            looked += 1
    return looked
