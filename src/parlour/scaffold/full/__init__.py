"""What `parlour new-game --full` lays besides: every optional part of a game, small."""
