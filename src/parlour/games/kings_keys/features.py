"""King's Keys as a learner sees it: who looks is first, the others follow in the order of play; cards keep their numbers."""

from typing import Any

from parlour.games.cells import UNKNOWN, feature
from parlour.games.kings_keys.state import BOX, CARDS, GUARDS, HAND, HOLDER, MAX_SEATS, PILE, PIPS, SUITED, Phase

PHASES = len(Phase)
ZONES = 3  # hand, vault and dungeon
SHIELDS = 16  # the first shield, and how many there are
FEATURES = (
    feature("phase", PHASES, says="what is going on, one-hot"),
    feature("players", 1, 0, MAX_SEATS, says="how many play"),
    feature("jokers", says="1: played with jokers"),
    feature("buy_back", says="1: fallen guards can be bought back"),
    feature("penalty", says="1: betrayal is paid for; 0: it is refused"),
    feature("guards_to_win", 1, 0, 12, says="pips of guards that win"),
    feature("army_to_win", 1, 0, 12, says="pips of an army that win"),
    feature("hand_limit", 1, 0, 5, says="cards that stay in the hand"),
    feature("left", 1, 0, 1000, says="rounds before the game ends without a winner"),
    feature("quiet", 1, 0, 401, says="turns in a row in which no card moved"),
    feature("ended_one", says="1: somebody has been eliminated in this turn"),
    feature("pile", 1, 0, CARDS, says="cards in the pile"),
    feature("box", 1, 0, CARDS, says="cards out of play"),
    feature("due", 1, 0, 4, says="pips still to be paid for the card in play"),
    feature("takes", 1, 0, 4, says="cards the thief may still take"),
    feature("in_play", 5, says="whether a card is in play and which suit it has, one-hot: axe, shield, coin, key, joker"),
    feature("rank", 1, 0, 4, says="the rank of the card in play; 0 for a joker, or where there is none"),
    feature("colour", 4, says="the kingdom of the card in play, one-hot; none for a joker"),
    feature("paid", 4, 0, 10, says="by kingdom: pips of the coins on the table"),
    feature("seat", MAX_SEATS, says="one's own seat, one-hot: actions name seats by their number"),
    feature("actor", MAX_SEATS, says="by seat: 1 for whose turn it is"),
    feature("voter", MAX_SEATS, says="by seat: 1 for who answers the proposal of a truce"),
    feature("alive", MAX_SEATS, says="by seat: 1 while its kingdom is in the game"),
    feature("kingdom", MAX_SEATS * 4, says="by seat: its kingdom, one-hot"),
    feature("ruled", 4 * MAX_SEATS, says="by kingdom: the seat that rules it, one-hot"),
    feature("guards", MAX_SEATS, 0, 15, says="by seat: pips of the shields in place"),
    feature("best", MAX_SEATS, 0, 4, says="by seat: pips of the highest shield in place"),
    feature("zones", MAX_SEATS * ZONES, 0, CARDS, says="by seat: cards in the hand, the vault and the dungeon"),
    feature("open", MAX_SEATS * ZONES, 0, CARDS, says="by seat: of these, the ones that lie face up"),
    feature("raided", MAX_SEATS * ZONES, says="by seat: 1 for the hand, the vault or the dungeon that is being raided"),
    feature("own", CARDS, says="by card: 1 for those in one's own hand, vault or dungeon"),
    feature("kept", CARDS, says="by card: 1 for those in one's own hand, or chosen to stay in it"),
    feature("theirs", CARDS, 0, MAX_SEATS - 1, says="by card: how many seats on somebody is known to hold it, else 0"),
    feature(
        "shield",
        SHIELDS,
        0,
        MAX_SEATS,
        says="by shield: 1 where it guards oneself, 2 the next seat …; 0 where nobody",
    ),
)


def features(s: Any, seat: int, out: Any) -> None:
    """Write what a seat sees of a hidden state as numbers."""
    for i in range(PHASES):
        out[i] = int(s.phase == i)
    at = PHASES
    out[at] = s.players
    out[at + 1] = s.jokers
    out[at + 2] = s.buy_back
    out[at + 3] = s.betrayal
    out[at + 4] = s.guards_to_win
    out[at + 5] = s.army_to_win
    out[at + 6] = s.hand_limit
    out[at + 7] = s.round_limit - s.rounds
    out[at + 8] = s.quiet
    out[at + 9] = s.eliminated
    out[at + 10] = s.size[PILE]
    out[at + 11] = s.size[BOX]
    out[at + 12] = s.due
    out[at + 13] = s.takes
    at += 14
    for suit in range(5):
        out[at + suit] = int(s.card != UNKNOWN and s.card >> 4 == suit)
    suited = s.card != UNKNOWN and s.card < SUITED
    out[at + 5] = (s.card & 3) + 1 if suited else 0
    for k in range(4):
        out[at + 6 + k] = int(suited and s.card >> 2 & 3 == k)
        out[at + 10 + k] = PIPS[s.paid >> 4 * k & 15]
    at += 14
    for p in range(MAX_SEATS):
        out[at + p] = int(seat == p)
    at += MAX_SEATS
    zones = at + 13 * MAX_SEATS
    for turn in range(MAX_SEATS):
        there = int(turn < s.players)
        p = (seat + turn) % s.players if there else 0
        out[at + turn] = there * int(s.actor == p)
        out[at + MAX_SEATS + turn] = there * int(s.voter == p)
        out[at + 2 * MAX_SEATS + turn] = there * s.alive[p]
        for k in range(4):
            out[at + 3 * MAX_SEATS + 4 * turn + k] = there * int(s.kingdom[p] == k)
            out[at + 7 * MAX_SEATS + MAX_SEATS * k + turn] = there * int(s.ruler[k] == p)
        out[at + 11 * MAX_SEATS + turn] = there * s.guards[p]
        out[at + 12 * MAX_SEATS + turn] = there * s.best[p]
        for zone in range(ZONES):
            place = HAND + MAX_SEATS * zone + p
            out[zones + ZONES * turn + zone] = there * s.size[place]
            out[zones + ZONES * (MAX_SEATS + turn) + zone] = there * s.open[place]
            out[zones + ZONES * (2 * MAX_SEATS + turn) + zone] = there * int(s.target == place)
    at = zones + 3 * ZONES * MAX_SEATS
    for card in range(CARDS):
        place = s.at[card] if s.at[card] != UNKNOWN else PILE
        holder = HOLDER[place]
        mine = int(holder == seat)
        out[at + card] = mine
        out[at + CARDS + card] = int(mine and (place < HAND + MAX_SEATS or place >= HAND + ZONES * MAX_SEATS))
        out[at + 2 * CARDS + card] = (holder - seat) % s.players if holder != UNKNOWN else 0
    at += 3 * CARDS
    for i in range(SHIELDS):
        place = s.at[SHIELDS + i]
        guards = place >= GUARDS and place < GUARDS + MAX_SEATS
        out[at + i] = (place - GUARDS - seat) % s.players + 1 if guards else 0
