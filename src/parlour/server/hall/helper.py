"""Setup shared by all helper processes of a server."""

import os
import threading
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import wait


def follow_parent() -> None:
    """End with the server, however it ends: one that is killed tells nobody, and its processes would wait for ever."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=watch, name="parlour-parent", daemon=True).start()


def give_way(by: int) -> None:
    """Let the tables come first: make this process so much nicer (0 to 19), where the system allows it."""
    with suppress(OSError, AttributeError):  # forbidden to a service, and not there on Windows
        os.nice(by)
