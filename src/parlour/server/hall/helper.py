"""What every process that a server starts beside itself does first."""

import os
import threading
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
