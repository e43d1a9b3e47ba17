"""Every game as an OpenSpiel game: importing this registers `parlour_skyjo`, `parlour_keys` …

    import pyspiel, parlour.adapters.open_spiel
    game = pyspiel.load_game("parlour_skyjo(players=2,end_score=50)")

Steps are one after another: of seats asked at once the lowest acts first, and no later one knows what it chose. The
clock is a chance node whose steps are equally likely. What a seat may do without being asked is left out.
"""

import base64
import binascii
import json
import zlib
from collections.abc import Callable, Mapping
from math import prod
from typing import Any

from parlour.engine import CHANCE, CLOCK, ONLOOKER, Game, GameError, Match, games, load
from parlour.engine.contract.reward import rewards
from parlour.engine.contract.words import Json, describe_option
from parlour.engine.history import chosen, heard, shape
from parlour.engine.tensor import length, tensor
from parlour.engine.view import listed, look, seats_in, told_to
from parlour.extras import need
from parlour.games.cells import UNKNOWN

need("parlour.adapters.open_spiel", "open-spiel", "pyspiel")

import numpy as np  # noqa: E402
import pyspiel  # noqa: E402

HISTORY = 16  # of what a seat heard, and of what it chose, so much is in the information state tensor
SECRET = -1  # what stands for a choice that this seat's guess of the world does not know


def _parameter(described: Mapping[str, Json]) -> Json:
    """An option's default as OpenSpiel's parameters can hold it: a list of names with "+" between them, a seat -1 for none."""
    if described["kind"] == "seat":
        return -1
    default = described["default"]
    return "+".join(default) if described["kind"] == "flags" else default


def _chosen(described: Mapping[str, Json], given: Json) -> Json:
    """An option in its JSON form, from the parameter."""
    if described["kind"] == "flags":
        return [name for name in str(given).split("+") if name]
    if described["kind"] == "seat" and given == -1:
        return described["default"]
    return given


def _described(game: Game) -> dict[str, dict[str, Json]]:
    return {name: describe_option(name, cell) for name, cell in game.option_cells.items()}


def position(match: Match) -> str:
    """A match's position as the parameter `position`: the game begins there, such as an ending that solvers can look through."""
    text = json.dumps(match.position(), separators=(",", ":"))
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def _position(text: str) -> Json:
    """The position that such a parameter holds. Raises GameError."""
    try:
        packed = zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        found: Json = json.loads(packed)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise GameError(f"'position' is none that `position` wrote: {error}") from None
    return found


class Truth:
    """A state, what was told on the way to it, and who chose what; copied whenever OpenSpiel copies a state."""

    __slots__ = ("acted", "cells", "rules", "story")

    def __init__(
        self, rules: Game, cells: Any, story: list[tuple[int, int, int, int, int]], acted: list[tuple[int, int]]
    ) -> None:
        self.rules, self.cells, self.story, self.acted = rules, cells, story, acted
        cells.events = story

    def __deepcopy__(self, memo: dict[int, Any]) -> "Truth":
        return Truth(self.rules, self.cells.clone(), self.story[:], self.acted[:])

    def __reduce__(self) -> tuple[Any, ...]:
        return _thawed, (self.rules, self.cells.cells(), self.story, self.acted)


def _thawed(rules: Game, values: tuple[Any, ...], story: list[Any], acted: list[Any]) -> Truth:
    cells = rules.State()
    for name, value in zip(rules.cells, values, strict=True):
        setattr(cells, name, value)
    return Truth(rules, cells, story, acted)


