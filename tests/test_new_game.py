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
    assert main(["new-game", "nine_lives", "--folder", str(folder), "--full"]) == 0  # whose rules are those without it
    return folder


def test_without_full_it_is_what_a_game_must_have(tmp_path: Path, made: Path) -> None:
    """And with it every optional part, whose words are in both languages."""
    assert main(["new-game", "nine_lives", "--folder", str(tmp_path / "short")]) == 0
    short, full = ({str(file.relative_to(at)) for file in at.rglob("parlour_*/**/*.*")} for at in (tmp_path / "short", made))
    parts = ("advice", "chance", "features", "guide", "policy", "texts")
    pages = {"page/index.js", "page/table.css"}
    assert full - short >= {f"parlour_nine_lives/{part}" for part in {f"{name}.py" for name in parts} | pages}
    assert not {file for file in short - full if file.endswith((".py", ".json", ".md"))}


def run(folder: Path, *arguments: str, fails: bool = False) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder / "site")}
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, env=environment, cwd=folder, timeout=300, check=False
    )
    assert (done.returncode != 0) == fails, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(made: Path) -> Path:
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    run(made, "-m", "pip", "install", *options, "--target", str(made / "site"), str(made))
    return made


@pytest.mark.long
def test_it_passes_every_law(installed: Path) -> None:
    told = run(
        installed,
        *("-m", "pytest", "--pyargs", "parlour.testing.kit", "-p", "no:cacheprovider", "-q", "-k", "not compiled"),
        *("--parlour-game", "nine_lives", "--parlour-playthroughs", "playthroughs"),
    )
    assert "passed" in told
    assert "failed" not in told
    assert "nine_lives: non_interference: twins compared: Counts(player=" in told
    for part in ("progress_is_sure", "leans_on_its_view"):  # of its guide and its policy
        assert f"nine_lives: {part}" in told


def test_the_laws_say_what_writes_a_story_anew_from_where_one_stands(installed: Path) -> None:
    """With the folder that was named, and by a path that works where the laws were run."""
    story = installed / "playthroughs" / "nine_lives.txt"
    kept = story.read_text(encoding="utf-8")
    story.write_text("another story\n", encoding="utf-8")
    which = "parlour.testing.kit::test_playthrough_is_unchanged"
    options = ("--parlour-game", "nine_lives", "--parlour-playthroughs", str(installed / "playthroughs"))
    told = run(installed, "-m", "pytest", "--pyargs", which, "-p", "no:cacheprovider", "-q", *options, fails=True)
    hint = "python -m parlour.testing.playthroughs nine_lives --folder playthroughs"
    assert hint in told
    run(installed, *hint.split()[1:])
    assert story.read_text(encoding="utf-8") == kept


def test_its_bot_beats_chance(installed: Path) -> None:
    told = run(
        installed,
        *("-m", "parlour", "simulate", "nine_lives", "--players", "2", "--games", "400", "--bots", "careful,random", "--csv"),
    )
    shares = {line.split(",")[2]: float(line.split(",")[5]) for line in told.splitlines()[1:]}
    assert shares["careful"] > shares["random"] + 0.1


def test_nothing_of_the_model_is_left_in_it(made: Path) -> None:
    for file in made.rglob("*"):
        if file.is_file() and file.suffix in (".py", ".json", ".md", ".toml", ".txt", ".js", ".css"):
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
