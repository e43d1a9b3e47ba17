"""Generators from `wire` and the table of requests: the page's types, the client's words, tables of docs/protocol.md."""
