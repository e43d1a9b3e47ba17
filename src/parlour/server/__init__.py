"""The room: a server for people in browsers, terminals and programs. See docs/protocol.md.

`run(…)` serves until it is stopped; `create_app(Settings(…))` is the same as an ASGI application.
"""

from parlour.server.door.app import create_app
from parlour.server.serving import run
from parlour.server.settings import Limits, Settings
from parlour.server.store.error import StoreError

__all__ = ["Limits", "Settings", "StoreError", "create_app", "run"]
