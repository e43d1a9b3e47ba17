"""The deal of the day at SKYJO: a quarter of an hour with two bots."""

PLAYERS = 3
OPTIONS = {"end_score": 50}
