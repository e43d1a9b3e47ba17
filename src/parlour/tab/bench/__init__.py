"""The bench of a room in a tab: a game of one's own is written there, held to the laws, and played.

It runs in workers of its own, which the page ends where they do not answer; no other part of the room loads what is written.
"""
