"""Requests that are done, so that one that comes again is answered and not done again."""

from collections.abc import Iterable

from parlour.server.table.records import Forgotten

REMEMBERED = 512  # requests whose repetition is recognised, per person


class Repeats:
    """The requests done at one table, by person."""

    __slots__ = ("_done", "_forgotten", "_word")

    def __init__(self, word: str) -> None:
        self._word = word
        self._done: dict[int, dict[str, None]] = {}  # oldest first; an OrderedDict is larger by a half
        self._forgotten: list[Forgotten] = []  # still stored

    def __contains__(self, request: tuple[int, str]) -> bool:
        person, id_ = request
        return id_ in self._done.get(person, ())

    def remember(self, person: int, request: str) -> None:
        """A person's request is done; the oldest beyond REMEMBERED is forgotten."""
        done = self._done.setdefault(person, {})
        done[request] = None
        if len(done) > REMEMBERED:
            oldest = next(iter(done))
            del done[oldest]
            self._forgotten.append(Forgotten(self._word, person, oldest))

    def restore(self, stored: Iterable[tuple[int, str]], sitting: set[int]) -> None:
        """Take up what was stored, oldest first. Whoever gave up the chair sends no more, and is forgotten."""
        for person, request in stored:
            if person in sitting:
                self.remember(person, request)
            else:
                self._forgotten.append(Forgotten(self._word, person, request))

    def take_forgotten(self) -> list[Forgotten]:
        """What need no longer be stored."""
        forgotten, self._forgotten = self._forgotten, []
        return forgotten
