"""Bots by game and kind. A bot is `(view, legal, rng) -> action`; it knows its seat's view and nothing else.

`random` is there for every game, and where it has a policy `simple`, a draw from it, `gentle`, a softer one, and, where thought
pays, `sharp`. A game's own bots are its `bot.py`'s `BOTS`, the default first; those of these names stand in their place. What
other packages bring (`strangers`) comes last and takes no name that is there.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parlour.bots.levels import GENTLE, SHARP, STEADY, by_heart, gentle
from parlour.bots.mind import sharp
from parlour.bots.strangers import Stranger, sizes, strangers
from parlour.engine import Game, GameError, Match, View, load
from parlour.engine.contract.words import Json
from parlour.games.cells import Sight

Bot = Callable[[View, Sequence[int], random.Random], int]


class UnknownBot(GameError):
    """No bot of this kind plays this game."""


def uniform(view: Sight, legal: Sequence[int], rng: random.Random) -> int:
    """Any legal action, each as likely as the others."""
    return legal[rng.randrange(len(legal))]


def sensible(view: View, legal: Sequence[int], rng: random.Random) -> int:
    """The rule of thumb: a draw from the policy of the view's game, which must have one."""
    actions, policy = list(legal), view.game.policy
    if len(actions) == 1 or policy is None:
        return actions[0]
    memory = view.memory if view.memory is not None else policy.Memory()
    return rng.choices(actions, policy.weights(view.state, view.seat, memory, actions))[0]


def _bots(game: Game) -> dict[str, Bot]:
    part = game.part("bot")
    own: Mapping[str, Bot] = getattr(part, "BOTS", {})
    led: dict[str, Bot] = {STEADY: sensible, GENTLE: gentle} if game.policy is not None else {}
    if thoughtful(game):
        led[SHARP] = sharp
    levels = {kind: own.get(kind, led.get(kind)) for kind in (STEADY, GENTLE, SHARP)}
    others = {kind: play for kind, play in own.items() if kind not in levels}
    ours = {**others, **{kind: play for kind, play in levels.items() if play is not None}, "random": uniform}
    return ours | {kind: play for kind, play in strangers(game.name).items() if kind not in ours}


def thoughtful(game: str | Game) -> bool:
    """Whether thought pays in this game: whether it has the kind `sharp`."""
    game = load(game)
    return game.policy is not None and game.policy.thought > 0


def pondered(game: str | Game) -> bool:
    """Whether the kind `sharp` takes its time, and is asked beside the room: where it thinks, or is the game's own."""
    game = load(game)
    return thoughtful(game) or SHARP in getattr(game.part("bot"), "BOTS", {})


def strong(game: str | Game) -> list[int]:
    """The numbers of players at which `sharp` is measured to be stronger than `simple`: the game's `bot.STRONG`, else all."""
    game = load(game)
    if SHARP not in _bots(game):
        return []
    return sorted(set(game.seats) & set(getattr(game.part("bot"), "STRONG", game.seats)))


def foreign(game: str | Game, kind: str) -> bool:
    """Whether another package brings the bot of this kind: the room never asks it in its own process."""
    return isinstance(_bots(load(game)).get(kind), Stranger)


def fits(game: str | Game, kind: str, players: int) -> bool:
    """Whether the bot of this kind is for so many players, by what its package says."""
    game = load(game)
    numbers = sizes(game.name, kind) if foreign(game, kind) else None
    return numbers is None or players in numbers


def known_by_heart(game: str | Game) -> list[int]:
    """The numbers of players at which `sharp` needs no thought, by the rules as printed."""
    game = load(game)
    if getattr(game.part("bot"), "by_heart", None) is None:
        return []
    return [players for players in game.seats if by_heart(game, Match.start(game, players).state) is not None]


def kinds(game: str | Game) -> list[str]:
    """The kinds of bot that play this game, the default first; `random` is always among them."""
    return list(_bots(load(game)))


def bot(game: str | Game, kind: str) -> Bot:
    """The bot of this kind. Raises UnknownBot."""
    game = load(game)
    bots = _bots(game)
    if kind not in bots:
        raise UnknownBot(f"{game.name} has no bot {kind!r}; it has {', '.join(bots)}")
    return bots[kind]


def seated(game: str | Game, options: Any) -> bool:
    """Whether bots may sit at a table with these options (`game.options(…)`): the game's `bot.seated`, else yes."""
    game = load(game)
    ask = getattr(game.part("bot"), "seated", None)
    return bool(ask(options)) if ask is not None else True


def welcoming(game: str | Game) -> dict[str, Json]:
    """The options (JSON forms) under which the game's bots sit, where its defaults do not seat them: its `bot.WELCOMING`."""
    game = load(game)
    return dict(getattr(game.part("bot"), "WELCOMING", {}))
