"""What a store of the tab's is made of: texts under keys, of which many are changed at once or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

END = "\uffff"  # sorts after all that a key is made of


@dataclass(frozen=True, slots=True)
class Put:
    """A text, in the place of what lay under this key."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Clear:
    """Nothing lies any more under the keys from `first` to `last`."""

    first: str
    last: str


Change = Put | Clear


def below(prefix: str) -> Clear:
    """All that lies under a prefix is cleared."""
    return Clear(prefix, prefix + END)


class Drawers(Protocol):
    """Where the texts lie. A browser's is `browser.Indexed`."""

    async def write(self, changes: Sequence[Change]) -> None:
        """Make all of these changes, in order, or none; returns when they are durable. Raises what went wrong."""

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        """What lies under the keys that begin so, in their order."""


class InMemory:
    """Drawers that last as long as the process."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}

    async def write(self, changes: Sequence[Change]) -> None:
        for change in changes:
            if isinstance(change, Put):
                self.texts[change.key] = change.text
            else:
                for key in [key for key in self.texts if change.first <= key <= change.last]:
                    del self.texts[key]

    async def read(self, prefix: str) -> list[tuple[str, str]]:
        return sorted((key, text) for key, text in self.texts.items() if key.startswith(prefix))
