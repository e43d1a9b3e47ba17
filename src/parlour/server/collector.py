"""When rubbish is collected: what has lived through a whole pass is left out of all later ones, so that none takes long.

Moves, connections and matches leave no cycles behind (a test holds that), so all they made is freed without the collector, frozen
or not. What a fault leaves all the same is found when nobody is connected and all may be looked through at leisure.
"""

import gc
from typing import Any

WHOLE = 2  # the generation whose pass looks through all that is not frozen


def settle() -> None:
    """From now on only what is newer is looked through: the libraries' objects need never be walked again."""
    gc.collect()
    gc.freeze()
    if _passed not in gc.callbacks:
        gc.callbacks.append(_passed)


def look_through() -> None:
    """Look through everything once, however long it takes; does nothing where nothing has settled."""
    if _passed in gc.callbacks:
        gc.unfreeze()
        gc.collect()


def release() -> None:
    """Let Python collect as it does by itself."""
    if _passed in gc.callbacks:
        gc.callbacks.remove(_passed)
    gc.unfreeze()


def _passed(phase: str, info: dict[str, Any]) -> None:
    if phase == "stop" and info["generation"] == WHOLE:
        gc.freeze()
