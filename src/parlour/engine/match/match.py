"""A match on the plain carrier: the one authority on what may be played and what has been."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import starmap
from operator import index
from typing import Any, Self

from parlour.engine.contract.game import BrokenGame, Game, GameError, load, of_version
from parlour.engine.contract.words import BadWord, Json, cell_value
from parlour.engine.match.contradictions import contradicting
from parlour.engine.record.log import Log, LogError
from parlour.engine.view.view import Told, View, listed, look, seats_in, told_to
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER


class Seating(GameError):
    """A number of players the game does not take, or a seat that is not at the table."""


class IllegalAction(ValueError):
    """An action that may not be played now; nothing has changed. `reason` is a word for why."""

    def __init__(self, message: str, reason: str = "not_legal") -> None:
        super().__init__(message)
        self.reason = reason


OPEN = -1  # in the place of a seat to look from: everything is shown


@lru_cache(1 << 13, typed=True)  # an event of one game is no event of another, though both be number 3
def _same(event: int, seat: int, where: int, value: int) -> Told:
    """One tuple for all seats and matches that heard the same: a live table has hundreds of them."""
    return event, seat, where, value


def _beside(seat: Any) -> None:
    """Raises Seating for what is no player's seat, unless it is one of those that every table has beside them."""
    if type(seat) is not int or seat not in (ONLOOKER, CHANCE, CLOCK):
        raise Seating(f"there is no seat {seat!r}")


def _rolled(pick: Any, n: int) -> int:
    """What `randbelow(n)` gave, where that is an int in 0 .. n-1. Raises IllegalAction."""
    try:
        if 0 <= index(pick) < n:
            return index(pick)
    except TypeError:
        pass
    raise IllegalAction(f"randbelow({n}) gave {pick!r}, not a whole number from 0 to {n - 1}", "no_such_action")


def _printed(game: Game, players: int) -> dict[str, Json]:
    """Cells that hold an option, as the rule is printed: what a position says nothing of that is older than a house rule."""
    state = game.State()
    game.setup(state, players, game.options(None, players))
    cells = game.read_cells(state)
    return {held.cell: cells[held.cell] for held in game.held}


