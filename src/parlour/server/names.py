"""What a person may be called: names that can be seen, that cannot deceive, and that nobody else at the table has."""

import unicodedata
from collections.abc import Iterable

from parlour.server.wire import Refused

NAME_LENGTH = 24  # code points
JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"  # Persian names and joined emoji are written with them
# Letters and symbols by their category that are drawn as nothing, or as a space.
BLANK = (
    "\N{COMBINING GRAPHEME JOINER}\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}\N{HANGUL FILLER}"
    "\N{HALFWIDTH HANGUL FILLER}\N{KHMER VOWEL INHERENT AQ}\N{KHMER VOWEL INHERENT AA}\N{BRAILLE PATTERN BLANK}"
)
ACCENTS = 200  # combining classes from here on stand above, below or on a letter; lower ones are part of how it is written


def proper_name(name: str) -> str:
    """A name as it is kept: composed, single spaces, 1 to 24 characters that can be seen. Raises Refused (bad_name).

    Control and direction characters are refused, because they could make one name look like another. Markup is text.
    """
    kept = " ".join(unicodedata.normalize("NFC", name).split())
    if not any(_visible(character) for character in kept):
        raise Refused("bad_name", "a name has at least one character that can be seen", field="name")
    if len(kept) > NAME_LENGTH:
        raise Refused("bad_name", f"a name has 1 to {NAME_LENGTH} characters", field="name")
    if any(character in BLANK for character in kept):
        raise Refused("bad_name", "a name has no blank characters but single spaces", field="name")
    if any(_hidden(kept, i) for i in range(len(kept))):
        raise Refused("bad_name", "a name has no control characters", field="name")
    return kept


def free_name(name: str, others: Iterable[str]) -> str:
    """A proper name that none of the others has, whatever its case and accents. Raises Refused (bad_name, reason `taken`)."""
    kept = proper_name(name)
    if likeness(kept) in map(likeness, others):
        raise Refused("bad_name", "somebody at this table has this name already", field="name", reason="taken")
    return kept


def likeness(name: str) -> str:
    """What names that one would take for each other have in common: no case, accents, or characters that are not drawn."""
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    drawn = (c for c in parts if unicodedata.combining(c) < ACCENTS and unicodedata.category(c) != "Cf" and not _selector(c))
    return " ".join("".join(drawn).split())


def _visible(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS" and character not in BLANK


def _hidden(name: str, at: int) -> bool:
    """Whether this character is there unseen: control, direction, or a joiner that has nothing to join."""
    if name[at] in JOINERS:
        return not (0 < at < len(name) - 1 and _joined(name[at - 1]) and _joined(name[at + 1]))
    return unicodedata.category(name[at])[0] == "C"


def _joined(character: str) -> bool:
    """Whether a joiner may stand beside it: what Latin writing consists of is never joined."""
    return character > "\u02ff" and character not in JOINERS and not character.isspace()


def _selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
