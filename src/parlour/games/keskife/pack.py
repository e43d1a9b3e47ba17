"""A pack: what stands on the Action cards, as a data file whose format is checked. docs/rules/keskife.md describes it.

`python -m parlour.games.keskife.pack FILE` checks a file.
"""

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from parlour.games.keskife.state import COLOURS, ENTRIES, GESTURES, TAG_SIZES, TAGS

FORMAT = "parlour-keskife-pack-1"
LONGEST_TEXT = 64  # characters, so that a line fits a phone
FEWEST_FITS, MOST_FITS = 2, 5

Words = Mapping[str, str]  # by language


class PackError(ValueError):
    """A text that is not a pack; the message says where and what was expected."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An action to mime: its text by language, and the gestures that fit it, as bits."""

    text: Words
    fits: int


@dataclass(frozen=True, slots=True)
class Pack:
    """`entries` and `themes` by colour; `monkey` is the decoy card, whose first line tells the monkey what they are."""

    languages: tuple[str, ...]
    themes: tuple[Words, ...]
    entries: tuple[tuple[Entry, ...], ...]
    monkey: tuple[Words, ...]

    def language(self, wanted: str) -> str:
        """The wanted language where the pack has it, else its first."""
        return wanted if wanted in self.languages else self.languages[0]


def _expect(right: bool, where: str, wanted: str) -> None:
    if not right:
        raise PackError(f"{where}: {wanted}")


def _list(form: Any, size: int, where: str) -> list[Any]:
    _expect(isinstance(form, list) and len(form) == size, where, f"must be a list of {size}")
    return list(form)


def _keys(form: Any, keys: tuple[str, ...], where: str) -> dict[str, Any]:
    _expect(isinstance(form, dict) and set(form) == set(keys), where, f"must be an object with {', '.join(keys)}")
    return dict(form)


def _words(form: dict[str, Any], languages: tuple[str, ...], where: str) -> Words:
    for language in languages:
        text = form[language]
        good = isinstance(text, str) and text == text.strip() and 0 < len(text) <= LONGEST_TEXT
        _expect(good, f"{where}, {language}", f"must be a text of 1 to {LONGEST_TEXT} characters without spaces around it")
    return {language: form[language] for language in languages}


def _fits(form: Any, where: str) -> int:
    good = isinstance(form, list) and FEWEST_FITS <= len(form) <= MOST_FITS and all(g in GESTURES for g in form)
    _expect(
        good and len(set(form)) == len(form),
        where,
        f'"fits" must be {FEWEST_FITS} to {MOST_FITS} different gestures among {", ".join(GESTURES)}',
    )
    return sum(1 << GESTURES.index(gesture) for gesture in form)


def _entry(form: Any, languages: tuple[str, ...], where: str) -> Entry:
    keys = _keys(form, (*languages, "fits"), where)
    return Entry(_words(keys, languages, where), _fits(keys["fits"], where))


def _colour(form: Any, colour: str, languages: tuple[str, ...]) -> tuple[Words, tuple[Entry, ...]]:
    where = f"colour {colour}"
    keys = _keys(form, ("colour", "theme", *TAGS), where)
    _expect(keys["colour"] == colour, where, f'"colour" must be "{colour}": the colours come in the order {", ".join(COLOURS)}')
    theme = _words(_keys(keys["theme"], languages, f"{where}, theme"), languages, f"{where}, theme")
    entries = [
        _entry(entry, languages, f"{where}, {tag} {i + 1}")
        for tag, size in zip(TAGS, TAG_SIZES, strict=True)
        for i, entry in enumerate(_list(keys[tag], size, f"{where}, {tag}"))
    ]
    return theme, tuple(entries)


def _unrepeated(texts: list[Words], languages: tuple[str, ...]) -> None:
    """A text that stood twice would make two lines of a card the same, or the monkey's card say an action."""
    for language in languages:
        seen: set[str] = set()
        for words in texts:
            text = words[language].casefold()
            _expect(text not in seen, f"language {language}", f"{words[language]!r} stands there twice")
            seen.add(text)


def read(form: Any) -> Pack:
    """A pack from its JSON form. Raises PackError."""
    keys = _keys(form, ("format", "languages", "colours", "monkey"), "the pack")
    _expect(keys["format"] == FORMAT, "the pack", f'"format" must be "{FORMAT}"')
    spoken = keys["languages"]
    good = isinstance(spoken, list) and spoken and all(isinstance(x, str) and x and x != "fits" for x in spoken)
    _expect(
        bool(good) and len(set(spoken)) == len(spoken), "the pack", '"languages" must be a list of different codes such as "en"'
    )
    languages = tuple(spoken)
    forms = _list(keys["colours"], len(COLOURS), "colours")
    colours = [_colour(part, colour, languages) for part, colour in zip(forms, COLOURS, strict=True)]
    lines = _list(keys["monkey"], ENTRIES, "monkey")
    monkey = [_words(_keys(line, languages, f"monkey {i + 1}"), languages, f"monkey {i + 1}") for i, line in enumerate(lines)]
    _unrepeated([entry.text for _, entries in colours for entry in entries] + monkey, languages)
    return Pack(languages, tuple(theme for theme, _ in colours), tuple(entries for _, entries in colours), tuple(monkey))


def read_file(path: Path) -> Pack:
    """A pack from a file. Raises PackError naming the file."""
    try:
        return read(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise PackError(f"{path}: {error.strerror}") from None
    except ValueError as error:  # what is not JSON, not UTF-8 or not a pack
        raise PackError(f"{path}: {error}") from None


@cache
def pack() -> Pack:
    """The pack in use: the file $PARLOUR_KESKIFE_PACK names, or ours. Raises PackError."""
    return read_file(Path(os.environ.get("PARLOUR_KESKIFE_PACK") or Path(__file__).with_name("pack.json")))


def main(paths: list[str]) -> int:
    """Check files and say of each what is in it or what is wrong; 1 where one is wrong."""
    wrong = 0
    for path in paths:
        try:
            found = read_file(Path(path))
            print(f"{path}: {len(COLOURS) * ENTRIES} actions in {', '.join(found.languages)}")
        except PackError as error:
            print(error, file=sys.stderr)
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
