"""Which card chance is asked for, so that a deal can be dealt again: of each round by seat, and then its pile in order."""

from typing import Any

from parlour.scaffold.rules import DEAL


def question(s: Any) -> str:
    return f"{s.round} deal {s.actor}" if s.phase == DEAL else f"{s.round} pile"
