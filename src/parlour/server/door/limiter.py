"""Rate limits per address."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from ipaddress import IPv6Address, ip_address

from parlour.server.settings import Limits
from parlour.server.table.bucket import Bucket
from parlour.server.wire.refused import Refused

Spend = Callable[[str, str, float, float], Awaitable[bool]]  # kind, address, rate, burst
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

    What protects the room (tables opened, words guessed) is counted for all its servers together, where there are several
    (`spend`); what protects a server from a flood is that server's own.

    Behind one address sit many: whoever names a table that is there is measured apart, so that no neighbour who floods or
    guesses locks them out.
    """

    def __init__(self, limits: Limits) -> None:
        self._requests = Buckets(limits.requests_per_second, limits.request_burst)
        self._known = Buckets(limits.requests_per_second, limits.request_burst)
        self._shared = {"tables": (limits.tables_per_hour / 3600, limits.tables_per_hour)}
        self._shared["guesses"] = (limits.guesses_per_second, limits.guesses)
        self._shared["advice"] = (limits.advice_per_hour / 3600, limits.advice_per_hour)
        self._shared["forget"] = (limits.forget_per_hour / 3600, limits.forget_per_hour)
        self._shared["tries"] = (1 / 30, limits.tries)
        self._shared["codes"] = (1 / 60, limits.codes)
        self._shared["codes in all"] = (1.0, limits.codes_in_all)
        self._alone = {kind: Buckets(rate, burst) for kind, (rate, burst) in self._shared.items()}
        self.spend: Spend | None = None

    def request(self, address: str, now: float) -> bool:
        """Count an HTTP request or a handshake. False: there were too many."""
        return self._requests.of(address, now).take(now)

    def at_table(self, address: str, word: str, now: float) -> None:
        """Count what comes to a table that is there from an address that was too fast. Raises Refused (too_fast)."""
        if not self._known.of(f"{address} {word}", now).take(now):
            raise too_fast()

    async def _take(self, kind: str, address: str, now: float) -> bool:
        if self.spend is None:
            return self._alone[kind].of(address, now).take(now)
        return await self.spend(kind, address, *self._shared[kind])

    async def open_table(self, address: str, now: float) -> None:
        """Count a table opened. Raises Refused (too_many_tables)."""
        if not await self._take("tables", address, now):
            raise Refused("too_many_tables", "too many tables were opened from your address; wait a little")

    async def ask_advice(self, address: str, now: float) -> None:
        """Count a match that the advisor is to look at. Raises Refused (too_fast)."""
        if not await self._take("advice", address, now):
            raise too_fast()

    async def forget(self, address: str, now: float) -> None:
        """Count somebody who has themselves erased. Raises Refused (too_fast)."""
        if not await self._take("forget", address, now):
            raise too_fast()

    async def try_puzzle(self, address: str, now: float) -> None:
        """Count a try at a puzzle that is to be counted. Raises Refused (too_fast)."""
        if not await self._take("tries", address, now):
            raise too_fast()

    async def type_code(self, address: str, now: float) -> None:
        """Count a code that a big screen types. Raises Refused (too_many_guesses), for right ones too: four letters are few."""
        if not (await self._take("codes", address, now) and await self._take("codes in all", "", now)):
            raise Refused("too_many_guesses", "too many codes were typed; wait a few minutes, or scan the QR code")

    async def wrong(self, address: str, wrong: Refused, hurried: bool, now: float) -> Refused:
        """What a wrong table word or token is answered with: what it is, or that there were too many."""
        if hurried:
            return too_fast()
        if not await self._take("guesses", address, now):
            return Refused("too_many_guesses", "too many wrong table words from your address; wait some minutes")
        return wrong
