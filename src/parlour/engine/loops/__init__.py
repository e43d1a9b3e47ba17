"""Loops over games, written once in the rules' subset and bound to a game by a carrier: see `parlour.engine.carriers`."""

from parlour.engine.loops import contests, judging, playouts, search, tables, unled, worlds

LED = (playouts, tables, contests, worlds, search, judging)  # the loops of a game that has a policy
UNLED = (playouts, tables, unled)  # those of one that has none

__all__ = ["LED", "UNLED"]
