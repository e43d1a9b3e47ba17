"""The room: a server for people in browsers, terminals and programs. See docs/protocol.md.

`run(…)` serves until it is stopped; `create_app(Settings(…))` is the same as an ASGI application. Both are fetched when they are
first asked for: whoever takes a table alone takes no web server and no database with it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from parlour.server.settings import Limits, Settings

if TYPE_CHECKING:
    from parlour.server.door.app import create_app
    from parlour.server.serving import run
    from parlour.server.store.error import StoreError

__all__ = ["Limits", "Settings", "StoreError", "create_app", "run"]
LATER = {"create_app": "door.app", "run": "serving", "StoreError": "store.error"}


def __getattr__(name: str) -> Any:
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{LATER[name]}"), name)
