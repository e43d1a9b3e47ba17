"""What a play would lead to, tried on the state and taken back. For the policy: in floats.

`gains` are what getting each card would be worth (race.py), `share` how likely a rival holds a card of which one knows nothing.
"""

from typing import Any

from parlour.games.cells import UNKNOWN
from parlour.games.kings_keys.cards import four, kingdom_of, rank_of, strength
from parlour.games.kings_keys.payments import hired
from parlour.games.kings_keys.race import COUNT, change, hold, knows, worth
from parlour.games.kings_keys.raids import can_target
from parlour.games.kings_keys.state import (
    CARDS,
    COIN,
    CROWN,
    GUARDS,
    HAND,
    HOLDER,
    JH,
    KEPT,
    KEY,
    MAX_SEATS,
    NOTHING,
    PIPS,
    SHIELD,
    TABLE,
    TARGET,
    Zone,
)

# What a stored card risks in a round: in a hand by its highest guard, in a vault by how many of its keys its owner has; measured,
# then moved like the rest, towards fearing for vaults.
HAND_RISK = (0.062, 0.037, 0.037, 0.021, 0.0)
VAULT_RISK = (0.42, 0.42, 0.20, 0.09, 0.0)
DUNGEON_RISK = 0.067
LOST_TURN = 0.1  # a play may be so much worse than none
NEVER = -1e9
WON = 1e9
LIES = ((1, 1, 1, 1, 1), (0, 0, 1, 1, 0), (1, 1, 0, 0, 1))  # by zone, hand, vault and dungeon: the suits that lie there
USED, SNEAKING, BACK, PAID = 0, 1, 2, 3  # what a payment is for: a card's use, behind the Shield Joker; a guard; nothing more


def play_worth(s: Any, me: int, action: int, share: Any, gains: Any) -> float:
    """The race after a turn's play."""
    if action == NOTHING:
        return worth(s, me, share) - LOST_TURN
    if action >= CROWN:
        return NEVER
    if s.at[action] >= GUARDS:
        return paid_for(s, me, action, BACK, share, gains)
    hold(s, me, action, -1)
    found = paid_for(s, me, action, USED, share, gains)
    hold(s, me, action, 1)
    return found


