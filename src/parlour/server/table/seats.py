"""The people at a table: persons and bots, their order, who is here, and who is the host."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Any, get_args

from parlour.bots.levels import GENTLE, SHARP
from parlour.server.table.names import free_name, likeness
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.people import Guest, PersonShown
from parlour.server.wire.values import AVATAR, Animal, CoveredBy, Head

AVATAR_FORM = re.compile(AVATAR)
# What bots are called, by their level: things of a workshop, so that nobody takes one for a person, and a name tells the temper.
BOT_NAMES: dict[str, tuple[str, ...]] = {
    GENTLE: (
        *("Thimble", "Bobbin", "Button", "Tassel", "Pompom", "Doily", "Ribbon", "Mitten"),
        *("Tuffet", "Noodle", "Toggle", "Trinket", "Bauble", "Spool", "Velcro"),
    ),
    SHARP: (
        *("Gimlet", "Bradawl", "Bodkin", "Caliper", "Stylus", "Chisel", "Auger", "Pincer"),
        *("Scriber", "Vernier", "Tweezer", "Rasp", "Plumb", "Burin", "Sextant"),
    ),
}
STEADY_NAMES = (
    *("Cog", "Tick", "Tock", "Ratchet", "Sprocket", "Piston", "Rivet", "Spindle"),
    *("Crank", "Pulley", "Flywheel", "Gasket", "Dynamo", "Bearing", "Bolt"),
)  # of every other kind
FACES: dict[str, tuple[Head, ...]] = {GENTLE: ("thimble", "thimble2"), SHARP: ("gimlet", "gimlet2")}  # of bots, by their level
STEADY_FACES: tuple[Head, ...] = ("cog", "tick", "tock")  # of every other kind
NOBODY = "cog"  # the avatar of a person who is to be forgotten: it is none that people choose, so the page draws its own
ANIMALS: tuple[Animal, ...] = get_args(Animal)


def proper_avatar(avatar: str) -> str:
    """The id of an avatar. Raises Refused (bad_avatar)."""
    if not AVATAR_FORM.fullmatch(avatar):
        raise Refused(
            "bad_avatar",
            "an avatar is named by 1 to 24 small letters, digits and hyphens, and does not begin with a hyphen",
            field="avatar",
        )
    return avatar


@dataclass(slots=True)
class Person:
    """A person or a bot at a table."""

    number: int  # public; never used again at this table
    name: str
    avatar: str
    bot: str | None = None  # the kind; None for a person
    token: str | None = None  # SHA-256 of the token, in hex; None for a bot
    device: str | None = None  # SHA-256 of what the device calls itself, where it does
    seat: int | None = None  # in the match that runs or ran last
    ready: bool = False
    left: bool = False  # gave up the chair for good during a match
    connections: set[int] = field(default_factory=set)
    gone: float = 0.0  # when the last connection went
    cover: CoveredBy | None = None  # why a bot plays for this person, as long as one does
    back_at: float | None = None  # when they said that they will be back, while a bot plays at their wish
    link: str | None = None  # SHA-256, in hex, of what moves the chair to another device, once
    link_until: float = 0.0

    @property
    def here(self) -> bool:
        return self.bot is not None or bool(self.connections)

    @property
    def guest(self) -> Guest:
        return {"name": self.name, "avatar": self.avatar, "bot": self.bot}

    @property
    def covered(self) -> bool:
        return self.cover is not None

    def uncover(self) -> None:
        """No bot plays for this person any more."""
        self.cover = self.back_at = None

    @property
    def chair(self) -> bool:
        """A person who sits here, connected or not: neither a bot nor one who left."""
        return self.bot is None and not self.left

    def shown(self, shook: bool, kept_until: float | None, asleep: bool) -> PersonShown:
        return {
            "person": self.number,
            "name": self.name,
            "avatar": self.avatar,
            "bot": self.bot,
            "seat": self.seat,
            "here": self.here,
            "ready": self.ready,
            "covered": self.covered,
            "cover": self.cover,
            "back_at": self.back_at,
            "kept_until": kept_until,
            "asleep": asleep,
            "left": self.left,
            "shook": shook,
        }

    def kept(self) -> dict[str, Any]:
        names = ("number", "name", "avatar", "bot", "token", "device", "seat", "ready", "left", "back_at", "link", "link_until")
        cover = None if self.cover == "line" else self.cover  # whose line was down is covered again by and by
        return {**{name: getattr(self, name) for name in names}, "cover": cover}


class Seats:
    """The people in their order, which is the order of the seats in the next match."""

    __slots__ = ("_next", "host", "people")

    def __init__(self) -> None:
        self.people: list[Person] = []
        self.host: int | None = None  # the number of the person who is host
        self._next = 1

    def __iter__(self) -> Iterator[Person]:
        return iter(self.people)

    def __len__(self) -> int:
        return len(self.people)

    def free_name(self, name: str, person: Person | None = None) -> str:
        """A name as it is kept, which nobody else who sits here has; `person` may keep their own. Raises Refused (bad_name)."""
        return free_name(name, (other.name for other in self.people if other is not person and not other.left))

    def add(self, name: str, avatar: str, token: str | None = None, bot: str | None = None, known: int | None = None) -> Person:
        """Seat somebody last; the first person becomes the host. `known`: the number of who sat here before."""
        person = Person(self._next if known is None else known, name, avatar, bot, token)
        self._next += known is None
        self.people.append(person)
        if self.host is None and bot is None:
            self.host = person.number
        return person

    def add_bot(self, kind: str) -> Person:
        """Seat a bot under a name nobody here has."""
        return self.add(self.bot_name(kind), self.face(kind), bot=kind)

    def bot_name(self, kind: str) -> str:
        """The name of a bot of this kind, which nobody else here has."""
        taken = {likeness(person.name) for person in self.people}
        numbered = (f"Bot {number}" for number in count(self._next))
        return next(name for name in chain(BOT_NAMES.get(kind, STEADY_NAMES), numbered) if likeness(name) not in taken)

    def face(self, kind: str) -> str:
        """The face of a bot of this kind, which no other here has."""
        faces = FACES.get(kind, STEADY_FACES)
        worn = {person.avatar for person in self.people if person.bot is not None}
        others = (f"{face}-{number}" for number in count(2) for face in faces)  # the same with another colour and antenna
        return next(face for face in chain(faces, others) if face not in worn)

    def animal(self, wanted: str) -> str:
        """The avatar of somebody who sits down: the one they want or, if another person here has it, an animal nobody has."""
        worn = {person.avatar for person in self.people if person.bot is None and not person.left}
        free = [animal for animal in ANIMALS if animal not in worn]
        return free[0] if wanted in worn and free else wanted

    def names(self, players: int) -> tuple[str, ...]:
        """The names by seat in the match that ran last; none where not every seat's is known any more."""
        known = {person.seat: person.name for person in self.people}
        return tuple(known[seat] for seat in range(players)) if all(seat in known for seat in range(players)) else ()

    def person(self, number: int) -> Person:
        """Raises Refused (no_such_person)."""
        for person in self.people:
            if person.number == number:
                return person
        raise Refused("no_such_person", f"nobody here has the number {number}")

    def holder(self, token: str) -> Person | None:
        """Who holds the token of this hash."""
        return next((person for person in self.people if person.token == token), None)

    def back(self, number: int | None) -> Person | None:
        """Whoever has this number and a chair here, and is away."""
        return next((one for one in self.people if one.number == number and one.chair and not one.connections), None)

    def unused(self, number: int | None) -> int | None:
        """This number, where nobody here has it: one who got up during a match is still on its sheet."""
        return None if any(one.number == number for one in self.people) else number

    def at(self, seat: int) -> Person:
        """Who sits at a seat of the match."""
        return next(person for person in self.people if person.seat == seat)

    def replace(self, former: Person, name: str, avatar: str, token: str, known: int | None = None) -> Person:
        """A new person in the place and the seat of a bot, or one who sat here before. Raises Refused (bad_name)."""
        place = self.people.index(former)
        person = self.add(self.free_name(name, former), avatar, token, known=known)
        person.seat = former.seat
        self.people.remove(former)
        self.people.insert(place, self.people.pop())
        return person

    def unname(self, person: Person) -> None:
        """Call a person by a number that nobody is called by; nothing of their device is kept."""
        taken = {other.name for other in self.people}
        person.name = next(name for name in (f"P{number}" for number in count(1)) if name not in taken)
        person.avatar, person.device = NOBODY, None

    def remove(self, person: Person, now: float) -> None:
        self.people.remove(person)
        if self.host == person.number:
            self.pass_on(now, 0.0)

    def move(self, person: Person, to: int) -> None:
        self.people.remove(person)
        self.people.insert(to, person)

    def take_seats(self) -> None:
        """Number the seats of a new match by the present order."""
        for seat, person in enumerate(self.people):
            person.seat, person.left, person.ready = seat, False, False
            person.uncover()

    def clear_seats(self) -> None:
        """Back to the lobby: those who left are gone, nobody has a seat."""
        self.people = [person for person in self.people if not person.left]
        for person in self.people:
            person.seat, person.ready = None, False
            person.uncover()

    @property
    def anybody(self) -> bool:
        """Whether a person with a chair is connected."""
        return any(person.chair and person.connections for person in self.people)

    def host_gone(self) -> Person | None:
        """The host, when not connected and somebody who is could follow."""
        host = next((person for person in self.people if person.number == self.host), None)
        return host if host is not None and not host.connections and self._follower() is not None else None

    def _follower(self) -> Person | None:
        chairs = [person for person in self.people if person.chair and person.number != self.host]
        return next((person for person in chairs if person.connections), None)

    def pass_on(self, now: float, grace: float) -> bool:
        """Hand hosting to the next person who is here, once the host has been gone for the grace period.

        A host who gave up the chair (no grace) is followed by anybody with a chair, here or not.
        """
        host = next((person for person in self.people if person.number == self.host and person.chair), None)
        if host is not None and (host.connections or now < host.gone + grace):
            return False
        follower = self._follower()
        if follower is None and host is None:
            follower = next((person for person in self.people if person.chair), None)
        if follower is None and host is not None:
            return False
        self.host = follower.number if follower is not None else None
        return True

    def played(self, players: int) -> list[Guest]:
        """Who sits at the seats of the match, by seat."""
        return [self.at(seat).guest for seat in range(players)]

    def guests(self) -> list[Guest]:
        """Who is still here: the chairs that are not free."""
        return [one.guest for one in self.people if not one.left]

    def kept(self) -> dict[str, Any]:
        return {"people": [person.kept() for person in self.people], "host": self.host, "next": self._next}

    @classmethod
    def restored(cls, kept: dict[str, Any], now: float) -> "Seats":
        seats = cls()
        seats.people = [Person(**form, gone=now) for form in kept["people"]]
        seats.host, seats._next = kept["host"], kept["next"]
        return seats
