"""A game as the engine sees it: its rules module, and all that follows from what the module declares."""

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache, cached_property
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

import parlour.games
from parlour.engine.contract.modules import ImportCircle, order
from parlour.engine.contract.policy import Policy
from parlour.engine.contract.slots import fields, holdings, slotted
from parlour.engine.contract.words import BadWord, Json, Stories, Vocabulary, describe_option, option_value, read_option, reader
from parlour.games.cells import Cell, Sight, Way

REQUIRED = (
    *("NAME", "VERSION", "SEATS", "Options", "State", "Action", "ACTIONS", "Event", "EVENTS"),
    *("setup", "to_act", "legal", "play", "score", "rank", "longest", "sound", "hide", "fill", "idle"),
)


class GameError(ValueError):
    """A game that does not keep the contract, or options it does not take."""


class BrokenGame(GameError):
    """A game that is installed and does not load; the message names it, its package and why."""


class UnknownGame(GameError):
    """No game has this name."""


def _one(s: Any, outcome: int) -> int:
    return 1


def _piece(s: Any, seat: int, action: int) -> int:
    return 1


def _whole(s: Any) -> None:
    return None


def _nobody(s: Any, seat: int, out: Any) -> int:
    return 0


def _untimed(s: Any, seat: int) -> int:
    return 0


def _loud(s: Any) -> int:
    return 0


def _fit(players: int, options: Any) -> int:
    return 0


