"""What can be said of a decision at SKYJO: what a hidden card was worth, as far as the seat could know."""

from collections.abc import Sequence
from typing import Any

from parlour.games.cells import UNKNOWN
from parlour.games.skyjo.policy import mean_hidden
from parlour.games.skyjo.state import DO_REVEAL, DO_SWAP, DO_TAKE, DO_TURN, HIDDEN, HOLDING, KINDS, SLOTS, TURN, VALUES

HABITS = ("take", "over_hidden", "end")


def round_of(s: Any) -> int:
    return int(s.round)


def so_far(s: Any, seat: int) -> int:
    """Points of the rounds that are counted, and of the cards that lie open in this one."""
    return int(s.totals[seat]) + sum(VALUES[face] for face in s.grid[seat] if face < HIDDEN)


def because(s: Any, seat: int, worlds: Sequence[Any], played: int, best: int) -> list[dict[str, Any]]:
    """Against the open card, or the one in the hand: the cards nobody has seen."""
    if s.phase not in (TURN, HOLDING) or not sum(s.unseen):
        return []
    card = int(s.drawn if s.phase == HOLDING else s.discard[s.discards - 1])
    higher = sum(s.unseen[value] for value in range(card + 1, KINDS))
    word = "drawn_against" if s.phase == HOLDING else "open_against"
    return [{"word": word, "value": VALUES[card], "higher": higher, "of": sum(s.unseen), "mean": round(mean_hidden(s))}]


def habits(s: Any, seat: int, action: int) -> list[str]:
    """To take the open card, to lay a card on a hidden one, to end the round by opening one's last card."""
    if not DO_TAKE <= action < DO_REVEAL:
        return []
    found = ["take"] if action < DO_SWAP else []
    slot = action - DO_TURN if action >= DO_TURN else (action - DO_TAKE) % SLOTS
    if s.grid[seat][slot] == HIDDEN:
        if action < DO_TURN:
            found.append("over_hidden")
        if s.hidden[seat] == 1 and s.ender == UNKNOWN:
            found.append("end")
    return found
