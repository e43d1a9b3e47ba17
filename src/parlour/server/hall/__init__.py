"""Connects doors, tables and store: nothing is sent before it is durable."""
