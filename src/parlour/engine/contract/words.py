"""Numbers and their readable JSON forms: cells, options, actions and events, in both directions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from typing import Any

from parlour.games.cells import UNKNOWN, Arg, Cell, Telling

Json = Any


class BadWord(ValueError):
    """A JSON form that says nothing this game knows; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class Word:
    """One family of actions: the numbers base .. base + size - 1."""

    name: str
    base: int
    args: tuple[Arg, ...]

    @property
    def size(self) -> int:
        size = 1
        for a in self.args:
            size *= a.count
        return size


def read_arg(a: Arg, index: int) -> str | int:
    return a.names[index] if a.names else index + a.first


def index_of(a: Arg, value: Json) -> int:
    """The index an argument's JSON value stands for. Raises BadWord."""
    if a.names:
        for i, name in enumerate(a.names):
            if name == value and type(name) is type(value):
                return i
        raise BadWord(f"{a.name!r} must be one of {', '.join(map(str, a.names))}, not {value!r}")
    if type(value) is not int or not a.first <= value < a.first + a.count:
        raise BadWord(f"{a.name!r} must be a whole number from {a.first} to {a.first + a.count - 1}, not {value!r}")
    return value - a.first


def unfold(args: Sequence[Arg], index: int) -> dict[str, str | int]:
    """An index in mixed radix (the last argument runs fastest) as named values."""
    out: dict[str, str | int] = {}
    for a in reversed(args):
        index, digit = divmod(index, a.count)
        out[a.name] = read_arg(a, digit)
    return dict(reversed(out.items()))


class Vocabulary:
    """The actions of a game, by number and by name."""

    __slots__ = ("_forms", "by_name", "size", "words")

    def __init__(self, actions: type[IntEnum], args: Mapping[Any, tuple[Arg, ...]]) -> None:
        self.words: list[Word] = []
        for member in sorted(actions):
            word = Word(member.name.lower(), int(member), tuple(args.get(member, ())))
            if self.words and word.base < self.words[-1].base + self.words[-1].size:
                raise ValueError(f"action {word.name} begins at {word.base}, inside {self.words[-1].name}")
            self.words.append(word)
        self.size = self.words[-1].base + self.words[-1].size if self.words else 0
        self.by_name = {word.name: word for word in self.words}
        self._forms: dict[int, dict[str, Json]] = {}

    def read(self, action: int) -> dict[str, Json]:
        """The JSON form of an action, such as {"do": "swap", "slot": 5}, for the caller to keep."""
        form = self._forms.get(action)
        if form is None:
            form = self._forms[action] = self._read(action)
        return form.copy()

    def __contains__(self, action: int) -> bool:
        return any(word.base <= action < word.base + word.size for word in self.words)

    def _read(self, action: int) -> dict[str, Json]:
        for word in self.words:
            if word.base <= action < word.base + word.size:
                return {"do": word.name, **unfold(word.args, action - word.base)}
        raise BadWord(f"no action has the number {action}")

    def number(self, form: Json) -> int:
        """The number of an action's JSON form. Raises BadWord, which says what was expected."""
        if not isinstance(form, dict) or not isinstance(form.get("do"), str):
            raise BadWord('an action is an object such as {"do": "…"}')
        word = self.by_name.get(form["do"])
        if word is None:
            raise BadWord(f"no action is called {form['do']!r}; there are {', '.join(self.by_name)}")
        wanted = {a.name for a in word.args}
        given = set(form) - {"do"}
        if wanted != given:
            takes, got = ", ".join(sorted(wanted)) or "nothing more", ", ".join(sorted(map(str, given))) or "nothing"
            raise BadWord(f"{word.name!r} takes {takes}; given: {got}")
        index = 0
        for a in word.args:
            index = index * a.count + index_of(a, form[a.name])
        return word.base + index


