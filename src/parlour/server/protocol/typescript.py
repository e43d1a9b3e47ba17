"""The page's types of the protocol: web/src/lib/wire.ts, as Prettier lays it out."""

import textwrap
from collections.abc import Iterator
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from typing_extensions import is_typeddict

from parlour.server.protocol.shapes import BEFORE, IN_COMMON, UNIONS, WRAPPERS, Member, known, members, page_names, shapes
from parlour.server.table.requests import ROWS
from parlour.server.wire.asking import COMMON, Request
from parlour.server.wire.told import Reason, ServerMessage
from parlour.server.wire.values import Animal, CoveredBy, Head, Pace, Per, Phrase, Proposed, Reaction, Status

WIDTH = 130  # of a line: web/.prettierrc
LISTED = {
    "PHRASES": ("Phrase", Phrase),
    "REACTIONS": ("Reaction", Reaction),
    "ANIMALS": ("Animal", Animal),
    "HEADS": ("Head", Head),
    "PACES": ("Pace", Pace),
}
NAMED = {"Per": Per, "Status": Status, "CoveredBy": CoveredBy, "Proposed": Proposed, "Reason": Reason}
HEAD = """/*
 * The messages of docs/protocol.md as types.
 * Written by `make generated` from src/parlour/server/wire: change them there.
 */
"""


def document() -> str:
    """The whole file."""
    writer = _Writer()
    body = "\n".join(writer.blocks())
    imported = ", ".join(sorted(writer.types.imported, key=str.lower))
    return f"{HEAD}\nimport type {{ {imported} }} from './values.ts';\n\nexport type * from './values.ts';\n\n{body}"


class Types:
    """Types as TypeScript writes them: the lists of words by name, or `spelt`. `imported` are those that are declared by hand."""

    def __init__(self, *, spelt: bool = False) -> None:
        self.imported: set[str] = set()
        self.names = page_names(shapes())
        self._literals = {} if spelt else {kind: name for name, kind in [*LISTED.values(), *NAMED.items()]}

    def of(self, kind: Any) -> str:
        if (name := known(kind)) is not None:
            self.imported.add(name)
            return name
        if get_origin(kind) in (Annotated, *WRAPPERS):
            return self.of(get_args(kind)[0])
        if kind in self._literals:
            return self._literals[kind]
        if isinstance(kind, type) and is_typeddict(kind):
            return self.names[kind]
        return self._made(kind)

    def _made(self, kind: Any) -> str:
        origin, made_of = get_origin(kind), get_args(kind)
        if origin is Literal:
            return " | ".join(f"'{value}'" for value in made_of)
        if origin in UNIONS:
            return " | ".join(self.of(part) for part in made_of)
        if origin is list:
            inner = self.of(made_of[0])
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        if origin is dict:
            return f"Record<{self.of(made_of[0])}, {self.of(made_of[1])}>"
        plain = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "unknown"}
        return plain[kind]


class _Writer:
    def __init__(self) -> None:
        self.types = Types()

    def blocks(self) -> Iterator[str]:
        for name, (single, kind) in LISTED.items():
            values = ", ".join(f"'{value}'" for value in get_args(kind))
            yield f"export const {name} = [{values}] as const;\nexport type {single} = (typeof {name})[number];\n"
        for name, kind in NAMED.items():
            yield self._union(name, [f"'{value}'" for value in get_args(kind)])
        for shape in shapes():
            yield self._interface(self.types.names[shape], shape.__doc__, members(shape))
        yield self._union("ServerMessage", [self.types.names[kind] for kind in get_args(ServerMessage)])
        for before in BEFORE:
            yield self._interface(before.__name__, before.__doc__, members(before))
        yield self._requests()
        yield self._answers()
        secret = ", ".join(f"'{row.word}'" for row in ROWS if getattr(row.kind, "secret", False))
        yield (
            "/** Requests whose length would tell what is played: they are brought to a multiple of so many bytes. */\n"
            f"export const SECRET: readonly string[] = [{secret}];\nexport const COMMON = {COMMON};\n"
        )

    def _requests(self) -> str:
        lines = ["/** What may be asked of a table, by its `type`, and what goes with it. */", "export interface Requests {"]
        for row in ROWS:
            if issubclass(row.kind, Request):
                lines += _comment(row.kind.__doc__, "  ")
                fields = [member for member in members(row.kind) if member.name not in IN_COMMON]
                shape = "; ".join(self._member(member) for member in fields)
                lines.append(f"  {row.word}: {{ {shape} }};" if fields else f"  {row.word}: object;")
        return "\n".join([*lines, "}", ""])

    def _answers(self) -> str:
        lines = ["/** What answers each, where it is not refused. */", "export interface Answers {"]
        lines += [f"  {row.word}: {self.types.names[row.kind.answer]};" for row in ROWS if issubclass(row.kind, Request)]
        return "\n".join([*lines, "}", ""])

    def _interface(self, name: str, says: str | None, fields: list[Member]) -> str:
        lines = [*_comment(says, ""), f"export interface {name} {{"]
        for member in fields:
            if member.name != "pad":
                lines += [*_comment(member.says, "  "), f"  {self._member(member)};"]
        return "\n".join([*lines, "}", ""])

    def _member(self, member: Member) -> str:
        return f"{member.name}{'?' if member.optional else ''}: {self.types.of(member.kind)}"

    def _union(self, name: str, kinds: list[str]) -> str:
        line = f"export type {name} = {' | '.join(kinds)};"
        if len(line) <= WIDTH:
            return line + "\n"
        return "\n".join([f"export type {name} =", *(f"  | {kind}" for kind in kinds)]) + ";\n"


def _comment(says: str | None, indent: str) -> list[str]:
    text = " ".join((says or "").split())
    if not text or text.startswith("dict("):
        return []
    if len(line := f"{indent}/** {text} */") <= WIDTH:
        return [line]
    inner = textwrap.wrap(text, WIDTH - len(indent) - 3, break_long_words=False, break_on_hyphens=False)
    return [f"{indent}/**", *(f"{indent} * {part}" for part in inner), f"{indent} */"]
