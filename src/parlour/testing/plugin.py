"""The pytest plugin: options of the law kit, and every game installed as a fixture's parameter."""

import os
from collections.abc import Callable

import pytest

from parlour.engine.contract.game import games
from parlour.testing.trial import Trial


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("parlour", "the law kit of Parlour (pytest --pyargs parlour.testing.kit)")
    group.addoption(
        "--parlour-game", action="append", default=[], metavar="NAME", help="hold only this game to the laws; may be repeated"
    )
    group.addoption("--parlour-effort", type=int, default=1, metavar="N", help="games a set-up (default 1)")
    group.addoption("--parlour-seed", type=int, default=1, metavar="N", help="another seed looks at other games (default 1)")
    group.addoption(
        "--parlour-playthroughs",
        metavar="FOLDER",
        help="where the annotated playthroughs lie, from where pytest is called (default: tests/playthroughs of its root)",
    )


_trials: dict[tuple[str, int, int], Trial] = {}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "parlour_trial_at_all" in metafunc.fixturenames:
        names = metafunc.config.getoption("--parlour-game") or games()
        metafunc.parametrize("parlour_trial_at_all", names, indirect=True, scope="session")


@pytest.fixture(scope="session")
def parlour_trial(parlour_trial_at_all: Trial) -> Trial:
    """A game to be held to the laws; those of one that does not load are skipped, for that is one failure and not twenty."""
    if parlour_trial_at_all.fault:
        pytest.skip(f"{parlour_trial_at_all.name} does not load or play: see test_it_loads_and_plays")
    return parlour_trial_at_all


@pytest.fixture(scope="session")
def parlour_trial_at_all(request: pytest.FixtureRequest) -> Trial:
    """A game, whether it loads or not."""
    config = request.config
    key = (request.param, config.getoption("--parlour-seed"), config.getoption("--parlour-effort"))
    if key not in _trials:
        asked = config.getoption("--parlour-playthroughs")
        folder = config.rootpath / "tests/playthroughs" if asked is None else config.invocation_params.dir / asked
        _trials[key] = Trial(key[0], key[1], key[2], folder)
    return _trials[key]


@pytest.fixture
def say(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Say a line that the summary at the end of the run shows, such as how many pairs were compared."""
    return lambda line: record_property("parlour", line)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
    said = sorted({str(line) for report in reports for name, line in report.user_properties if name == "parlour"})
    if said:
        terminalreporter.section("laws")
        for line in said:
            terminalreporter.line(line)


def missing(extra: str, why: str) -> None:
    """Skip for want of an optional extra; a failure where the environment variable PARLOUR_REQUIRE names it."""
    if extra in os.environ.get("PARLOUR_REQUIRE", "").replace(",", " ").split():
        pytest.fail(f"PARLOUR_REQUIRE asks for {extra}: {why}")
    pytest.skip(why)
