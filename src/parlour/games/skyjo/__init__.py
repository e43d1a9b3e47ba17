"""SKYJO: get rid of high cards, unseen ones included."""
