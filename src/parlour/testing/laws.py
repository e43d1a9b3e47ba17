"""The laws every game obeys, each a function of matches stopped on the way that returns how many times it looked.

A law that is broken raises Broken, whose message holds the log that leads there.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Any

from parlour.engine.contract.game import Game, GameError
from parlour.engine.match import IllegalAction, Match
from parlour.engine.record.log import Log
from parlour.engine.view import listed
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER, Cell
from parlour.testing.reach import Broken, Setup, hold, play_random, walk
from parlour.testing.reading import deed, deeds, difference, form, who

PLAYED_ON = 60  # guesses played to their end


def lookers(match: Match, rng: Random) -> list[int]:
    """Some of those who may look: up to three players, and ONLOOKER."""
    return [*rng.sample(range(match.players), min(3, match.players)), ONLOOKER]


def askable(match: Match) -> list[int]:
    """Everybody who may be asked: the players, CHANCE and CLOCK."""
    return [*range(match.players), CHANCE, CLOCK]


def hidden(match: Match, seat: int) -> Any:
    """What a seat may know of the state."""
    state = match.state.clone()
    match.game.hide(state, seat)
    return state


def guess(game: Game, seen: Any, seat: int, rng: Random) -> Any:
    """A world that a seat holds possible."""
    state = seen.clone()
    game.fill(state, seat, [rng.getrandbits(60)])
    return state


def within(cells: Mapping[str, Cell], state: Any, is_view: bool = False) -> str:
    """The name of a cell whose value its declaration does not allow; empty when all are well."""
    for name, cell in cells.items():
        values = flat(getattr(state, name), len(cell.shape))
        low = min(cell.low, 0) if is_view else cell.low
        if min(values) < low or max(values) > cell.high or bool in set(map(type, values)):
            return f"{name} = {getattr(state, name)!r}"
    return ""


def flat(value: Any, depth: int) -> list[int]:
    """The values of a cell in one list."""
    if depth == 0:
        return [value]
    for _ in range(depth - 1):
        value = list(chain.from_iterable(value))
    return list(value)


def asked_for(ask: Callable[[Any, int, Any], int], match: Match, seat: int) -> list[int]:
    """What the rules' `legal` or `may` say, without the match's own care for who is asked."""
    return listed(ask, match.state, seat, [0] * match.game.actions.size)


def playable(match: Match) -> list[tuple[int, int]]:
    """Every (seat, action) that is asked or may be played now."""
    asked = [(seat, action) for seat in match.to_act for action in match.legal(seat)]
    return asked + [(seat, action) for seat in range(match.players) for action in match.may(seat)]


def legal_is_accepted(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """Whoever is asked has a legal action, nobody else has; every one is a number of the game's, once, and is accepted."""
    looked = 0
    for match in matches:
        for seat in askable(match):
            before = match.state.clone()
            actions = asked_for(game.legal, match, seat)
            free = asked_for(game.may, match, seat) if seat < match.players else []
            hold(match.state == before, match, f"listing what is legal for {who(seat)} changes the state")
            asked = "is asked" if seat in match.to_act else "is not asked"
            if bool(actions) != (seat in match.to_act):
                raise Broken(f"{who(seat)} {asked}; legal: {deeds(game, actions)}", match)
            for action in (*actions, *free):
                if action not in game.actions:
                    raise Broken(f"legal for {who(seat)}: {deed(game, action)}", match)
            if len({*actions, *free}) < len(actions) + len(free):
                raise Broken(f"for {who(seat)} something is listed more than once: {deeds(game, actions + free)}", match)
            for action in rng.sample(actions, min(4, len(actions))) + free:
                hold(not match.over, match, f"{who(seat)} may play {deed(game, action)} when all is over")
                hold(seat != CHANCE or game.odds(match.state, action) > 0, match, f"no weight: {deed(game, action)}")
                after = match.clone()
                after.play(seat, action)
                told = len(after.state.events) - len(match.state.events)
                if not told and after.state == match.state:
                    raise Broken(f"{who(seat)} plays {deed(game, action)}, and nothing happens", match)
                looked += 1
    return looked


