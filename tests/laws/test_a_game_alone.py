"""A game is found by listing the package: adding one changes no file outside its own folders."""

import re
from pathlib import Path

import pytest

from parlour.engine.contract.game import games

ROOT = Path(__file__).parents[2]
PLACES = (
    "src/parlour",
    "web/src",
    "web/build.py",
    "web/vite.config.ts",
    "pyproject.toml",
    "Makefile",
    "hatch_build.py",
    ".ci/run",
)
TEXTS = {".py", ".ts", ".svelte", ".css", ".json", ".toml", ".html", ""}
LANGUAGES = [path.stem for path in ROOT.glob("web/src/words/??.json")]
EXCUSED = {
    "web/src/styles/tokens.css": "the felts of the four games of the house; a guest has the house's own",
    "web/src/lib/door/BoxPicture.svelte": "the boxes of the four games of the house on the shelf; a guest has a plain one",
    "web/src/lib/puzzle/task.ts": "the games for which the house brings puzzles",
    "web/src/lib/play/KeysSheet.svelte": "the setting of the keyboard's keys",
    "web/src/lib/door/shelf.ts": "the four games of the house stand on the shelf before they are there",
    **{f"web/src/words/{language}.json": "what is printed on those four boxes" for language in LANGUAGES},
    "web/src/words/holes.ts": "made from those words",
    "pyproject.toml": "a keyword by which the package is found",
    "web/vite.config.ts": "what of the first game's table comes as one file, which weighs less than many",
    "web/src/routes/Pieces.svelte": "the documentation's pictures of the pieces: one lies on a felt",
    "web/src/routes/Gallery.svelte": "the gallery of components, for development only, shows the four felts",
}


def files() -> list[Path]:
    """The files that make the product, without those of a game, of the page's tests and those that are built."""
    found = []
    for place in PLACES:
        path = ROOT / place
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            inside = file.relative_to(ROOT).parts
            of_a_game = "games" in inside[:-2] and any(name in inside for name in games())
            made = {"static", "__pycache__", "node_modules", "tests"} & set(inside)
            if file.is_file() and file.suffix in TEXTS and not of_a_game and not made:
                found.append(file)
    return found


def names(text: str, game: str) -> bool:
    """Whether a text names a game: its id as a word in quotes or in a path, for `keys` is an English word too."""
    return re.search(rf"""["'`/]{game}["'`/]|games\.{game}\b|\bbox\.{game}\b""", text) is not None


def naming() -> set[str]:
    return {
        file.relative_to(ROOT).as_posix()
        for file in files()
        if any(names(file.read_text(encoding="utf-8"), game) for game in games())
    }


def test_no_file_outside_a_games_folders_names_it() -> None:
    assert len(files()) > 50
    assert sorted(naming() - set(EXCUSED)) == []


def test_every_excuse_is_still_needed() -> None:
    assert sorted(set(EXCUSED) - naming()) == []


@pytest.mark.parametrize("game", games())
def test_a_game_has_its_folders(game: str) -> None:
    folder = ROOT / "src/parlour/games" / game
    for part in ("__init__.py", "rules.py", "words.en.json", "words.fr.json", "rulebook.en.md", "rulebook.fr.md"):
        assert (folder / part).exists(), f"{folder / part} is missing"
    assert list((ROOT / "tests/games" / game).glob("test_*.py"))


def test_a_name_is_seen_and_a_common_word_is_not() -> None:
    assert names('load("keys")', "keys")
    assert names("import './games/keys/art.svg'", "keys")
    assert not names("Object.keys(x) and keyboard keys", "keys")
