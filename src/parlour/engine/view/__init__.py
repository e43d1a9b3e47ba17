"""What a seat is shown: the one door out, and the same as data."""

from parlour.engine.view.view import Told, View, listed, look, seats_in, told_to

__all__ = ["Told", "View", "listed", "look", "seats_in", "told_to"]
