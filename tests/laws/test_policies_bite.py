"""Every law of a policy fails one that breaks it."""
# ruff: noqa: E501  one broken policy a line reads as a table

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from parlour_toy import policy

from parlour.engine.contract.game import Game
from parlour.engine.contract.policy import Policy
from parlour.testing import policies, reports, subset
from parlour.testing.reach import Broken, reached, setups
from tests.laws.broken import toy

Edit = tuple[str, str]
LEANT, READ, SHARED = policies.leans_on_its_view, policies.remembers_what_it_sees, policies.shares_out_the_win

BROKEN: dict[str, tuple[Callable[..., object], Edit]] = {
    "nothing has weight": (LEANT, ("weights[i] = FLAT + value / VALUES", "weights[i] = 0.0")),
    "less than no weight": (LEANT, ("weights[i] = FLAT + value / VALUES", "weights[i] = FLAT - value")),
    "no number": (LEANT, ("weights[i] = FLAT + value / VALUES", "weights[i] = FLAT + float('nan')")),
    "weighs what is hidden": (LEANT, ("weights[i] = FLAT + value / VALUES", "weights[i] = FLAT + value / VALUES + max(0, s.card[s.players - 1 - seat][0])")),
    "leaves the state changed": (LEANT, ("weights[i] = FLAT + value / VALUES", "weights[i] = FLAT + value / VALUES\n        s.turn = 3")),
    "leaves the actions changed": (LEANT, ("weights[i] = FLAT + value / VALUES", "weights[i] = FLAT + value / VALUES\n        out[i] = CARD")),
    "remembers while it weighs": (LEANT, ("weights[i] = FLAT + value / VALUES", "weights[i] = FLAT + value / VALUES\n        memory.turns = 3")),
    "remembers what is hidden": (READ, ("            if s.played[p][i]:\n", "")),
    "changes what it remembers": (READ, ("    memory.turns = s.turn\n", "    memory.turns = s.turn\n    s.points[0] += 1\n")),
    "parts that are more than one": (SHARED, ("part(s, seat) / whole", "part(s, seat) / whole + 0.01")),
    "a part below nothing": (SHARED, ("return part(s, seat) / whole", "return 1.0 + s.players * part(s, seat) / whole * (1.0 - s.players) if seat == 0 else part(s, seat) / whole * s.players")),
    "cut where it begins": (SHARED, ("s.turn > root.turn and", "s.turn >= root.turn and")),
}  # fmt: skip


def broken(folder: Path, monkeypatch: pytest.MonkeyPatch, *edits: Edit) -> Game:
    """The toy with its policy after some edits, each of which must find its place."""
    text = Path(policy.__file__).read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text, f"the toy's policy no longer holds {old!r}"
        text = text.replace(old, new, 1)
    game = toy(folder, monkeypatch)
    game.__dict__["policy"] = Policy(module(folder, text), game)
    return game


def module(folder: Path, text: str) -> ModuleType:
    path = folder / f"policy_{abs(hash(text))}.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = made
    spec.loader.exec_module(made)
    return made


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_policy_fails(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    law, edit = BROKEN[what]
    game = broken(tmp_path, monkeypatch, edit)
    with pytest.raises(Broken):
        law(game, reached(game), Random(1))


def test_the_whole_policy_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = broken(tmp_path, monkeypatch)
    for law in (LEANT, READ, SHARED):
        assert law(game, reached(game), Random(1))
    assert policies.memories_are_kept(game, setups(game), Random(1))


def test_a_memory_that_outgrows_its_cell_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = broken(tmp_path, monkeypatch, ("highest = cell(high=5)", "highest = cell(high=2)"))
    with pytest.raises(Broken, match="highest"):
        policies.memories_are_kept(game, setups(game), Random(1))


@pytest.mark.parametrize(
    ("what", "edit"),
    [
        ("a power", ("value / VALUES", "value**2 / VALUES")),
        ("a comprehension", ("value / VALUES", "max([v for v in range(value)])")),
        ("class Other", ("class Memory:", "class Other:\n    pass\n\n\nclass Memory:")),
        ("import from random", ("from typing import Any\n", "from random import random\nfrom typing import Any\n")),
    ],
)
def test_outside_the_policys_subset_is_caught(what: str, edit: Edit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = broken(tmp_path, monkeypatch, edit)
    assert game.policy is not None
    assert any(what in fault for fault in subset.faults(game.rules, game.policy.module))


def test_an_option_that_no_sensible_player_heeds_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = broken(tmp_path, monkeypatch)
    told = reports.unheeded(game, setups(game), Random(1))
    assert [line.partition(" (in")[0] for line in told] == [
        f"changes nothing that a sensible player does: the option {name}" for name in ("ties", "handicap", "bonus")
    ]
    game = broken(tmp_path, monkeypatch, ("FLAT + value / VALUES", "FLAT + value / VALUES + s.ties * value"))
    assert not [line for line in reports.unheeded(game, setups(game), Random(1)) if "ties" in line]
    monkeypatch.setattr(game, "policy", None)
    assert reports.unheeded(game, setups(game), Random(1)) == []
