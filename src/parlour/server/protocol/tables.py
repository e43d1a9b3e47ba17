"""The tables of docs/protocol.md: what may be asked by whom and when, what is answered, and what the shapes hold."""

import re
from typing import get_args

from parlour.server.protocol.shapes import Member, members, page_names, shapes, word
from parlour.server.protocol.typescript import Types
from parlour.server.table.requests import ROWS
from parlour.server.table.rows import Row, Who
from parlour.server.wire.asking import Hello
from parlour.server.wire.shown.advice import ChoiceShown, CounselShown
from parlour.server.wire.shown.kept import KeptShown, MemberShown, NextShown, SeasonShown, SuccessionShown
from parlour.server.wire.shown.match import Deadline, ViewShown, Waiting, WayShown
from parlour.server.wire.shown.people import LineShown, PersonShown, TelevisionShown
from parlour.server.wire.shown.results import MatchWon
from parlour.server.wire.shown.table import PauseShown, ProposalShown, TableShown
from parlour.server.wire.told import Done, ServerMessage

WHO: dict[Who, str] = {
    "anyone": "all",
    "onlooker": "an onlooker",
    "camera": "a person, or a television",
    "person": "a person",
    "seat": "a seat",
    "host": "the host",
}
TOLD = (
    *(TableShown, PersonShown, MatchWon, PauseShown, ProposalShown, TelevisionShown),
    *(KeptShown, MemberShown, NextShown, SeasonShown, SuccessionShown),
    *(ViewShown, WayShown, Deadline, Waiting, LineShown, CounselShown, ChoiceShown),
)
BEGIN, END = "<!-- {}: written by `make generated` -->", "<!-- end -->"


def document(text: str) -> str:
    """The page of the protocol with its tables written anew. Raises ValueError where it has no place for one."""
    for name, lines in {"requests": _requests(), "messages": _messages(), "shapes": _shapes()}.items():
        begin = BEGIN.format(name)
        pattern = re.compile(f"{re.escape(begin)}\n.*?{re.escape(END)}", re.DOTALL)
        if not pattern.search(text):
            raise ValueError(f"the document has no place for its {name}")
        written = "\n".join([begin, "", *lines, "", END])
        text = pattern.sub(lambda _, written=written: written, text)  # type: ignore[misc]
    return text


def _requests() -> list[str]:
    lines = ["| message | who | when | done | meaning |", "| --- | --- | --- | --- | --- |"]
    lines.append(f"| `{_message(Hello)}` | all | first | | {_says(Hello)} |")
    for row in ROWS:
        answer = getattr(row.kind, "answer", Done)
        says = _says(row.kind) + ("" if answer is Done else f" Answers `{word(answer)}`.")
        lines.append(f"| `{_message(row.kind)}` | {WHO[row.who]} | {_when(row)} | {_done(row)} | {says} |")
    return lines


def _when(row: Row) -> str:
    return " or ".join(row.when) or "whenever"


def _done(row: Row) -> str:
    if not row.remembered:
        return "each time"
    return "once" if row.stores is not None else "once, until a restart"


def _messages() -> list[str]:
    lines = ["| message | meaning |", "| --- | --- |"]
    return [*lines, *(f"| `{_message(kind)}` | {_says(kind)} |" for kind in get_args(ServerMessage))]


def _shapes() -> list[str]:
    names, types = page_names(shapes()), Types(spelt=True)
    lines = []
    for shape in TOLD:
        lines += [f"#### {names[shape]}", "", _says(shape), "", "| member | type | |", "| --- | --- | --- |"]
        for member in members(shape):
            kind = types.of(member.kind).replace("|", "\\|")
            lines.append(f"| `{_name(member)}` | {kind} | {member.says} |".replace("|  |", "| |"))
        lines.append("")
    return lines[:-1]


def _message(kind: type) -> str:
    rest = [_name(member) for member in members(kind) if member.name not in ("type", "id", "pad")]
    names = {member.name for member in members(kind)}
    return "{" + ", ".join([f'type: "{word(kind)}"', *(["id"] if "id" in names else []), *rest]) + "}"


def _name(member: Member) -> str:
    return f"{member.name}?" if member.optional else member.name


def _says(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split()).replace("|", "\\|")
