"""What can be said of a decision at SKYJO: what a hidden card was worth, as far as the seat could know."""

from collections.abc import Sequence
from typing import Any

from parlour.games.skyjo.policy import mean_hidden
from parlour.games.skyjo.state import HOLDING, KINDS, TURN, VALUES


def round_of(s: Any) -> int:
    return int(s.round)


def because(s: Any, seat: int, worlds: Sequence[Any], played: int, best: int) -> list[dict[str, Any]]:
    """Against the open card, or the one in the hand: the cards nobody has seen."""
    if s.phase not in (TURN, HOLDING) or not sum(s.unseen):
        return []
    card = int(s.drawn if s.phase == HOLDING else s.discard[s.discards - 1])
    higher = sum(s.unseen[value] for value in range(card + 1, KINDS))
    word = "drawn_against" if s.phase == HOLDING else "open_against"
    return [{"word": word, "value": VALUES[card], "higher": higher, "of": sum(s.unseen), "mean": round(mean_hidden(s))}]
