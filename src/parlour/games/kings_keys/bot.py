"""A rule of thumb for King's Keys: every play is weighed by how far it shifts the race for the next win.

Each kingdom has four ways to win. What it holds, as far as the bot knows, gives each way a rate, and a position is worth
the logarithm of one's own rates against the rivals'. The numbers were fitted to who won, and how, in seven hundred games; then
those that mattered were moved to where it wins most, in ten thousand games against chance with all numbers shaken at random, and
won games regressed on the shakes. As many games shaken around the result showed hardly anything left to gain that way.
"""

from collections.abc import Callable, Sequence
from math import exp, log
from random import Random
from typing import Any

from parlour.games.cells import Sight
from parlour.games.kings_keys.cards import four as four_of
from parlour.games.kings_keys.cards import kingdom_of, rank_of, strength, total
from parlour.games.kings_keys.knowledge import hide
from parlour.games.kings_keys.payments import colour_due, hired
from parlour.games.kings_keys.raids import can_target
from parlour.games.kings_keys.sets import covered
from parlour.games.kings_keys.state import (
    AGREE,
    AXE,
    CARDS,
    CLAIM,
    COIN,
    CROWN,
    DONE,
    DRAW,
    ELIMINATE,
    ENDING,
    GUARDS,
    HAND,
    HAND_LIMIT,
    HOLDER,
    JC,
    JH,
    JOKER,
    KEEPING,
    KEPT,
    KEY,
    MAX_SEATS,
    NAMING,
    NOTHING,
    PAYING,
    PIPS,
    PLAYING,
    REFUSE,
    SHIELD,
    SUITED,
    TABLE,
    TARGET,
    TARGETING,
    TO_WIN,
    VOTING,
    Zone,
)

# Logarithms of rates: one's own by cards of the set, the others linear in pips and cards (in tens). CARDS: all one holds.
KEYS, KEYS_CARDS = (2.49, 3.00, 3.72, 4.87, 11.4), 0.39
COINS, COINS_CARDS = (0.20, 0.80, 1.63, 2.53, 9.0), 0.74
FORT = (1.84, 2.16, 2.24, 2.41, -1.72, 0.99, 0.24)  # alone, guards, squared, in sight, squared, in sight of ten; best's rank
ARMY, ARMY_CARDS = (0.59, 1.55, 1.30, 0.18), 0.72  # alone, pips, squared, to the fourth
LOOSE = (0.72, 0.20)  # soldiers without pay, pay without soldiers
RIVAL_KEYS, RIVAL_KEYS_HELD, RIVAL_KEYS_CARDS = (-0.17, 0.50, 0.11), (0.0, -0.48, -0.62), 1.77  # by how many he has, and I hold
RIVAL_COINS, RIVAL_COINS_HELD, RIVAL_COINS_CARDS = (-1.53, 1.44, 0.43), (0.0, -0.21, -1.26), 0.28
RIVAL_FORT, RIVAL_FORT_HELD = (-0.18, 3.42, 1.67), (0.0, -0.17, -0.11)
RIVAL_ARMY = (-2.51, 2.89)
# What a stored card risks in a round: in a hand by its highest guard, in a vault by how many of its keys its owner has; measured,
# then moved like the rest, towards fearing for vaults.
HAND_RISK = (0.062, 0.037, 0.037, 0.021, 0.0)
VAULT_RISK = (0.42, 0.42, 0.20, 0.09, 0.0)
DUNGEON_RISK = 0.067
LOST_TURN = 0.1  # a play may be so much worse than none
JOKER_WORTH = 0.1
NEVER = -1e9
WON = 1e9
PATIENCE = 5  # rounds in which no card moves, before a truce is welcome

COUNT = tuple(four.bit_count() for four in range(16))
COVERED = tuple(tuple(PIPS[covered(four, coins)] for coins in range(11)) for four in range(16))  # pips, by pay
KINDS = ((AXE, SHIELD, COIN, KEY, JOKER), (COIN, KEY), (AXE, SHIELD, JOKER))  # what lies in a zone


