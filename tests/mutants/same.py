"""Faults with which the program is the same, and why: by game, function and the line as it is with the fault."""

SAME = {
    ("keys", "odds", "return regulars(s, s.actor) if outcome == A_LOSE - REGULAR else 1"): "REGULAR is 0",
    (
        "keys",
        "pieces",
        "return s.owned[seat] - s.height[seat] - int(s.key_at[seat] == HAND) if action == A_PLACE - REGULAR else 1",
    ): "REGULAR is 0",
    ("keys", "passes", "count -= s.passed[p]"): "it is asked only whether there are none",
    ("kings_keys", "forget_axes", "for viewer in range(MAX_SEATS + 1 + 1):"): "nobody has the bit beyond the onlooker's",
    ("kings_keys", "idle", "out = [0] * (CARDS + 1 + 32)"): "room for one action more, which is never written",
    ("kings_keys", "play", "elif action <= DRAW:"): "drawing is answered above it",
    (
        "kings_keys",
        "promise_kept",
        "for coin in range(COIN * 16, COIN * 17 + 16):",
    ): "beyond them come two coins again, by their bits",
    ("kings_keys", "store_rest", "cards = [0] * (CARDS + 1)"): "room for one card more, which is never written",
    ("kings_keys", "show_army", "kingdom = (how - 1) % 4 if how > 1 else 0"): "it is 0 or far more than 1",
    ("kings_keys", "owed", "if s.card <= COIN * 16 and (buying_back(s) or hired(s, s.actor, s.card)):"): (
        "a coin in play is refused before"
    ),
    ("skyjo", "best_claim", "best = 1"): "every claim is larger: three cards are far above the lowest sum",
    ("skyjo", "best_claim", "if plays(s, seat) and claim(s, seat) >= best:"): "what is equal is the same best",
    ("skyjo", "sound_total", "last = s.sheet[seat][min(s.scored, SHEET) - 1] if s.scored >= 0 else 0"): (
        "before the first count the last row is 0 too"
    ),
    ("skyjo", "still_due", "p = p + 1 if p - 1 < s.players else 0"): "the seats beyond the last do not play",
    ("kings_keys", "why", "if action <= CROWN:"): "crowning is answered above it",
}
