"""The types of the protocol as they are declared: members in their order, each with its type and what is said of it."""

import ast
import inspect
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NotRequired, Required, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel
from typing_extensions import is_typeddict

from parlour.server.telling.catalogue import GameDescription
from parlour.server.wire.asking import Hello, Time
from parlour.server.wire.evenings import EveningsShown, Forgotten, TakenAlong
from parlour.server.wire.leagues import LeagueKey, LeagueShown, PlayerKey
from parlour.server.wire.refused import Problem
from parlour.server.wire.shown.advice import AdviceShown, StyleShown
from parlour.server.wire.shown.deals import DaySealed, DealOffered
from parlour.server.wire.shown.door import Chair, LettersShown, ScreenCode, ScreenFound, Summary
from parlour.server.wire.shown.past import DrawsShown, ReplayShown
from parlour.server.wire.shown.puzzles import PuzzleListed, PuzzleShown, TriesShown
from parlour.server.wire.shown.results import FinishedShown
from parlour.server.wire.shown.studies import StudyShown
from parlour.server.wire.told import ServerMessage
from parlour.server.wire.values import Known

BY_HTTP = (
    GameDescription,
    Chair,
    Summary,
    ScreenCode,
    ScreenFound,
    LettersShown,
    FinishedShown,
    ReplayShown,
    StudyShown,
    AdviceShown,
    StyleShown,
    DrawsShown,
    PuzzleListed,
    PuzzleShown,
    TriesShown,
    EveningsShown,
    TakenAlong,
    Forgotten,
    LeagueKey,
    LeagueShown,
    PlayerKey,
    DealOffered,
    DaySealed,
    Problem,
)
IN_COMMON = ("type", "id", "pad")  # members that every request has


@dataclass(frozen=True)
class Member:
    """One member of a shape. `says` is empty where its name says it all."""

    name: str
    kind: Any
    optional: bool
    says: str


@cache
def said(shape: type) -> dict[str, str]:
    """What the declaration of a shape says below each member of its own."""
    found: dict[str, str] = {}
    tree = ast.parse(inspect.getsource(shape)).body[0]
    assert isinstance(tree, ast.ClassDef)
    for member, after in zip(tree.body, tree.body[1:], strict=False):
        about = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str)
        if about and isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
            found[member.target.id] = after.value.value  # type: ignore[attr-defined]
    return found


def members(shape: type) -> list[Member]:
    """The members of a TypedDict, or of a message from outside."""
    if issubclass(shape, BaseModel):
        fields = shape.model_fields
        hints = get_type_hints(shape, include_extras=True)
        return [Member(name, hints[name], not fields[name].is_required(), said(shape).get(name, "")) for name in fields]
    says = {name: text for base in (*_bases(shape), shape) for name, text in said(base).items()}
    hints = get_type_hints(shape, include_extras=True)
    optional = shape.__optional_keys__ if hasattr(shape, "__optional_keys__") else frozenset()
    return [Member(name, kind, name in optional, says.get(name, "")) for name, kind in hints.items()]


def _bases(shape: type) -> Iterable[type]:
    return [base for base in getattr(shape, "__orig_bases__", ()) if is_typeddict(base)]


def known(kind: Any) -> str | None:
    """The name that the page has for a type of its own."""
    marks = [mark for mark in kind.__metadata__ if isinstance(mark, Known)] if get_origin(kind) is Annotated else []
    return marks[-1].name if marks else None


def shapes() -> list[type]:
    """Every TypedDict that the server sends on a socket or answers over HTTP, each after what it is made of."""
    found: dict[type, None] = {}

    def visit(kind: Any) -> None:
        if known(kind) is not None:
            return
        if isinstance(kind, type) and is_typeddict(kind):
            for member in members(kind):
                visit(member.kind)
            found.setdefault(kind)
            return
        for part in get_args(kind):
            if not isinstance(part, str | int | NoneType):
                visit(part)

    for root in (*get_args(ServerMessage), *BY_HTTP):
        visit(root)
    return list(found)


def page_names(kinds: Iterable[type]) -> dict[type, str]:
    """What the page calls each shape: as we do, without the ending `Shown` where nothing else is called so."""
    taken = {kind.__name__ for kind in kinds}
    short = {kind: kind.__name__.removesuffix("Shown") for kind in kinds}
    return {kind: kind.__name__ if name in taken else name for kind, name in short.items()}


UNIONS = (Union, UnionType)
WRAPPERS = (NotRequired, Required)
BEFORE: tuple[type[BaseModel], ...] = (Hello, Time)  # what is sent and is no request


def word(shape: type) -> str:
    """The `type` of a message."""
    kind = next(member.kind for member in members(shape) if member.name == "type")
    return str(get_args(kind)[0])
