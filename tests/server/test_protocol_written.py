"""What follows from the protocol's messages is written from them, and up to date."""

from pathlib import Path
from typing import get_args

import pytest

from parlour.client import protocol
from parlour.server.protocol.__main__ import FILES, ROOT, written
from parlour.server.protocol.shapes import members
from parlour.server.table.requests import ROWS
from parlour.server.wire.requests import AnyRequest
from parlour.server.wire.told import FINAL, Reason, ServerMessage


def test_what_is_written_from_the_messages_is_up_to_date() -> None:
    assert list(written()) == [], "run `python -m parlour.server.protocol`"


def test_a_file_that_was_changed_by_hand_is_told(tmp_path: Path) -> None:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    assert written(tmp_path) == {}
    path = tmp_path / "docs/protocol.md"
    right = path.read_text(encoding="utf-8")
    path.write_text(right.replace("| the host | lobby |", "| a person | lobby |", 1), encoding="utf-8")
    assert written(tmp_path) == {path: right}
    path.write_text("nothing", encoding="utf-8")
    with pytest.raises(ValueError, match="no place for its requests"):
        written(tmp_path)


def test_an_answer_is_what_has_an_id() -> None:
    """So a client needs no list of answers."""
    answers = {row.kind.answer for row in ROWS if row.kind in get_args(AnyRequest)}  # type: ignore[attr-defined]
    named = {kind for kind in get_args(ServerMessage) if any(member.name == "id" for member in members(kind))}
    assert {kind.__name__ for kind in named - answers} == {"RefusedMessage"}
    assert answers <= named


def test_everything_is_described() -> None:
    assert [row.word for row in ROWS if not row.kind.__doc__] == []
    assert [kind.__name__ for kind in get_args(ServerMessage) if (kind.__doc__ or "dict(").startswith("dict(")] == []


def test_the_client_comes_back_after_a_shutdown_alone() -> None:
    assert set(get_args(Reason)) - set(protocol.FINAL) == {"shutdown"}
    assert protocol.FINAL == FINAL
