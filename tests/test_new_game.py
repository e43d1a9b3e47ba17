"""`parlour new-game` lays out a package that is installed, found, and passes every law as it stands."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.cli import main


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new") / "nine"
    assert main(["new-game", "nine_lives", "--folder", str(folder)]) == 0
    return folder


def run(folder: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder / "site")}
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, env=environment, cwd=folder, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(made: Path) -> Path:
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    run(made, "-m", "pip", "install", *options, "--target", str(made / "site"), str(made))
    return made


def test_it_passes_every_law(installed: Path) -> None:
    told = run(
        installed,
        *("-m", "pytest", "--pyargs", "parlour.testing.kit", "-p", "no:cacheprovider", "-q", "-k", "not compiled"),
        *("--parlour-game", "nine_lives", "--parlour-playthroughs", "playthroughs"),
    )
    assert "passed" in told
    assert "failed" not in told
    assert "nine_lives: non_interference: twins compared: Counts(player=" in told


def test_its_bot_beats_chance(installed: Path) -> None:
    told = run(
        installed,
        *("-m", "parlour", "simulate", "nine_lives", "--players", "2", "--games", "400", "--bots", "careful,random", "--csv"),
    )
    shares = {line.split(",")[2]: float(line.split(",")[5]) for line in told.splitlines()[1:]}
    assert shares["careful"] > shares["random"] + 0.1


def test_nothing_of_the_model_is_left_in_it(made: Path) -> None:
    for file in made.rglob("*"):
        if file.is_file() and file.suffix in (".py", ".json", ".md", ".toml", ".txt"):
            assert "scaffold" not in file.read_text(encoding="utf-8").lower(), file


@pytest.mark.parametrize("name", ["Nine", "9lives", "nine-lives", "class", "", "keys"])
def test_a_name_that_cannot_be_is_refused_and_nothing_is_written(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", name, "--folder", str(tmp_path / "new")]) == 2
    assert "parlour new-game: " in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_folder_with_something_in_it_is_left_alone(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(made.rglob("*"))
    assert main(["new-game", "other", "--folder", str(made)]) == 2
    assert "there already" in capsys.readouterr().err
    assert sorted(made.rglob("*")) == before
