"""The deal of the day at King's Keys: a match with two bots."""

PLAYERS = 3
OPTIONS: dict[str, int] = {}