class Game:
    """A game's rules and what the engine derives from them. Made by `load`; compare with `is`."""

    def __init__(self, package: str, rules: ModuleType) -> None:
        missing = [name for name in REQUIRED if not hasattr(rules, name)]
        if missing:
            raise GameError(f"{rules.__name__} lacks {', '.join(missing)}")
        self.package = package
        self.rules: Any = rules
        self.name: str = rules.NAME
        self.version: int = rules.VERSION
        self.seats: range = rules.SEATS
        self.cells: Mapping[str, Cell] = fields(rules.State)
        self.option_cells: Mapping[str, Cell] = fields(rules.Options)
        try:
            self.held = holdings(self.cells, self.option_cells)
        except ValueError as error:
            raise GameError(f"{rules.__name__}: {error}") from None
        self._readers = [(name, reader(cell)) for name, cell in self.cells.items()]
        self.State = slotted("State", self.cells, self)
        self.Options = slotted("Options", self.option_cells, self)
        self.actions = Vocabulary(rules.Action, rules.ACTIONS)
        self.events = Stories(rules.Event, rules.EVENTS)
        self.to_act: Callable[[Any], int] = rules.to_act
        self.legal: Callable[[Any, int, Any], int] = rules.legal
        self.play: Callable[[Any, int, int], None] = rules.play
        self.score: Callable[[Any, int], int] = rules.score
        self.rank: Callable[[Any, int], int] = rules.rank
        self.longest: Callable[[Any], int] = rules.longest
        self.sound: Callable[[Any], bool] = rules.sound
        self.hide: Callable[[Any, int], None] = rules.hide
        self.fill: Callable[[Any, int, Any], None] = rules.fill
        self.idle: Callable[[Any, int, Any], int] = rules.idle
        self.may: Callable[[Any, int, Any], int] = getattr(rules, "may", _nobody)
        self.odds: Callable[[Any, int], int] = getattr(rules, "odds", _one)
        self.pieces: Callable[[Any, int, int], int] = getattr(rules, "pieces", _piece)
        self.seconds: Callable[[Any, int], int] = getattr(rules, "seconds", _untimed)
        self.quiet: Callable[[Any], int] = getattr(rules, "quiet", _loud)
        self.unfit: Callable[[int, Any], int] = getattr(rules, "unfit", _fit)
        self.why: Callable[[Any, int, int], int] | None = getattr(rules, "why", None)
        self.lowest_wins: bool = getattr(rules, "LOWEST_WINS", False)
        self.complete: Callable[[Any], None] = getattr(rules, "complete", _whole)
        self.later: frozenset[str] = frozenset(getattr(rules, "LATER", ()))
        self.plans = self.family(getattr(rules, "PLANS", ()))
        self.moments = self.family(getattr(rules, "MOMENTS", ()))

    def setup(self, state: Any, players: int, options: Any) -> None:
        """Set a new state up: the options into the cells that hold them, then what the rules set up."""
        for cell, option, values in self.held:
            chosen = getattr(options, option)
            setattr(state, cell, values[chosen] if values else chosen)
        self.rules.setup(state, players, options)

    def family(self, members: Iterable[int]) -> frozenset[int]:
        """The actions of some families."""
        words = [word for word in self.actions.words if word.base in set(members)]
        return frozenset(number for word in words for number in range(word.base, word.base + word.size))

    def __repr__(self) -> str:
        return f"<Game {self.name} version {self.version}>"

    def __reduce__(self) -> tuple[Callable[[str], "Game"], tuple[str]]:
        """In another process it is the game of this name there. Raises GameError for one that is not installed."""
        if _packages().get(self.name) != self.package:
            raise GameError(f"{self.name} of {self.package} is not installed, so that no other process can find it")
        return load, (self.name,)

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memo: Any) -> "Game":
        return self

    @cached_property
    def folder(self) -> Path:
        """Where the game's rules, words and rulebook lie."""
        return Path(self.rules.__file__).parent

    def part(self, name: str) -> ModuleType | None:
        """A module of the game's package, such as `bot` or `texts`; None where the game has none."""
        full = f"{self.package}.{name}"
        try:
            there = importlib.util.find_spec(full) is not None
        except ModuleNotFoundError:  # rules that lie in no package
            there = False
        return importlib.import_module(full) if there else None

    @cached_property
    def progress(self) -> Callable[[Sight], list[list[Way]]] | None:
        """By seat, how far everybody is on each way to win; None where the game's `guide.py` does not say."""
        return getattr(self.part("guide"), "progress", None)

    @cached_property
    def lacking(self) -> Callable[[Sight, int], dict[str, str | int]] | None:
        """What is missing for an action that is not legal, by name; None where the game's `guide.py` does not say."""
        return getattr(self.part("guide"), "lacking", None)

    @cached_property
    def question(self) -> Callable[[Any], str] | None:
        """Which of its questions chance is asked in a state; None where the game's `chance.py` does not say."""
        return getattr(self.part("chance"), "question", None)

    @cached_property
    def policy(self) -> Policy | None:
        """How a sensible player plays it; None where the game does not say."""
        module = self.part("policy")
        return Policy(module, self) if module is not None else None

    def options(self, given: Mapping[str, Json] | None, players: int) -> Any:
        """Options from their JSON form, defaults where nothing is said. Raises GameError naming the option."""
        if given is not None and not isinstance(given, Mapping):
            raise GameError(f"options are an object of values by name, not {given!r}")
        options = self.Options()
        for name, cell in self.option_cells.items():
            setattr(options, name, cell.default)
        for name, form in (given or {}).items():
            if name not in self.option_cells:
                known = ", ".join(self.option_cells) or "none"
                raise GameError(f"{self.name} has no option {name!r}; its options: {known}")
            try:
                setattr(options, name, option_value(self.option_cells[name], form, name, players))
            except BadWord as error:
                raise GameError(str(error)) from None
        return options

    def read_cells(self, state: Any) -> dict[str, Json]:
        """The JSON form of a state's cells."""
        return {name: read(getattr(state, name)) for name, read in self._readers}

    def read_cells_beside(self, state: Any, other: Any, form: dict[str, Json]) -> dict[str, Json]:
        """The same where the form of another state is known: of cells that are equal it is taken over, not copied."""
        return {
            name: form[name] if (value := getattr(state, name)) == getattr(other, name) else read(value)
            for name, read in self._readers
        }

    def read_options(self, options: Any) -> dict[str, Json]:
        """The JSON form of options, every one named."""
        return {name: read_option(cell, getattr(options, name)) for name, cell in self.option_cells.items()}

    def describe(self) -> dict[str, Json]:
        """What a lobby needs to know: seats, and each option with its kind, its values or range, and its default."""
        return {
            "game": self.name,
            "version": self.version,
            "seats": {"low": self.seats.start, "high": self.seats.stop - 1},
            "options": [describe_option(name, cell) for name, cell in self.option_cells.items()],
        }

    def reason(self, code: int) -> str:
        """The word for a reason of `why` or `unfit`, such as "guards_too_strong"."""
        reasons = getattr(self.rules, "Reason", None)
        return str(reasons(code).name.lower()) if reasons is not None and code else "not_legal"


