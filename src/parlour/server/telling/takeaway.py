"""What can be taken along of a kept table: its matches as JSON and CSV, its next date as iCalendar (RFC 5545)."""

import csv
import io
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from parlour.server.table.keeping import Keeping, moment
from parlour.server.wire.evenings import MatchPlayed, TakenAlong
from parlour.server.wire.refused import Refused

FORMAT = "parlour-evenings/1"
COLUMNS = (
    *("match", "game", "options", "begun", "ended", "practice", "dealt_again", "lowest_wins"),
    *("person", "name", "bot", "absent", "score", "place"),
)
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet takes a text that begins so for something to be worked out
LASTS = 3 * 3600  # seconds of an evening in a calendar
FOLD = 74  # octets of a line in a calendar, of the 75 that are allowed


def taken(word: str, keeping: Keeping, matches: Sequence[MatchPlayed]) -> TakenAlong:
    """All of it."""
    kept = keeping.shown()
    assert kept is not None
    return {"format": FORMAT, "table": word, "kept": kept, "matches": list(matches)}


def rows(keeping: Keeping, matches: Sequence[MatchPlayed]) -> str:
    """A row for each seat of each match; times by the table's own clock, with their offset. Places of unranked seats are 0."""
    file = io.StringIO()
    writer = csv.DictWriter(file, COLUMNS)
    writer.writeheader()
    for match in matches:
        for seat in match["seats"]:
            member = keeping.members.get(seat["person"])
            writer.writerow(
                {
                    "match": match["match"],
                    "game": match["game"],
                    "options": json.dumps(match["options"], sort_keys=True),
                    "begun": _clock(match["begun"], keeping.zone),
                    "ended": _clock(match["ended"], keeping.zone),
                    "practice": int(match["practice"]),
                    "dealt_again": int(match["dealt_again"]),
                    "lowest_wins": int(match["lowest_wins"]),
                    "person": seat["person"],
                    "name": _plain(member.name if member is not None else ""),
                    "bot": seat["bot"] or "",
                    "absent": int(seat["absent"]),
                    "score": seat["score"],
                    "place": seat["rank"],
                }
            )
    return file.getvalue()


def _clock(at: float, zone: str) -> str:
    return datetime.fromtimestamp(at, ZoneInfo(zone)).isoformat()


def _plain(name: str) -> str:
    return f"'{name}" if name.startswith(FORMULA) else name


def invitation(word: str, link: str, keeping: Keeping, now: float) -> str:
    """The next date, at this address. Its id stays, so that one that is moved moves in the calendar too.

    Raises Refused (no_date).
    """
    if keeping.next is None:
        raise Refused("no_date", "no next date is set")
    begins = moment(keeping.next.local, keeping.zone)
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Parlour//Kept table//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:{word}@parlour",
        f"DTSTAMP:{_stamp(now)}",
        f"SEQUENCE:{int(now)}",
        f"DTSTART:{_stamp(begins)}",
        f"DTEND:{_stamp(begins + LASTS)}",
        f"SUMMARY:{_text(keeping.name)}",
        f"DESCRIPTION:{_text(link)}",
        f"URL:{link}",
        "END:VEVENT",
        "END:VCALENDAR",
    )
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _stamp(at: float) -> str:
    """In UTC, so that no table of time zones has to go along."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _folded(line: str) -> str:
    """Cut after so many octets, no character in two."""
    parts, part = [], ""
    for character in line:
        if len((part + character).encode()) > FOLD:
            parts.append(part)
            part = " "
        part += character
    return "\r\n".join([*parts, part])
