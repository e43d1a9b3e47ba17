"""Thousands of games side by side, for a learner: one call plays a choice at every table. Importing this imports NumPy."""

from collections.abc import Mapping
from typing import Any, TypedDict, Unpack

import numpy as np
import numpy.typing as npt

from parlour.engine.carriers.carrier import Carrier
from parlour.engine.carriers.compiled import best
from parlour.engine.carriers.rows import dtype, to_row
from parlour.engine.contract.game import Game, GameError, load
from parlour.engine.contract.reward import checked
from parlour.engine.contract.slots import layout
from parlour.engine.contract.words import Json
from parlour.engine.loops.contests import RANDOM, SENSIBLE
from parlour.engine.loops.desk import Scratch, Series, Tables
from parlour.engine.loops.tables import BEGIN, STAY
from parlour.engine.match import Match
from parlour.games.cells import MASK
from parlour.keywords import named_only
from parlour.lab.buffers import zeros
from parlour.lab.encoder import Encoder
from parlour.lab.featured import Featured

ALL, ROTATING = "all", "rotating"  # who learns: every seat, or one that sits a seat further every game
OBSERVATIONS = ("cells", "one-hot", "features")
NEXT_STEP, SAME_STEP, DISABLED = "NextStep", "SameStep", "Disabled"  # as Gymnasium names what happens to a finished game
AUTORESET = (SAME_STEP, NEXT_STEP, DISABLED)


class Look(TypedDict, total=False):
    """What a learner is given."""

    observation: str  # "cells", as by default, "one-hot" or "features"
    reward: str  # "win", as by default, or "score"
    autoreset: str  # what happens to a finished game: one of AUTORESET, the default first


