"""Parlour: four parlour games with hidden information, for the table and for study."""

__version__ = "0.2.0"
