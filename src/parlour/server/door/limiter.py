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


def too_fast() -> Refused:
    return Refused("too_fast", "too many requests from your address; wait a little")


def unknown_table() -> Refused:
    return Refused("unknown_table", "there is no table of this word")


class Limiter:
    """The limits by address. Addresses are households.

    Behind one address sit many: whoever names a table that is there is measured apart, so that no neighbour who floods or
    guesses locks him out.
    """

    def __init__(self, limits: Limits) -> None:
        self._requests = Buckets(limits.requests_per_second, limits.request_burst)
        self._known = Buckets(limits.requests_per_second, limits.request_burst)
        self._tables = Buckets(limits.tables_per_hour / 3600, limits.tables_per_hour)
        self._guesses = Buckets(limits.guesses_per_second, limits.guesses)

    def request(self, address: str, now: float) -> bool:
        """Count an HTTP request or a handshake. False: there were too many."""
        return self._requests.of(address, now).take(now)

    def at_table(self, address: str, word: str, now: float) -> None:
        """Count what comes to a table that is there from an address that was too fast. Raises Refused (too_fast)."""
        if not self._known.of(f"{address} {word}", now).take(now):
            raise too_fast()

    def open_table(self, address: str, now: float) -> None:
        """Count a table opened. Raises Refused (too_many_tables)."""
        if not self._tables.of(address, now).take(now):
            raise Refused("too_many_tables", "too many tables were opened from your address; wait a little")

    def wrong(self, address: str, wrong: Refused, hurried: bool, now: float) -> Refused:
        """What a wrong table word or token is answered with: what it is, or that there were too many."""
        if hurried:
            return too_fast()
        if not self._guesses.of(address, now).take(now):
            return Refused("too_many_guesses", "too many wrong table words from your address; wait some minutes")
        return wrong
