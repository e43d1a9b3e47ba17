"""How a sensible player of King's Keys plays: every play is weighed by how far it shifts the race for the next win.

What shows a win or eliminates a kingdom is shown; else the play is taken, and the cards are kept, after which the race stands
best (race.py, prospects.py).
"""

from typing import Any

from parlour.games.cells import UNKNOWN
from parlour.games.kings_keys.payments import colour_due
from parlour.games.kings_keys.prospects import NEVER, aim_worth, best_coins, list_kept, play_worth, unseen
from parlour.games.kings_keys.race import fill_gains, fill_shares, mine
from parlour.games.kings_keys.state import (
    AGREE,
    CARDS,
    CLAIM,
    COIN,
    DONE,
    DRAW,
    ELIMINATE,
    ENDING,
    HAND,
    JC,
    KEEPING,
    MAX_SEATS,
    NAMING,
    OVER,
    PAYING,
    PLAYING,
    REFUSE,
    TARGETING,
    VOTING,
)

PATIENCE = 5  # rounds in which no card moves, before a truce is welcome
AHEAD = 4  # rounds that a playout goes, before the race as it then stands says who is likely to win


def lean(s: Any, seat: int, memory: Any, out: Any, k: int, weights: Any) -> None:
    shown = first_shown(out, k)
    phase = s.phase
    if shown != UNKNOWN:
        lean_to(shown, out, k, weights)
    elif phase == VOTING:
        lean_to(AGREE if s.quiet >= PATIENCE * s.living else REFUSE, out, k, weights)
    elif phase == PLAYING or phase == TARGETING or phase == NAMING or phase == PAYING:
        lean_in_play(s, seat, out, k, weights)
    elif phase == ENDING or phase == KEEPING:
        lean_to(kept_next(s, seat, out, k), out, k, weights)
    else:
        lean_to(UNKNOWN, out, k, weights)


def first_shown(out: Any, k: int) -> int:
    """What wins, else what eliminates a kingdom; UNKNOWN where nothing can be shown."""
    for i in range(k):
        if out[i] >= CLAIM and out[i] < ELIMINATE:
            return out[i]
    for i in range(k):
        if out[i] >= ELIMINATE and out[i] < DRAW:
            return out[i]
    return UNKNOWN


def lean_to(action: int, out: Any, k: int, weights: Any) -> None:
    """Nothing but this action; any where it is UNKNOWN."""
    for i in range(k):
        weights[i] = 1.0 if action == UNKNOWN or out[i] == action else 0.0


def lean_in_play(s: Any, me: int, out: Any, k: int, weights: Any) -> None:
    share = [0.0] * MAX_SEATS
    gains = [0.0] * CARDS
    fill_shares(s, me, share)
    if s.phase == PAYING:
        lean_to(coin_next(s, me, out, k, share, gains), out, k, weights)
        return
    fill_gains(s, me, share, gains)
    best = 10.0 * NEVER
    for i in range(k):
        weights[i] = action_worth(s, me, out[i], share, gains)
        best = max(best, weights[i])
    for i in range(k):
        weights[i] = 1.0 if weights[i] == best else 0.0


def action_worth(s: Any, me: int, action: int, share: Any, gains: Any) -> float:
    if s.phase == PLAYING:
        return play_worth(s, me, action, share, gains)
    if s.phase == TARGETING:
        return aim_worth(s, me, action, share, gains)
    if action == DONE:
        return unseen(s, me, (s.target - HAND) // MAX_SEATS, gains)
    named: float = gains[action]
    return named


def coin_next(s: Any, me: int, out: Any, k: int, share: Any, gains: Any) -> int:
    """A coin of the best payment; the Coin Joker last."""
    other = out[0]
    for i in range(k):
        if out[i] == DONE:
            return DONE
        if out[i] == JC:
            other = JC
    coins = best_coins(s, me, colour_due(s), int(s.due), share, gains)
    for i in range(3, -1, -1):
        if coins >> i & 1:
            return COIN * 16 + 4 * colour_due(s) + i
    return other


def kept_next(s: Any, me: int, out: Any, k: int) -> int:
    """The first of the cards for the hand that can be chosen."""
    share = [0.0] * MAX_SEATS
    kept = [0] * CARDS
    fill_shares(s, me, share)
    n = list_kept(s, me, share, kept)
    for j in range(n):
        for i in range(k):
            if out[i] == kept[j]:
                return kept[j]
    return out[0]


# How far a playout goes


def until(s: Any, root: Any) -> bool:
    """So many rounds from the root."""
    return s.turn >= root.turn + AHEAD * s.players and s.phase != OVER


def worth(s: Any, seat: int) -> float:
    """A player's part of the win by the rates of everybody's ways to it."""
    whole = 0.0
    for p in range(s.players):
        if s.alive[p]:
            whole += mine(s, p)
    return mine(s, seat) / whole if s.alive[seat] else 0.0
