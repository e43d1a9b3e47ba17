"""Opponents that bots are measured against (bench/ladder.py): published heuristics, written anew, and children's tricks."""
