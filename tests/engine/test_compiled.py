"""The compiled carrier: the same results as the plain one, cached on disk, never stale, and never imported by accident."""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest

from parlour.engine.carriers import compiled
from parlour.engine.carriers.carrier import Carrier
from parlour.engine.carriers.plain import Plain
from parlour.engine.carriers.source import NotCompiled, source
from parlour.engine.contract.game import Game, load
from parlour.engine.loops.desk import DESK, Ends, Games, Scratch
from parlour.testing.plugin import missing
from tests.engine.tiny import module_from, tiny


@pytest.fixture(autouse=True)
def _fast() -> None:
    if not compiled.available():
        missing("fast", "the compiled carrier needs the extra `fast`")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("PARLOUR_CACHE", str(folder))
    return folder


def played(carrier: Carrier, game: Game, players: int, games: int = 20, seed: int = 7) -> dict[str, Any]:
    """What random games come to, as plain numbers."""
    lengths, scores, ranks = carrier.numbers(games), carrier.table(games, players), carrier.table(games, players)
    options = carrier.options(game.options(None, players))
    scratch = Scratch(carrier.out(), carrier.weights(), carrier.numbers(1))
    steps = carrier.loops.many(carrier.states(2), Games(players, options, seed, 0, games), scratch, Ends(lengths, scores, ranks))
    tables = {"scores": scores, "ranks": ranks}
    out: dict[str, Any] = {name: [[int(x) for x in row] for row in table] for name, table in tables.items()}
    return {**out, "steps": int(steps), "lengths": [int(x) for x in lengths]}


def test_a_changed_rule_changes_compiled_play_in_the_same_process_and_never_plays_stale(tmp_path: Path, cache: Path) -> None:
    short = tiny(tmp_path, "tiny_short", goal=10)
    result = played(compiled.load(short), short, 2)
    assert result == played(Plain(short), short, 2)
    short.rules.GOAL = 30
    changed = played(compiled.load(short), short, 2)
    assert changed["steps"] > result["steps"]
    assert changed == played(Plain(short), short, 2)
    assert len(list(cache.iterdir())) == 2


def test_a_changed_function_makes_another_folder(tmp_path: Path, cache: Path) -> None:
    one = compiled.folder(tiny(tmp_path, "tiny_one"))
    assert compiled.folder(tiny(tmp_path, "tiny_two")) == one, "equal rules share a cache"
    text = (tmp_path / "tiny_one.py").read_text(encoding="utf-8")
    (tmp_path / "tiny_three.py").write_text(text.replace("else 2", "else 3"), encoding="utf-8")
    assert compiled.folder(Game("tiny", module_from(tmp_path / "tiny_three.py"))) != one


def test_other_versions_make_another_folder(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tiny(tmp_path)
    before = compiled.folder(game)
    monkeypatch.setattr(compiled, "version", lambda package: "0.0.1")
    compiled._digest.cache_clear()  # as in another process, for versions do not change in one
    assert compiled.folder(game) != before
    compiled._digest.cache_clear()


@pytest.mark.long
def test_warm_makes_it_ready_for_a_second_process(tmp_path: Path, cache: Path) -> None:
    game = tiny(tmp_path)
    assert not compiled.ready(game)
    assert compiled.best(game).name == "plain"
    folder = compiled.warm(game)
    assert compiled.ready(game)
    assert compiled.best(game).name == "compiled"
    assert list(folder.glob("__pycache__/*.nbi")), "Numba's cache lies beside the generated file"
    code = SECOND.format(path=str(folder / "compiled.py"))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ))
    told = json.loads(done.stdout)
    assert told["after_numba"] < 2, "compiled play within 2 s of importing Numba"
    assert told["compiled_now"] == 0, "nothing was compiled that the cache holds"
    assert told["steps"] == played(Plain(game), game, 2)["steps"]


