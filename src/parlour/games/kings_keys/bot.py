"""A rule of thumb for King's Keys: weigh every card by how near it brings a win, then guard, rob and hide by those weights."""

from collections.abc import Sequence
from random import Random
from typing import Any

from parlour.games.cells import UNKNOWN, Sight
from parlour.games.kings_keys import rules
from parlour.games.kings_keys.rules import AXE, COIN, GUARDS, HAND, JC, JH, JOKER, KEY, SHIELD

GUARD = (1.5, 0.2)  # a pip of guards, and how much more it is worth for each that stands already
RAID = 3.0  # a card in the hand against one kept where it is: whoever robs draws faster
MENACE = 0.5  # what a card less in a dangerous rival's zones is worth
ARMY = (0.15, 0.06)  # a pip of an army, and how much more it is worth for each I could show already
HIRE = 0.35  # what is paid in coins against what they are worth kept: they are stolen before long
IDLE = 3.0  # what doing nothing is worth
PLACE = 1.5  # a guard in place against a guard in the hand
GIFT = (4.0, 1.5, 1.0)  # what a card of his own kingdom is worth to the robbed, by how many I keep from him
BLOCK = 3.0  # what the only card of a rival's set is worth that keeps him from completing it
SET = (0.0, 1.5, 4.0, 9.0, 0.0)  # what one more card of a set is worth to whoever holds so many of it
HAND_RISK = (0.63, 0.49, 0.35, 0.21, 0.035)  # by the highest guard in place
VAULT_RISK = (1.2, 0.9, 0.6, 0.3, 0.0)  # by how many of the keys that fit it its owner holds
DUNGEON_RISK = 0.5  # every axe opens it
PATIENCE = 5  # rounds in which no card moves, before a truce is welcome