class Match:
    """One match of one game. Seats are 0 .. players - 1, and CHANCE and CLOCK, which whoever drives the match plays."""

    __slots__ = ("_actions", "_begun", "_memories", "_out", "_story", "_told", "game", "players", "state")

    def __init__(self, game: Game, players: int, state: Any, begun: dict[str, Any] | None = None) -> None:
        self.game = game
        self.players = players
        self.state = state
        self._begun = begun
        self._actions: list[tuple[int, int]] = []
        self._story: list[tuple[int, int, int, int, int]] = []
        self._told: dict[int, list[Told]] = {}
        self._out = [0] * game.actions.size
        policy = game.policy
        self._memories = [policy.Memory() for _ in range(players)] if policy is not None and policy.memory_cells else []
        state.events = self._story

    @classmethod
    def start(cls, game: str | Game, players: int, options: Mapping[str, Json] | None = None) -> Self:
        """A new match, waiting for whoever is to act first (often CHANCE). Raises Seating, GameError."""
        if not isinstance(game, str | Game):
            raise GameError(f"a match is of a game or its name, not {game!r}")
        game = load(game)
        if type(players) is not int or players not in game.seats:
            raise Seating(f"{game.name} is for {game.seats.start} to {game.seats.stop - 1} players, not {players!r}")
        chosen = game.options(options, players)
        reason = game.unfit(players, chosen)
        if reason:
            raise GameError(f"these options do not fit {players} players of {game.name}: {game.reason(reason)}")
        state = game.State()
        match = cls(game, players, state)
        game.setup(state, players, chosen)
        match._begun = game.read_options(chosen)
        return match

    @property
    def to_act(self) -> list[int]:
        """The seats asked, lowest first; CHANCE and CLOCK are seats; empty when the match is over."""
        return seats_in(self.game.to_act(self.state))

    @property
    def over(self) -> bool:
        return not self.game.to_act(self.state)

    def legal(self, seat: int) -> list[int]:
        """The actions asked of a seat; empty for one that is not asked. Raises Seating."""
        if type(seat) is not int or not 0 <= seat < self.players:
            _beside(seat)
        if not self.game.to_act(self.state) >> seat & 1:
            return []
        return listed(self.game.legal, self.state, seat, self._out)

    def may(self, seat: int) -> list[int]:
        """The actions a player may play without being asked. Raises Seating."""
        if type(seat) is not int or not 0 <= seat < self.players:
            _beside(seat)
            return []
        if self.over:
            return []
        return listed(self.game.may, self.state, seat, self._out)

    def number(self, action: int | Mapping[str, Json]) -> int:
        """The number of an action given as a number or in its JSON form. Raises IllegalAction."""
        if isinstance(action, int) and not isinstance(action, bool):
            return action
        if not isinstance(action, Mapping):
            raise IllegalAction(f'an action is its number or an object such as {{"do": "…"}}, not {action!r}', "no_such_action")
        try:
            return self.game.actions.number(dict(action))
        except BadWord as error:
            raise IllegalAction(str(error), "no_such_action") from None

    def play(self, seat: int, action: int | Mapping[str, Json]) -> None:
        """Play an action for a seat. Raises IllegalAction, and then nothing has changed."""
        number = self.number(action)
        if self.over:
            raise IllegalAction("the match is over", "over")
        if type(seat) is not int or not (0 <= seat < self.players or seat in (CHANCE, CLOCK)):
            raise IllegalAction(f"there is no seat {seat!r}", "no_such_seat")
        if number not in self.legal(seat) and number not in self.may(seat):
            raise self._refusal(seat, number)
        self.game.play(self.state, seat, number)
        self._actions.append((seat, number))
        if self._memories:
            self._remember()

    def _remember(self) -> None:
        """Everybody takes notice. A law holds `remember` to what its seat may know of the state it is given."""
        policy = self.game.policy
        if policy is not None:
            for seat, memory in enumerate(self._memories):
                policy.remember(self.state, seat, memory)

    def _refusal(self, seat: int, number: int) -> IllegalAction:
        try:
            form = self.game.actions.read(number)
        except BadWord as error:
            return IllegalAction(str(error), "no_such_action")
        if not self.game.to_act(self.state) >> seat & 1:
            return IllegalAction(f"seat {seat} is not asked: {form}", "not_asked")
        return IllegalAction(f"seat {seat} may not play {form} now", self.why(seat, number))

    def why(self, seat: int, number: int) -> str:
        """A word for why an action is not legal, from what the seat knows: a refusal must not leak. Raises Seating."""
        if type(number) is not int or number not in self.game.actions:
            return "no_such_action"
        if self.game.why is None or seat in (ONLOOKER, CHANCE, CLOCK):
            return "not_legal"
        return self.game.reason(self.game.why(self.view(seat).state, seat, number))

    def lacking(self, seat: int, number: int) -> dict[str, str | int]:
        """What is missing for an action that is not legal, beside the word of `why`, as {"n": 2, "colour": "sun"}."""
        if self.game.lacking is None or number not in self.game.actions or seat not in range(self.players):
            return {}
        return self.game.lacking(self.view(seat), number)

    def roll(self, randbelow: Callable[[int], int]) -> int:
        """Play CHANCE's turn with `randbelow(n)` (an int in 0 .. n-1), and return the outcome. Raises IllegalAction."""
        outcomes = self.legal(CHANCE)
        if not outcomes:
            raise IllegalAction("chance is not asked", "not_asked")
        whole = sum(self.game.odds(self.state, outcome) for outcome in outcomes)
        pick = _rolled(randbelow(whole), whole)
        for outcome in outcomes:
            pick -= self.game.odds(self.state, outcome)
            if pick < 0:
                break
        self.play(CHANCE, outcome)
        return outcome

    def settle(self, randbelow: Callable[[int], int]) -> None:
        """Roll as long as CHANCE is asked."""
        while self.game.to_act(self.state) >> CHANCE & 1:
            self.roll(randbelow)

    def view(self, seat: int) -> View:
        """What a player, or ONLOOKER, may know, with the events heard so far. Raises Seating."""
        if type(seat) is not int or (seat != ONLOOKER and not 0 <= seat < self.players):
            raise Seating(f"there is no seat {seat!r} to look from")
        told = self._told.setdefault(seat, [])
        told.extend(starmap(_same, told_to(self._story[len(told) :], seat)))
        return look(self.game, seat, self.players, self.state, tuple(told), self.memory(seat))

    def memory(self, seat: int) -> Any:
        """What the game's policy has a player keep in mind of the match so far, a copy; None where that is nothing."""
        return self._memories[seat].clone() if seat < len(self._memories) else None

    def opened(self) -> View:
        """What nobody may see as long as the match runs: everything, as an onlooker would see it if nothing were hidden.

        For whoever drives a finished match again (engine/match/frames.py), and for nobody's eyes before.
        """
        told = self._told.setdefault(OPEN, [])
        told.extend(_same(*event) for _, *event in self._story[len(told) :])
        return View(self.game, ONLOOKER, self.players, self.state.clone(), tuple(told))

    def open_story(self) -> list[dict[str, Json]]:
        """All events with every value open, as JSON. Raises IllegalAction while the match runs: it is secret so long."""
        if not self.over:
            raise IllegalAction("the whole story is secret until the match is over", "not_over")
        return self.happened()

    @property
    def events_so_far(self) -> int:
        """How many events there have been."""
        return len(self._story)

    def happened(self, since: int = 0) -> list[dict[str, Json]]:
        """Events from number `since` on with every value open, as JSON: for whoever keeps the log, and as secret as that."""
        return [self.game.events.read((event, who, where, value)) for _, event, who, where, value in self._story[since:]]

    def score(self) -> list[int]:
        """What the score sheet shows, by seat."""
        return [self.game.score(self.state, seat) for seat in range(self.players)]

    def rank(self) -> list[int]:
        """1 = won, ties share; all 0 when nobody is ranked."""
        return [self.game.rank(self.state, seat) for seat in range(self.players)]

    def clone(self) -> "Match":
        """An independent copy."""
        other = Match(self.game, self.players, self.state.clone(), self._begun)
        other._actions = self._actions[:]
        other._memories = [memory.clone() for memory in self._memories]
        other._story.extend(self._story)
        return other

    def log(self) -> Log:
        """The whole truth; secret as long as the match runs."""
        begun = self._begun or {}
        position = begun if "cells" in begun else None
        options = {} if position else dict(begun)
        return Log(self.game.name, self.game.version, self.players, options, tuple(self._actions), position)

    @classmethod
    def replay(cls, log: Log) -> Self:
        """The match a log tells of. Raises LogError where it does not fit the installed rules."""
        if not isinstance(log, Log):
            raise LogError(f"a match is replayed from a Log, not {log!r} (see Log.loads)")
        try:
            game = load(log.game)
            if game.version != log.version:
                game = _older(log, game)
            begun = log.position
            match = cls.start(game, log.players, log.options) if begun is None else cls.from_position(begun)
            if match.game is not game or match.players != log.players:
                raise LogError(f"the log is of {log.game} for {log.players}, but its position is of another match")
        except GameError as error:
            raise LogError(str(error)) from None
        for i, (seat, number) in enumerate(log.actions):
            try:
                match.play(seat, number)
            except IllegalAction as error:
                raise LogError(f"action {i + 1}: {error}") from None
        return match

    def position(self) -> dict[str, Any]:
        """The true state as JSON, for `from_position`; secret as long as the match runs."""
        cells = self.game.read_cells(self.state)
        return {"game": self.game.name, "version": self.game.version, "players": self.players, "cells": cells}

    @classmethod
    def from_position(cls, form: Any) -> Self:
        """A match that begins in a position. Raises GameError where it is malformed or not sound."""
        if not isinstance(form, dict) or not isinstance(form.get("cells"), dict) or not isinstance(form.get("game"), str):
            raise GameError('a position is an object with "game", "version", "players" and "cells"')
        game = load(form["game"])
        if form.get("version") != game.version:
            raise GameError(f"the position is of {game.name} version {form.get('version')}; version {game.version} is installed")
        players = form.get("players")
        if type(players) is not int or players not in game.seats:
            raise Seating(f"{game.name} is for {game.seats.start} to {game.seats.stop - 1} players, not {players!r}")
        given = _printed(game, players) | form["cells"]
        odd = sorted(set(given) ^ set(game.cells))
        if odd and set(odd) != game.later:
            raise GameError(f"cells missing or unknown: {', '.join(odd)}")
        state = game.State()
        for name, value in given.items():
            try:
                setattr(state, name, cell_value(game.cells[name], value, name))
            except BadWord as error:
                raise GameError(str(error)) from None
        if odd:
            game.complete(state)
        if getattr(state, "players", players) != players or not game.sound(state):
            cells = ", ".join(contradicting(game, state) or ["players"])
            raise GameError(f"this position of {game.name} cannot be: its cells contradict each other ({cells})")
        match = cls(game, players, state)
        match._begun = match.position()  # not the caller's own, which may change
        return match


def _older(log: Log, game: Game) -> Game:
    """The rules a log is of, where they are installed beside today's. Raises LogError."""
    try:
        return of_version(log.game, log.version)
    except BrokenGame:
        raise
    except GameError:
        raise LogError(f"the log is of {log.game} version {log.version}; version {game.version} is installed") from None
