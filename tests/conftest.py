"""What all tests share."""

import importlib.util
import os
from pathlib import Path

import pytest

from parlour.engine.compiled import QUICKER

for _name, _value in QUICKER.items():  # what a test compiles in this process is compiled as `warm` does it
    os.environ.setdefault(_name, _value)

PAGE = Path(__file__).parent / "page"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Pages are looked at last: Playwright leaves an event loop running in the process, where `asyncio.run` then fails."""
    items.sort(key=lambda item: PAGE in item.path.parents)


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
