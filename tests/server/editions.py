"""The toy game in a second version of its rules, as somebody would install it."""

import shutil
from pathlib import Path

from tests.server.conftest import TOY

TODAY = "toy = parlour_toy_two"
BESIDE = "toy@1 = parlour_toy"


def second_edition(folder: Path) -> Path:
    """Lay its package into a folder of the Python path; returns the file in which it says what is installed."""
    package = folder / "parlour_toy_two"
    shutil.copytree(TOY / "parlour_toy", package, ignore=shutil.ignore_patterns("__pycache__"))
    for path in package.glob("*.py"):
        text = path.read_text().replace("VERSION = 1", "VERSION = 2").replace("parlour_toy.", "parlour_toy_two.")
        path.write_text(text)
    for path in package.glob("words.*.json"):  # it would tell of other things
        path.write_text(path.read_text().replace("played {value}", "laid {tile}"))
    info = folder / "parlour_toy_two-2.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: parlour-toy-two\nVersion: 2.0\n")
    return info / "entry_points.txt"


def installs(points: Path, *lines: str) -> None:
    """Say what is installed, as `TODAY` and `BESIDE`."""
    points.write_text("[parlour.games]\n" + "".join(f"{line}\n" for line in lines))
