"""KEYS, the house game of hidden coasters, bids and bluffs."""
