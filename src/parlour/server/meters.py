"""Metrics hooks. Off by default: `Meters` counts nothing, `metrics.py` counts for Prometheus."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class MeteredHub(Protocol):
    """The hub, as whoever looks at it from outside sees it."""

    def figures(self) -> dict[str, int]: ...
    def tables_by_status(self) -> dict[str, int]: ...


class Meters:
    """Told of everything worth counting; times are seconds. What is told may come from any thread."""

    on = False

    def moved(self, seconds: float, steps: int) -> None:
        """A message was dealt with: `steps` of a match are durable and told, so long after it came in."""

    def wrote(self, seconds: float, records: int) -> None:
        """A commit of so many records."""

    def thought(self, seconds: float) -> None:
        """Bots, or the clock, have played."""

    def refused(self, code: str) -> None:
        """Somebody was refused something."""

    def lagged(self, seconds: float) -> None:
        """The event loop came so much later to something than it was due."""

    @contextmanager
    def looking_at(self, hub: MeteredHub) -> Iterator[None]:
        """While inside, the house's own figures are counted as well."""
        yield


NONE = Meters()
