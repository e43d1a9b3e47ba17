"""Which matches are read: every game, its fewest and its most seats, phone and desk, all languages in turn."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from parlour.games.keskife import timing
from parlour.games.keys import rules as keys
from parlour.server.settings import Settings
from tests.page.reader.catalogues import LANGUAGES
from tests.page.reader.evening import SEATS, Setting
from tests.server.live import Live

GAMES = tuple(SEATS)
TIMES = (0, 30, 1, 0, 0, 0, 6, 3, 0.1, 2, 0.1, 4, 1.5, 3, 0)  # seconds, as the phases of KESKIFÈ? come


def settings(matches: int, dice: str) -> list[Setting]:
    """So many matches: games in turn, seats from fewest to most, languages and devices spread; the same for the same dice."""
    rng = Random(dice)
    spoken = list(LANGUAGES)
    rng.shuffle(spoken)
    found = []
    for number in range(matches):
        game = GAMES[number % len(GAMES)]
        least, most = SEATS[game]
        round_ = number // len(GAMES)
        players = least + round_ % (most - least + 1) if matches > len(GAMES) else rng.randint(least, min(most, least + 2))
        people = 2 if players > 2 and round_ % 3 == 2 and game != "keskife" else 1
        language = spoken[(number + round_) % len(spoken)]
        found.append(Setting(game, players, language, (number + round_) % 2 == 0, f"{dice}/{number}", people))
    return found


@contextmanager
def quick_house(folder: Path) -> Iterator[Live]:
    """A room whose bots do not pause to think, and whose counts are short."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keys, "PAUSE_SECONDS", 0.3)
        patch.setattr(timing, "TIMES", TIMES)
        patch.setattr(timing, "BEAT_TIME", 0.1)
        live = Live(Settings(database=f"sqlite:///{folder}/parlour.sqlite", pace=(0.0, 0.0)))
        yield live
        live.stop()
