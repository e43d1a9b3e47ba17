"""What chance is asked for in a round, so that a deal can be dealt again."""

from typing import Any

from parlour.games.keskife.state import APPOINT, DEAL, TURN


def question(s: Any) -> str:
    """Who leads, who gets the monkey, which numbers are turned, or which line of the card stands there."""
    word = "leader" if s.phase == APPOINT else "cards" if s.phase == DEAL else "numbers" if s.phase == TURN else "line"
    return f"{s.round} {word}"
