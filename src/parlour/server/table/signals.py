"""Signals: what one person's camera says to another's, passed on unread."""

import json
from typing import Any

from parlour.server.settings import Limits
from parlour.server.table.bucket import Bucket
from parlour.server.table.seats import Person, Seats
from parlour.server.wire.refused import Refused
from parlour.server.wire.requests import Signal
from parlour.server.wire.told import ServerMessage


class Signals:
    """How fast each person at a table may send them."""

    __slots__ = ("_buckets", "_limits")

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._buckets: dict[int, Bucket] = {}

    def passed(self, person: Person, message: Signal, seats: Seats, now: float) -> list[tuple[int, ServerMessage]]:
        """What goes to whom. Raises Refused (too_fast, too_large, no_such_person)."""
        limits = self._limits
        bucket = self._buckets.setdefault(person.number, Bucket(limits.signals_per_second, limits.signal_burst, now))
        if not bucket.take(now):
            raise Refused("too_fast", "too many signals; this one was not passed on")
        _bounded(message.data, limits.signal_bytes)
        listener = seats.person(message.person)
        if not listener.chair:
            raise Refused("no_such_person", "only to a person who sits here can signals be passed on", field="person")
        signal: ServerMessage = {"type": "signal", "person": person.number, "data": message.data}
        return [(connection, signal) for connection in listener.connections]


def _bounded(data: Any, most: int) -> None:
    """Raises Refused where data is not JSON or is longer than `most` bytes of UTF-8."""
    try:
        size = len(json.dumps(data, allow_nan=False, ensure_ascii=False).encode())
    except (ValueError, RecursionError):
        raise Refused("bad_message", "data must be JSON", field="data") from None
    if size > most:
        raise Refused("too_large", f"data may have at most {most} bytes", field="data")
