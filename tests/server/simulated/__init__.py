"""Servers, their database and the lines between them in one process, in virtual time: the real hub, tables and rooms.

What is simulated is what fails: `database.Database` stands for PostgreSQL with the conditions of `store/servers.py`, `net.Net`
for TCP. A history (`world.World`) is drawn from a seed (how long everything takes) and a list of mishaps; the same two make the
same history again.
"""
