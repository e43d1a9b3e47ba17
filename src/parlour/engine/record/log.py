"""The truth of a match: who was asked to play what, with which options, and every action, chance's and the clock's included."""

import json
from dataclasses import dataclass, field
from typing import Any

from parlour.engine.record.draws import Draws

FORMAT = "parlour-log-1"


class LogError(ValueError):
    """A text that is not a log, or a log that does not fit the installed rules; the message says where."""


@dataclass(frozen=True, slots=True)
class Log:
    """A match as data. `actions` are (seat, number); secret as long as the match runs."""

    game: str
    version: int
    players: int
    options: dict[str, Any]
    actions: tuple[tuple[int, int], ...]
    position: dict[str, Any] | None = None  # where it began, when that was not a set-up
    names: tuple[str, ...] = ()  # of the people, by seat, where they are known
    draws: Draws | None = None  # what chance followed from, where that was sealed before the match
    story: dict[str, list[str]] = field(default_factory=dict)  # by language, as its rules told it, where a room has them no more
    practice: bool = False  # whether the advisor could be asked before a play

    def to_json(self) -> dict[str, Any]:
        out: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game,
            "version": self.version,
            "players": self.players,
            "options": self.options,
            "actions": [list(pair) for pair in self.actions],
        }
        if self.position is not None:
            out["position"] = self.position
        if self.names:
            out["names"] = list(self.names)
        if self.draws is not None:
            out["draws"] = self.draws.to_json()
        if self.story:
            out["story"] = self.story
        if self.practice:
            out["practice"] = True
        return out

    def told(self, language: str) -> list[str]:
        """The story it brings, in this language, else in English or whichever there is."""
        return self.story.get(language) or self.story.get("en") or next(iter(self.story.values()), [])

    def dumps(self) -> str:
        return json.dumps(self.to_json(), separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def from_json(cls, form: Any) -> "Log":
        """Raises LogError."""
        if not isinstance(form, dict) or form.get("format") != FORMAT:
            raise LogError(f"not a Parlour log: 'format' must be {FORMAT!r}")
        kinds = {"game": str, "version": int, "players": int, "options": dict, "actions": list}
        for name, kind in kinds.items():
            if type(form.get(name)) is not kind:
                raise LogError(f"{name!r} is missing or not a {kind.__name__}")
        for i, pair in enumerate(form["actions"]):
            if not (isinstance(pair, list) and len(pair) == 2 and all(type(x) is int for x in pair)):
                raise LogError(f"action {i + 1} is not a pair [seat, number]")
        position = form.get("position")
        if position is not None and not isinstance(position, dict):
            raise LogError("'position' is not an object")
        names = form.get("names", [])
        if not isinstance(names, list) or len(names) not in (0, form["players"]) or any(type(name) is not str for name in names):
            raise LogError("'names' is not a list of a name for each seat")
        story = form.get("story", {})
        if not isinstance(story, dict) or not all(map(_lines, story.values())):
            raise LogError("'story' is not an object of lists of lines, by language")
        practice = form.get("practice", False)
        if type(practice) is not bool:
            raise LogError("'practice' is not true or false")
        actions = tuple((seat, number) for seat, number in form["actions"])
        try:
            draws = Draws.from_json(form["draws"], form["players"]) if form.get("draws") is not None else None
        except ValueError as error:
            raise LogError(f"'draws': {error}") from None
        told = (position, tuple(names), draws, story, practice)
        return cls(form["game"], form["version"], form["players"], form["options"], actions, *told)

    @classmethod
    def loads(cls, text: str) -> "Log":
        """Raises LogError."""
        try:
            form = json.loads(text)
        except (ValueError, RecursionError) as error:  # besides bad syntax: numbers too long, lists too deep
            raise LogError(f"not JSON: {error}") from None
        except TypeError:
            raise LogError(f"a log is read from a text, not {text!r}") from None
        return cls.from_json(form)


def _lines(found: Any) -> bool:
    return isinstance(found, list) and all(type(line) is str for line in found)
