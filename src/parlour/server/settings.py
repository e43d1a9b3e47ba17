"""The operator's settings of a room."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DAY = 86_400.0
STATIC = Path(__file__).parent / "static"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client or one address may ask for. Rates are token buckets: a burst, refilled per second."""

    message_bytes: int = 24_576  # a WebSocket message or a request's body
    log_bytes: int = 200_000  # a log that is to be shown again
    messages_per_second: float = 20.0  # per connection
    message_burst: int = 60
    signals_per_second: float = 12.0  # per person, passed on to another's connections
    signal_burst: int = 80
    signal_bytes: int = 16_384
    lines_per_second: float = 0.5  # said at a table, per person; reactions are counted with them
    line_burst: int = 8
    refusals: int = 200  # too-fast messages, less those let through since, before the connection is closed
    requests_per_second: float = 20.0  # HTTP, per address; the page's own files are not counted
    request_burst: int = 100
    tables_per_hour: int = 30  # opened per address
    tables_per_address: int = 50  # opened from there and not closed
    advice_per_hour: int = 20  # matches that the advisor is to look at, per address
    forget_per_hour: int = 20  # requests to be erased, per address
    tries: int = 60  # at puzzles that are counted, per address, refilled two a minute
    guesses: int = 12  # wrong table words or tokens per address that are told so, refilled one a minute
    guesses_per_second: float = 1 / 60
    codes: int = 10  # codes of big screens typed per address, right or wrong, refilled one a minute
    codes_in_all: int = 60  # and from everywhere, refilled one a second
    connections: int = 100_000  # open at once; fewer where the system lets the process open fewer files
    connections_per_address: int = 256  # WebSockets included; of a trusted proxy's address as many as of all
    sockets: int = 200  # WebSockets open at once per address
    onlookers: int = 100  # per table
    televisions: int = 2  # per table, that may ask for people's pictures
    sockets_per_person: int = 12  # at one table; the oldest goes when another comes
    waiting_messages: int = 256  # unsent per connection before it is dropped; it comes back and resynchronises
    waiting_bytes: int = 1_000_000  # of such messages, in characters
    tables: int = 10_000  # not closed, in all
    lag: float = 0.5  # seconds by which the event loop may be late for some time; later than that, what is new is put off


@dataclass(frozen=True, slots=True)
class Settings:
    """How a room is run. Times are seconds; `database` is an SQLAlchemy URL."""

    database: str = "sqlite:///parlour.sqlite"
    grace: float = 45.0  # how long a person may be gone before a bot covers the seat and hosting passes on
    expiry: float = 30 * DAY  # a table nobody has touched for so long is closed
    silence: float = 365 * DAY  # the same for a table that is kept
    season: float = 180 * DAY  # a league is erased when nobody has changed it for so long
    retention: float | None = None  # a closed table is erased when nobody has touched it for so long; None: never
    unused: float = DAY  # the same for a table at which nothing was ever played
    repeats: float = DAY  # a request is known again, if it is repeated, for this long at least
    evening: float = DAY / 2  # how long somebody whom the host sent away for the evening stays out
    quiet: float = 120.0  # how long a host who is here may do nothing before two others can have it pass on
    pace: tuple[float, float] = (0.8, 1.8)  # a bot's thinking time lies between these
    patience: float = 2.0  # how long a bot's thought may take before the rule of thumb plays in its place
    thinkers: int = 0  # processes that think for Sharp bots; 0: such bots play by the rule of thumb
    tolerance: float = 1.0  # how long the game's clock waits for a play that was sent in time and is still under way
    unload: float = 300.0  # a table nobody is connected to leaves memory after this
    limits: Limits = field(default_factory=Limits)
    inside: str = "127.0.0.1"  # "host" or "host:port" at which servers that share the database reach this one
    lab: bool = True  # pages may ask for studies of house rules, which are played in a process of their own
    lan: tuple[str, ...] = ()  # addresses at which the room is reached in the local network, as URLs
    ice: tuple[dict[str, Any], ...] = ()  # RTCIceServer entries handed to the page
    secure: bool = False  # served over TLS
    public: str = ""  # what the world calls this room (`proxy.public_url`), where that is not how it is reached
    proxies: tuple[str, ...] = ()  # addresses and networks (`proxy.trusted_proxy`) that say from where others come
    origins: tuple[str, ...] = ()  # origins besides its own that may open a WebSocket
    static: Path = STATIC  # the built page
    tab: Path | None = None  # what `parlour tab` wrote: the room that pages may take along
