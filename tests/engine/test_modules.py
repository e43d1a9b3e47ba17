"""Rules of several modules are read as rules of one: by both carriers, the cache's digest and the linter."""

import sys
from pathlib import Path

import pytest

from parlour.engine.carriers import compiled
from parlour.engine.carriers.plain import Plain
from parlour.engine.carriers.source import NotCompiled, source
from parlour.engine.contract import game
from parlour.engine.contract.game import GameError, load
from parlour.engine.contract.modules import modules
from parlour.testing import carriers, subset
from parlour.testing.plugin import missing
from parlour.testing.reach import Setup
from tests.engine.several import Several
from tests.engine.test_compiled import played
from tests.engine.tiny import tiny


@pytest.fixture
def several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Several:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # edits within a second must be seen
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))
    return Several(tmp_path, monkeypatch)


def test_modules_stand_below_what_imports_them(several: Several) -> None:
    names = [module.__name__.rpartition(".")[2] for module in modules(several.game().rules)]
    assert names == ["knowledge", "state", "sums", "rules"]


def test_both_carriers_play_them_as_one_file(several: Several, tmp_path: Path) -> None:
    if not compiled.available():
        missing("fast", "the compiled carrier needs the extra `fast`")
    made, one = several.game(), tiny(tmp_path)
    result = played(Plain(one), one, 3)
    assert played(Plain(made), made, 3) == result
    assert played(compiled.load(made), made, 3) == result
    assert carriers.equal(made, [Setup(2, {}), Setup(3, {})]) > 0


def test_names_need_be_unique_in_a_module_only(several: Several) -> None:
    text = source(several.game())
    assert "def sums_bound(" in text
    assert "def knowledge_bound(" in text, "the front keeps its names"
    assert "def knowledge_bound_(" in text, "and another module gives way"
    assert "(7, 13)" not in text.partition("def ")[2]
    for values in ("[(5,)", "[(7, 13)", "[(0, 60)"):
        assert f"np.array({values[1:]}" in text, text


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [("knowledge", "(7, 13)", "(7, 14)"), ("sums", "GOAL = 10", "GOAL = 11"), ("state", "seat + 1", "seat + 2")],
)
def test_a_change_of_any_module_makes_another_text(several: Several, name: str, old: str, new: str) -> None:
    before = source(several.game())
    assert source(several.game()) == before
    several.edit(name, old, new)
    assert source(several.game()) != before


def test_the_linter_reads_every_module(several: Several) -> None:
    assert subset.faults(several.game().rules) == []
    several.edit("sums", "    return TABLE[i]", "    return len(TABLE[i:])")
    several.edit("knowledge", "TABLE = (7, 13)", "from math import tau\n\nTABLE = (7, 13)")
    assert subset.faults(several.game().rules) == [
        "knowledge.py, line 2: import from math; only from enum, parlour.games.cells, typing and modules of the game",
        "sums.py, line 23: bound: a slice",
    ]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("from .state import", "from . import state\nfrom .state import", "import from ."),
        ("from .state import", "from .state import *\nfrom .state import", "import *"),
        ("from .state import", "from ..state.sub import x\nfrom .state import", "import from ..state.sub"),
    ],
)
def test_only_names_of_the_games_own_modules_are_imported(several: Several, old: str, new: str, what: str) -> None:
    made = several.game()
    several.edit("sums", old, new)
    assert any(what in fault for fault in subset.faults(made.rules)), subset.faults(made.rules)


def test_recursion_is_caught_below_the_front(several: Several) -> None:
    several.edit(
        "state", "def next_one(s, seat):\n", "def next_one(s, seat):\n    if seat > 99:\n        return next_one(s, 0)\n"
    )
    assert subset.faults(several.game().rules) == ["state.py, line 31: next_one: recursion"]


def test_a_circle_of_imports_is_refused_by_name(several: Several, monkeypatch: pytest.MonkeyPatch) -> None:
    several.edit("state", "STEPS =", "from .sums import reached\n\nSTEPS =")
    monkeypatch.setattr(game, "_packages", lambda: {"circle": several.package})
    with pytest.raises(GameError, match="a circle of imports: state → sums → state"):
        load("circle")


def test_a_circle_that_python_lets_pass_is_refused_too(several: Several) -> None:
    several.write("state", (several.folder / "state.py").read_text(encoding="utf-8") + "\n\nfrom .sums import GOAL\n")
    several.write("rules", "from . import state\n" + (several.folder / "rules.py").read_text(encoding="utf-8"))
    made = several.game()
    with pytest.raises(NotCompiled, match="a circle of imports: state → sums → state"):
        source(made)
    assert subset.faults(made.rules) == ["a circle of imports: state → sums → state"]


def test_an_import_of_nothing_says_so(several: Several, monkeypatch: pytest.MonkeyPatch) -> None:
    several.edit("sums", "from .state", "from .nowhere import x\nfrom .state")
    monkeypatch.setattr(game, "_packages", lambda: {"nowhere": several.package})
    with pytest.raises(GameError, match="No module named"):
        load("nowhere")
