"""Beliefs of a seat: worlds consistent with what it has seen, equally likely (a particle filter)."""

from collections.abc import Iterator
from typing import Any, NamedTuple, Self

from parlour.engine.carriers.carrier import Carrier
from parlour.engine.carriers.compiled import best
from parlour.engine.contract.game import Game, GameError
from parlour.engine.loops.contests import RANDOM, SENSIBLE, SOFT
from parlour.engine.loops.desk import Scratch, Worlds
from parlour.engine.loops.worlds import VIEW, WORLDS
from parlour.engine.match import Match
from parlour.engine.record.log import Log
from parlour.engine.view import View
from parlour.games.cells import UNKNOWN, seeded

COUNT = 200  # worlds by default
STEADY = 1 << SENSIBLE  # as bits, the types that rivals may be of: of the rule of thumb alone


def expected(game: Game, *, soft: bool = False) -> int:
    """The types that a game's policy expects of rivals, as bits; where `soft`, those too who weigh less finely than it does."""
    capable = game.policy is not None and game.policy.capable
    return STEADY | (0 if capable else 1 << RANDOM) | (1 << SOFT if soft else 0)


class NoPolicy(GameError):
    """A game that does not say how a sensible player plays it."""


class Seen(NamedTuple):
    """A step as a seat sees it: who acted, the action if it was this seat's own (else UNKNOWN), and the state after `hide`."""

    who: int
    own: int
    state: Any


def seen(log: Log, seat: int) -> Iterator[Seen]:
    """The steps of a match as a seat saw them. What somebody did unasked and unseen is not among them. Raises LogError."""
    match = Match.replay(Log(log.game, log.version, log.players, log.options, (), log.position))
    before = hidden(match, seat)
    for who, action in log.actions:
        asked = who in match.to_act
        match.play(who, action)
        after = hidden(match, seat)
        if asked or who == seat or after != before:
            yield Seen(who, action if who == seat else UNKNOWN, after)
        before = after


def hidden(match: Match, seat: int) -> Any:
    """The state of a match as a seat sees it."""
    state = match.state.clone()
    match.game.hide(state, seat)
    return state


class Belief:
    """Worlds carried over every step of a match, by the game's contract alone.

    In each world everything is tried that whoever acted might have done; those that look as the match does are weighed by the
    policy, one is played, and the worlds are drawn anew. A world also holds a guess of how every rival plays, such as at
    random or by the rule of thumb. Nothing is read but what the seat may see.
    """

    def __init__(
        self,
        view: View,
        *,
        worlds: int = COUNT,
        seed: int = 0,
        certain: bool = False,
        kinds: int | None = None,
        carrier: Carrier | None = None,
    ) -> None:
        """Begin with guesses of a view. `certain`: rivals play by the rule of thumb.

        `kinds`: else which types rivals may be of, as bits; None: those of the game's policy. Raises NoPolicy, GameError after
        the end.
        """
        if view.game.policy is None:
            raise NoPolicy(f"{view.game.name} has no policy to think by")
        if view.over:
            raise GameError("there is nothing to guess when the match is over")
        self.game: Game = view.game
        self.players, self.seat, self.count = view.players, view.seat, worlds
        self.state = view.state.clone()
        self.game.hide(self.state, view.seat)  # changes nothing on an honest view
        self.carrier = carrier or best(view.game)
        make, players = self.carrier, view.players
        kinds = STEADY if certain else expected(view.game) if kinds is None else kinds
        states, memories = make.states(WORLDS + 2 * worlds), make.memories(2 * worlds * players)
        types = make.numbers(2 * worlds * players)
        self.held = Worlds(states, make.raw(states), memories, types, players, view.seat, worlds, kinds)
        self.scratch = Scratch(make.out(), make.weights(), make.numbers(1))
        self.scratch.dice[0] = seeded(seed, view.seat)
        self._likely, self._acts = make.floats(1, worlds)[0], make.out()
        make.put(states, VIEW, self.state)
        memory = view.memory if view.memory is not None else view.game.policy.Memory()
        for p in range(players):
            make.put(memories, p, memory)
        make.loops.imagine(self.held, self.scratch.dice)
        self.guessed = 0  # how often no world was left, and all were guessed anew

    @classmethod
    def of(cls, source: Match | Log, seat: int, *, worlds: int = COUNT, seed: int = 0, carrier: Carrier | None = None) -> Self:
        """The belief of a seat in a match so far, from its log. Raises NoPolicy, LogError, Seating."""
        log = source.log() if isinstance(source, Match) else source
        begun = Match.replay(Log(log.game, log.version, log.players, log.options, (), log.position))
        belief = cls(begun.view(seat), worlds=worlds, seed=seed, carrier=carrier)
        for step in seen(log, seat):
            belief.see(*step)
        return belief

    def see(self, who: int, own: int, state: Any) -> int:
        """Carry the worlds over a step (see `Seen`); returns how many of them can have led to what the seat sees now."""
        self.state = state.clone()
        if not self.game.to_act(state):
            return 0
        self.carrier.put(self.held.a, VIEW, self.state)
        lived = self.carrier.loops.observe(self.held, who, own, self._acts, self._likely, self.scratch)
        self.guessed += not lived
        return int(lived)

    def doubt(self) -> None:
        """Take all rivals for people who play at random in every other world, and for sensible ones in the rest."""
        for i in range(self.count):
            for p in range(self.players):
                self.held.types[i * self.players + p] = SENSIBLE if i % 2 or p == self.seat else RANDOM

    def worlds(self) -> list[Any]:
        """The worlds as states, for looking at."""
        found = []
        for i in range(self.count):
            state = self.game.State()
            self.carrier.get(self.held.a, WORLDS + i, state)
            found.append(state)
        return found
