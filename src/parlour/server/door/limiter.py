"""How much one address may ask for."""

from collections import OrderedDict
from ipaddress import IPv6Address, ip_address

from parlour.server.settings import Limits
from parlour.server.table.bucket import Bucket
from parlour.server.wire.refused import Refused

ADDRESSES = 10_000  # buckets kept per kind; the longest unused is forgotten first


class Buckets:
    """A bucket for each address."""

    __slots__ = ("_buckets", "_burst", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str, now: float) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst, now)
            if len(self._buckets) > ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket


def household(address: str) -> str:
    """What one client can pass for: an IPv4 address, or the /64 network of an IPv6 one."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return parsed.exploded[:19]
    return str(getattr(parsed, "ipv4_mapped", None) or parsed)


class Limiter:
    """The limits by address. Addresses are households."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._requests = Buckets(limits.requests_per_second, limits.request_burst)
        self._tables = Buckets(limits.tables_per_hour / 3600, limits.tables_per_hour)
        self._guesses = Buckets(limits.guesses_per_second, limits.guesses)
        self._sockets: dict[str, int] = {}

    def request(self, address: str, now: float) -> None:
        """Count an HTTP request. Raises Refused (too_fast)."""
        if not self._requests.of(address, now).take(now):
            raise Refused("too_fast", "too many requests from your address; wait a little")

    def open_table(self, address: str, now: float) -> None:
        """Count a table opened. Raises Refused (too_many_tables)."""
        if not self._tables.of(address, now).take(now):
            raise Refused("too_many_tables", "too many tables were opened from your address; wait a little")

    def may_guess(self, address: str, now: float) -> None:
        """Raises Refused (too_many_guesses) once an address has named too many tables or tokens that are not there.

        Asked before any table is looked up, so that an address out of guesses learns nothing more.
        """
        if self._guesses.of(address, now).empty(now):
            raise Refused("too_many_guesses", "too many wrong table words from your address; wait some minutes")

    def wrong_guess(self, address: str, now: float) -> None:
        self._guesses.of(address, now).take(now)

    def enter(self, address: str) -> None:
        """Count an open socket. Raises Refused (too_fast)."""
        if self._sockets.get(address, 0) >= self._limits.sockets:
            raise Refused("too_fast", "too many connections are open from your address")
        self._sockets[address] = self._sockets.get(address, 0) + 1

    def leave(self, address: str) -> None:
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]
