"""Validation of names: visible, not deceptive, and unique at the table."""

import re
import unicodedata
from collections.abc import Iterable
from functools import reduce

from parlour.server.wire.refused import Refused

Ranges = tuple[tuple[int, int], ...]  # code points, first and last of each

NAME_LENGTH = 24  # code points
JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"  # Persian names and joined emoji are written with them
# What is drawn as nothing though Unicode does not count it among the ignorable.
BLANK = "\N{BRAILLE PATTERN BLANK}\N{OBJECT REPLACEMENT CHARACTER}\N{MUSICAL SYMBOL NULL NOTEHEAD}\N{KHITAN SMALL SCRIPT FILLER}"
# Unicode's property Default_Ignorable_Code_Point (DerivedCoreProperties.txt), unassigned ones included.
IGNORABLE = (
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F)),
    *((0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0)),
    *((0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
# Variation selectors, which choose how the character before them is drawn: Mongolian, common, ideographic.
SELECTORS = ((0x180B, 0x180D), (0x180F, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))
TAGS = ((0xE0020, 0xE007F),)
# The emoji written with tags: the flags of England, Scotland and Wales. Any other would be drawn as the plain black flag.
BLACK_FLAG = "\N{WAVING BLACK FLAG}"
FLAGS = tuple(
    BLACK_FLAG + "".join(chr(0xE0000 + ord(letter)) for letter in country) + "\N{CANCEL TAG}"
    for country in ("gbeng", "gbsct", "gbwls")
)
FLAG = re.compile(f"({'|'.join(FLAGS)})")
MARKS = 3  # combining marks on one letter: as many as any language writes
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
        raise Refused("bad_name", "a name has no blank characters but single spaces", field="name", reason="unseen")
    if _piled(kept):
        raise Refused("bad_name", f"a letter of a name has at most {MARKS} marks", field="name", reason="marks")
    untagged = reduce(lambda text, flag: text.replace(flag, BLACK_FLAG), FLAGS, kept)
    if any(_hidden(untagged, i) for i in range(len(untagged))):
        raise Refused("bad_name", "a name has no control or other invisible characters", field="name", reason="unseen")
    return kept


def drawn(text: str) -> str:
    """A text as it is drawn: composed, single spaces, without what is there unseen. Empty where nothing of it can be seen."""
    parts = FLAG.split(" ".join(unicodedata.normalize("NFC", text).split()))  # every other one is a flag
    kept = "".join(part if i % 2 else _bared(part) for i, part in enumerate(parts))
    kept = " ".join(kept.split())
    return kept if any(_visible(character) for character in kept) else ""


def _bared(text: str) -> str:
    return "".join(c for i, c in enumerate(text) if c not in BLANK and not _hidden(text, i))


def free_name(name: str, others: Iterable[str]) -> str:
    """A proper name that none of the others has, whatever its case and accents. Raises Refused (bad_name, reason `taken`)."""
    kept = proper_name(name)
    if likeness(kept) in map(likeness, others):
        raise Refused("bad_name", "somebody at this table has this name already", field="name", reason="taken")
    return kept


def likeness(name: str) -> str:
    """What names that one would take for each other have in common: no case, accents, or characters that are not drawn."""
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    drawn = (c for c in parts if unicodedata.combining(c) < ACCENTS and (not _in(IGNORABLE, c) or _in(TAGS, c)))
    return " ".join("".join(drawn).split())


def _piled(text: str) -> bool:
    """Whether more marks stand on a letter than is written: they would reach into what is above and below."""
    run = 0
    for character in unicodedata.normalize("NFD", text):
        run = run + 1 if unicodedata.category(character) in ("Mn", "Me") and not _in(IGNORABLE, character) else 0
        if run > MARKS:
            return True
    return False


def _visible(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS" and character not in BLANK and not _in(IGNORABLE, character)


def _hidden(name: str, at: int) -> bool:
    """Whether this character is there unseen: control, direction, a filler, or a joiner that has nothing to join."""
    if name[at] in JOINERS:
        return not (0 < at < len(name) - 1 and _joined(name[at - 1]) and _joined(name[at + 1]))
    return unicodedata.category(name[at])[0] == "C" or (_in(IGNORABLE, name[at]) and not _in(SELECTORS, name[at]))


def _joined(character: str) -> bool:
    """Whether a joiner may stand beside it: what Latin writing consists of is never joined."""
    return character > "\u02ff" and character not in JOINERS and not character.isspace()


def _in(ranges: Ranges, character: str) -> bool:
    return any(first <= ord(character) <= last for first, last in ranges)
