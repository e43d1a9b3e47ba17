"""Ports for what a test starts. None that this machine hands out to connections, so that none is gone before it is used."""

import os
import socket
from collections.abc import Iterator
from itertools import cycle
from random import SystemRandom

LOW, HIGH = 10_081, 32_000  # registered ports that no browser refuses (10080), below those that Linux gives to whoever connects
WORKERS = 16
_OWN = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % WORKERS  # each worker has ports of its own
_ALL = range(LOW + _OWN, HIGH, WORKERS)
_FIRST = SystemRandom().randrange(len(_ALL))  # another run of the tests may stand beside this one
_NEXT: Iterator[int] = cycle([*_ALL[_FIRST:], *_ALL[:_FIRST]])


def free_port() -> int:
    """A port of this machine that nobody listens at, and that is not given twice."""
    for port in _NEXT:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("the ports go round")
