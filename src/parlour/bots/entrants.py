"""Who takes part in simulations and arenas: a kind of bot, a function by its import path, or a function as it is."""

import importlib
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from parlour.bots import Bot, UnknownBot, bot, kinds, sensible, uniform
from parlour.bots.belief import Seen, hidden
from parlour.engine import Game, GameError, Match, View, load
from parlour.engine.loops.contests import RANDOM, SENSIBLE
from parlour.games.cells import UNKNOWN

SHOWN = 5  # legal actions named in an error

Entrant = str | Bot


class BadBot(GameError):
    """A bot that fails, or answers what may not be played; the message names it."""


class Follower(Protocol):
    """A bot at one seat of one match, from its beginning on: asked as every bot is, and told each step as its seat sees it."""

    def __call__(self, view: View, legal: Sequence[int], rng: random.Random) -> int: ...

    def see(self, step: Seen) -> None: ...


Follow = Callable[[View, int], Follower]  # what a bot that follows matches has as `follow`: its seat's first view, a seed


def named(entrant: Entrant) -> str:
    """What an entrant is called: a kind, an import path, or the name of a function or of what else is called."""
    return entrant if isinstance(entrant, str) else str(getattr(entrant, "__name__", type(entrant).__name__))


def found(game: str | Game, entrant: Entrant) -> Bot:
    """The bot that an entrant is; of a kind and an import path of one name it is the kind. Raises UnknownBot.

    Whoever names an import path has it imported: never let a stranger name one.
    """
    game = load(game)
    if not isinstance(entrant, str):
        if not callable(entrant):
            raise UnknownBot(f"a bot is a kind, an import path or a function (view, legal, rng), not {entrant!r}")
        return entrant
    if entrant in kinds(game) or not ("." in entrant or ":" in entrant):
        return bot(game, entrant)
    return _imported(entrant)


def _imported(path: str) -> Bot:
    """The function of a path such as `mypackage.bot` or `mypackage.players:careful.play`. Raises UnknownBot."""
    module, _, name = path.partition(":") if ":" in path else path.rpartition(".")
    try:
        thing: Any = importlib.import_module(module)
        for part in name.split("."):
            thing = getattr(thing, part)
    except Exception as error:  # a stranger's module may raise anything
        raise UnknownBot(f"there is no bot at {path!r}: {type(error).__name__}: {error}") from error
    if not callable(thing):
        raise UnknownBot(f"{path!r} is {type(thing).__name__}, not a function (view, legal, rng)")
    made: Bot = thing
    return made


class Held:
    """A bot held to what it may play: asking it raises BadBot where it fails or answers anything else."""

    def __init__(self, game: Game, name: str, ask: Bot) -> None:
        self.game, self.name, self.ask = game, name, ask
        follow: Follow | None = self._guarded(getattr)(ask, "follow", None)
        self.follow = None if follow is None else self._follow
        if (see := getattr(ask, "see", None)) is not None:
            self.see = self._guarded(see)

    def _guarded(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(*given: Any) -> Any:
            try:
                return call(*given)
            except Exception as error:  # a stranger's bot may raise anything
                raise BadBot(f"{self.game.name}'s bot {self.name!r} failed: {type(error).__name__}: {error}") from error

        return guarded

    def _follow(self, view: View, seed: int) -> "Held":
        follow: Follow = self.ask.follow  # type: ignore[attr-defined]
        return Held(self.game, self.name, self._guarded(follow)(view, seed))

    def __call__(self, view: View, legal: Sequence[int], rng: random.Random) -> int:
        choice: int = self._guarded(self.ask)(view, legal, rng)
        if choice not in legal:
            game = self.game
            said = game.actions.read(choice) if isinstance(choice, int) and choice in game.actions else repr(choice)
            allowed = ", ".join(str(game.actions.read(action)) for action in legal[:SHOWN])
            more = " …" * (len(legal) > SHOWN)
            raise BadBot(f"{game.name}'s bot {self.name!r} played {said}, which is not legal; legal is {allowed}{more}")
        return choice


def held(game: str | Game, entrant: Entrant) -> Held:
    """The bot that an entrant is, held to what it may play. Raises UnknownBot."""
    return Held(load(game), named(entrant), found(game, entrant))


def led(game: str | Game, entrant: Entrant) -> int | None:
    """The number by which the compiled loops know this bot; None for one that only Python can play. Raises UnknownBot."""
    one = found(game, entrant)
    if one is uniform:
        return RANDOM
    return SENSIBLE if one is sensible else None


class Company:
    """The bots at a match: asked by seat, and told what happens where they follow it."""

    def __init__(self, match: Match, seated: Mapping[int, Bot], rng: random.Random) -> None:
        """At the beginning of a match; a bot that follows matches is begun, each with a seed of its own."""
        self.match = match
        self._seated = dict(seated)
        self._last: dict[int, Any] = {}  # what those who are told things saw last
        for seat, player in seated.items():
            follow: Follow | None = getattr(player, "follow", None)
            if follow is not None:
                self._seated[seat] = follow(match.view(seat), rng.getrandbits(60))
                self._last[seat] = hidden(match, seat)

    def choose(self, seat: int, rng: random.Random) -> int:
        """What the bot of a seat plays that is asked."""
        view = self.match.view(seat)
        return self._seated[seat](view, view.legal, rng)

    def saw(self, who: int, action: int) -> None:
        """Tell those who follow of a step that has just been played, each as its seat sees it."""
        if self.match.over:
            return
        for seat, before in self._last.items():
            after = hidden(self.match, seat)
            if who == seat or after != before or self.match.game.to_act(before) >> who & 1:
                self._last[seat] = after
                follower: Any = self._seated[seat]
                follower.see(Seen(who, action if who == seat else UNKNOWN, after))
