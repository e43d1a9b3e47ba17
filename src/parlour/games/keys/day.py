"""The deal of the day at KEYS: a match with three bots."""

PLAYERS = 4
OPTIONS = {"to_win": 2}
