"""Why an action is not legal."""

from typing import Any

from parlour.games.skyjo.state import DO_DRAW, DO_READY, DO_REVEAL, DO_SWAP, DO_TAKE, GONE, HOLDING, REVEAL, SLOTS, TURN, Reason


def why(s: Any, seat: int, action: int) -> int:
    if action < DO_DRAW or action >= DO_REVEAL:
        if action >= DO_REVEAL and action < DO_READY and s.phase == REVEAL:
            return Reason.OPEN_ALREADY
        return Reason.NOT_NOW
    if s.phase == TURN and action >= DO_SWAP:
        return Reason.DRAW_FIRST
    if s.phase == HOLDING and action < DO_SWAP:
        return Reason.ALREADY_DREW
    if s.phase > HOLDING:
        return Reason.NOT_NOW
    if action == DO_DRAW:
        return Reason.NOTHING_TO_DRAW
    if s.grid[seat][(action - DO_TAKE) % SLOTS] == GONE:
        return Reason.EMPTY_SLOT
    return Reason.OPEN_ALREADY
