"""The wheel is what people install: the same bytes each time, sound, and whole without the sources and without Node."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import require
from tests.day import DRILLS

ROOT = Path(__file__).resolve().parent.parent
PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14")
THIS = f"python{sys.version_info.major}.{sys.version_info.minor}"
BUILT = ROOT / "src" / "parlour" / "server" / "static" / "index.html"
# What a wheel is for: the page, a game that is played, and the rules that both read.
USED = """
import sys
from random import Random
from parlour.cli import main
from parlour.engine import Match, games
rng = Random(1)
for game in games():
    match = Match.start(game, 4)
    while not match.over:
        match.settle(rng.randrange)
        if not match.over:
            match.play(match.to_act[0], rng.choice(match.legal(match.to_act[0])))
assert main(["games"]) == 0
sys.exit(main(["serve", "--port", "0"]))  # without the room it says what is missing
"""
# What the room is for: the page, and the application that serves it.
SERVED = """
from importlib.resources import files
from parlour.server import Settings, create_app
page = files("parlour.server") / "static"
assert 'name="parlour-base"' in (page / "index.html").read_text(encoding="utf-8")
assert "site-packages" in str(page), page
assert create_app(Settings()).version
"""
ENGINE = 12  # packages that the wheel alone may bring: rich and what it stands on, not a web server


def environment() -> dict[str, str]:
    """What a stranger's shell has: no Node, nothing of this checkout."""
    here = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PARLOUR", "VIRTUAL", "PYTEST"))}
    return here | {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "SOURCE_DATE_EPOCH": "1700000000"}


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """What a program prints; it must succeed."""
    done = subprocess.run(command, cwd=cwd, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel and the source distribution."""
    if not BUILT.is_file():
        pytest.skip("the page is not built: make test builds it")
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-d", folder)
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    return next(dist.glob("*.whl"))


@pytest.mark.long
def test_a_wheel_built_twice_has_the_same_bytes(dist: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "hatchling", "build", "-d", tmp_path)
    for one in dist.iterdir():
        assert one.read_bytes() == (tmp_path / one.name).read_bytes(), one.name


@pytest.mark.long
def test_what_is_uploaded_is_sound(dist: Path) -> None:
    assert "PASSED" in run(sys.executable, "-m", "twine", "check", "--strict", *dist.iterdir())


def interpreters() -> dict[str, str]:
    """One of each version that the machine has, this one among them, by name."""
    found = {THIS: sys.executable}
    for name in PYTHONS:
        kept = Path.home().glob(
            f".pyenv/versions/{name.removeprefix('python')}*/bin/{name}"
        )  # pyenv shows only those it was told to
        for path in [*kept, Path(shutil.which(name) or "")]:
            if path.is_file() and subprocess.run([path, "--version"], capture_output=True, check=False).returncode == 0:
                found.setdefault(name, str(path))
    return found


@pytest.mark.long
@pytest.mark.parametrize("name", PYTHONS if DRILLS else [THIS])
def test_the_wheel_alone_plays_and_with_the_room_serves(name: str, wheel: Path, tmp_path: Path) -> None:
    python = interpreters().get(name)
    if python is None:
        pytest.skip(f"{name} is not installed")
    run(python, "-m", "venv", "--without-pip", tmp_path / "clean")  # a pip of its own would take a third of the time
    clean = tmp_path / "clean" / "bin" / "python"
    install(clean, f"{wheel}", tmp_path)
    played = subprocess.run([clean, "-c", USED], cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert played.stderr == "parlour serve: the room needs the extra `room`: pip install 'parlour[room]'\n"
    assert played.returncode == 1
    assert "skyjo" in played.stdout
    packages = [path.name for path in clean.parent.parent.glob("lib/python*/site-packages/*.dist-info")]
    assert 0 < len(packages) <= ENGINE, packages
    if DRILLS:  # three times what the wheel alone brings
        install(clean, f"{wheel}[room]", tmp_path)
        run(clean, "-c", SERVED, cwd=tmp_path)


def install(python: Path, what: str, cwd: Path) -> None:
    """Into the environment of that Python, by this one's pip."""
    try:
        run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-compile", what, cwd=cwd)
    except AssertionError as error:
        if re.search("no matching distribution|connection|temporary failure|retries", str(error), re.IGNORECASE):
            require("registry", "packages cannot be fetched")
        raise