def _from_package(package: str) -> Game:
    try:
        return Game(package, importlib.import_module(f"{package}.rules"))
    except ImportError as error:
        try:
            order(f"{package}.rules")
        except ImportCircle as circle:
            raise GameError(f"{package}: {circle}") from error  # Python's own message does not name the ring
        raise


@cache
def _packages() -> Mapping[str, str]:
    """Name -> package, ours first; a stranger cannot take the name of one of ours."""
    ours = {m.name: f"parlour.games.{m.name}" for m in pkgutil.iter_modules(parlour.games.__path__) if m.ispkg}
    strangers = {point.name: point.value for point in entry_points(group="parlour.games") if "@" not in point.name}
    return {**strangers, **ours}


@cache
def _older() -> Mapping[str, str]:
    """Name and version, as in "dice@1" -> the package of those rules."""
    return {point.name: point.value for point in entry_points(group="parlour.games") if "@" in point.name}


def games() -> list[str]:
    """The names of all games installed, ours and strangers' (entry point group `parlour.games`), sorted."""
    return sorted(_packages())


@cache
def load(name: str | Game) -> Game:
    """The game of this name; a game is itself. Raises UnknownGame, BrokenGame."""
    if isinstance(name, Game):
        return name
    package = _packages().get(name)
    if package is None:
        raise UnknownGame(f"no game is called {name!r}; there are {', '.join(games())}")
    try:
        game = _from_package(package)
    except Exception as error:  # a stranger's package may fail in any way
        why = str(error) if isinstance(error, GameError) else f"{type(error).__name__}: {error}"
        raise BrokenGame(f"game {name!r} of {package} does not load: {' '.join(why.split())}") from error
    if game.name != name:
        raise BrokenGame(f"{package} calls itself {game.name!r} but is installed as {name!r}")
    return game


@cache
def of_version(name: str, version: int) -> Game:
    """The game in this version of its rules: an older one where it is installed beside today's, as "name@version".

    Raises UnknownGame, BrokenGame, and GameError where this version is not installed.
    """
    game = load(name)
    if game.version == version:
        return game
    package = _older().get(f"{name}@{version}")
    if package is None:
        raise GameError(f"version {version} of {name} is not installed; version {game.version} is")
    try:
        older = _from_package(package)
    except Exception as error:  # likewise
        raise BrokenGame(f"game {name!r}, version {version}, of {package} does not load: {error}") from error
    if (older.name, older.version) != (name, version):
        raise BrokenGame(f"{package} calls itself {older.name!r}, version {older.version}; it is installed as {name}@{version}")
    return older


def installed(name: str, version: int) -> bool:
    """Whether the game is there in this version of its rules."""
    try:
        of_version(name, version)
    except GameError:
        return False
    return True


def editions() -> list[Game]:
    """Every game that loads, in every version of its rules that is installed."""
    found = []
    for name in games():
        with suppress(GameError):
            found.append(load(name))
    for point in sorted(_older()):
        name, _, version = point.partition("@")
        if version.isdecimal() and installed(name, int(version)):
            found.append(of_version(name, int(version)))
    return found
