"""One game as learners meet it: chance and the clock are resolved inside, and only seats that choose are asked."""

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.engine import CHANCE, CLOCK, Game, GameError, Match, features, load
from parlour.engine.contract.reward import checked, rewards
from parlour.engine.contract.words import Json
from parlour.engine.tensor import bounds, integers, length, raw, tensor
from parlour.engine.view import look
from parlour.say import game_words

OBSERVATIONS = ("tensor", "cells", "features")  # how a seat's view can be observed, the default first
ILLEGAL = ("lose", "idle", "raise")  # what an action that is not legal comes to, the default first


class Rules:
    """What one environment plays, checked once: a game, its players and options, and how its learners see it.

    `options` are JSON forms. `reward` is "win" (1 / n for n winners) or "score"; `observation` "tensor" (zeros and ones, see
    engine/tensor.py), "cells" (the view's own ints) or "features" (the numbers that the game declares). With `may`, what a seat
    may do without being asked (leave for good, propose a truce) is offered too, and one action more, `wait`, which does nothing.
    Raises GameError.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        options: Mapping[str, Json] | None = None,
        reward: str = "win",
        observation: str = "tensor",
        may: bool = False,
        illegal: str = "lose",
    ) -> None:
        self.game = load(game)
        self.players = self.game.seats.start if players is None else players
        self.options = dict(options or {})
        self.reward, self.may, self.illegal = checked(reward), may, illegal
        self.observation = observation
        if observation not in OBSERVATIONS:
            raise GameError(f"a view is observed as {', '.join(OBSERVATIONS)}, not as {observation!r}")
        if observation == "features":
            features.writer(self.game)
        if illegal not in ILLEGAL:
            raise GameError(f"an illegal action is {', '.join(ILLEGAL)}, not {illegal!r}")
        self.start()

    def start(self) -> Match:
        return Match.start(self.game, self.players, self.options)

    @cached_property
    def wait(self) -> int:
        """The number of the action that does nothing, one above the game's own."""
        return self.game.actions.size

    @property
    def dtype(self) -> Any:
        return integers(self.game) if self.observation == "cells" else np.float32

    @cached_property
    def bounds(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """The lowest and highest values of an observation, number by number."""
        if self.observation == "cells":
            return bounds(self.game)
        if self.observation == "features":
            return features.bounds(self.game)
        return np.zeros(length(self.game), np.float32), np.ones(length(self.game), np.float32)

    @property
    def shape(self) -> tuple[int]:
        return (len(self.bounds[0]),)


class Episode:
    """A match in play. `asked` are the seats to choose now, lowest first; empty when it is over or abandoned."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules, self.match, self.rng = rules, rules.start(), Random(seed)
        self.bound = rules.game.longest(self.match.state)
        self.steps = 0
        self.lost: int | None = None  # the seat whose illegal action ended it
        self._offered: list[int] = []  # seats that may do something before the clock goes on
        self.asked: list[int] = []
        self._go_on()

    @property
    def over(self) -> bool:
        return self.match.over or self.lost is not None

    @property
    def abandoned(self) -> bool:
        """Whether it reached the game's bound on steps; nobody has won then."""
        return self.steps >= self.bound and not self.over

    def legal(self, seat: int) -> list[int]:
        """What a seat that is asked may choose; with `may` also what it may do unasked, for any seat."""
        if self.over or self.abandoned:
            return []
        asked = self.match.legal(seat)
        if not self.rules.may:
            return asked
        own = [*asked, *(action for action in self.match.may(seat) if action not in asked)]
        return own if asked else [*own, self.rules.wait]

    def play(self, seat: int, action: int) -> None:
        """Play for a seat; see `refuse` for what is not legal."""
        if action not in self.legal(seat):
            self.refuse(seat, action)
            return
        if seat in self._offered:
            self._offered.remove(seat)
        if action != self.rules.wait:
            self._step(seat, action)
            self._offered = [other for other in self._offered if other == CLOCK or self.match.may(other)]
        self._go_on()

    def refuse(self, seat: int, action: int) -> None:
        """What an illegal action comes to: the game is lost, the seat does the least it may, or GameError."""
        if self.rules.illegal == "raise":
            raise GameError(f"seat {seat} may not play {action} now; it may play {self.legal(seat)}")
        if self.rules.illegal == "lose":
            self.lost, self.asked = seat, []
        elif seat in self.asked:
            self.play(seat, self.idle(seat))

    def idle(self, seat: int) -> int:
        """What a seat does that does nothing of its own."""
        if not self.match.legal(seat):
            return self.rules.wait
        return self.rules.game.idle(self.match.state, seat, [self.rng.getrandbits(60)])

    def _step(self, seat: int, action: int) -> None:
        self.match.play(seat, action)
        self.steps += 1

    def _go_on(self) -> None:
        """Let chance and the clock play until a seat is asked. Beside seats the clock waits for them."""
        players = self.rules.players
        while not (self.match.over or self.abandoned):
            bits = self.match.game.to_act(self.match.state)
            self.asked = [seat for seat in range(players) if bits >> seat & 1]
            if self.asked:
                return
            if bits >> CHANCE & 1:
                self.match.roll(self.rng.randrange)
                self.steps += 1
                continue
            if self.rules.may and not self._offered:
                self._offered = [seat for seat in range(players) if self.match.may(seat)] + [CLOCK]
            self.asked = [seat for seat in self._offered if seat != CLOCK]
            if self.asked:
                return
            self._offered = []
            self._step(CLOCK, self.rng.choice(self.match.legal(CLOCK)))
        self.asked = []

    def observe(self, seat: int) -> npt.NDArray[Any]:
        """A seat's view as an array of the shape and type that the rules say."""
        seen = look(self.match.game, seat, self.rules.players, self.match.state, ()).state
        if self.rules.observation == "features":
            return features.features(self.match.game, seen, seat)
        return raw(self.match.game, seen) if self.rules.observation == "cells" else tensor(self.match.game, seen)

    def mask(self, seat: int, waits: bool = False) -> npt.NDArray[np.int8]:
        """1 for each action a seat may choose; with `waits`, or where `may` is asked for, one action more: to wait."""
        found = np.zeros(self.match.game.actions.size + (waits or self.rules.may), np.int8)
        found[self.legal(seat)] = 1
        return found

    def rewards(self) -> list[float]:
        """By seat, of a game that is over: of one that was abandoned nothing, for an illegal action -1."""
        if self.lost is not None:
            return [-1.0 if seat == self.lost else 0.0 for seat in range(self.rules.players)]
        if not self.match.over:
            return [0.0] * self.rules.players
        return rewards(self.match.game, self.match.state, self.rules.players, self.rules.reward)

    def text(self, seat: int) -> str:
        """The table as a seat sees it, in English; the cells where the game draws no table."""
        view = self.match.view(seat)
        part = self.match.game.part("terminal")
        if part is None:
            return "\n".join(f"{name}: {value}" for name, value in view.to_json()["cells"].items())
        names = [f"player_{number}" for number in range(self.rules.players)]
        return str(part.table(view, names, game_words(self.match.game, "en").text))
