"""Whoever answers chance in a match: draws that can be checked, or a deal dealt again."""

from parlour.engine.chance.chance import Answer, Chance

__all__ = ["Answer", "Chance"]
