"""What can be said of a decision at SKYJO: the end of a round, a column, what a hidden card was worth, by what the seat knew."""

from collections.abc import Sequence
from typing import Any

from parlour.games.cells import UNKNOWN
from parlour.games.skyjo.moves import after, alike_of, card_of, ends, slot_of
from parlour.games.skyjo.policy import likely, mean_hidden
from parlour.games.skyjo.state import (
    COLUMNS,
    DO_DRAW,
    DO_REVEAL,
    DO_SWAP,
    DO_TAKE,
    DO_TURN,
    HIDDEN,
    HOLDING,
    KINDS,
    SLOTS,
    TURN,
    VALUES,
    Doubling,
)

HABITS = ("take", "over_hidden", "end")


def round_of(s: Any) -> int:
    return int(s.round)


def so_far(s: Any, seat: int) -> int:
    """Points of the rounds that are counted, and of the cards that lie open in this one."""
    return int(s.totals[seat]) + sum(VALUES[face] for face in s.grid[seat] if face < HIDDEN)


def because(s: Any, seat: int, worlds: Sequence[Any], played: int, best: int) -> list[dict[str, Any]]:
    """Of an end of the round, what it was against; of a column, that it would have gone; else what nobody had seen yet."""
    said = _ending(s, seat, played, best) or _column(s, seat, best)
    if said or s.phase not in (TURN, HOLDING) or not sum(s.unseen):
        return said
    card = int(s.drawn if s.phase == HOLDING else s.discard[s.discards - 1])
    higher = sum(s.unseen[value] for value in range(card + 1, KINDS))
    word = "drawn_against" if s.phase == HOLDING else "open_against"
    return [{"word": word, "value": VALUES[card], "higher": higher, "of": sum(s.unseen), "mean": round(mean_hidden(s))}]


def _ending(s: Any, seat: int, played: int, best: int) -> list[dict[str, Any]]:
    """Where one of the two ends the round and the other does not: with what, against who shows least."""
    others = [p for p in range(s.players) if p != seat and not s.left[p]]
    if ends(s, seat, played) == ends(s, seat, best) or not others:
        return []
    who = min(others, key=lambda p: _shown(s, p))
    facts = {"mine": after(s, seat, played if ends(s, seat, played) else best), "who": who, "shows": _shown(s, who)}
    if not ends(s, seat, played):
        return [{"word": "could_end", **facts}]
    lowest = min(likely(s, p, mean_hidden(s)) for p in others)
    return [{"word": "ended_doubled" if lowest <= facts["mine"] and s.doubling != Doubling.OFF else "ended", **facts}]


def _shown(s: Any, p: int) -> int:
    return sum(VALUES[face] for face in s.grid[p] if face < HIDDEN)


def _column(s: Any, seat: int, best: int) -> list[dict[str, Any]]:
    """The best play would have made two or three alike of a column."""
    card = card_of(s, best)
    alike = alike_of(s, seat, slot_of(best), card) if card != UNKNOWN else 0
    return [{"word": "pairs" if alike == 1 else "clears", "value": VALUES[card]}] if alike else []


def named(s: Any, seat: int, action: int) -> dict[str, Any] | None:
    """A play told by its cards and not by its place: which card goes where, and what lies open in that column."""
    if action == DO_DRAW:
        return {"word": "draw"}
    slot = slot_of(action) if action < DO_REVEAL else action - DO_REVEAL
    if not DO_TAKE <= action < DO_REVEAL + SLOTS:
        return None
    what = "take" if action < DO_SWAP else "swap" if action < DO_TURN else "turn" if action < DO_REVEAL else "reveal"
    card = int(s.drawn) if what == "turn" else card_of(s, action)
    facts: dict[str, Any] = {} if card == UNKNOWN else {"card": VALUES[card]}
    face = s.grid[seat][slot]
    if face < HIDDEN:
        return {"word": f"{what}_open", **facts, "went": VALUES[face]}
    column = [s.grid[seat][p] for p in range(slot % COLUMNS, SLOTS, COLUMNS)]
    beside = [VALUES[other] for other in column if other < HIDDEN]
    return {"word": f"{what}_beside", **facts, "beside": beside} if beside else {"word": f"{what}_hidden", **facts}


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
