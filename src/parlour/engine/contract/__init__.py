"""What a game declares, read: its modules, state, words and policy."""
