"""What follows from the protocol's messages is written from them (that it is up to date: tests/test_generated.py)."""

import json
from typing import Any, get_args

import pytest

from parlour.client import protocol
from parlour.server.protocol import tables
from parlour.server.protocol.shapes import members
from parlour.server.table.requests import ROWS
from parlour.server.wire.requests import AnyRequest
from parlour.server.wire.told import FINAL, Reason, ServerMessage
from parlour.server.wire.values import Animal, Head, Phrase, Reaction
from tests.generated import ROOT

LANGUAGES = ("de", "en", "es", "fr", "it", "nl")


def test_a_row_that_was_changed_by_hand_is_written_anew() -> None:
    right = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    assert tables.document(right.replace("| the host | lobby |", "| a person | lobby |", 1)) == right
    with pytest.raises(ValueError, match="no place for its requests"):
        tables.document("nothing")


@pytest.mark.parametrize(("folder", "kinds"), [("avatars", (Animal, Head)), ("reactions", (Reaction,))])
def test_every_avatar_and_reaction_is_drawn_and_nothing_else(folder: str, kinds: tuple[Any, ...]) -> None:
    drawn = sorted(path.stem for path in (ROOT / "web/src/art" / folder).glob("*.svg"))
    assert drawn == sorted(name for kind in kinds for name in get_args(kind))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_and_reaction_has_its_words_and_nothing_else(language: str) -> None:
    found: list[str] = []
    for path in sorted((ROOT / "web/src/words").glob(f"{language}*.json")):
        found += json.loads(path.read_text(encoding="utf-8"))
    for beginning, kind in (("talk.phrase.", Phrase), ("talk.reaction.", Reaction)):
        said = [name.removeprefix(beginning) for name in found if name.startswith(beginning)]
        assert said == list(get_args(kind))


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
