"""Puzzles of SKYJO: which kind of decision one is, what makes two of them alike, and why a choice falls short."""

from collections.abc import Sequence
from math import exp
from typing import Any

from parlour.games.cells import UNKNOWN
from parlour.games.skyjo.bot import worth_of
from parlour.games.skyjo.moves import after, alike_of, card_of, ends, is_open, slot_of, turns
from parlour.games.skyjo.policy import likely, mean_hidden
from parlour.games.skyjo.state import DO_DRAW, HIDDEN, HOLDING, OPENING, VALUES

PLAYERS = (2, 3, 4)  # in turn, in the matches that are looked through
KINDS = ("last", "end", "column", "take", "place")
UNSURE = 4.0  # points by which somebody who reckons as Steady does may be off: as much as the cards themselves vary
FEW = 2  # hidden cards with which somebody may soon be out


def round_of(s: Any) -> int:
    return int(s.round)


def fresh(s: Any) -> bool:
    """Whether all cards have just been shuffled: what was known before says nothing of them."""
    return bool(s.phase == OPENING)


def position(s: Any, seat: int) -> tuple[Any, ...]:
    """What lies on the table; the order of the discards under the open one says nothing."""
    return tuple(tuple(s.grid[p]) for p in range(s.players)), int(s.drawn), int(s.discard[s.discards - 1]), seat


def kind_of(s: Any, seat: int, best: int, thumb: int) -> str:
    """Of what the decision is, by its best choice and what the rule of thumb plays."""
    if s.ender != UNKNOWN:
        return "last"
    if any(ends(s, seat, action) for action in (best, thumb)):
        return "end"
    if any(_pairs(s, seat, action) for action in (best, thumb)):
        return "column"
    return "place" if s.phase == HOLDING else "take"


def unsure(s: Any, seat: int, actions: Sequence[int]) -> list[float]:
    """How likely Steady's reckoning takes each of these actions where it is not sure to the point: it never wavers by itself."""
    mean = mean_hidden(s)
    worth = [worth_of(s, seat, action, mean) for action in actions]
    return [exp((here - max(worth)) / UNSURE) for here in worth]


def why(s: Any, seat: int, worlds: Sequence[Any], action: int, best: int) -> list[dict[str, Any]]:
    """What there is to say of a choice: of the best one what speaks for it, of another what it gives away."""
    said: list[dict[str, Any]] = []
    card = card_of(s, best)
    slot = slot_of(best)
    mean = round(mean_hidden(s))
    if action != best:
        if ends(s, seat, action) and not ends(s, seat, best):
            low = min(round(likely(s, p, mean_hidden(s))) for p in range(s.players) if p != seat and not s.left[p])
            said.append({"word": "ends_early", "mine": after(s, seat, action), "lowest": low})
        elif action == DO_DRAW:
            said.append({"word": "draw_brings", "mean": mean})
        elif turns(s, seat, action):
            said.append({"word": "hidden_is", "mean": mean})
        elif slot_of(action) != UNKNOWN and is_open(s, seat, slot_of(action)):
            said.append({"word": "only_saves", "value": VALUES[s.grid[seat][slot_of(action)]]})
        return said
    rival = min((p for p in range(s.players) if p != seat and not s.left[p]), key=lambda p: s.hidden[p], default=UNKNOWN)
    if s.ender != UNKNOWN:
        said.append({"word": "last_turn"})
    elif rival != UNKNOWN and s.hidden[rival] <= FEW:
        said.append({"word": "rival_near", "who": rival, "n": int(s.hidden[rival])})
    if ends(s, seat, best):
        said.append({"word": "ends_now", "mine": after(s, seat, best)})
    if card != UNKNOWN and slot != UNKNOWN:
        n = alike_of(s, seat, slot, card)
        if n == 2:
            said.append({"word": "clears", "value": VALUES[card]})
        elif n == 1 and s.ender == UNKNOWN:
            said.append({"word": "pairs", "value": VALUES[card]})
        elif is_open(s, seat, slot):
            said.append({"word": "most_to_lose", "value": VALUES[s.grid[seat][slot]]})
        elif s.grid[seat][slot] == HIDDEN:
            said.append({"word": "for_hidden", "value": VALUES[card], "mean": mean})
    elif best == DO_DRAW:
        said.append({"word": "open_poor", "value": VALUES[s.discard[s.discards - 1]], "mean": mean})
    else:
        said.append({"word": "put_down", "value": VALUES[s.drawn]})
    return said


def _pairs(s: Any, seat: int, action: int) -> bool:
    """Whether it makes two or three alike of a column."""
    card = card_of(s, action)
    return card != UNKNOWN and alike_of(s, seat, slot_of(action), card) > 0
