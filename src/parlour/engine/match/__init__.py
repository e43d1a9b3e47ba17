"""A match as it is played, looked at again, and cut back."""

from parlour.engine.match.match import IllegalAction, Match, Seating

__all__ = ["IllegalAction", "Match", "Seating"]
