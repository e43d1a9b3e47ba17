"""Why an action is not legal."""

from typing import Any

from parlour.games.kings_keys.cards import kingdom_of, rank_of
from parlour.games.kings_keys.payments import can_pay, hired
from parlour.games.kings_keys.state import (
    AXE,
    CARD,
    CHANGING,
    CLAIM,
    COIN,
    CROWN,
    CROWNING,
    DONE,
    DRAW,
    ELIMINATE,
    ENDING,
    FIRST,
    GUARDS,
    HAND,
    JA,
    JC,
    JH,
    JOKER,
    KEEPING,
    KEY,
    NAMING,
    NO_AXE,
    PAYING,
    PLAYING,
    PROPOSE,
    SPY,
    TABLE,
    TARGET,
    TARGETING,
    TURN,
    VOTING,
    WAITING,
    Reason,
    Zone,
)

RAIDED = (int(Zone.HAND), int(Zone.DUNGEON))  # where an axe robs


def why(s: Any, seat: int, action: int) -> int:
    """A Reason why an action is not legal; asked of a hidden state, so it can give nothing away."""
    if action == PROPOSE:
        return Reason.ALREADY_PROPOSED if s.alive[seat] and s.proposed[seat] else Reason.PILE_NOT_EMPTY
    if s.phase == CROWNING and CROWN <= action < FIRST:
        return Reason.TAKEN
    if s.phase == VOTING or s.phase == CROWNING or action >= NO_AXE or CROWN <= action < TARGET:
        return Reason.NOT_NOW
    if CLAIM <= action < ELIMINATE:
        return Reason.SET_NOT_COMPLETE
    if s.phase == TURN:
        return Reason.DRAW_FIRST
    if ELIMINATE <= action < DRAW:
        return why_not_eliminate(s, seat, (action - ELIMINATE) // 4)
    if action < CROWN:
        return why_not_card(s, seat, action - CARD)
    if action < CLAIM:
        if s.phase != TARGETING:
            return Reason.NOT_NOW
        return why_not_target(s, seat, s.card, int(s.at[JH] == TABLE), (action - TARGET) // 4, (action - TARGET) % 4)
    if action == DONE and s.phase == PAYING:
        return Reason.NOT_ENOUGH_COINS
    if action == DONE and s.phase == NAMING:
        return Reason.TAKE_AT_LEAST_ONE
    if action == DONE and (s.phase == ENDING or s.phase == KEEPING):
        return Reason.KEEP_FOUR
    if action == SPY and not s.jokers:
        return Reason.OPTION_OFF
    return Reason.ONE_PLAY_A_TURN if s.phase >= ENDING and action != DRAW else Reason.NOT_NOW


def why_not_eliminate(s: Any, p: int, v: int) -> int:
    if s.phase != ENDING:
        return Reason.AFTER_YOUR_PLAY
    if v == p:
        return Reason.NOT_YOURSELF
    if v >= s.players or not s.alive[v]:
        return Reason.NOT_IN_THE_GAME
    return Reason.ONE_ELIMINATION_A_TURN if s.eliminated else Reason.SET_NOT_COMPLETE


def why_not_card(s: Any, p: int, card: int) -> int:
    mine = s.held[p][card >> 4] >> (card & 15) & 1
    if s.phase == NAMING:
        return Reason.FACE_DOWN
    if s.phase == PLAYING and s.at[card] >= GUARDS and s.at[card] < WAITING and kingdom_of(card) == s.kingdom[p]:
        if s.at[card] == GUARDS + p:
            return Reason.NOT_YOURS
        return Reason.NOT_ENOUGH_COINS if s.buy_back else Reason.OPTION_OFF
    if not mine or s.phase == KEEPING:
        return Reason.NOT_YOURS
    if s.phase == PLAYING:
        return why_not_play(s, p, card)
    if s.phase == TARGETING and card >> 4 == COIN:
        return Reason.NOTHING_TO_PAY
    if s.phase == TARGETING and s.card == JH and card >> 4 == AXE:
        return why_not_play(s, p, card)
    if s.phase == PAYING and card == JC:
        return Reason.JOKER_NOT_HERE
    if (s.phase == PAYING or s.phase == CHANGING) and card >> 4 == COIN:
        return Reason.COINS_OF_ANOTHER_KINGDOM if s.phase == PAYING else Reason.NOT_ENOUGH_COINS
    return Reason.ONE_PLAY_A_TURN


def why_not_play(s: Any, p: int, card: int) -> int:
    suit = card >> 4
    if suit == COIN or card == JC:
        return Reason.ONLY_PAYS
    if suit == KEY:
        ruler = s.ruler[kingdom_of(card)]
        return why_not_target(s, p, card, 0, int(Zone.VAULT), ruler if ruler >= 0 else s.players)
    if suit < COIN and hired(s, p, card) and not can_pay(s, p, kingdom_of(card), rank_of(card), s.jokers):
        return Reason.NOT_ENOUGH_COINS
    return why_not_raid(s, p, card) if suit == AXE else Reason.NO_TARGET


def why_not_raid(s: Any, p: int, axe: int) -> int:
    """Why there is nobody whom an axe can rob: what stops it where cards lie, the axe's own kingdom before somebody's guards."""
    reason: int = Reason.NO_TARGET
    for v in range(s.players):
        for zone in RAIDED:
            stops = why_not_target(s, p, axe, 0, zone, v)
            if stops == Reason.OWN_SOLDIERS_NEVER_BETRAY and s.size[HAND + 4 * zone + v]:
                return stops
            if stops == Reason.GUARDS_TOO_STRONG:
                reason = stops
    return reason


def why_not_target(s: Any, p: int, card: int, sneak: int, zone: int, v: int) -> int:
    suit = card >> 4
    if v == p:
        return Reason.OWN_KEY if suit == KEY else Reason.NOT_YOURSELF
    if v >= s.players or not s.alive[v]:
        return Reason.NOT_IN_THE_GAME
    if (zone == Zone.KINGDOM) != (card == JA) or ((suit == KEY) != (zone == Zone.VAULT) and suit != JOKER):
        return Reason.WRONG_ZONE
    if suit == KEY and kingdom_of(card) != s.kingdom[v]:
        return Reason.WRONG_KEY
    if suit == AXE and kingdom_of(card) == s.kingdom[v] and not s.betrayal:
        return Reason.OWN_SOLDIERS_NEVER_BETRAY
    if s.size[HAND + 4 * zone + v] == 0:
        return Reason.EMPTY_ZONE
    return Reason.WRONG_ZONE if zone == Zone.DUNGEON else Reason.GUARDS_TOO_STRONG
