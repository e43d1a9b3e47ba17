"""The law kit: what every game is held to, ours and a stranger's alike.

`pytest --pyargs parlour.testing.kit --parlour-game NAME` runs it on one game; without the option on every game installed.
"""