def illegal_changes_nothing(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """What is neither legal nor free is refused, and the state and the story stay as they were."""
    looked = 0
    for match in matches:
        allowed = set(playable(match))
        for seat in askable(match):
            for action in {*rng.sample(range(game.actions.size), min(4, game.actions.size)), -1, game.actions.size}:
                if (seat, action) in allowed:
                    continue
                state, story = match.state.clone(), len(match.state.events)
                try:
                    match.play(seat, action)
                except IllegalAction as refusal:
                    hold(refusal.reason, match, "a refusal without a reason")
                else:
                    hold(False, match, f"{who(seat)}: {deed(game, action)} is not legal and was accepted")
                if match.state != state or len(match.state.events) != story:
                    raise Broken(f"refusing {who(seat)} {deed(game, action)} changed something", match)
                looked += 1
    return looked


def view_answers_as_state(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """legal(view) = legal(state) for the seat, `may` likewise, to_act(view) = to_act(state), score and rank are the same."""
    looked = 0
    for match in matches:
        for seat in lookers(match, rng):
            seen = hidden(match, seat)
            hold(game.to_act(seen) == game.to_act(match.state), match, f"{who(seat)} sees others asked than are")
            if seat < match.players:
                for name in ("legal", "may"):
                    true = listed(getattr(game, name), match.state, seat, [0] * game.actions.size)
                    own = listed(getattr(game, name), seen, seat, [0] * game.actions.size)
                    if true != own:
                        what = f"{name} for {who(seat)} is {deeds(game, own)} on its view and {deeds(game, true)} in truth"
                        raise Broken(what, match)
            for p in range(match.players):
                hold(game.score(seen, p) == game.score(match.state, p), match, f"{who(seat)} sees another score of seat {p}")
                hold(game.rank(seen, p) == game.rank(match.state, p), match, f"{who(seat)} sees another rank of seat {p}")
            looked += 1
    return looked


def plans_play_on_views(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """What a seat plans does to its view what it does to the view of the truth, up to where chance or another seat is asked."""
    looked = 0
    for match in matches:
        for seat in (seat for seat in match.to_act if seat < match.players):
            truth, seen = match.clone(), hidden(match, seat)
            options = [action for action in match.legal(seat) if action in game.plans]
            while options:
                action = rng.choice(options)
                truth.play(seat, action)
                game.play(seen, seat, action)
                odd = within(game.cells, seen, is_view=True)
                if odd:
                    what = f"seat {seat} plans {deed(game, action)}, and on its view {odd} is outside the declared range"
                    raise Broken(what, match)
                own, true = seen.clone(), hidden(truth, seat)
                game.hide(own, seat)
                if own != true:
                    what = f"seat {seat} plans {deed(game, action)}: on its view and in truth {difference(game, own, true)}"
                    raise Broken(what, match)
                looked += 1
                if truth.to_act != match.to_act:
                    break
                options = [action for action in truth.legal(seat) if action in game.plans]
    return looked


def hide_is_idempotent(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """Hiding what is hidden changes nothing, and every hidden value is one its cell may have."""
    looked = 0
    for match in matches:
        for seat in lookers(match, rng):
            seen = hidden(match, seat)
            again = seen.clone()
            game.hide(again, seat)
            hold(again == seen, match, f"hiding twice for {who(seat)} hides more than once")
            odd = within(game.cells, seen, is_view=True)
            hold(not odd, match, f"on the view of {who(seat)} {odd} is outside the declared range")
            looked += 1
    return looked


def hide_fill_hide_is_hide(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """A guess looks to the seat as the truth does."""
    looked = 0
    for match in matches:
        for seat in lookers(match, rng) if not match.over else ():
            seen = hidden(match, seat)
            world = guess(game, seen, seat, rng)
            odd = within(game.cells, world)
            hold(not odd, match, f"in a guess of {who(seat)} {odd} is outside the declared range")
            game.hide(world, seat)
            if world != seen:
                what = f"a guess of {who(seat)} does not look to it as the truth does: {difference(game, world, seen)}"
                raise Broken(what, match)
            looked += 1
    return looked


def filled_world_plays_on(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """A guess is sound, whoever is to act in it has a legal action, and it plays to its end."""
    looked = 0
    running = [match for match in matches if not match.over]
    to_the_end = set(rng.sample(range(len(running)), min(PLAYED_ON, len(running))))
    for number, match in enumerate(running):
        seats = lookers(match, rng)
        last = rng.choice(seats) if number in to_the_end else None
        for seat in seats:
            world = Match(game, match.players, guess(game, hidden(match, seat), seat, rng))
            if not game.sound(world.state):
                raise Broken(f"a guess of {who(seat)} is not sound: {form(game.read_cells(world.state))}", match)
            for asked in world.to_act:
                hold(world.legal(asked), match, f"in a guess of {who(seat)} {who(asked)} is asked and has nothing to play")
            if seat == last:
                _to_the_end(match, world, rng)
            looked += 1
    return looked


def _to_the_end(match: Match, world: Match, rng: Random) -> None:
    try:
        for seat, action in walk(world, rng):
            if not world.game.sound(world.state):
                raise Broken(f"it is not sound after {who(seat)} played {deed(world.game, action)}")
    except Broken as broken:
        raise Broken(f"a guess is played on, and {broken.what}", match) from broken
    except IllegalAction as error:
        raise Broken(f"a guess is played on, and does not take what it calls legal: {error}", match) from error
    hold(world.over, match, "a guess does not come to its end within `longest`")


def sound_after_every_action(game: Game, setups: Sequence[Setup], rng: Random) -> int:
    """Whole random games: the invariants hold and every cell is in its range, from set-up to the end."""
    looked = 0
    for setup in setups:
        match = setup.start(game)
        _sound(match, "set-up")
        for seat, action in walk(match, rng):
            _sound(match, f"{who(seat)} played {deed(game, action)}")
            looked += 1
    return looked


def _sound(match: Match, what: str) -> None:
    hold(match.game.sound(match.state), match, f"not sound after {what}", _sound_here)
    odd = within(match.game.cells, match.state)
    hold(not odd, match, f"{odd} is outside the declared range after {what}", _sound_here)


def _sound_here(match: Match) -> None:
    _sound(match, "the last step")


def sealed_moves_commute(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """Two players asked at once, each of whom can still do the same after the other has: the order does not matter."""
    looked = 0
    for match in matches:
        asked = [seat for seat in match.to_act if seat < match.players]
        if len(asked) < 2:
            continue
        p, q = rng.sample(asked, 2)
        x, y = rng.choice(match.legal(p)), rng.choice(match.legal(q))
        one, other = match.clone(), match.clone()
        one.play(p, x)
        other.play(q, y)
        if y in one.legal(q) and x in other.legal(p):
            one.play(q, y)
            other.play(p, x)
            if one.state != other.state:
                what = f"seat {p} plays {deed(game, x)} and seat {q} {deed(game, y)}, and the order tells"
                raise Broken(f"{what}: {difference(game, one.state, other.state)}", match)
            looked += 1
    return looked


def random_play_ends(game: Game, setups: Sequence[Setup], rng: Random) -> int:
    """Random play, the lowest seat asked first, comes to its end within `longest`, and somebody is ranked or nobody."""
    for setup in setups:
        match = setup.start(game)
        bound = game.longest(match.state)
        for _ in range(bound):
            if match.over:
                break
            play_random(match, match.to_act[0], rng)
        hold(match.over, match, f"not over after {bound} steps")
        ranks = [rank for rank in match.rank() if rank]
        hold(not ranks or min(ranks) == 1, match, f"ranks {match.rank()} without a first")
        free = [seat for seat in range(match.players) if asked_for(game.may, match, seat)]
        free += [seat for seat in askable(match) if asked_for(game.legal, match, seat)]
        hold(not free, match, f"over, and the seats {free} may play")
    return len(setups)


def clone_is_independent(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """What is played on a clone does not touch the original, and the other way round."""
    looked = 0
    for match in matches:
        if match.over:
            continue
        before, story = match.state.clone(), len(match.state.events)
        hold(before == match.state and hash(before) == hash(match.state), match, "a clone is not equal to its original")
        copy = match.clone()
        for count, _ in enumerate(walk(copy, rng)):
            if count == 20:
                break
        hold(match.state == before and len(match.state.events) == story, match, "playing on a clone changed the original")
        looked += 1
    return looked


def log_replays(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """A log written and read again replays to the equal state, story and result."""
    for match in matches:
        again = Match.replay(Log.loads(match.log().dumps()))
        if again.state != match.state:
            raise Broken(f"the log replays to another state: {difference(game, again.state, match.state)}", match)
        hold(again.state.events == match.state.events, match, "the log replays to another story")
        hold(again.score() == match.score() and again.rank() == match.rank(), match, "the log replays to another result")
    return len(matches)


def position_reloads(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """A position in its JSON form loads to the equal state."""
    for match in matches:
        try:
            again = Match.from_position(match.position())
        except GameError as error:
            raise Broken(f"the position is refused: {error}", match) from error
        if again.state != match.state:
            raise Broken(f"the position loads to another state: {difference(game, again.state, match.state)}", match)
    return len(matches)
