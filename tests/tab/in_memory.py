"""Drawers for tests: what is kept lasts as long as the process."""

from collections.abc import Sequence

from parlour.tab.drawers import Change, Put


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