def simple(view: Sight, legal: Sequence[int], rng: Random) -> int:
    """Wins where it can; else takes the play, and keeps the cards, after which the race stands best."""
    for first in (CLAIM, ELIMINATE):
        shown = [action for action in legal if first <= action < (ELIMINATE if first == CLAIM else DRAW)]
        if shown:
            return shown[0]
    phase = view.state.phase
    if phase == VOTING:
        return AGREE if view.state.quiet >= PATIENCE * view.state.living else REFUSE
    if len(legal) == 1:
        return legal[0]
    state = view.state.clone()
    hide(state, view.seat)  # changes nothing on an honest view
    race = Race(state, view.seat)
    if phase in (PLAYING, TARGETING):
        return _best(legal, rng, race.play_worth if phase == PLAYING else race.aim_worth)
    if phase == PAYING:
        return race.payment(legal)
    if phase == NAMING:
        return _best(legal, rng, race.named_worth)
    if phase in (ENDING, KEEPING):
        return next((card for card in race.kept() if card in legal), legal[0])
    return rng.choice(legal)


BOTS = {"simple": simple}


def _best(legal: Sequence[int], rng: Random, worth: Callable[[int], float]) -> int:
    return max(legal, key=lambda action: (worth(action), rng.random()))


def _curve(numbers: tuple[float, ...], x: float) -> float:
    return numbers[0] + numbers[1] * x + numbers[2] * x * x


