"""`python -m tests.mutants GAME …`: which small faults in the rules the game's own tests and the law kit notice.

A fault is put into the function in a process that is forked once all tests are collected, so that one costs what the
tests cost until the first that fails, and those that have noticed most come first.
"""

import argparse
import os
import pickle
import random
import resource
import signal
import sys
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.mutants.faults import Mutant, faults
from tests.mutants.same import SAME

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "bench"))
from results import machine, write  # noqa: E402

LEFT_OUT = ("compiled", "simple_beats", "beats_", "playing_well", "against_three", "come_to_an_end", "found_more_often")
PATIENCE = 4  # times the processor time of all tests that a fault may take: beyond that it is in an endless loop


class Runner:
    """Takes pytest's place once the tests are collected."""

    def __init__(self, game: str, chosen: list[Mutant], jobs: int, minutes: float) -> None:
        self.game, self.chosen, self.jobs, self.minutes = game, chosen, jobs, minutes
        self.tried = 0
        self.alive: list[Mutant] = []  # and not equivalent
        self.same: list[Mutant] = []
        self.noticed: Counter[str] = Counter()
        self.seconds: dict[str, float] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if not any(word in item.nodeid for word in LEFT_OUT) and self._own(item)]

    def _own(self, item: pytest.Item) -> bool:
        return "test_every_game" not in item.nodeid or f"[{self.game}]" in item.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        began = time.monotonic()
        killer, self.seconds = self._child(list(items.values()), None, 600.0)
        if killer:
            print(f"{self.game}: {killer} fails without any fault")
            session.testsfailed = 1
            return True
        whole = sum(self.seconds.values())
        print(f"{self.game}: {len(items)} tests take {whole:.1f} s, {len(self.chosen)} faults", flush=True)
        self._all(items, max(20.0, PATIENCE * whole))
        print(f"{self.game}: {self.told()}, {time.monotonic() - began:.0f} s")
        for name, count in self.noticed.most_common(8):
            print(f"  {count} by {name}")
        return True

    def _all(self, items: dict[str, pytest.Item], limit: float) -> None:
        running: dict[int, tuple[Mutant, int]] = {}
        todo = list(reversed(self.chosen))
        until = time.monotonic() + 60 * self.minutes
        while todo or running:
            if time.monotonic() > until:
                todo.clear()
            if not (todo or running):
                return
            while todo and len(running) < self.jobs:
                mutant = todo.pop()
                pid, pipe = self._fork(self._ordered(items), mutant, limit)
                running[pid] = (mutant, pipe)
            pid, status = os.wait()
            mutant, pipe = running.pop(pid)
            killer, _ = _read(pipe)
            self.tried += 1
            if killer:
                self.noticed[killer] += 1
            elif status == 0:
                why = self._why(mutant)
                (self.same if why else self.alive).append(mutant)
                print(f"  equivalent: {mutant.what} ({why})" if why else f"  survived: {mutant.what}", flush=True)
            else:
                self.noticed["a crash or an endless loop"] += 1

    def _why(self, mutant: Mutant) -> str:
        """Why the program is equivalent, where it is."""
        return SAME.get((self.game, mutant.function.__name__, mutant.line), "")

    def told(self) -> str:
        dead = self.tried - len(self.alive) - len(self.same)
        return f"{dead} of {self.tried} detected, {len(self.same)} equivalent, {len(self.alive)} survived"

    def report(self, seed: int) -> list[str]:
        """The figures as Markdown lines."""
        command = f"`python -m tests.mutants {self.game} --sample {len(self.chosen)} --seed {seed}`"
        lines = [f"{command} on {datetime.now(UTC):%Y-%m-%d %H:%M} UTC; {machine()}.", f"{self.game}: {self.told()}.", ""]
        lines += [f"- survived: `{mutant.what}`" for mutant in self.alive]
        lines += [f"- equivalent: `{mutant.what}`: {self._why(mutant)}" for mutant in self.same]
        return lines

    def _ordered(self, items: dict[str, pytest.Item]) -> list[pytest.Item]:
        """Those that have noticed something first, by how much a second; then the quick ones."""

        def rank(name: str) -> tuple[float, float]:
            seconds = max(self.seconds.get(name, 0.0), 0.001)
            return (-self.noticed[name] / seconds, seconds)

        return [items[name] for name in sorted(items, key=rank)]

    def _child(self, items: list[pytest.Item], mutant: Mutant | None, limit: float) -> tuple[str, dict[str, float]]:
        pid, pipe = self._fork(items, mutant, limit)
        answer = _read(pipe)
        os.waitpid(pid, 0)
        return answer

    def _fork(self, items: list[pytest.Item], mutant: Mutant | None, limit: float) -> tuple[int, int]:
        pipe, end = os.pipe()
        pid = os.fork()
        if pid:
            os.close(end)
            return pid, pipe
        os.close(pipe)
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit)))
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        try:
            if mutant is not None:
                mutant.apply()
            answer = _run(items)
        except BaseException as error:  # a fixture of a session may die of the fault
            answer = (f"{type(error).__name__}", {})
        try:
            os.write(end, pickle.dumps(answer))
        finally:
            os._exit(0)  # also where nobody listens any more: a child must never go on as its parent


def _read(pipe: int) -> tuple[str, dict[str, float]]:
    data = b""
    while chunk := os.read(pipe, 65536):
        data += chunk
    os.close(pipe)
    answer: tuple[str, dict[str, float]] = pickle.loads(data) if data else ("", {})
    return answer


def _run(items: list[pytest.Item]) -> tuple[str, dict[str, float]]:
    """The first test that fails, and how long each took."""
    from _pytest.runner import runtestprotocol  # noqa: PLC0415  what pytest itself runs a test with

    seconds = {}
    for item, following in zip(items, [*items[1:], None], strict=True):
        began = time.process_time()
        reports = runtestprotocol(item, nextitem=following, log=False)
        seconds[item.nodeid] = time.process_time() - began
        if any(report.failed for report in reports):
            return item.nodeid.rpartition("/")[2], seconds
    return "", seconds


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="+")
    parser.add_argument("--sample", type=int, default=0, help="so many faults, drawn at random (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (default 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--minutes", type=float, default=240.0, help="for each game; what was not tried by then is left out")
    parser.add_argument("--only", default="", help="faults in whose description this stands")
    parser.add_argument("--out", type=Path, help="write these figures as parts of a Markdown file, one for each game")
    arguments = parser.parse_args()
    failed = 0
    for game in arguments.game:
        possible = faults(game)
        if arguments.sample:
            possible = random.Random(f"{game}/{arguments.seed}").sample(possible, min(arguments.sample, len(possible)))
        found = [mutant for mutant in (fault.mutant() for fault in possible) if arguments.only in mutant.what]
        runner = Runner(game, found, arguments.jobs, arguments.minutes)
        options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
        os.chdir(ROOT)
        failed |= pytest.main([*options, f"tests/games/{game}", "tests/laws/test_every_game.py"], plugins=[runner])
        if arguments.out is not None and runner.tried:
            write(f"mutants of {game}", runner.report(arguments.seed), arguments.out)
    sys.exit(failed)


if __name__ == "__main__":
    main()
