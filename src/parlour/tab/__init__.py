"""The room in a browser's tab: another shell around the same tables, with no server behind it.

What `parlour.server` does by sockets, threads and a database is done here over a message port, by one event loop and a store of
the browser's. Paths and frames are those of docs/protocol.md. `parlour tab` writes it as a folder of static files.
"""
