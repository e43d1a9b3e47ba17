"""Every sentence of a language, as it may stand on the page, and which one a text is."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.page.visits import ROOT

LANGUAGES = ("en", "de", "fr", "es", "it", "nl")
HOLE = re.compile(r"\{(\w+)(:seat)?\}")
LETTERS = re.compile(r"[^\W\d_]")
LEAST = 3  # letters of its own that a sentence has; fewer fit anything


@dataclass(frozen=True)
class Sentence:
    key: str
    pattern: re.Pattern[str]
    letters: int  # of its own

    def read(self, text: str) -> dict[str, str] | None:
        """What stands in its holes, where the text is this sentence."""
        found = self.pattern.fullmatch(text)
        return found.groupdict() if found else None


def strings(form: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every sentence of a catalogue with its key."""
    if isinstance(form, str):
        yield key, form
    elif isinstance(form, dict):
        for name, value in form.items():
            yield from strings(value, f"{key}.{name}" if key else name)


def sentence(key: str, text: str) -> Sentence:
    parts, end, holes = [], 0, set()
    for hole in HOLE.finditer(text):
        parts.append(re.escape(text[end : hole.start()]))
        name = hole.group(1)
        parts.append(f"(?P={name})" if name in holes else f"(?P<{name}>.+?)")
        holes.add(name)
        end = hole.end()
    parts.append(re.escape(text[end:]))
    # Spaces that hold words together are read as spaces; a first value begins with a capital letter.
    pattern = re.sub(r"(\\?[\s\u00a0\u202f])+", r"\\s+", "".join(parts))
    return Sentence(key, re.compile(pattern), len(LETTERS.findall(HOLE.sub("", text))))


class Catalogue:
    """The page's sentences and a game's, in one language."""

    def __init__(self, language: str, game: str) -> None:
        self.language = language
        self.game: dict[str, Any] = json.loads((ROOT / f"src/parlour/games/{game}/words.{language}.json").read_text())
        page: dict[str, str] = {}
        for part in ("", ".later"):
            page |= json.loads((ROOT / f"web/src/words/{language}{part}.json").read_text())
        self.texts = {f"page:{key}": text for key, text in page.items()} | dict(strings(self.game))
        self._plain: dict[str, list[str]] = {}
        self._filled: list[Sentence] = []
        for key, text in self.texts.items():
            if HOLE.search(text):
                made = sentence(key, text.strip())
                if made.letters >= LEAST:
                    self._filled.append(made)
            else:
                self._plain.setdefault(" ".join(text.split()), []).append(key)
        self._filled.sort(key=lambda one: -one.letters)
        self.keys = {key.removeprefix("page:") for key in self.texts if "." in key}

    def which(self, text: str) -> list[tuple[str, dict[str, str]]]:
        """The sentences that a text may be, the fullest first, with what stands in their holes."""
        found: list[tuple[str, dict[str, str]]] = [(key, {}) for key in self._plain.get(text, [])]
        for one in self._filled:
            values = one.read(text)
            if values is not None:
                found.append((one.key, values))
        return found

    def surely(self, text: str) -> bool:
        """Whether this is a sentence of this language, of more words than a name has."""
        if len(text.split()) < 3:
            return False
        return text in self._plain or any(one.letters >= 12 and one.read(text) for one in self._filled)

    @cache  # noqa: B019 - a catalogue lives as long as the run
    def counted(self) -> list[tuple[str, Sentence]]:
        """The sentences for a number that is not one, of those that have another for one."""
        others = {key: text for key, text in self.texts.items() if key.endswith(".other") and f"{key[:-6]}.one" in self.texts}
        return [
            (key, sentence(key, text))
            for key, text in others.items()
            if "{n}" in text and text != self.texts[f"{key[:-6]}.one"] and len(LETTERS.findall(HOLE.sub("", text))) >= LEAST
        ]


@cache
def catalogue(language: str, game: str) -> Catalogue:
    return Catalogue(language, game)
