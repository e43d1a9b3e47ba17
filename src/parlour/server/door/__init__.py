"""The edge of the server: routes, sockets, and what guards them."""
