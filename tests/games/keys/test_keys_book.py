"""Sharp at KEYS for two: it knows every situation by heart, plays what may be played, and is strong without a thought."""

from collections.abc import Iterator
from random import Random

import pytest

from parlour.bots import bot, sensible
from parlour.bots.levels import by_heart
from parlour.engine import CHANCE, CLOCK, Match, View, load
from parlour.games.keys.book import WON_BY, bids_made, name_of, proofs, sharp, situation, weights_of
from parlour.games.keys.state import BID, E_FLIPPED, E_LOST, GONE, KEY, OWNED, PLACE


def next_asked(match: Match, rng: Random) -> int | None:
    """Whose turn it is once chance and the clock have played; None when the match is over."""
    while not match.over and match.to_act[0] >= match.players:
        if match.to_act[0] == CHANCE:
            match.roll(rng.randrange)
        else:
            match.play(CLOCK, match.legal(CLOCK)[0])
    return None if match.over else match.to_act[0]


def decisions(games: int, options: dict[str, object] | None = None) -> Iterator[tuple[Match, View]]:
    """Matches of Sharp against the rule of thumb, wherever Sharp has a choice to place or bid."""
    for game in range(games):
        rng, match = Random(game), Match.start("keys", 2, options)
        while not match.over:
            seat = next_asked(match, rng)
            if seat is None:
                break
            view = match.view(seat)
            if seat == game % 2 and len(view.legal) > 1:
                yield match, view
            match.play(seat, (sharp if seat == game % 2 else sensible)(view, view.legal, rng))


def test_the_book_says_something_of_every_choice_in_a_match() -> None:
    seen = 0
    for _, view in decisions(150):
        assert view.state.phase in (PLACE, BID)
        weights = weights_of(view, view.legal)
        assert sum(weights) > 65_000, "as good as all its weight lies on what may be played"
        seen += 1
    assert seen > 1000


def test_what_is_proved_of_a_key_is_read_from_the_story() -> None:
    """As it is reckoned forwards: coasters at the latest sight of a KEY, all at first."""
    lost = 0
    for match, view in decisions(60):
        owned, proof = [OWNED, OWNED], [OWNED, OWNED]
        for event, seat, where, value in view.events:
            if event == E_LOST:
                owned[seat] = where
            elif event == E_FLIPPED and value == KEY:
                proof[seat] = owned[seat]
        assert owned == list(match.state.owned[:2])
        expected = [0 if match.state.key_known[p] == GONE else proof[p] for p in (0, 1)]
        assert proofs(view) == expected
        lost += sum(owned) < 2 * OWNED
    assert lost > 50


def test_only_the_bids_of_this_round_count() -> None:
    for match, view in decisions(40):
        bits = bids_made(view)
        assert (bits.bit_length() if bits else 0) == match.state.bid
        assert (match.state.phase == BID) == (bits > 0)


def test_it_knows_tables_that_it_was_made_for_and_no_others() -> None:
    game = load("keys")
    for players, options, known in (
        (2, {}, True),
        (2, {"after_knockout": "key_owner", "starter": 1}, True),
        (3, {}, False),
        (2, {"to_win": 3}, False),
        (2, {"own_stack": "until_bid"}, False),
    ):
        match = Match.start(game, players, options)
        assert (by_heart(game, match.state) is not None) == known
    assert WON_BY == 2


def test_it_needs_no_thought_and_beats_the_rule_of_thumb(monkeypatch: pytest.MonkeyPatch) -> None:
    """More than 60 of 100; with more games, and against others, it is measured by bench/ladder.py."""

    def never(*_: object, **__: object) -> None:
        raise AssertionError("it thinks")

    monkeypatch.setattr("parlour.bots.mind.think", never)
    won, kind = 0, bot("keys", "sharp")
    for game in range(200):
        rng, match = Random(game), Match.start("keys", 2)
        while not match.over:
            seat = next_asked(match, rng)
            if seat is None:
                break
            view = match.view(seat)
            match.play(seat, (kind if seat == game % 2 else sensible)(view, view.legal, rng))
        won += match.rank()[game % 2] == 1
    assert won > 120


def test_where_the_book_has_no_page_it_plays_by_the_rule_of_thumb(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.games.keys.book.page_of", lambda name: None)
    _, view = next(decisions(1))
    assert sum(weights_of(view, view.legal)) == 0
    assert sharp(view, view.legal, Random(1)) in view.legal
    assert name_of(situation(view)) == "0-0-4-4-4-4"