def aim_worth(s: Any, me: int, action: int, share: Any, gains: Any) -> float:
    """The race after a raid on a target, or with soldiers to go with the Shield Joker."""
    if action < CROWN:
        return paid_for(s, me, action, SNEAKING, share, gains)
    where = action - TARGET
    return raid(s, me, int(s.card), int(s.at[JH] == TABLE), where // MAX_SEATS, where % MAX_SEATS, share, gains)


# Using a card


def outcome(s: Any, me: int, card: int, use: int, share: Any, gains: Any) -> float:
    """The race once a card is paid for."""
    if use == USED:
        return guarded(s, me, card, share) if card >> 4 == SHIELD else best_raid(s, me, card, 0, share, gains)
    if use == SNEAKING:
        return best_sneak(s, me, card, share, gains)
    if use == BACK:
        return worth(s, me, share) + gains[card]
    return worth(s, me, share)


def guarded(s: Any, me: int, shield: int, share: Any) -> float:
    """The race with a shield as a guard."""
    guards = int(s.guards[me])
    highest = int(s.best[me])
    s.guards[me] = guards + rank_of(shield)
    s.best[me] = max(highest, rank_of(shield))
    found = WON if s.guards[me] >= s.guards_to_win else worth(s, me, share)
    s.guards[me] = guards
    s.best[me] = highest
    return found


def best_raid(s: Any, me: int, card: int, sneak: int, share: Any, gains: Any) -> float:
    best = NEVER
    for zone in range(4):
        for v in range(s.players):
            best = max(best, raid(s, me, card, sneak, zone, v, share, gains))
    return best


def best_sneak(s: Any, me: int, soldiers: int, share: Any, gains: Any) -> float:
    """Behind the Shield Joker soldiers go into hands."""
    best = NEVER
    for v in range(s.players):
        best = max(best, raid(s, me, soldiers, 1, 0, v, share, gains))
    return best


def raid(s: Any, me: int, card: int, sneak: int, zone: int, v: int, share: Any, gains: Any) -> float:
    """The race after a raid: cards taken blind count as the average of those that may lie there."""
    if not can_target(s, me, card, sneak, zone, v):
        return NEVER
    if card < SHIELD * 16 and kingdom_of(card) == s.kingdom[v]:
        return NEVER  # their own soldiers would stay with them
    if zone == Zone.KINGDOM:
        return worth(s, me, share) + best_axe(gains) / 2.0
    place = HAND + MAX_SEATS * zone + v
    size = int(s.size[place])
    old = int(s.at[card])
    taken = min(strength(card), size)
    mean = lying(s, me, zone, place, size, gains)
    s.size[place] = size - taken + 1
    s.at[card] = place
    found = worth(s, me, share) + taken * mean
    s.size[place] = size
    s.at[card] = old
    return found


def best_axe(gains: Any) -> float:
    most = 0.0
    for c in range(SHIELD * 16):
        most = max(most, gains[c])
    return most


def lying(s: Any, me: int, zone: int, place: int, size: int, gains: Any) -> float:
    """What a card that lies in a place is worth on average: those one knows there, the others as any."""
    known = 0
    whole = 0.0
    for c in range(CARDS):
        if s.at[c] == place and knows(s, me, c):
            known += 1
            whole += gains[c]
    return (whole + unseen(s, me, zone, gains) * (size - known)) / size


def unseen(s: Any, me: int, zone: int, gains: Any) -> float:
    """What a card one does not know is worth on average, lying in a zone."""
    count = 0
    whole = 0.0
    for c in range(CARDS):
        if LIES[zone][c >> 4] and not knows(s, me, c):
            count += 1
            whole += gains[c]
    return whole / max(1, count)


# Paying


def paid_for(s: Any, me: int, card: int, use: int, share: Any, gains: Any) -> float:
    """The race once a card is paid for in the best way, and used."""
    if card >= COIN * 16 or (use != BACK and not hired(s, me, card)):
        return outcome(s, me, card, use, share, gains)
    best = NEVER
    for coins in range(1, 16):
        if pays(s, me, kingdom_of(card), rank_of(card), coins):
            best = max(best, after_paying(s, me, card, coins, use, share, gains))
    return best


def best_coins(s: Any, me: int, kingdom: int, due: int, share: Any, gains: Any) -> int:
    """The coins, as bits, that are best spent on what is due; none where there are not enough."""
    best = NEVER
    chosen = 0
    for coins in range(1, 16):
        if pays(s, me, kingdom, due, coins):
            here = after_paying(s, me, int(s.card), coins, PAID, share, gains)
            if here >= best:
                best = here
                chosen = coins
    return chosen


def pays(s: Any, me: int, kingdom: int, due: int, coins: int) -> bool:
    """Whether one has these coins, they suffice, and would not without any of them."""
    if coins & ~four(s, me, COIN, kingdom) or PIPS[coins] < due:
        return False
    for i in range(4):
        if coins >> i & 1 and PIPS[coins & ~(1 << i)] >= due:
            return False
    return True


def after_paying(s: Any, me: int, card: int, coins: int, use: int, share: Any, gains: Any) -> float:
    kingdom = kingdom_of(card)
    s.held[me][COIN] -= coins << 4 * kingdom
    s.size[HAND + me] -= COUNT[coins]
    found = outcome(s, me, card, use, share, gains)
    s.held[me][COIN] += coins << 4 * kingdom
    s.size[HAND + me] += COUNT[coins]
    return found


# The end of the turn


def list_kept(s: Any, me: int, share: Any, kept: Any) -> int:
    """The cards for the hand, into `kept`: those that would lose most, by worth and risk, where they would be stored."""
    safety = HAND_RISK[s.best[me]]
    vault = VAULT_RISK[COUNT[four(s, me, KEY, int(s.kingdom[me]))]] - safety
    worths = [0.0] * CARDS
    losses = [0.0] * CARDS
    n = 0
    for c in range(CARDS):
        if s.at[c] >= HAND and s.at[c] < KEPT + MAX_SEATS and HOLDER[s.at[c]] == me:
            x = change(s, me, c, share)
            loss = x * (vault if stored_in_vault(c) else DUNGEON_RISK - safety)
            j = n
            while j > 0 and losses[j - 1] < loss:
                losses[j] = losses[j - 1]
                worths[j] = worths[j - 1]
                kept[j] = kept[j - 1]
                j -= 1
            losses[j] = loss
            worths[j] = x
            kept[j] = c
            n += 1
    if n > s.hand_limit:
        leave_bait(s, me, kept, worths, n)
    return min(n, s.hand_limit)


def stored_in_vault(card: int) -> bool:
    return card >> 4 == COIN or card >> 4 == KEY


def leave_bait(s: Any, me: int, kept: Any, worths: Any, n: int) -> None:
    """A coin or a key is left for an empty vault: a thief leaves there a key I collect."""
    bait = UNKNOWN
    for j in range(s.hand_limit):
        foreign = kept[j] >> 4 == KEY and kingdom_of(kept[j]) != s.kingdom[me]
        if (kept[j] >> 4 == COIN or foreign) and (bait == UNKNOWN or worths[j] < worths[bait]):
            bait = j
    best = s.hand_limit
    for j in range(s.hand_limit, n):
        if stored_in_vault(kept[j]):
            return
        if worths[j] > worths[best]:
            best = j
    if bait != UNKNOWN:
        instead = kept[best]
        for j in range(bait, s.hand_limit - 1):
            kept[j] = kept[j + 1]
        kept[s.hand_limit - 1] = instead
