"""A language of the house is whole: the page, the terminal, every game's words and rulebook, and what KESKIFÈ?'s cards say."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "web" / "src" / "words"
TERMINAL = ROOT / "src" / "parlour" / "words"
GAMES = ROOT / "src" / "parlour" / "games"
LANGUAGES = sorted(path.stem for path in TERMINAL.glob("*.json"))
OTHERS = [language for language in LANGUAGES if language != "en"]
BRACED = re.compile(r"\{[^}]*\}")
WORD = re.compile(r"[^\W\d_][\w’]*")
FEW = 3  # words that may be the same in two languages: names, "Start", "{n} punten"


def catalogues(language: str) -> list[Path]:
    """The files a language is made of, the same list for each."""
    return [
        *(PAGE / f"{language}{part}.json" for part in ("", ".later")),
        TERMINAL / f"{language}.json",
        *(game / f"words.{language}.json" for game in sorted(GAMES.iterdir()) if (game / "words.en.json").exists()),
    ]


def flat(form: Any, at: str = "") -> dict[str, str]:
    """Every text by its path."""
    if isinstance(form, str):
        return {at: form}
    return {key: text for name, inside in form.items() for key, text in flat(inside, f"{at}/{name}").items()}


def read(path: Path) -> dict[str, str]:
    return flat(json.loads(path.read_text(encoding="utf-8")))


def outline(path: Path) -> list[str]:
    """What of a rulebook is the same in every language: its headings' levels, its pictures, its tables."""
    text = path.read_text(encoding="utf-8")
    return [line.group(1) for line in re.finditer(r"^(#+ |```\w+|\| --- )", text, re.MULTILINE)]


def test_six_languages_are_spoken() -> None:
    assert LANGUAGES == ["de", "en", "es", "fr", "it", "nl"]
    assert sorted(path.name[:-5] for path in PAGE.glob("??.json")) == LANGUAGES


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_text(language: str) -> None:
    """What a game's sentence fills in is a law of every game (`parlour.testing.catalogues`); here are the house's own."""
    faults = []
    for ours, english in zip(catalogues(language), catalogues("en"), strict=True):
        said, meant = read(ours), read(english)
        faults += [f"{ours.name}: {key} is missing or too much" for key in said.keys() ^ meant.keys()]
        for key in said.keys() & meant.keys():
            braces = GAMES not in ours.parents and set(BRACED.findall(said[key])) != set(BRACED.findall(meant[key]))
            if braces or bool(said[key]) != bool(meant[key]):
                faults.append(f"{ours.parent.name}/{ours.name}: {key}: {said[key]!r} for {meant[key]!r}")
    assert faults == []


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_was_left_in_english(language: str) -> None:
    """A sentence of several words that says the same in two languages was not translated."""
    left = []
    for ours, english in zip(catalogues(language), catalogues("en"), strict=True):
        said, meant = read(ours), read(english)
        alike = [key for key, text in said.items() if text == meant.get(key) and key != "/home.word.example"]
        left += [f"{ours.name}: {key}: {said[key]}" for key in alike if len(WORD.findall(BRACED.sub("", said[key]))) >= FEW]
    assert left == []


@pytest.mark.parametrize("language", OTHERS)
def test_rulebooks_have_the_same_chapters_and_pictures(language: str) -> None:
    for english in sorted(GAMES.glob("*/rulebook.en.md")):
        assert outline(english.with_name(f"rulebook.{language}.md")) == outline(english), english.parent.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_spaces_around_it_or_a_straight_apostrophe(language: str) -> None:
    for path in catalogues(language):
        wrong = [
            f"{key}: {text!r}" for key, text in read(path).items() if "'" in text or (text != text.strip() and "text_" not in key)
        ]
        assert wrong == [], path.name
