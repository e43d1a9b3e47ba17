"""What the documents show is true: their examples run."""

import importlib.util
import re
from pathlib import Path

import pytest

from parlour.cli.games import document as views
from parlour.engine import games, load
from tests.conftest import require

ROOT = Path(__file__).resolve().parent.parent


def examples(document: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", ROOT.joinpath(document).read_text(encoding="utf-8"), re.DOTALL)


def test_the_bots_of_the_page_on_bots_play(capsys: pytest.CaptureFixture[str]) -> None:
    shown = [code for code in examples("docs/bots.md") if "simulate(" in code]
    assert len(shown) > 1
    for code in shown:
        exec(compile(code, "docs/bots.md", "exec"), {"__name__": "bots"})
        assert "share of wins" in capsys.readouterr().out


@pytest.mark.parametrize("document", ["README.md", "docs/library.md"])
def test_the_library_examples_run(document: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = [code for code in examples(document) if "Match.start" in code]
    assert shown
    for code in shown:
        exec(compile(code, document, "exec"), {})
    assert capsys.readouterr().out.strip()


def test_the_learning_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    for extra, module in (("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("open_spiel", "pyspiel")):
        if importlib.util.find_spec(module) is None:
            require(extra, "the extra is not installed")
    for document in ("README.md", "docs/learning.md"):
        shown = [code for code in examples(document) if "parlour.adapters" in code or "parlour.lab.vector" in code]
        assert shown
        for code in shown:
            exec(compile(code, document, "exec"), {})


def test_the_learning_page_is_as_the_cells_are_declared() -> None:
    if importlib.util.find_spec("numpy") is None:
        require("fast", "NumPy is not installed")
    from parlour.adapters import observations  # noqa: PLC0415

    text = ROOT.joinpath("docs/learning.md").read_text(encoding="utf-8")
    assert text == observations.document(text), "make observations writes it anew"


def test_the_page_on_views_is_as_the_cells_are_declared() -> None:
    ours = [game for game in map(load, games()) if game.package.startswith("parlour.games.")]
    text = ROOT.joinpath("docs/views.md").read_text(encoding="utf-8")
    assert text == views(ours) + "\n", "make observations writes it anew"


def test_every_link_between_documents_leads_somewhere() -> None:
    documents = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
    links = [(d, link) for d in documents for link in re.findall(r"\]\((?!https?:)([^)#]+)\)", d.read_text(encoding="utf-8"))]
    assert links
    assert [f"{d.name}: {link}" for d, link in links if not d.parent.joinpath(link).exists()] == []


def test_every_make_target_a_document_names_is_there() -> None:
    targets = set(re.findall(r"^([a-z]+):", ROOT.joinpath("Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    documents = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
    named = {name for d in documents for name in re.findall(r"`make ([a-z]+)", d.read_text(encoding="utf-8"))}
    assert {"play", "test"} <= named <= targets
