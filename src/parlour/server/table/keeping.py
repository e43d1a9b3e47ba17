"""What makes a table a kept one: a name, a time zone, who sat there, and when it meets next."""

from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from parlour.server.table.names import likeness, proper_name
from parlour.server.table.seats import NOBODY, Person, Seats
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.kept import KeptShown, MemberShown, NextShown, SeasonShown

DEVICES = 4  # by which a person is known again, the newest
MEMBERS = 64  # remembered that sat here; those that never played a match are forgotten first


@dataclass(slots=True)
class Member:
    """Somebody who sat at the table."""

    person: int
    name: str
    avatar: str
    devices: list[str] = field(default_factory=list)  # SHA-256, in hex
    played: bool = False  # in a match
    erased: bool = False

    def shown(self) -> MemberShown:
        return {"person": self.person, "name": self.name, "avatar": self.avatar, "erased": self.erased}


@dataclass(slots=True)
class Meeting:
    """The next date, and who has said what to it."""

    local: str
    coming: list[int] = field(default_factory=list)
    staying: list[int] = field(default_factory=list)


def zone_of(name: str) -> ZoneInfo:
    """A time zone. Raises Refused (bad_zone)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Refused("bad_zone", "this is no time zone's IANA name, such as Europe/Paris", field="zone") from None


def moment(local: str, zone: str) -> float:
    """Seconds since 1970 of a date and time by the clock of a zone; one that a clock shows twice is the first of the two."""
    return datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone)).timestamp()


def local_date(at: float, zone: str) -> date:
    """The date that a zone's calendar shows."""
    return datetime.fromtimestamp(at, ZoneInfo(zone)).date()


class Keeping:
    """Of one table. Every method does what is asked, or raises Refused and changes nothing."""

    __slots__ = ("members", "name", "next", "seasons", "since", "zone")

    def __init__(self) -> None:
        self.name = ""  # empty: it is not kept
        self.zone = "UTC"
        self.since = 0.0
        self.members: dict[int, Member] = {}  # by their number at the table
        self.next: Meeting | None = None
        self.seasons: list[SeasonShown] = []

    @property
    def on(self) -> bool:
        """Whether the table is kept."""
        return self.name != ""

    def required(self) -> None:
        """Raises Refused (not_kept)."""
        if not self.on:
            raise Refused("not_kept", "this table is not kept")

    def keep(self, name: str, zone: str, now: float) -> None:
        """Keep the table, or change its name and zone. Raises Refused (bad_name, bad_zone)."""
        kept = proper_name(name)
        zone_of(zone)
        self.since = self.since if self.on else now
        self.name, self.zone = kept, zone

    def let_go(self) -> None:
        """The table is a table like any other. Raises Refused (not_kept)."""
        self.required()
        self.name, self.next = "", None

    def meet(self, local: str | None) -> None:
        """Set the next date. Raises Refused (not_kept, bad_date)."""
        self.required()
        if local is not None:
            try:
                datetime.fromisoformat(local)
            except ValueError:
                raise Refused("bad_date", "there is no such date or time", field="at") from None
        self.next = Meeting(local) if local is not None else None

    def say(self, person: int, yes: bool) -> None:
        """Somebody says whether they come. Raises Refused (not_kept, no_date)."""
        self.required()
        if self.next is None:
            raise Refused("no_date", "no next date is set")
        for said in (self.next.coming, self.next.staying):
            if person in said:
                said.remove(person)
        (self.next.coming if yes else self.next.staying).append(person)

    def span(self, seasons: list[SeasonShown]) -> None:
        """Set the seasons. Raises Refused (not_kept, bad_name, bad_date)."""
        self.required()
        spans: list[SeasonShown] = []
        for season in seasons:
            try:
                first, last = date.fromisoformat(season["begins"]), date.fromisoformat(season["ends"])
            except ValueError:
                raise Refused("bad_date", "there is no such date", field="seasons") from None
            if last < first:
                raise Refused("bad_date", "a season ends on the day it begins, or later", field="seasons")
            spans.append({"name": proper_name(season["name"]), "begins": first.isoformat(), "ends": last.isoformat()})
        self.seasons = spans

    # --- who sits here

    def note(self, seats: Seats) -> None:
        """Remember those who sit here as they are now."""
        if not self.on:
            return
        here = {person.number for person in seats if person.bot is None}
        for person in seats:
            if person.bot is None:
                self._remember(person)
        self.members = {
            number: member for number, member in self.members.items() if member.played or member.erased or number in here
        }
        while len(self.members) > MEMBERS and (gone := next((n for n in self.members if n not in here), None)) is not None:
            del self.members[gone]

    def _remember(self, person: Person) -> None:
        member = self.members.setdefault(person.number, Member(person.number, person.name, person.avatar))
        if member.erased:
            return
        member.name, member.avatar = person.name, person.avatar
        member.played = member.played or person.seat is not None
        if person.device is not None and person.device not in member.devices:
            member.devices = [*member.devices, person.device][-DEVICES:]

    def known(self, device: str | None, name: str) -> Member | None:
        """Who sat here under this name with this device, of which the SHA-256 is given."""
        if not self.on or device is None:
            return None
        wanted = likeness(name)
        return next((one for one in self.members.values() if device in one.devices and likeness(one.name) == wanted), None)

    def erase(self, person: int) -> None:
        """Nothing tells any more who this person is; that there was somebody stays."""
        if person in self.members:
            self.members[person] = Member(person, "", NOBODY, played=self.members[person].played, erased=True)
        if self.next is not None:
            self.next.coming = [one for one in self.next.coming if one != person]
            self.next.staying = [one for one in self.next.staying if one != person]

    # --- what is told and kept of it

    def shown(self) -> KeptShown | None:
        """What everybody at the table may know; None where it is not kept."""
        if not self.on:
            return None
        meeting: NextShown | None = None
        if self.next is not None:
            meeting = {
                "local": self.next.local,
                "at": moment(self.next.local, self.zone),
                "coming": self.next.coming,
                "staying": self.next.staying,
            }
        return {
            "name": self.name,
            "zone": self.zone,
            "since": self.since,
            "members": [member.shown() for member in self.members.values()],
            "next": meeting,
            "seasons": self.seasons,
        }

    def kept(self) -> dict[str, Any]:
        """What is stored of it."""
        return {
            "name": self.name,
            "zone": self.zone,
            "since": self.since,
            "members": [asdict(member) for member in self.members.values()],
            "next": asdict(self.next) if self.next is not None else None,
            "seasons": self.seasons,
        }

    @classmethod
    def restored(cls, kept: dict[str, Any] | None) -> "Keeping":
        """Take up what was stored."""
        keeping = cls()
        if kept is not None:
            keeping.name, keeping.zone, keeping.since = kept["name"], kept["zone"], kept["since"]
            keeping.members = {form["person"]: Member(**form) for form in kept["members"]}
            keeping.next = Meeting(**kept["next"]) if kept["next"] is not None else None
            keeping.seasons = kept["seasons"]
        return keeping
