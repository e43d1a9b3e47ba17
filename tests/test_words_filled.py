"""What fills the terminal's sentences: every hole of a sentence has a value where it is said, and no value is without a hole."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "parlour"
HOLES = re.compile(r"\{(\w+)(?::seat)?\}")
HOUSE = ("terminal.py", "say.py", "advice/told.py")  # these say the terminal's own words
GAMES = sorted([*SOURCE.glob("games/*/terminal.py"), SOURCE / "scaffold" / "terminal.py"])


def sentences(catalogue: Path) -> dict[str, set[str]]:
    """The holes of each sentence that is said by its key."""
    words = json.loads(catalogue.read_text(encoding="utf-8"))["table"]
    return {key: set(HOLES.findall(text)) for key, text in words.items() if isinstance(text, str)}


def said(tree: ast.AST) -> Iterator[ast.Call]:
    """Every `say(key, …)` and `….text(key, …)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            called = node.func
            if (isinstance(called, ast.Name) and called.id == "say") or (
                isinstance(called, ast.Attribute) and called.attr == "text"
            ):
                yield node


def keys(key: ast.expr) -> list[str]:
    """The keys an expression names: one, or either of two; none where it is computed."""
    match key:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            return keys(one) + keys(other)
    return []


def faults(module: Path, catalogue: Path) -> tuple[list[str], int]:
    """What is filled in wrongly, and how many calls were looked at."""
    known, found, looked = sentences(catalogue), [], 0
    for call in said(ast.parse(module.read_text(encoding="utf-8"))):
        values = {word.arg for word in call.keywords if word.arg is not None}
        more = any(word.arg is None for word in call.keywords)
        for key in keys(call.args[0]):
            looked += 1
            place = f"{module.name}:{call.lineno} {key}"
            if key not in known:
                found.append(f"{place}: there is no such sentence")
            elif values - known[key] or (known[key] - values and not more):
                found.append(f"{place}: has the holes {sorted(known[key])}, and is given {sorted(values)}")
    return found, looked


@pytest.mark.parametrize("name", HOUSE)
def test_the_terminals_sentences_are_filled_as_their_holes_want(name: str) -> None:
    wrong, looked = faults(SOURCE / name, SOURCE / "words" / "en.json")
    assert not wrong
    assert looked


@pytest.mark.parametrize("module", GAMES, ids=lambda module: module.parent.name)
def test_a_games_sentences_are_filled_as_their_holes_want(module: Path) -> None:
    wrong, looked = faults(module, module.with_name("words.en.json"))
    assert not wrong
    assert looked


def test_a_value_that_is_missing_or_too_many_is_found(tmp_path: Path) -> None:
    (tmp_path / "words.json").write_text(json.dumps({"table": {"bid": "{name} says {n}"}}))
    module = tmp_path / "terminal.py"
    for call, wrong in (("name=1, n=2", 0), ("name=1", 1), ("name=1, n=2, m=3", 1), ("**more", 0), ("m=3, **more", 1)):
        module.write_text(f"say('bid', {call})")
        assert len(faults(module, tmp_path / "words.json")[0]) == wrong, call