class Spiel(pyspiel.Game):  # type: ignore[misc]
    """A game with its number of players and its options settled; `register` makes a class of it for every game."""

    rules: Game
    kind: Any  # the pyspiel.GameType

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given, game = dict(params or {}), self.rules
        described = _described(game)
        self.players = int(given.pop("players", game.seats.start))
        self.history = int(given.pop("history", HISTORY))
        if self.history < 0:
            raise GameError(f"'history' is how many events are remembered, not {self.history}")
        self.begun = str(given.pop("position", ""))
        odd = [name for name, value in given.items() if value != _parameter(described[name])]
        if self.begun and odd:
            raise GameError(f"a position has its own options, so {min(odd)!r} cannot be given besides")
        self.options = {name: _chosen(described[name], value) for name, value in given.items()}
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions.size,
            max_chance_outcomes=game.actions.size,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=game.longest(self.start().state),
        )
        super().__init__(self.kind, info, dict(params or {}))

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self),)

    def start(self) -> Match:
        """A match at the beginning, or in the position asked for. Raises GameError."""
        if not self.begun:
            return Match.start(self.rules, self.players, self.options)
        match = Match.from_position(_position(self.begun))
        if (match.game, match.players) != (self.rules, self.players):
            raise GameError(f"the position is of {match.game.name} for {match.players}, not {self.rules.name} for {self.players}")
        return match

    def new_initial_state(self) -> "State":
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        if params:
            raise ValueError(f"observations take no parameters, not {params}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _loaded(text: str) -> Any:
    """A game by what it is printed as. Whoever unpickles one finds this here, and has the games registered by it."""
    return pyspiel.load_game(text)


class State(pyspiel.State):  # type: ignore[misc]
    """A match in play."""

    def __init__(self, spiel: Spiel) -> None:
        super().__init__(spiel)
        self.rules, self.players = spiel.rules, spiel.players
        self.truth = Truth(spiel.rules, spiel.start().state, [], [])

    def _next(self) -> int:
        """The seat to act, CHANCE and CLOCK among them."""
        return seats_in(self.rules.to_act(self.truth.cells))[0]

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        seat = self._next()
        return int(pyspiel.PlayerId.CHANCE) if seat in (CHANCE, CLOCK) else seat

    def is_terminal(self) -> bool:
        return not self.rules.to_act(self.truth.cells)

    def _may(self, seat: int) -> list[int]:
        return sorted(listed(self.rules.legal, self.truth.cells, seat, [0] * self.rules.actions.size))

    def _legal_actions(self, player: int) -> list[int]:
        return self._may(player) if self.rules.to_act(self.truth.cells) >> player & 1 else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        seat = self._next()
        outcomes = self._may(seat)
        odds = [self.rules.odds(self.truth.cells, outcome) if seat == CHANCE else 1 for outcome in outcomes]
        return [(outcome, weight / sum(odds)) for outcome, weight in zip(outcomes, odds, strict=True)]

    def _apply_action(self, action: int) -> None:
        seat = self._next()
        self.rules.play(self.truth.cells, seat, action)
        self.truth.acted.append((seat, action))

    def _action_to_string(self, player: int, action: int) -> str:
        return " ".join(map(str, self.rules.actions.read(action).values()))

    def returns(self) -> list[float]:
        """Each seat's share of the win, which sums to 1: of a game that nobody won all have as much. Nothing before the end."""
        if not self.is_terminal():
            return [0.0] * self.players
        won = rewards(self.rules, self.truth.cells, self.players)
        return won if any(won) else [1 / self.players] * self.players

    def __str__(self) -> str:
        cells = self.rules.read_cells(self.truth.cells)
        return f"{self.rules.name} {' '.join(map(str, self.history()))} {json.dumps(cells)}"

    def seen(self, seat: int) -> Any:
        """The cells as a seat, or ONLOOKER, may know them."""
        return look(self.rules, seat, self.players, self.truth.cells, ()).state

    def known(self, seat: int) -> str:
        """All that a seat knows: what it chose, what it heard, what it sees. It forgets nothing."""
        own = [action for who, action in self.truth.acted if who == seat]
        heard = told_to(self.truth.story, seat)
        return f"seat {seat} chose {own} heard {heard} sees {list(self.seen(seat).cells())}"

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> "State":
        """A state that this player cannot tell from this one: what it does not know is dealt anew, evenly."""
        cells = self.seen(player)
        self.rules.fill(cells, player, [int(probability_sampler() * (1 << 60))])
        bit = 1 << player
        story = [(to, event, who, at, value if to & bit else UNKNOWN) for to, event, who, at, value in self.truth.story]
        acted = [(who, action if who == player else SECRET) for who, action in self.truth.acted]
        other: State = self.clone()
        other.truth = Truth(self.rules, cells, story, acted)
        return other


class Observer:
    """What a player sees: its seat and its view's cells as zeros and ones. Without private information, an onlooker's view.

    With perfect recall also the latest of what it heard and chose (see engine/history.py): a tensor is of one size, so of a long
    game it forgets the beginning, which the string does not.
    """

    def __init__(self, spiel: Spiel, kind: Any) -> None:
        self.rules, self.history, self.recalls = spiel.rules, spiel.history, kind.perfect_recall
        self.private = kind.private_info != pyspiel.PrivateInfoType.NONE
        shapes: dict[str, tuple[int, ...]] = {"player": (spiel.players,)} if self.private else {}
        shapes["view"] = (length(self.rules),)
        if self.recalls:
            shapes["heard"], shapes["chose"] = shape(self.rules, self.history)
        self.tensor = np.zeros(sum(map(prod, shapes.values())), np.float32)
        self.dict, at = {}, 0
        for name, size in shapes.items():
            self.dict[name] = self.tensor[at : at + prod(size)].reshape(size)
            at += prod(size)

    def set_from(self, state: State, player: int) -> None:
        seat = player if self.private else ONLOOKER
        if self.private:
            self.dict["player"][:] = np.arange(len(self.dict["player"])) == player
        self.dict["view"][:] = tensor(self.rules, state.seen(seat))
        if self.recalls:
            self.dict["heard"][:] = heard(self.rules).rows(told_to(state.truth.story, seat), self.history)
            own = [action for who, action in state.truth.acted if who == seat]
            self.dict["chose"][:] = chosen(self.rules, own, self.history)

    def string_from(self, state: State, player: int) -> str:
        seat = player if self.private else ONLOOKER
        if self.recalls:
            return state.known(seat)
        return f"seat {seat} sees {json.dumps(self.rules.read_cells(state.seen(seat)))}"


def register(game: Game) -> None:
    """Make a game known to OpenSpiel, as `parlour_` and its name."""
    options = {option: _parameter(described) for option, described in _described(game).items()}
    kind = pyspiel.GameType(
        short_name=f"parlour_{game.name}",
        long_name=f"Parlour {game.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats.stop - 1,
        min_num_players=game.seats.start,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": game.seats.start, "history": HISTORY, "position": "", **options},
    )
    pyspiel.register_game(kind, type(f"Spiel_{game.name}", (Spiel,), {"rules": game, "kind": kind}))


for _name in games():
    register(load(_name))
