"""Faults with which the program is the same, and why: by game, function and the line as it is with the fault."""

SAME = {
    ("keys", "odds", "return regulars(s, s.actor) if outcome == A_LOSE - REGULAR else 1"): "REGULAR is 0",
    ("keys", "passes", "count -= s.passed[p]"): "it is asked only whether there are none",
    ("kings_keys", "forget_axes", "for viewer in range(MAX_SEATS + 1 + 1):"): "nobody has the bit beyond the onlooker's",
    ("kings_keys", "idle", "out = [0] * (CARDS + 1 + 32)"): "room for one action more, which is never written",
    ("kings_keys", "owed", "if s.card <= COIN * 16 and (buying_back(s) or hired(s, s.actor, s.card)):"): (
        "a coin in play is refused before"
    ),
    ("kings_keys", "why", "if action <= CROWN:"): "crowning is answered above it",
}
