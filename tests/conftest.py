"""What all tests share."""

import importlib.util
import os
from pathlib import Path
from typing import Any

import pytest

from parlour.bots import thoughtful
from parlour.engine import games
from parlour.engine.carriers.compiled import QUICKER, available, warm
from tests.day import DAY, DRILLS, compiled_today, in_turn, some_of

for _name, _value in QUICKER.items():  # what a test compiles in this process is compiled as `warm` does it
    os.environ.setdefault(_name, _value)

PAGE = Path(__file__).parent / "page"
SHARED = "test_bots_play_legal_actions"  # whose loops others need as well
LAWS = ("test_plain_equals_compiled", "test_policy_plays_the_same_compiled")  # whose loops nobody else needs
LIBRARY = (
    "test_both_carriers_play_the_same",
    "test_features_are_within_their_bounds_and_alike_on_both_carriers",
    "test_belief_thought_and_chances_are_the_same_on_both_carriers",
)
WALKS = ("test_changed_positions_play_on", "test_guesses_are_fair", "test_what_never_came_up_is_reported")  # long for every game
# Call loops in their own process: those of a game in one process, which compiles the rules below them once.
COMPILING = (SHARED, *LAWS, *LIBRARY)
# Whose tests share something dear, which one process makes once: judged matches, a wheel, a server apart, a browser and what it
# fetched.
TOGETHER = (
    "tests/test_advice.py",
    "tests/test_wheel.py",
    "tests/server/test_collector.py",
    "tests/server/test_garbage.py",
    "tests/server/test_protocols.py",
    "tests/page/test_engines.py",
    "tests/page/test_keskife_camera.py",
)
LONG = (  # what takes long begins early, so that no process is left alone with it at the end
    "tests/server/test_roaming.py",
    "tests/test_wheel.py",
    "tests/client/test_client.py",
    "tests/server/test_crash.py",
    "tests/test_advice.py",
    "tests/server/test_upgrades.py",
    "tests/test_docs.py",
    "tests/page/test_engines.py",
    "tests/page/test_keskife_camera.py",
    "tests/page/test_layout.py",
    "tests/page/test_keskife_page.py",
    "tests/page/test_access.py",
    "tests/page/test_guests.py",
    "tests/page/test_skyjo_page.py",
    "tests/page/test_keys_page.py",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long", choices=("all", "today", "others"), default="all", help="which of the tests marked long are run (default: all)"
    )


def pytest_report_header() -> str:
    return f"what is another part every day: PARLOUR_DAY={DAY}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What compiles comes first, what takes long then, and pages last.

    For Playwright leaves an event loop running in the process, where `asyncio.run` then fails.
    """
    if not DRILLS and not config.getoption("parlour_game"):
        another_day(items)
    for item in items:
        if PAGE in item.path.parents:  # a browser is never quick
            item.add_marker(pytest.mark.long)
    if config.getoption("long") != "all":
        not_in_turn(items, config.getoption("long"))
    long = {file: place for place, file in enumerate(LONG)}
    items.sort(
        key=lambda item: (
            PAGE in item.path.parents,
            compiled_game(item.nodeid) is None,
            long.get(item.nodeid.partition("::")[0], len(long)),
        )
    )


def not_in_turn(items: list[pytest.Item], whose: str) -> None:
    """Skips the long tests whose turn it is not."""
    turns = {item: turn(item, mark) for item in items if (mark := item.get_closest_marker("long")) is not None}
    chosen = in_turn(turns.values(), whose)
    for item, name in turns.items():
        if name not in chosen:
            item.add_marker(pytest.mark.skip(reason="on another day, and wherever it is named or --long=all"))


def turn(item: pytest.Item, mark: pytest.Mark) -> str:
    """What a long test takes its turn with: what its mark names, else its function, whatever that is given."""
    return mark.args[0] if mark.args else item.nodeid.partition("[")[0]


def another_day(items: list[pytest.Item]) -> None:
    """Skips what one test alone needs compiled, a fifth of all the time, but for the game of the day; long laws but for two."""
    # The library's tests have a game whose bots think: its loops are compiled for them anyway.
    known = sorted(games())
    [law], library = some_of(known, 1, "compiled"), compiled_today()[-1]
    shared = [game for game in known if not thoughtful(game) or game in compiled_today()]
    given_today = (((SHARED,), shared), (LAWS, [law]), (LIBRARY, [library]), (WALKS, some_of(known, 2, "laws")))
    of_the_day = {name: chosen for names, chosen in given_today for name in names}
    for item in items:
        name, _, given = item.nodeid.rpartition("::")[2].partition("[")
        game = given.removesuffix("]").rpartition("-")[2]
        if game not in known:
            continue
        if game not in of_the_day.get(name, [game]):
            item.add_marker(pytest.mark.skip(reason="on another day, in `make drills`, and with --parlour-game"))
        elif name in COMPILING and game != "keys" and (name != SHARED or thoughtful(game)):
            item.add_marker(pytest.mark.long("compiled"))  # KEYS is compiled for the room's tests anyway


def compiled_game(test: str) -> str | None:
    """The game whose loops the test of this id compiles, where it does."""
    name, _, given = test.rpartition("::")[2].partition("[")
    return given.removesuffix("]").rpartition("-")[2] if name in COMPILING else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Sends tests that belong together to one process, in the order above.

    xdist's own loadgroup writes a test's group to where this pytest does not read it, and begins with the largest group.
    """
    if config.getvalue("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadScopeScheduling  # noqa: PLC0415  whoever has no xdist runs the tests one by one

    config.option.loadscopereorder = False
    scheduling = LoadScopeScheduling(config, log)
    scheduling._split_scope = group
    return scheduling


def group(test: str) -> str:
    """What the test of this id is sent to a process with: all of the same group."""
    file = test.partition("::")[0]
    return compiled_game(test) or (file if file in TOGETHER else test)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A game whose bots think is compiled whole, once in a run: whoever else needs it waits, and finds it done."""
    game = compiled_game(item.nodeid)
    if game is not None and item.get_closest_marker("skip") is None and available() and thoughtful(game):
        warm(game)


def require(name: str, why: str) -> None:
    """Skip for want of `name`, saying why; fail instead where PARLOUR_REQUIRE (a list with commas) says it must be there."""
    if name in os.environ.get("PARLOUR_REQUIRE", "").split(","):
        pytest.fail(f"{name} is required here: {why}", pytrace=False)
    pytest.skip(f"{name}: {why}")


def extra(name: str, module: str) -> None:
    """For the top of a test module: skip it, or fail (see `require`), where an extra's package is not installed."""
    if importlib.util.find_spec(module) is None:
        if name in os.environ.get("PARLOUR_REQUIRE", "").split(","):
            raise ImportError(f"{name} is required here: the extra is not installed")
        pytest.skip(f"{name}: the extra is not installed", allow_module_level=True)
