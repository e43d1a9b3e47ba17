"""What is wrong with what was read in a match, a line each."""

import re
from collections.abc import Iterator

from parlour.say import game_words
from tests.page.reader.catalogues import LANGUAGES, Catalogue, catalogue, sentence
from tests.page.reader.evening import Evening
from tests.page.reader.peaks import ASKS, PEAKS, TURNS

# "::" and "!." come of a sentence that was built around another's full stop.
BROKEN = re.compile(r"[{}]|\bundefined\b|\bNaN\b|\[object |\bnull\b|::|[!?:]\.(?!\.)")
KEY = re.compile(r"table(\.[a-z_0-9]+)+")  # of a text that no catalogue has is shown as it is
KEPT = re.compile(r"[^\w\s]|[\s\u00a0\u202f]+")


def faults(evening: Evening) -> list[str]:
    words = catalogue(evening.setting.language, evening.setting.game)
    found: dict[str, None] = {}
    for check in (broken, foreign, counted, untold, unasked, covered, unannounced):
        for fault in check(evening, words):
            found[f"{check.__name__}: {fault}"] = None
    return list(found)


def broken(evening: Evening, words: Catalogue) -> Iterator[str]:
    """A brace, the key of a catalogue, a value of the program."""
    for _, place, text in evening.read:
        plain = any(not values for _, values in words.which(text))  # in German one may wait for “null”
        if (BROKEN.search(text) and not plain) or KEY.fullmatch(text) or text in words.keys:
            yield f"{place}: {text}"


def foreign(evening: Evening, words: Catalogue) -> Iterator[str]:
    """A sentence of another language."""
    own = evening.setting.language
    others = [catalogue(language, evening.setting.game) for language in LANGUAGES if language != own]
    for text in dict.fromkeys(text for _, _, text in evening.read):
        if not words.which(text):
            for other in others:
                if other.surely(text):
                    yield f"{other.language}: {text}"


def counted(evening: Evening, words: Catalogue) -> Iterator[str]:
    """One thing, said as several."""
    for text in dict.fromkeys(text for _, _, text in evening.read):
        for key, several in words.counted():
            values = several.read(text)
            if values and values.get("n") == "1":
                yield f"{key}: {text}"


RUN = 24  # events that one line tells together, at most: a page that grows one has had its beginnings too


def untold(evening: Evening, words: Catalogue) -> Iterator[str]:
    """A sentence that tells an event which this seat was not told by then: who, what, how many, from where."""
    say = game_words(evening.setting.game, evening.setting.language)
    heard = evening.heard
    since: dict[str, int] = {}  # a sentence, and after how many events it was true first
    for at in range(len(heard)):
        since.setdefault(letters(say.event(heard[at], evening.seat, evening.names)), at + 1)
        for end in range(at + 2, min(len(heard), at + RUN) + 1):
            lines = say.story(heard[at:end], evening.seat, evening.names)
            if len(lines) != 1:
                break
            since.setdefault(letters(lines[0]), end)

    def told(text: str, upto: int) -> bool:
        return since.get(letters(text), upto + 1) <= upto

    def spoken(text: str) -> bool:
        """It tells no event, or nobody of this table."""
        return any(
            not key.startswith("events.") or values.get("name", evening.names[0]) not in evening.names
            for key, values in words.which(text)
        )

    def holds(parts: list[str], upto: int) -> bool:
        """Whether each sentence was told, or tells no event; some are of two parts."""
        return not parts or any(
            (told(". ".join(parts[:end]), upto) or spoken(". ".join(parts[:end]))) and holds(parts[end:], upto)
            for end in range(1, min(len(parts), 4) + 1)
        )

    for frame, place, text in evening.read:
        upto = evening.upto[min(frame, len(evening.upto)) - 1] if frame else 0
        if (
            any(key.startswith("events.") for key, _ in words.which(text))
            and not spoken(text)
            and not holds(text.split(". "), upto)
        ):
            yield f"{place}: {text}"


def letters(text: str) -> str:
    """What two ways of writing a list have in common."""
    return KEPT.sub("", re.sub(r"\b(and|und|et|y|e|en)\b", "", text)).casefold()


def unasked(evening: Evening, words: Catalogue) -> Iterator[str]:
    """A title that asks for what cannot be done, that waits for nobody, or that names another's turn than it is."""
    asks, turns = ASKS[evening.setting.game], TURNS[evening.setting.game]
    for moment in evening.moments:
        if moment.pressed is None or not moment.view:
            continue
        may = {action["do"] for action in moment.view["legal"]}
        mine = evening.seat in moment.view["asked"]
        for place, text in moment.standing:
            if place != "title":
                continue
            found = words.which(text)
            if any(key not in turns for key, _ in found):  # “You must challenge” names nobody who is called You
                found = [(key, values) for key, values in found if key not in turns]
            for key, values in found:
                if key in asks and not asks[key] & may:
                    yield f"{text} ({key}): one may {sorted(may)}"
                if key in turns and mine and may:
                    yield f"{text} ({key}): one is asked oneself"
                if key in turns and "name" in values and not mine and moment.view["asked"]:
                    those = {evening.names[seat] for seat in moment.view["asked"]}
                    if values["name"] not in those:
                        yield f"{text} ({key}): {sorted(those)} are asked"


def covered(evening: Evening, words: Catalogue) -> Iterator[str]:
    """A notice over a name, a heading or something to press."""
    for moment in evening.moments:
        yield from moment.over


def unannounced(evening: Evening, words: Catalogue) -> Iterator[str]:
    """A turning point of the match that no sentence announced."""
    read = list(dict.fromkeys(text for _, _, text in evening.read))

    def stood(key: str) -> bool:
        made = sentence(key, words.texts[key].strip())
        return any(made.pattern.search(text) for text in read)

    yield from PEAKS[evening.setting.game](evening, stood)
