"""A match as data: its log, and what chance followed from."""