def test_who_warms_while_another_does_waits_for_it(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers and tests that begin together compile a game once."""
    game, commands = tiny(tmp_path), []
    both_are_here = Barrier(2)

    def compiler(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        with suppress(BrokenBarrierError):
            both_are_here.wait(0.3)  # until the other one comes here too, which it must not
        (compiled.folder(game) / "ready").touch()
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", compiler)
    with ThreadPoolExecutor(2) as pool:
        folders = list(pool.map(compiled.warm, (game, game)))
    assert len(commands) == 1
    assert folders == [compiled.folder(game)] * 2


def test_a_compiler_whose_starter_was_killed_is_waited_for(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It compiles on: a server that is begun anew must not compile the same beside it."""
    fcntl = pytest.importorskip("fcntl")
    game, compiling = tiny(tmp_path), []

    def compiler(command: list[str], **options: Any) -> None:
        waits = [sys.executable, "-c", "input()"]
        compiling.append(subprocess.Popen(waits, stdin=subprocess.PIPE, pass_fds=options["pass_fds"]))
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr(subprocess, "run", compiler)
        with pytest.raises(KeyboardInterrupt):
            compiled.warm(game)
    with (compiled.folder(game) / "lock").open("w") as lock:
        with pytest.raises(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        compiling[0].communicate(b"\n")
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


SECOND = """
import json, time
import numba
begun = time.process_time()
from pathlib import Path
from parlour.engine.carriers.rows import Rows
from parlour.engine.loops.desk import Ends, Games, Scratch
carrier = Rows(Path({path!r}))
lengths, table = carrier.numbers(20), carrier.table(20, 2)
option = carrier.options(None)
scratch = Scratch(carrier.out(), carrier.weights(), carrier.numbers(1))
steps = carrier.loops.many(carrier.states(2), Games(2, option, 7, 0, 20), scratch, Ends(lengths, table, table))
passed = time.process_time() - begun
misses = sum(carrier.loops.many.stats.cache_misses.values())
print(json.dumps({{"after_numba": passed, "compiled_now": misses, "steps": int(steps)}}))
"""


def test_rules_that_do_not_compile_say_so(tmp_path: Path, cache: Path) -> None:
    game = tiny(tmp_path)
    text = (tmp_path / "tiny_rules.py").read_text(encoding="utf-8")
    (tmp_path / "tiny_wrong.py").write_text(
        text.replace("return LENGTHS[0]", "return LENGTHS.count(60).real.nothing"), encoding="utf-8"
    )
    wrong = Game("tiny", module_from(tmp_path / "tiny_wrong.py"))
    with pytest.raises(NotCompiled, match="tiny does not compile"):
        compiled.warm(wrong)
    assert not compiled.ready(wrong)
    assert not compiled.ready(game)


def test_guesses_play_the_same_on_both_carriers(tmp_path: Path, cache: Path) -> None:
    game = tiny(tmp_path)
    found = []
    for carrier in (Plain(game), compiled.load(game)):
        states, dice, scores, ranks = carrier.states(2), carrier.numbers(1), carrier.table(9, 3), carrier.table(9, 3)
        if carrier.name == "plain":
            states[0].players = 3
        else:
            states[0]["players"] = 3
        dice[0] = 5
        scratch, ends = Scratch(carrier.out(), carrier.weights(), dice), Ends(carrier.numbers(9), scores, ranks)
        steps = carrier.loops.guesses(states, 3, 0, 9, scratch, ends)
        found.append((int(steps), [[int(x) for x in row] for row in scores], [[int(x) for x in row] for row in ranks]))
    assert found[0] == found[1]


def test_the_generated_file_holds_numbers_for_names() -> None:
    text = source(load("keys"))
    assert re.findall("parlour.*import (.*)", text) == [", ".join(kind.__name__ for kind in DESK)]
    assert "IntEnum" not in text
    assert text is source(load("keys"))  # written once: whoever asks for the fastest carrier asks for it


def test_without_numba_all_is_plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "available", lambda: False)
    game = tiny(tmp_path)
    assert not compiled.ready(game)
    assert compiled.best(game).name == "plain"
    for call in (compiled.warm, compiled.load):
        with pytest.raises(NotCompiled, match="fast"):
            call(game)
