"""A match's deal, dealt again: what chance answered there, by question, for another match to begin with."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

KINDS, LONGEST = 50_000, 64  # kinds of question in one match, and characters of one's name, at most


@dataclass(frozen=True, slots=True)
class Deal:
    """`outcomes` of a match of so many players, by the kind of chance's question, in the order in which they were asked."""

    match: str  # its name
    players: int
    outcomes: Mapping[str, tuple[int, ...]] = field(repr=False)

    def to_json(self) -> dict[str, Any]:
        return {
            "match": self.match,
            "players": self.players,
            "outcomes": {name: list(outcomes) for name, outcomes in self.outcomes.items()},
        }

    @classmethod
    def from_json(cls, form: Any) -> "Deal":
        """Raises ValueError."""
        if not isinstance(form, dict) or set(form) != {"match", "players", "outcomes"}:
            raise ValueError("a deal has a match, its players and its outcomes")
        match, players, outcomes = form["match"], form["players"], form["outcomes"]
        if not isinstance(match, str) or type(players) is not int or not isinstance(outcomes, dict) or len(outcomes) > KINDS:
            raise ValueError("a deal has the name of a match, a number of players, and lists of outcomes by question")
        for name, answers in outcomes.items():
            if len(name) > LONGEST or not isinstance(answers, list) or any(type(answer) is not int for answer in answers):
                raise ValueError("a deal's outcomes are lists of whole numbers by question")
        return cls(match, players, {name: tuple(answers) for name, answers in outcomes.items()})
