"""Fixtures of the server's tests: the toy game installed, databases, and live servers."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.engine import game as games

TOY = Path(__file__).parent.parent / "toy"


@pytest.fixture(scope="session")
def toy_paths(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What a Python path needs for the stranger's toy game to be installed."""
    site = tmp_path_factory.mktemp("site")
    info = site / "parlour_toy-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: parlour-toy\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[parlour.games]\ntoy = parlour_toy\n")
    return [str(TOY), str(site)]


@pytest.fixture(scope="module", autouse=True)
def toy_installed(toy_paths: list[str]) -> Iterator[None]:
    """The toy game is there while these tests run, here and in servers they start."""
    before = os.environ.get("PYTHONPATH")
    sys.path[:0] = toy_paths
    os.environ["PYTHONPATH"] = os.pathsep.join([*toy_paths, *([before] if before else [])])
    games._packages.cache_clear()
    yield
    del sys.path[: len(toy_paths)]
    if before is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = before
    games._packages.cache_clear()
