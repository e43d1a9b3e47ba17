"""A match's deal dealt again: by question, so that what is played otherwise changes as little as the rules allow."""

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from parlour.engine import CHANCE, Log, LogError, Match
from parlour.engine.chance import Chance
from parlour.engine.chance.dealer import deal_of, kind
from parlour.engine.chance.fairness import check
from parlour.engine.record.draws import Draws

GAMES = ("skyjo", "keys", "kings_keys", "keskife")
PLAYERS = 4
DRAWS = Draws("5e" * 32, "maple-otter-174/1", (None,) * PLAYERS)


def played(game: str, seed: int, draws: Draws) -> Log:
    """A match at random whose chance follows the draws."""
    rng, match = Random(seed), Match.start(game, PLAYERS)
    chance = Chance(draws, rng.randrange)
    while not match.over:
        if CHANCE in match.to_act:
            chance.answer(match)
        else:
            seat = match.to_act[0]
            match.play(seat, rng.choice(match.legal(seat)))
    return replace(match.log(), draws=draws)


@cache
def first(game: str) -> Log:
    return played(game, 1, DRAWS)


def again(game: str) -> Draws:
    """Other secrets, the same deal."""
    return replace(DRAWS, secret="77" * 32, match="maple-otter-174/2", deal=deal_of(first(game), DRAWS.match))


def asked(log: Log) -> list[tuple[str, int, list[int]]]:
    """Chance's questions in a log: their kind, the answer, and what it could have been."""
    match, found = Match.start(log.game, log.players, log.options), []
    for seat, action in log.actions:
        if seat == CHANCE:
            found.append((kind(match), action, match.legal(CHANCE)))
        match.play(seat, action)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_same_plays_make_the_same_match(game: str) -> None:
    assert played(game, 1, again(game)).actions == first(game).actions


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", [2, 3, 4])
def test_other_plays_change_no_answer_that_is_still_possible(game: str, seed: int) -> None:
    """The nth question of a kind has the answer that it had, as long as that is one; and else the seal's."""
    draws = again(game)
    log = played(game, seed, draws)
    before, counts, known = draws.deal, Counter[str](), 0
    assert before is not None
    for (name, answer, possible), found in zip(asked(log), check(Log.loads(log.dumps())), strict=True):
        told = before.outcomes.get(name, ())[counts[name] : counts[name] + 1]
        counts[name] += 1
        kept = bool(told) and told[0] in possible
        assert (found.drawn is None) == kept
        assert not kept or answer == told[0]
        known += kept
    assert known
    assert log.actions != first(game).actions


def test_a_hidden_card_of_a_round_is_what_it_was_whoever_turns_it_when() -> None:
    mine, theirs = (dict(zip(names, answers, strict=True)) for names, answers in (grid(first("skyjo")), grid(other())))
    both = mine.keys() & theirs.keys()
    assert len(both) > 40
    assert sum(mine[slot] == theirs[slot] for slot in both) >= len(both) - 2  # of a value all may have been drawn elsewhere


def other() -> Log:
    return played("skyjo", 5, again("skyjo"))


def grid(log: Log) -> tuple[list[str], list[int]]:
    """The hidden cards of the grids that were turned in the first round."""
    cards = [(name, answer) for name, answer, _ in asked(log) if name.startswith("1 grid")]
    return [name for name, _ in cards], [answer for _, answer in cards]


def test_a_deal_that_was_bent_is_found_out() -> None:
    log = played("skyjo", 1, again("skyjo"))
    bent = again("skyjo").deal
    assert bent is not None
    swapped = {**bent.outcomes, "1 pile": bent.outcomes["1 pile"][::-1]}
    with pytest.raises(LogError, match="not the one that the match that is dealt again gives"):
        check(replace(log, draws=replace(again("skyjo"), deal=replace(bent, outcomes=swapped))))


@pytest.mark.parametrize(
    ("deal", "said"),
    [
        ({}, "a deal has a match"),
        ({"match": 1, "players": 4, "outcomes": {}}, "the name of a match"),
        ({"match": "m", "players": True, "outcomes": {}}, "a number of players"),
        ({"match": "m", "players": 4, "outcomes": {"pile": ["x"]}}, "lists of whole numbers"),
        ({"match": "m", "players": 4, "outcomes": {"p" * 65: [1]}}, "lists of whole numbers"),
        ({"match": "m", "players": 3, "outcomes": {}}, "the deal is for 3 players, the match for 4"),
    ],
)
def test_a_malformed_deal_is_refused(deal: object, said: str) -> None:
    form = first("keys").to_json()
    with pytest.raises(LogError, match=said):
        Log.from_json(form | {"draws": form["draws"] | {"deal": deal}})
