"""Where a message comes in, and by which all leaves: routes, sockets, and what guards them."""