class Race:
    """How the race for the next win stands on a seat's copy of the state, and how plays tried on the copy would shift it."""

    def __init__(self, s: Any, me: int) -> None:
        self.s, self.me = s, me
        self.rivals = [v for v in range(s.players) if v != me and s.alive[v]]
        unseen = sum(place < 0 for place in s.at[:SUITED])
        known = [0] * MAX_SEATS
        for place in s.at:
            if place >= 0 and HOLDER[place] >= 0:
                known[HOLDER[place]] += 1
        self.share = [max(0, total(s, v) - known[v]) / max(1, unseen) for v in range(s.players)]
        self._gains: list[float] = []

    # ---- the race as it stands --------------------------------------------------------------------------------------

    def worth(self) -> float:
        theirs = sum(self.rival(v) for v in self.rivals)
        return log(self.mine()) - log(theirs + 0.01)

    def mine(self) -> float:
        """The rates of my four ways."""
        s, me = self.s, self.me
        axes, shields, coins, keys = s.held[me][:4]
        own = 4 * s.kingdom[me]
        army, fort = PIPS[axes >> own & 15], PIPS[shields >> own & 15]
        soldiers = pay = 0
        for k in (0, 4, 8, 12):
            if k != own:
                purse = PIPS[coins >> k & 15]
                led = COVERED[axes >> k & 15][purse]
                army += led
                soldiers += PIPS[axes >> k & 15] - led
                pay += purse - led
                fort += COVERED[shields >> k & 15][purse]
        cards = total(s, me) / 10
        return (
            exp(KEYS[COUNT[keys >> own & 15]] + KEYS_CARDS * cards)
            + exp(COINS[COUNT[coins >> own & 15]] + COINS_CARDS * cards)
            + exp(self._fort(fort))
            + exp(_army(min(army, TO_WIN) / 10) + (LOOSE[0] * soldiers + LOOSE[1] * pay) / 10 + ARMY_CARDS * cards)
        )

    def _fort(self, placeable: int) -> float:
        s, me = self.s, self.me
        guards: float = min(TO_WIN, s.guards[me]) / 10
        sight: float = min(placeable / 10, 1 - guards)
        ten = FORT[5] if sight and guards + sight >= 1 else 0.0
        return _curve(FORT, guards) + FORT[3] * sight + FORT[4] * sight * sight + ten + FORT[6] * float(s.best[me])

    def rival(self, v: int) -> float:
        """The rates of a rival's four ways, from outside."""
        s = self.s
        cards = total(s, v) / 10
        shields = COUNT[four_of(s, self.me, SHIELD, s.kingdom[v])]
        keys, held_keys = self._expected(v, KEY)
        coins, held_coins = self._expected(v, COIN)
        return (
            exp(_curve(RIVAL_KEYS, keys) + RIVAL_KEYS_HELD[min(2, held_keys)] + RIVAL_KEYS_CARDS * cards)
            + exp(_curve(RIVAL_COINS, coins) + RIVAL_COINS_HELD[min(2, held_coins)] + RIVAL_COINS_CARDS * cards)
            + exp(_curve(RIVAL_FORT, min(TO_WIN, s.guards[v]) / 10) + RIVAL_FORT_HELD[min(2, shields)])
            + exp(RIVAL_ARMY[0] + RIVAL_ARMY[1] * cards)
        )

    def _expected(self, v: int, suit: int) -> tuple[float, int]:
        """How many cards of his set a rival has, as far as one can tell, and how many I hold."""
        s, kingdom = self.s, self.s.kingdom[v]
        mine = four_of(s, self.me, suit, kingdom)
        first = suit * 16 + kingdom * 4
        his = 0.0
        for i in range(4):
            if not mine >> i & 1:
                place = s.at[first + i]
                his += self.share[v] if place < 0 else float(HOLDER[place] == v)
        return his, COUNT[mine]

    # ---- what a card is worth ---------------------------------------------------------------------------------------

    def _hold(self, card: int, more: int) -> None:
        self.s.held[self.me][card >> 4] += more << (card & 15)
        self.s.size[HAND + self.me] += more

    def holds(self, card: int) -> bool:
        return bool(self.s.held[self.me][card >> 4] >> (card & 15) & 1)

    def change(self, card: int) -> float:
        """What it is worth to hold a card against not to hold it."""
        if card >= SUITED:
            return JOKER_WORTH
        more = -1 if self.holds(card) else 1
        before = self.worth()
        self._hold(card, more)
        after = self.worth()
        self._hold(card, -more)
        return (after - before) * more

    def gains(self) -> list[float]:
        """By card, what it would be worth to get it; nothing for those I hold."""
        if not self._gains:
            self._gains = [0.0 if self.holds(card) else self.change(card) for card in range(CARDS)]
        return self._gains

    def unseen(self, zone: int) -> float:
        """What a card I do not know is worth to me on average, lying in a zone."""
        gains = self.gains()
        worths = [gains[c] for c in range(CARDS) if self.s.at[c] < 0 and c >> 4 in KINDS[zone]]
        return sum(worths) / max(1, len(worths))

    # ---- plays ------------------------------------------------------------------------------------------------------

    def play_worth(self, action: int) -> float:
        if action == NOTHING:
            return self.worth() - LOST_TURN
        if action >= CROWN or self.s.at[action] >= GUARDS:
            return NEVER if action >= CROWN else self._bought_back(action)
        self.gains()  # before the card is taken away
        self._hold(action, -1)
        worth = self._paid(action, lambda: self._used(action))[0]
        self._hold(action, 1)
        return worth

    def _bought_back(self, shield: int) -> float:
        return self._paid(shield, lambda: self.worth() + self.gains()[shield])[0]

    def _used(self, card: int) -> float:
        if card >> 4 == SHIELD:
            return self._guarded(card)
        return max(self._raid(card, 0, zone, v) for zone in range(4) for v in self.rivals)

    def _guarded(self, shield: int) -> float:
        s, me = self.s, self.me
        before = s.guards[me], s.best[me]
        s.guards[me] += rank_of(shield)
        s.best[me] = max(s.best[me], rank_of(shield))
        worth = WON if s.guards[me] >= TO_WIN else self.worth()
        s.guards[me], s.best[me] = before
        return worth

    def _paid(self, card: int, then: Callable[[], float]) -> tuple[float, int]:
        """What follows is worth, once a card is paid for in the best way, and the coins for it (bits); 0 if for nothing."""
        back = self.s.at[card] >= GUARDS
        if card >= COIN * 16 or not (back or hired(self.s, self.me, card)):
            return then(), 0
        return self._payment(kingdom_of(card), rank_of(card), then)

    def _payment(self, kingdom: int, due: int, then: Callable[[], float]) -> tuple[float, int]:
        s, me = self.s, self.me
        purse = four_of(s, me, COIN, kingdom)
        best = NEVER, 0
        for coins in range(1, 16):
            if coins & purse == coins and PIPS[coins] >= due and not _too_many(coins, due):
                s.held[me][COIN] -= coins << 4 * kingdom
                s.size[HAND + me] -= COUNT[coins]
                best = max(best, (then(), coins))
                s.held[me][COIN] += coins << 4 * kingdom
                s.size[HAND + me] += COUNT[coins]
        return best

    def payment(self, legal: Sequence[int]) -> int:
        """A coin of the best payment; the Coin Joker last."""
        if DONE in legal:
            return DONE
        kingdom = colour_due(self.s)
        coins = self._payment(kingdom, self.s.due, self.worth)[1]
        first = COIN * 16 + 4 * kingdom
        return next((first + i for i in range(3, -1, -1) if coins >> i & 1), JC if JC in legal else legal[0])

    def aim_worth(self, action: int) -> float:
        s = self.s
        if action < CROWN:  # soldiers to go with the Shield Joker
            return self._paid(action, lambda: max(self._raid(action, 1, 0, v) for v in self.rivals))[0]
        where = action - TARGET
        return self._raid(s.card, int(s.at[JH] == TABLE), where // 4, where % 4)

    def _raid(self, card: int, sneak: int, zone: int, v: int) -> float:
        """The race after a raid: cards taken blind count as the average of those that may lie there."""
        s = self.s
        if not can_target(s, self.me, card, sneak, zone, v):
            return NEVER
        if card < SHIELD * 16 and kingdom_of(card) == s.kingdom[v]:
            return NEVER  # his own soldiers would stay with him
        if zone == Zone.KINGDOM:
            return self.worth() + max(self.gains()[: SHIELD * 16]) / 2
        place = HAND + 4 * zone + v
        size, old = s.size[place], s.at[card]
        taken = min(strength(card), size)
        known = [self.gains()[c] for c in range(CARDS) if s.at[c] == place]
        mean = (sum(known) + self.unseen(zone) * (size - len(known))) / size
        s.size[place] = size - taken + 1
        s.at[card] = place
        worth: float = self.worth() + taken * mean
        s.size[place], s.at[card] = size, old
        return worth

    def named_worth(self, action: int) -> float:
        zone = (self.s.target - HAND) // 4
        return self.unseen(zone) if action == DONE else self.gains()[action]

    # ---- the end of the turn ----------------------------------------------------------------------------------------

    def kept(self) -> list[int]:
        """The cards for the hand: those that would lose most, by worth and risk, where they would be stored."""
        s, me = self.s, self.me
        vault = VAULT_RISK[COUNT[four_of(s, me, KEY, s.kingdom[me])]] - HAND_RISK[s.best[me]]
        dungeon = DUNGEON_RISK - HAND_RISK[s.best[me]]
        cards = [c for c in range(CARDS) if HAND <= s.at[c] < KEPT + MAX_SEATS and HOLDER[s.at[c]] == me]
        cards.sort(key=lambda c: -self.change(c) * (vault if c >> 4 in (COIN, KEY) else dungeon))
        return _baited(cards, s.kingdom[me], self.change)


def _army(pips: float) -> float:
    return _curve(ARMY, pips) + ARMY[3] * pips**4


def _too_many(coins: int, due: int) -> bool:
    """Whether a payment would do without one of its coins."""
    return any(coins >> i & 1 and PIPS[coins & ~(1 << i)] >= due for i in range(4))


def _baited(cards: list[int], own: int, worth: Callable[[int], float]) -> list[int]:
    """The first four, but a coin or a key is left for an empty vault: a thief leaves there a key I collect."""
    hand, rest = cards[:HAND_LIMIT], cards[HAND_LIMIT:]
    baits = [c for c in hand if c >> 4 == COIN or (c >> 4 == KEY and kingdom_of(c) != own)]
    if baits and rest and not any(c >> 4 in (COIN, KEY) for c in rest):
        hand.remove(min(baits, key=worth))
        hand.append(max(rest, key=worth))
    return hand
