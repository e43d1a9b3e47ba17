"""Chance that can be checked: outcomes follow from a sealed secret and the pages' parts, and a log that was bent is found out."""

import hashlib
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from parlour.engine import CHANCE, Log, LogError, Match
from parlour.engine.chance.fairness import check
from parlour.engine.record.draws import Draws, drawn, sealed

SECRET = "5e" * 32
PARTS = ("a1" * 32, None, "b2" * 32)
DRAWS = Draws(SECRET, "maple-otter-174/1", PARTS)


def played(game: str, draws: Draws = DRAWS, seed: int = 3) -> Log:
    """A match at random whose chance follows the draws."""
    rng, questions = Random(seed), 0
    match = Match.start(game, 3 if game != "keskife" else 4)
    while not match.over:
        seat = match.to_act[0] if CHANCE not in match.to_act else CHANCE
        if seat == CHANCE:
            match.roll(draws.roller(questions))
            questions += 1
        else:
            match.play(seat, rng.choice(match.legal(seat)))
    return replace(match.log(), draws=draws)


def test_the_seed_and_a_draw_can_be_computed_with_any_sha256() -> None:
    seed = hashlib.sha256(f"parlour-draws-1\n{SECRET}\nmaple-otter-174/1\n{'a1' * 32}\n-\n{'b2' * 32}".encode()).hexdigest()
    assert DRAWS.seed == seed
    assert DRAWS.seal == hashlib.sha256(SECRET.encode()).hexdigest()
    number = int(hashlib.sha256(f"{seed}\n4\n0".encode()).hexdigest(), 16)
    assert DRAWS.roller(4)(52) == number % 52


def test_a_draw_does_not_depend_on_when_it_is_asked() -> None:
    early = [DRAWS.roller(i)(150) for i in range(20)]
    late = [DRAWS.roller(i)(150) for i in reversed(range(20))]
    assert early == late[::-1]


def test_what_lies_beyond_the_last_whole_run_is_thrown_away() -> None:
    below = (1 << 255) + 1  # half of all digests are thrown away
    numbers = [drawn("seed", i, below) for i in range(64)]
    first = [int(hashlib.sha256(f"seed\n{i}\n0".encode()).hexdigest(), 16) for i in range(64)]
    assert all(number < below for number in numbers)
    assert 10 < sum(a != b for a, b in zip(numbers, first, strict=True)) < 54


def test_draws_are_even() -> None:
    """Chi-squared over 6 faces; 20.5 is passed by one fair generator in a thousand, and this one is fixed."""
    count = Counter(DRAWS.roller(i)(6) for i in range(6000))
    assert sum((n - 1000) ** 2 / 1000 for n in count.values()) < 20.5


@pytest.mark.parametrize("change", [{"secret": "00" * 32}, {"match": "maple-otter-174/2"}, {"parts": ("a1" * 32, None, None)}])
def test_everything_that_goes_in_changes_what_comes_out(change: dict[str, object]) -> None:
    other = replace(DRAWS, **change)  # type: ignore[arg-type]
    assert [other.roller(i)(1 << 30) for i in range(4)] != [DRAWS.roller(i)(1 << 30) for i in range(4)]


@pytest.mark.parametrize("game", ["skyjo", "keys", "kings_keys", "keskife"])
def test_every_outcome_of_a_log_is_drawn_again(game: str) -> None:
    draws = DRAWS if game != "keskife" else replace(DRAWS, parts=(*PARTS, None))
    log = Log.loads(played(game, draws).dumps())
    found = check(log)
    assert len(found) == sum(seat == CHANCE for seat, _ in log.actions) > 0
    assert all(one.drawn == draws.roller(i)(one.below) for i, one in enumerate(found))


def test_an_outcome_that_was_not_drawn_is_found_out() -> None:
    log = played("skyjo")
    other = played("skyjo", replace(DRAWS, secret="77" * 32))
    with pytest.raises(LogError, match=r"draw \d+ is not the one that the sealed secret gives"):
        check(replace(log, draws=other.draws))


def test_a_log_without_draws_says_so() -> None:
    with pytest.raises(LogError, match="without a sealed secret"):
        check(replace(played("keys"), draws=None))


@pytest.mark.parametrize(
    ("draws", "said"),
    [
        ({}, "have a secret"),
        ({"secret": "5e" * 32, "match": "m", "parts": []}, "a part for each seat"),
        ({"secret": "5E" * 32, "match": "m", "parts": [None] * 3}, "64 hex digits"),
        ({"secret": "5e" * 32, "match": "m", "parts": [1, None, None]}, "a text or null"),
        ({"secret": "5e" * 32, "match": "m", "parts": ["zz", None, None]}, "64 hex digits"),
    ],
)
def test_malformed_draws_are_refused(draws: object, said: str) -> None:
    with pytest.raises(LogError, match=said):
        Log.from_json(played("keys").to_json() | {"draws": draws})


def test_a_seal_is_of_the_secret() -> None:
    assert sealed(SECRET) == DRAWS.seal != SECRET
