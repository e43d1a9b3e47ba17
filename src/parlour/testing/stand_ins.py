"""What plays for a person: `idle` when their time is up, or a bot; how much time they have, and when they are to be quiet."""

from collections.abc import Sequence
from random import Random

from parlour.bots import bot, kinds, seated
from parlour.bots.levels import SHARP
from parlour.engine.contract.game import Game
from parlour.engine.match import Match
from parlour.games.cells import CHANCE
from parlour.testing.laws import hidden, lookers
from parlour.testing.reach import Broken, hold
from parlour.testing.reading import deed, deeds, raised, who

RARELY = 4  # a bot that thinks before it plays is asked at one in so many matches: matches of a kind lie side by side


def idle_is_legal(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """What is played for a seat that runs out of time is legal, asked of the truth and of its view."""
    looked = 0
    for match in matches:
        for seat in match.to_act:
            if seat >= match.players:
                continue
            for state in (match.state.clone(), hidden(match, seat)):
                before = state.clone()
                action = game.idle(state, seat, [rng.getrandbits(60)])
                hold(state == before, match, f"asking what idle {who(seat)} plays changes the state")
                if action not in match.legal(seat):
                    raise Broken(f"idle plays {deed(game, action)} for {who(seat)}, which is not legal", match)
                looked += 1
    return looked


def seconds_show_nothing(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """How long a seat or the clock has is never negative, and the same on every view as in truth: everybody sees it."""
    looked = 0
    for match in matches:
        for seat in match.to_act:
            if seat == CHANCE:
                continue
            true = game.seconds(match.state, seat)
            hold(true >= 0, match, f"{who(seat)} has {true} seconds")
            for by in lookers(match, rng):
                seen = game.seconds(hidden(match, by), seat)
                hold(seen == true, match, f"{who(seat)} has {true} seconds in truth, and {seen} on the view of {who(by)}")
                looked += 1
    return looked


def quiet_shows_nothing(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """Who is to be quiet is a player each, and the same on every view as in truth: everybody sees it."""
    looked = 0
    for match in matches:
        true = game.quiet(match.state)
        hold(0 <= true < 1 << match.players, match, f"quiet is {true}, which names more than the players")
        for by in lookers(match, rng):
            seen = game.quiet(hidden(match, by))
            hold(seen == true, match, f"quiet is {true:b} in truth, and {seen:b} on the view of {who(by)}")
            looked += 1
    return looked


def bots_play_legal_actions(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """Every bot of the game answers every view, where bots may sit, with one of the actions it is given; Sharp some of them."""
    players = {kind: bot(game, kind) for kind in kinds(game)}
    looked = 0
    for number, match in enumerate(matches):
        if not _welcome(match):
            continue
        for seat in match.to_act:
            if seat >= match.players:
                continue
            legal = match.legal(seat)
            for kind, play in players.items():
                if kind == SHARP and number % RARELY:
                    continue
                try:
                    action = play(match.view(seat), tuple(legal), rng)
                except Exception as error:
                    raise Broken(f"the bot {kind!r} crashes as {who(seat)}: {raised(error)}", match) from error
                if action not in legal:
                    what = deed(game, action) if isinstance(action, int) else repr(action)
                    raise Broken(f"the bot {kind!r} plays {what} as {who(seat)}; legal: {deeds(game, legal)}", match)
                looked += 1
    return looked


def _welcome(match: Match) -> bool:
    log = match.log()
    return log.position is None and seated(match.game, match.game.options(log.options, log.players))
