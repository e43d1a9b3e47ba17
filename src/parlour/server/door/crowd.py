"""The WebSockets of each address: bounded, and shared out so that no neighbour takes them all."""

from typing import Protocol

from parlour.server.wire.refused import Refused


class Guest(Protocol):
    """A socket, as the crowd sees it."""

    def give_way(self) -> None:
        """End, to make room for another."""


class Crowd:
    """Sockets by address and table. Addresses are households; a socket that has not said hello is at no table yet.

    Where an address has as many as it may, a new one takes the place of the oldest that has not said hello, or else of the
    oldest at the table that has most of them, as long as another table has fewer: who fills an address with sockets fills it
    with their own.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._at: dict[str, dict[str, dict[Guest, None]]] = {}  # address, table ("" before hello), oldest first

    def enter(self, address: str, guest: Guest, word: str) -> None:
        """A new socket, which is going to a table. Raises Refused (too_fast)."""
        tables = self._at.setdefault(address, {})
        if sum(map(len, tables.values())) >= self._most:
            self._make_room(address, tables, word)
        self._at.setdefault(address, {}).setdefault("", {})[guest] = None

    def _make_room(self, address: str, tables: dict[str, dict[Guest, None]], word: str) -> None:
        fullest = "" if "" in tables else max(tables, key=lambda table: len(tables[table]))
        if fullest and len(tables[fullest]) <= len(tables.get(word, ())):
            raise Refused("too_fast", "too many connections are open from your address")
        oldest = next(iter(tables[fullest]))
        self.leave(address, oldest)
        oldest.give_way()

    def sit(self, address: str, guest: Guest, word: str) -> None:
        """It has said hello at a table."""
        if guest in self._at.get(address, {}).get("", ()):  # it may have given way meanwhile
            self.leave(address, guest)
            self._at.setdefault(address, {}).setdefault(word, {})[guest] = None

    def leave(self, address: str, guest: Guest) -> None:
        """It is gone; told twice, it is gone once."""
        tables = self._at.get(address, {})
        for word, guests in list(tables.items()):
            guests.pop(guest, None)
            if not guests:
                del tables[word]
        if not tables:
            self._at.pop(address, None)
