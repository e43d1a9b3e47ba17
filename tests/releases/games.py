"""What is played for the files beside this one: short matches of all games, with two people and bots."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Setting:
    """A table; `plays` are made in the match that is left in the middle."""

    game: str
    bots: int
    plays: int
    options: dict[str, Any] = field(default_factory=dict)


PLAYED = (
    Setting("skyjo", bots=1, plays=12, options={"end_score": 50}),
    Setting("keys", bots=1, plays=4),
    Setting("kings_keys", bots=1, plays=6, options={"round_limit": 5}),
    Setting("keskife", bots=2, plays=2, options={"venue": "stage"}),
)
