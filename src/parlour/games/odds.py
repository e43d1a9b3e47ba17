"""How likely something is, as people at a table say it."""

from typing import Any

TENTHS = 10


def told(word: str, share: float, **values: Any) -> dict[str, Any]:
    """What a game's words say of a share from 0 to 1: `<word>_never`, `<word>_surely`, or `<word>` with `n` of ten, 1 to 9."""
    if share in (0.0, 1.0):
        return {"word": f"{word}_{'surely' if share else 'never'}", **values}
    return {"word": word, "n": min(TENTHS - 1, max(1, round(TENTHS * share))), **values}