def simple(view: Sight, legal: Sequence[int], rng: Random) -> int:
    """Collects towards the nearest win, keeps what matters where it is safest, and robs whoever is nearest to his."""
    s, me = view.state, view.seat
    shown = [action for action in legal if rules.CLAIM <= action < rules.DRAW]
    if shown:
        return shown[0]
    if s.phase == rules.PLAYING:
        return _best(legal, rng, lambda action: _play_worth(s, me, action))
    if s.phase == rules.TARGETING:
        return _best(legal, rng, lambda action: _aim_worth(s, me, action))
    if s.phase in (rules.PAYING, rules.CHANGING):
        return min(legal, key=lambda action: _payment(s, action))
    if s.phase == rules.NAMING:
        return _best(
            legal, rng, lambda action: unseen(s, me, (s.target - HAND) // 4) if action == rules.DONE else worth(s, me, action)
        )
    if s.phase in (rules.ENDING, rules.KEEPING):
        return _best(legal, rng, lambda action: -9.0 if action == rules.DONE else _keep_worth(s, me, action))
    if s.phase == rules.VOTING:
        return rules.AGREE if s.quiet >= PATIENCE * s.living else rules.REFUSE
    return legal[0] if len(legal) == 1 else rng.choice(legal)


BOTS = {"simple": simple}


def _best(legal: Sequence[int], rng: Random, value: Any) -> int:
    return max(legal, key=lambda action: (value(action), rng.random()))


def worth(s: Any, p: int, card: int) -> float:
    """What it is worth to p to hold a card; p's other holdings count as far as they are known."""
    if card >= rules.SUITED:
        return 2 + SET[min(3, s.held[p][JOKER].bit_count())] / 2
    suit, kingdom, rank = card >> 4, rules.kingdom_of(card), rules.rank_of(card)
    others = (rules.four(s, p, suit, kingdom) & ~(1 << (card & 3))).bit_count()
    rival = kingdom != s.kingdom[p] and s.ruler[kingdom] >= 0 and s.alive[s.ruler[kingdom]]
    block = BLOCK if rival and suit in (COIN, KEY) and not others else 0.0  # he cannot complete the set I hold one card of
    if suit == SHIELD:
        if kingdom == s.kingdom[p]:
            return _guard_worth(s, p, rank)
        return 0.5 * rank + min(rank, rules.PIPS[rules.four(s, p, COIN, kingdom)])
    if suit == AXE:
        return 0.6 * rank + _army_worth(s, p, card)
    if kingdom == s.kingdom[p]:
        return 1 + SET[others]
    if suit == COIN:
        hires = min(rank, rules.PIPS[rules.four(s, p, SHIELD, kingdom)])
        return 0.4 * rank + 0.5 * hires + _army_worth(s, p, card) + block / 3
    return 0.4 * rank + block if rival else 0.1


def _army_worth(s: Any, p: int, card: int) -> float:
    """What an axe or a coin adds to the army p could show; the nearer to ten, the more it counts."""
    suit, bit, held = card >> 4, 1 << (card & 15), s.held[p][card >> 4]
    s.held[p][suit] = held & ~bit
    less = rules.army(s, p, UNKNOWN, 0)
    s.held[p][suit] = held | bit
    more = rules.army(s, p, UNKNOWN, 0)
    s.held[p][suit] = held
    return float((more - less) * (ARMY[0] + ARMY[1] * min(more, rules.TO_WIN)))


def _guard_worth(s: Any, p: int, rank: int) -> float:
    """Guards stay for good: the more stand already, the more the next ones are worth."""
    guards = int(s.guards[p])
    return rank * (GUARD[0] + GUARD[1] * guards)


def threat(s: Any, v: int) -> float:
    """How near to a win a rival looks from outside: his guards, and the cards he has piled up."""
    guards, cards = int(s.guards[v]), rules.total(s, v)
    return guards / 4 + cards / 8


def _play_worth(s: Any, me: int, action: int) -> float:
    if action >= rules.CROWN:
        return IDLE if action == rules.NOTHING else IDLE - 1
    card = action
    if s.at[card] >= GUARDS:
        return _guard_worth(s, me, rules.rank_of(card)) / 2
    if card >> 4 == SHIELD:
        rank = rules.rank_of(card)
        wins = 100.0 if s.guards[me] + rank >= rules.TO_WIN else 0.0
        hire = _hire_cost(s, me, card)
        shelter = 2.0 if rank > s.best[me] else 0.0
        return wins + PLACE * _guard_worth(s, me, rank) + shelter - hire
    sneak = 0
    best = max((_raid_worth(s, me, card, sneak, zone, v) for zone in range(4) for v in range(s.players)), default=-9.0)
    return best - _hire_cost(s, me, card)


def _hire_cost(s: Any, me: int, card: int) -> float:
    """What the coins are worth that would pay for a card."""
    if card >= rules.COIN * 16 or not rules.hired(s, me, card):
        return 0.0
    due, cost = rules.rank_of(card), 0.0
    purse = [
        c for c in range(COIN * 16, KEY * 16) if rules.HOLDER[s.at[c]] == me and rules.kingdom_of(c) == rules.kingdom_of(card)
    ]
    while due > 0 and purse:
        coin = min(purse, key=lambda c: _coin_order(c, due))
        purse.remove(coin)
        due -= rules.rank_of(coin)
        cost += worth(s, me, coin)
    return HIRE * cost + (4.0 if due > 0 else 0.0)


def _coin_order(coin: int, due: int) -> tuple[int, int]:
    """The smallest coin that pays it all, else the greatest."""
    rank = rules.rank_of(coin)
    return (1, rank) if rank >= due else (2, -rank)


def _aim_worth(s: Any, me: int, action: int) -> float:
    if action < rules.CROWN:  # soldiers to go with the Shield Joker
        raids = [_raid_worth(s, me, action, 1, 0, v) for v in range(s.players)]
        return max(raids) - _hire_cost(s, me, action)
    where = action - rules.TARGET
    return _raid_worth(s, me, s.card, int(s.at[JH] == rules.TABLE), where // 4, where % 4)


def unseen(s: Any, me: int, zone: int) -> float:
    """What a card I do not know is worth to me on average, lying in a zone."""
    kinds = ((0, 1, 2, 3, 4), (COIN, KEY), (AXE, SHIELD, JOKER))[zone]
    worths = [worth(s, me, card) for card in range(rules.CARDS) if s.at[card] < 0 and card >> 4 in kinds]
    return sum(worths) / max(1, len(worths))


def _raid_worth(s: Any, me: int, card: int, sneak: int, zone: int, v: int) -> float:
    """The cards it brings, the harm it does a dangerous rival, and what is left behind with him."""
    if not rules.can_target(s, me, card, sneak, zone, v):
        return -9.0
    if card < SHIELD * 16 and rules.kingdom_of(card) == s.kingdom[v]:
        return -9.0  # his own soldiers would stay with him
    gift = worth(s, me, card) + _gift(s, me, v, card)
    if zone == rules.Zone.KINGDOM:
        return 4.0 + threat(s, v) - gift
    place = HAND + 4 * zone + v
    count: int = min(rules.strength(card), s.size[place])
    known = [worth(s, me, c) for c in range(rules.CARDS) if s.at[c] == place]
    mean = (sum(known) + unseen(s, me, zone) * (s.size[place] - len(known))) / s.size[place]
    gain: float = count * (RAID * mean + MENACE * threat(s, v))
    return gain - gift


def _gift(s: Any, me: int, v: int, card: int) -> float:
    """What the card left behind does for the robbed: it is his from his next turn."""
    if card >= rules.SUITED:
        return 0.5
    kingdom = rules.kingdom_of(card)
    if kingdom != s.kingdom[v]:
        return 0.3 * rules.rank_of(card)
    kept = rules.four(s, me, card >> 4, kingdom) & ~(1 << (card & 3))
    return GIFT[min(2, kept.bit_count())]


def _payment(s: Any, action: int) -> tuple[int, int]:
    """Pay what is due with the least, and nothing beyond; the Coin Joker last."""
    if action == rules.DONE:
        return (0, 0)
    return (3, 0) if action == JC else _coin_order(action, s.due)


def _keep_worth(s: Any, me: int, card: int) -> float:
    """A card belongs in the hand if it would be in more danger where it would be stored."""
    hand = HAND_RISK[s.best[me]]
    if card >> 4 in (COIN, KEY):
        return worth(s, me, card) * (VAULT_RISK[rules.four(s, me, KEY, s.kingdom[me]).bit_count()] - hand)
    return worth(s, me, card) * (DUNGEON_RISK - hand)
