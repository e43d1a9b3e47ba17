"""Keywords that several functions share, as a TypedDict."""

from collections.abc import Mapping
from typing import Any


def named_only(given: Mapping[str, object], kind: Any) -> None:
    """Raises TypeError for a keyword that a TypedDict of optional keywords does not have."""
    if odd := given.keys() - kind.__optional_keys__:
        raise TypeError(f"unexpected keyword {min(odd)!r}; there are {', '.join(sorted(kind.__optional_keys__))}")