class Vector:
    """`tables` games of one kind, each waiting for a choice of a seat that learns; chance and all others play inside.

    `learners` is "all" (self-play), a seat, or "rotating"; the other seats are played by `opponents`: "random", or "simple"
    where the game has a policy. `observation` is "cells", a structured array with a field a cell (`seen["grid"]` has shape
    (tables, 8, 12)), or "one-hot", uint8 of shape (tables, length), laid out as engine/tensor.py says, or "features",
    float32 of shape (tables, count), where the game declares them. `reward` is "win" or
    "score" (see engine/contract/reward.py). `autoreset` says what becomes of a finished game: with "SameStep" what is seen is the
    next one already, with "NextStep" its end, and the next step begins anew there whatever the action, and with "Disabled" it
    stays until `begin`. The games of a seed are the same for both carriers; by default the fastest that is
    there at once plays. Every array is written anew by the next call: copy what you keep. Raises GameError.
    """

    def __init__(
        self,
        game: str | Game,
        tables: int,
        players: int | None = None,
        options: Mapping[str, Json] | None = None,
        *,
        learners: int | str = ALL,
        opponents: str = "random",
        carrier: Carrier | None = None,
        **look: Unpack[Look],
    ) -> None:
        named_only(look, Look)
        observation, reward = look.get("observation", "cells"), look.get("reward", "win")
        self.autoreset = look.get("autoreset", SAME_STEP)
        self.game = load(game)
        self.players = self.game.seats.start if players is None else players
        self.tables, self.observation = tables, observation
        if type(tables) is not int or tables < 1:
            raise GameError(f"'tables' is a whole number from 1, not {tables!r}")
        if observation not in OBSERVATIONS:
            raise GameError(f"'observation' is {', '.join(OBSERVATIONS)}, not {observation!r}")
        if self.autoreset not in AUTORESET:
            raise GameError(f"'autoreset' is {', '.join(AUTORESET)}, not {self.autoreset!r}")
        known = {"random": RANDOM} | ({"simple": SENSIBLE} if self.game.policy is not None else {})
        if opponents not in known:
            raise GameError(f"'opponents' of {self.game.name} is {' or '.join(known)}, not {opponents!r}")
        self.others = known[opponents]
        Match.start(self.game, self.players, options)
        self.kind = 0 if checked(reward) == "win" else -1 if self.game.lowest_wins else 1
        self.carrier = carrier or best(self.game)
        self.options = self.carrier.options(self.game.options(options, self.players))
        self.first, self.turns = self._learning(learners)
        self._make()

    def _learning(self, learners: int | str) -> tuple[int, int]:
        """The learners of the first game as bits, and how many seats on they sit in the next one."""
        if learners == ALL:
            return (1 << self.players) - 1, 0
        if learners == ROTATING:
            return 1, 1
        if type(learners) is not int or not 0 <= learners < self.players:
            raise GameError(f"'learners' is {ALL!r}, {ROTATING!r} or a seat from 0 to {self.players - 1}, not {learners!r}")
        return 1 << learners, 0

    def _make(self) -> None:
        n, size = self.tables, self.game.actions.size
        self.actions = size
        self.states = self.carrier.states(2 * n + 1)
        self.plain = isinstance(self.states, list)
        if not self.plain:
            self.states = zeros(2 * n + 1, self.states.dtype, n)
        self.mask = zeros((n, size), np.uint8)
        self.reward = zeros((n, self.players), np.float32)
        self.done = zeros(n, np.uint8)
        numbers, table = self.carrier.numbers, self.carrier.table
        shown = table(n, size), numbers(n), self.mask, self.reward, self.done
        self._tables = Tables(numbers(n), numbers(n), numbers(n), numbers(n), numbers(n), *shown)
        self.seat = np.asarray(self._tables.seats, np.int64)  # on the compiled carrier the array itself
        self._scratch = Scratch(self.carrier.out(), self.carrier.weights(), numbers(1))
        self._memories = self.carrier.memories(n * self.players + 1)
        self._seed = -1
        self._rows = zeros(n, dtype(layout(self.game.cells)))
        self._encoder = Encoder(self.game, n, self._rows.dtype) if self.observation == "one-hot" else None
        self._featured = Featured(self.game, n, self.plain) if self.observation == "features" else None
        self.seen: npt.NDArray[Any] = self._views  # what the last call returned

    def _play(self, actions: npt.NDArray[np.int64]) -> None:
        series = Series(self.players, self.options, self._seed, self.turns, self.others, self.kind)
        chosen: Any = actions.tolist() if self.plain else actions
        holds = int(self.autoreset != SAME_STEP)
        self.carrier.loops.step_all(self.states, self._memories, series, self._scratch, self._tables, chosen, holds)
        if self.plain:
            self.seat[:] = self._tables.seats

    def reset(self, seed: int) -> tuple[npt.NDArray[Any], npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
        """Game 0 to `tables` - 1 of a seed (an int of up to 60 bits): what is seen, what may be chosen, and whose turn it is."""
        if type(seed) is not int or not 0 <= seed <= MASK:
            raise GameError(f"a seed is a whole number from 0 to {MASK}, not {seed!r}")
        self._seed = seed
        self._tables.learners[:] = [self._seated(t) for t in range(self.tables)]
        self._tables.games[:] = list(range(self.tables))
        return self.begin(np.ones(self.tables, np.bool_))

    def begin(self, where: npt.ArrayLike) -> tuple[npt.NDArray[Any], npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
        """The next game at every table where `where`, of shape (tables,), is true; the others stay. Returns what `reset` does.

        Raises GameError before `reset`, or where `where` is of another shape.
        """
        if self._seed < 0:
            raise GameError("reset comes before begin")
        anew = np.asarray(where, np.bool_)
        if anew.shape != (self.tables,):
            raise GameError(f"where to begin is said for each of {self.tables} tables, not in shape {anew.shape}")
        self.done[anew] = 1  # so that rewards of before are cleared
        self._play(np.where(anew, BEGIN, STAY))
        return self._seen(), self.mask.view(np.bool_), self.seat

    def _seated(self, table: int) -> int:
        """A learner that rotates begins a seat further at every table; the first game moves it as every one does."""
        by = (table - 1) * self.turns % self.players
        return (self.first << by | self.first >> self.players - by) & (1 << self.players) - 1

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[npt.NDArray[Any], npt.NDArray[np.bool_], npt.NDArray[np.int64], npt.NDArray[np.float32], npt.NDArray[np.uint8]]:
        """actions[t] at table t: then as in `reset`, rewards of shape (tables, players), and what has ended.

        `done` is 1 where a game has ended, 2 where it was abandoned at its bound on steps; what is seen there is the next
        game, or its end where `autoreset` says so. Raises GameError where an action is not legal, or the game is over and has
        not been begun anew, and then nothing has changed.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        if self._seed < 0:
            raise GameError("reset comes before step")
        if chosen.shape != (self.tables,):
            raise GameError(f"an action for each of {self.tables} tables, not shape {chosen.shape}")
        anew = self.done != 0 if self.autoreset == NEXT_STEP else np.zeros(self.tables, np.bool_)
        inside = (chosen >= 0) & (chosen < self.actions)
        legal = anew | inside & (self.mask[np.arange(self.tables), np.where(inside, chosen, 0)] != 0)
        if not legal.all():
            table = int(np.flatnonzero(~legal)[0])
            if self.autoreset == DISABLED and self.done[table]:
                raise GameError(f"table {table}: the game is over; begin another")
            raise GameError(f"table {table}: seat {self.seat[table]} may not play {chosen[table]}")
        self._play(np.where(anew, BEGIN, chosen))
        return self._seen(), self.mask.view(np.bool_), self.seat, self.reward, self.done

    def packed_mask(self) -> npt.NDArray[np.uint8]:
        """The mask of legal actions, eight to a byte, the lowest action in the lowest bit; shape (tables, -(-actions // 8))."""
        return np.packbits(self.mask, axis=1, bitorder="little")

    @property
    def fields(self) -> dict[str, npt.NDArray[Any]]:
        """What is seen, cell by cell, whatever the observation: arrays without a copy, written anew by every call.

        `torch.from_dlpack(tables.fields["grid"])` shares the memory as well; it is of shape (tables, 8, 12), its rows apart by
        `strides`. JAX takes rows that lie close together only: it shares `rows`.
        """
        views = self._views
        return {name: views[name] for name in self.game.cells}

    @property
    def rows(self) -> npt.NDArray[np.uint8]:
        """All cells of what is seen, as the bytes that they are: shape (tables, bytes), without a copy and close together.

        `dtype.fields[name]` says of what type and shape a cell is and at which byte it begins. `jax.numpy.from_dlpack` shares
        them, as it does masks, rewards and what is seen.
        """
        return self._views.view(np.uint8).reshape(self.tables, -1)

    @property
    def dtype(self) -> "np.dtype[Any]":
        """The type of a row of cells; see `rows`."""
        return self._views.dtype

    @property
    def _views(self) -> npt.NDArray[Any]:
        views: npt.NDArray[Any] = self._rows if self.plain else self.states[self.tables : 2 * self.tables]
        return views

    def _seen(self) -> npt.NDArray[Any]:
        if self.plain:
            for row, state in zip(self._rows, self.states[self.tables : 2 * self.tables], strict=True):
                to_row(state, row)
        if self._featured is not None:
            self.seen = self._featured(self.states[self.tables : 2 * self.tables], self.seat)
        else:
            self.seen = self._views if self._encoder is None else self._encoder(self._views)
        return self.seen
