"""Toy: a stranger's game, small enough to read at once and rich enough to meet every law."""
