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
FEW = 2  # numbers of people that are cheap to read
TIMES = (0, 30, 1, 0, 0, 0, 6, 3, 0.1, 2, 0.1, 4, 1.5, 3, 0)  # seconds, as the phases of KESKIFÈ? come


def settings(matches: int, dice: str) -> list[Setting]:
    """So many matches: games in turn, the same for the same dice.

    Many play each game by each number of people it is read with, on phone and desk, with bots alone and with a second person, in
    every language. A match a game is one person's, with few bots.
    """
    rng = Random(dice)
    spoken = list(LANGUAGES)
    rng.shuffle(spoken)
    many = matches > len(GAMES)
    begin = 0 if many else rng.randrange(len(spoken))
    found = []
    for number in range(matches):
        game = GAMES[number % len(GAMES)]
        seats = SEATS[game] if many else SEATS[game][:FEW]
        round_ = begin + number // len(GAMES)
        players = seats[round_ % len(seats)]
        turned = round_ // len(seats)  # how often all numbers have been played
        people = 2 if many and players > 2 and (round_ + turned * (len(seats) + 1)) % 2 else 1
        phone = (number + round_ // 2 + turned) % 2 == 0
        language = spoken[(number + round_) % len(spoken)]
        found.append(Setting(game, players, language, phone, f"{dice}/{number}", people))
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
