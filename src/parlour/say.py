"""Sentences from message catalogues: a game's `words.<lang>.json` and the terminal's own in `words/<lang>.json`."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import bidirectional

from parlour.engine import Game, load
from parlour.engine.contract.words import Json

FALLBACK = "en"
HOUSE = Path(__file__).parent / "words"  # the terminal's own catalogues
_BRACES = re.compile(r"\{(\w+)(:seat)?\}")
_FIRST = re.compile(r"^\{(?!name\b)\w+\}")  # a sentence that begins with a value
_SEATS = re.compile(r"\{(\w+):seat\}")
MINUS = "\N{MINUS SIGN}"
ISOLATE, END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def isolated(name: str) -> str:
    """A name for the inside of a sentence: one written from right to left must not turn round what stands beside it."""
    if ISOLATE in name or not any(bidirectional(character) in ("R", "AL") for character in name):
        return name
    return f"{ISOLATE}{name}{END}"


def languages(folder: Path, stem: str = "words.") -> list[str]:
    """The languages a folder has catalogues in, sorted."""
    return sorted(path.name.removeprefix(stem).removesuffix(".json") for path in folder.glob(f"{stem}*.json"))


def spoken(game: str | Game) -> list[str]:
    """The languages in which a game can be played at the terminal: its own and the terminal's, sorted."""
    game = load(game)
    return sorted({*languages(game.folder), *languages(HOUSE, stem="")})


