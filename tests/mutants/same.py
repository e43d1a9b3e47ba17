"""Faults that leave the program equivalent, and why: by game, function and the line as it reads with the fault."""

SAME = {
    ("keys", "odds", "return regulars(s, s.actor) if outcome == A_LOSE - REGULAR else 1"): "REGULAR is 0",
    (
        "keys",
        "pieces",
        "return s.owned[seat] - s.height[seat] - int(s.key_at[seat] == HAND) if action == A_PLACE - REGULAR else 1",
    ): "REGULAR is 0",
    ("keys", "losses", "out[k] = A_LOSE - REGULAR"): "REGULAR is 0",
    ("keys", "placings", "out[k] = A_PLACE - REGULAR"): "REGULAR is 0",
    (
        "keys",
        "flipping_true",
        "if s.failed_on != UNKNOWN and (s.flipped[s.failed_on] == 0 or s.key_at[s.failed_on] > s.height[s.failed_on]):",
    ): "a KEY that lies right above its stack has been refused before",
    ("keys", "passes", "count -= s.passed[p]"): "only whether the count is 0 matters",
    ("kings_keys", "forget_axes", "for viewer in range(MAX_SEATS + 1 + 1):"): "no viewer has the bit after the onlooker's",
    ("kings_keys", "idle", "out = [0] * (CARDS + 1 + 32)"): "room for one more action, which is never written",
    ("kings_keys", "play", "elif action <= DRAW:"): "drawing has been handled before",
    (
        "kings_keys",
        "promise_kept",
        "for coin in range(COIN * 16, COIN * 17 + 16):",
    ): "past the end the bits repeat two of the coins",
    ("kings_keys", "store_rest", "cards = [0] * (CARDS + 1)"): "room for one more card, which is never written",
    ("kings_keys", "show_army", "kingdom = (how - 1) % 4 if how > 1 else 0"): "the value is 0 or far above 1",
    ("kings_keys", "owed", "if s.card <= COIN * 16 and (buying_back(s) or hired(s, s.actor, s.card)):"): (
        "a coin in play has been refused before"
    ),
    ("skyjo", "idle", "out = [0] * (2 * (SLOTS + 1))"): "room for two more actions, which are never written",
    ("skyjo", "claim", "return (showing(s, seat) - POINTS_LOW) * (KINDS + 1) + high"): "the highest card is below either factor",
    ("skyjo", "best_claim", "best = 1"): "every claim is larger: three cards are far above the lowest sum",
    ("skyjo", "best_claim", "if plays(s, seat) and claim(s, seat) >= best:"): "of equal claims either is the best",
    ("skyjo", "sound_total", "last = s.sheet[seat][min(s.scored, SHEET) - 1] if s.scored >= 0 else 0"): (
        "before the first count the last row is 0 as well"
    ),
    ("skyjo", "still_due", "p = p + 1 if p - 1 < s.players else 0"): "there are no seats after the last",
    ("kings_keys", "why", "if action <= CROWN:"): "crowning has been handled before",
    ("kings_keys", "why", "if action < CROWN + 1:"): "crowning has been handled before",
}