class Stories:
    """The events of a game, as numbers and as JSON."""

    __slots__ = ("_places", "names", "tellings")

    def __init__(self, events: type[IntEnum], tellings: Mapping[Any, Telling]) -> None:
        self.names = {int(member): member.name.lower() for member in events}
        self.tellings = {int(member): tellings.get(member, Telling()) for member in events}
        self._places: dict[tuple[int, int], dict[str, str | int]] = {}  # by event and where, as they come up

    def read(self, told: tuple[int, int, int, int]) -> dict[str, Json]:
        """The JSON form of a told event (event, seat, where, value); null where the value is not for this seat."""
        event, seat, where, value = told
        telling = self.tellings[event]
        out: dict[str, Json] = {"event": self.names[event]}
        if seat != UNKNOWN:
            out["seat"] = seat
        if telling.where:
            place = self._places.get((event, where))
            if place is None:
                place = self._places[event, where] = unfold(telling.where, where)
            out.update(place)
        if telling.value is not None:
            a = telling.value
            out[a.name] = None if value == UNKNOWN else read_arg(a, value)
        return out


def _nest(cell: Cell, value: Any, each: Any, path: str, depth: int = 0) -> Any:
    if depth == len(cell.shape):
        return each(cell, value, path)
    if not isinstance(value, list) or len(value) != cell.shape[depth]:
        raise BadWord(f"{path} must be a list of {cell.shape[depth]}")
    return [_nest(cell, item, each, f"{path}[{i}]", depth + 1) for i, item in enumerate(value)]


def _number(cell: Cell, form: Json, path: str) -> int:
    if form is None and cell.low == UNKNOWN:
        return UNKNOWN
    if cell.names:
        for i, name in enumerate(cell.names):
            if name == form and type(name) is type(form):
                return i
        raise BadWord(f"{path} must be one of {', '.join(map(str, cell.names))}, not {form!r}")
    if type(form) is not int or not cell.low <= form <= cell.high:
        raise BadWord(f"{path} must be a whole number from {cell.low} to {cell.high}, not {form!r}")
    return form


def reader(cell: Cell) -> Callable[[Any], Json]:
    """Reads a cell's value as JSON: names where it has them, null for UNKNOWN. Made once, for a view reads hundreds of values."""
    named = (*cell.names, None).__getitem__  # UNKNOWN is -1, and so the last
    if not cell.shape:
        if cell.names:
            return named
        return _known if cell.low == UNKNOWN else int
    read: Callable[[Any], Json] = list
    if cell.names:
        read = partial(_each, named)
    elif cell.low == UNKNOWN:
        read = _known_row
    for _ in cell.shape[1:]:
        read = partial(_each, read)
    return read


def _known(value: int) -> int | None:
    return None if value == UNKNOWN else value


def _known_row(row: list[int]) -> list[Json]:
    return [None if value == UNKNOWN else value for value in row] if UNKNOWN in row else row[:]


def _each(read: Callable[[Any], Json], row: list[Any]) -> list[Json]:
    return list(map(read, row))


def cell_value(cell: Cell, form: Json, path: str) -> Any:
    """A cell's value from JSON. Raises BadWord naming the cell."""
    return _nest(cell, form, _number, path)


def read_option(cell: Cell, value: int) -> Json:
    if cell.flags:
        return [name for i, name in enumerate(cell.names) if value >> i & 1]
    if cell.seats and value:
        return value - 1
    return cell.names[value] if cell.names else value


def describe_option(name: str, cell: Cell) -> dict[str, Json]:
    """An option as a form needs it: its kind, its values or its range, and its default."""
    kind = "flags" if cell.flags else "seat" if cell.seats else "choice" if cell.names else "number"
    out: dict[str, Json] = {"name": name, "kind": kind, "default": read_option(cell, cell.default)}
    if cell.names:
        out["values"] = list(cell.names)
    else:
        out |= {"low": cell.low, "high": cell.high}
    return out


def option_value(cell: Cell, form: Json, name: str, players: int) -> int:
    """An option's value from JSON. Raises BadWord naming the option."""
    if cell.flags:
        if not isinstance(form, list) or any(item not in cell.names for item in form):
            raise BadWord(f"option {name!r} is a list of some of {', '.join(map(str, cell.names))}, not {form!r}")
        return sum(1 << cell.names.index(item) for item in set(form))
    if cell.seats and type(form) is int:
        if not 0 <= form < players:
            raise BadWord(f"option {name!r} names seat {form}, but seats go from 0 to {players - 1}")
        return form + 1
    if cell.seats and form != cell.names[0]:
        raise BadWord(f"option {name!r} must be {cell.names[0]!r} or a seat from 0 to {players - 1}, not {form!r}")
    try:
        return _number(cell, form, name)
    except BadWord as error:
        raise BadWord(f"option {error}") from None