@dataclass(frozen=True, slots=True)
class Say:
    """One catalogue and how its sentences are filled in."""

    words: Mapping[str, Any]

    def section(self, name: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.words.get(name, {})
        return found

    def value(self, arg: str, value: Json) -> str:
        """How an argument's value is said: by the catalogue where it says so; numbers with a real minus sign."""
        known = self.section("values").get(arg, {}).get(str(value))
        if known is not None:
            return str(known)
        return f"{MINUS}{-value}" if isinstance(value, int) and value < 0 else str(value)

    def fill(self, sentence: str, values: Mapping[str, Json], names: Sequence[str] = ()) -> str:
        """A sentence with its braces filled in; `{target:seat}` is the name of the person on that seat."""

        def one(found: re.Match[str]) -> str:
            arg, as_seat = found.group(1), found.group(2)
            if arg not in values:
                return found.group(0)
            value = values[arg]
            if isinstance(value, list):
                return ", ".join(self.value(arg, part) for part in value)
            return isolated(names[value] if as_seat else self.value(arg, value))

        return _BRACES.sub(one, sentence)

    def text(self, key: str, **values: Json) -> str:
        """A sentence of the `table` section."""
        return self.fill(str(self.section("table")[key]), values)

    def action(self, form: Mapping[str, Json], names: Sequence[str] = ()) -> str:
        """The label of an action in its JSON form."""
        sentence = self.section("actions").get(form["do"], form["do"])
        return self.fill(sentence, form, names)

    def event(self, form: Mapping[str, Json], seat: int | None, names: Sequence[str]) -> str:
        """What happened, as this seat would be told; empty where nothing is to be told."""
        return self._filled(self._sentence(form, seat) or "", form, names)

    def story(self, forms: Sequence[Mapping[str, Json]], seat: int | None, names: Sequence[str]) -> list[str]:
        """What happened, a sentence a play: what one seat does several times in a row is told once."""
        forms = [form for form in forms if self._sentence(form, seat)]  # what is not told parts nothing
        lines, at = [], 0
        while at < len(forms):
            run = [forms[at]]
            while at + len(run) < len(forms) and self._together([*run, forms[at + len(run)]], seat):
                run.append(forms[at + len(run)])
            lines.append(self._many(run, seat, names) if len(run) > 1 else self.event(run[0], seat, names))
            at += len(run)
        return lines

    def _sentence(self, form: Mapping[str, Json], seat: int | None, many: str = "") -> str | None:
        """The sentence an event is told a seat with: of oneself, to oneself, or of another."""
        sentences = self.section("events").get(form["event"], {})
        aimed = seat is not None and any(form.get(arg) == seat for arg in _SEATS.findall(sentences.get("other", "")))
        whose = "you" if seat is not None and form.get("seat") == seat else "to_you" if aimed else "other"
        hidden = any(value is None for value in form.values()) and f"{whose}_unknown" in sentences
        found: str | None = sentences.get(f"{whose}{'_unknown' if hidden else ''}{many}")
        return found

    def _filled(self, sentence: str, form: Mapping[str, Json], names: Sequence[str]) -> str:
        said = self.fill(sentence, {"name": names[form["seat"]] if "seat" in form else "", **form}, names)
        return said[:1].upper() + said[1:] if _FIRST.match(sentence) else said

    def _differing(self, run: Sequence[Mapping[str, Json]], sentence: str) -> list[str]:
        """The arguments of a sentence that are not the same in all these events."""
        args = dict.fromkeys(arg for arg, _ in _BRACES.findall(sentence))
        return [arg for arg in args if arg not in ("n", "name") and any(form.get(arg) != run[0].get(arg) for form in run)]

    def _together(self, run: Sequence[Mapping[str, Json]], seat: int | None) -> bool:
        """Whether one sentence can tell all these events."""
        first, last = run[0], run[-1]
        if (first["event"], first.get("seat")) != (last["event"], last.get("seat")):
            return False
        sentence = self._sentence(first, seat, "_many")
        return (
            sentence is not None
            and sentence == self._sentence(last, seat, "_many")
            and len(self._differing(run, sentence)) <= ("{n}" not in sentence)
        )

    def _many(self, run: Sequence[Mapping[str, Json]], seat: int | None, names: Sequence[str]) -> str:
        sentence = self._sentence(run[0], seat, "_many") or ""
        args = [arg for arg, _ in _BRACES.findall(sentence) if arg in run[0]]
        listed = [] if "{n}" in sentence else self._differing(run, sentence) or args  # what is counted is not listed
        several = {arg: [form[arg] for form in run] for arg in listed[:1]}
        return self._filled(sentence, {**run[0], **several, "n": len(run)}, names)

    def option(self, name: str, value: Json) -> tuple[str, str]:
        """An option's label and how its value is said."""
        words = self.section("options").get(name, {})
        values = value if isinstance(value, list) else [value]
        said = ", ".join(str(words.get("values", {}).get(str(v), v)) for v in values)
        return str(words.get("label", name)), said

    def reason(self, word: str, values: Mapping[str, Json] | None = None) -> str:
        """Why something is not allowed; with `values`, what is missing."""
        lacking = self.section("lacking").get(word) if values else None
        if lacking is not None and values is not None:
            form = lacking["one" if values["n"] == 1 else "other"] if isinstance(lacking, Mapping) else lacking
            return self.fill(str(form), values)
        return str(self.section("reasons").get(word, word))


def retold(
    say: Say,
    house: Say,
    names: Sequence[str],
    options: Mapping[str, Json],
    events: Sequence[Mapping[str, Json]],
    result: tuple[Sequence[int], Sequence[int]] | None,
) -> Iterator[str]:
    """The lines of a match's story: what is played with, each event in words, and score and rank by seat where it has ended."""
    names = [isolated(name) for name in names]

    def labelled(label: str, said: str) -> str:
        return house.text("labelled", label=label, said=said)

    yield labelled(str(say.words["name"]), ", ".join(names))
    if options:
        yield house.text("options", options="; ".join(labelled(*say.option(name, value)) for name, value in options.items()))
    yield from say.story(events, None, names)
    if result is None:
        return
    score, rank = result
    for name, points in zip(names, score, strict=True):
        yield house.text("score", name=name, score=points)
    winners = [name for name, place in zip(names, rank, strict=True) if place == 1]
    yield house.text("won", names=", ".join(winners)) if winners else house.text("nobody_won")


def seats_named(house: Say, names: Sequence[str], players: int) -> list[str]:
    """The names by seat, or what a seat is called where they are not known."""
    return list(names) if len(names) == players else [house.text("seat", number=seat) for seat in range(players)]


@cache
def _load(path: Path) -> Say:
    return Say(json.loads(path.read_text(encoding="utf-8")))


def _pick(folder: Path, language: str, name: Callable[[str], str]) -> Path:
    path = folder / name(language)
    return path if path.exists() else folder / name(FALLBACK)


def game_words(game: str | Game, language: str) -> Say:
    """A game's catalogue in a language, in English where it has none."""
    game = load(game)
    return _load(_pick(game.folder, language, "words.{}.json".format))


def house_words(language: str) -> Say:
    """The terminal's own catalogue in a language, in English where there is none."""
    return _load(_pick(HOUSE, language, "{}.json".format))


def rulebook(game: str | Game, language: str) -> str:
    """A game's rulebook as Markdown, in English where it has none in this language."""
    game = load(game)
    return _pick(game.folder, language, "rulebook.{}.md".format).read_text(encoding="utf-8")
