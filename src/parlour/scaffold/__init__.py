"""Scaffold: the small game that `parlour new-game` lays out under another name, to be changed."""
