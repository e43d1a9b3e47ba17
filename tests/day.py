"""What is tried today of what would take too long at every change: another part every day, and all of it in the drills.

A failure is seen again with the same day: PARLOUR_DAY=2026-11-29. PARLOUR_DRILLS takes all.
"""

import os
from collections.abc import Iterable
from datetime import UTC, date, datetime
from random import Random
from typing import TypeVar

import pytest

from parlour.bots import thoughtful
from parlour.engine import games

T = TypeVar("T")

# Kept for the processes that tests are sent to: they collect the same before and after midnight.
DAY = os.environ.setdefault("PARLOUR_DAY", datetime.now(UTC).date().isoformat())
DRILLS = bool(os.environ.get("PARLOUR_DRILLS"))
TURNS = 8  # days in which every long test has had its turn


def some_of(whole: Iterable[T], most: int, what: str) -> list[T]:
    """So many of a whole, in its order; `what` lets other things be drawn otherwise on the same day."""
    here = list(whole)
    if DRILLS or most >= len(here):
        return here
    return [here[place] for place in sorted(Random(f"{DAY} {what}").sample(range(len(here)), most))]


def compiled_today() -> list[str]:
    """Games whose bots think and that are compiled whole: KEYS, which the room's tests need, and the one of the day, the last."""
    thinking = sorted(filter(thoughtful, games()))
    return list(dict.fromkeys(["keys", *some_of(thinking, 1, "compiled")])) if not DRILLS else thinking


def in_turn(names: Iterable[str], whose: str) -> set[str]:
    """Of the tests marked `long` those of `today`, or the `others`: who runs both on one day has run all.

    Today's are every eighth in their order, so that each file has some of them, and in eight days all have been.
    """
    whole = sorted(set(names))
    first = date.fromisoformat(DAY).toordinal() % TURNS
    today = set(whole if DRILLS else whole[first::TURNS])
    return today if whose == "today" else set(whole) - today


def by_turns(one: T, whole: Iterable[T], most: int, what: str) -> pytest.MarkDecorator:
    """For a test that proves of one what others prove of the rest: so many of the whole are looked at in a day."""
    return pytest.mark.skipif(one not in some_of(whole, most, what), reason="on another day, and in `make drills`")
