"""The rule-of-thumb bot of KEYS: how well it plays, that it mixes its play, and that it knows no more than its view."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from parlour.bots import Bot, bot
from parlour.bots import sensible as simple
from parlour.engine import Match
from parlour.games.keys.state import A_BID, A_PASS

Lay = Callable[..., Any]
Step = Callable[[Match, Random], None]


def test_it_beats_two_random_players(rng: Random, step: Step) -> None:
    """At least 80 of 100, where a fair share is 33."""
    won = 0
    for game in range(100):
        match = Match.start("keys", 3)
        while not match.over:
            if match.to_act == [game % 3]:
                view = match.view(game % 3)
                match.play(game % 3, simple(view, view.legal, rng))
            else:
                step(match, rng)
        won += match.rank()[game % 3] == 1
    assert won >= 80


def _moments(rng: Random, step: Step, games: int) -> Iterator[tuple[Match, int]]:
    """Matches between bots and random players, wherever a player is to act."""
    for game in range(games):
        match = Match.start("keys", 2 + game % 4, {"own_stack": ("all", "until_bid")[game % 2]})
        while not match.over:
            seat = match.to_act[0]
            if seat >= match.players:
                step(match, rng)
                continue
            yield match, seat
            if seat % 2:
                view = match.view(seat)
                match.play(seat, simple(view, view.legal, rng))
            else:
                step(match, rng)


def test_it_reads_nothing_that_is_hidden(rng: Random, step: Step) -> None:
    """It plays the same from a view whose hidden cells hold the truth."""
    looked = 0
    for match, seat in _moments(rng, step, 60):
        view = match.view(seat)
        told = replace(view, state=match.state.clone())
        looked += view.state != told.state
        seed = rng.getrandbits(32)
        assert simple(view, view.legal, Random(seed)) == simple(told, view.legal, Random(seed))
    assert looked > 500


def test_what_it_plays_is_legal_and_of_its_own_dice(rng: Random, step: Step) -> None:
    for match, seat in _moments(rng, step, 20):
        view = match.view(seat)
        before = view.state.clone()
        legal: Sequence[int] = tuple(view.legal)
        assert simple(view, legal, Random(1)) == simple(view, legal, Random(1))
        assert simple(view, legal, rng) in legal
        assert view.state == before


def test_b36_no_maximum_bid_over_its_own_key(rng: Random, step: Step) -> None:
    """Unless it has to bid, and only one bid is left, or somebody would win the game if it passed."""
    trapped = 0
    for match, seat in _moments(rng, step, 80):
        state = match.state
        bids = [action for action in match.legal(seat) if A_BID <= action < A_PASS]
        threatened = any(points == state.to_win - 1 for points in state.points)
        if state.key_at[seat] >= state.height[seat] or len(bids) < 2 or threatened:
            continue
        trapped += 1
        view = match.view(seat)
        assert all(simple(view, view.legal, rng) != bids[-1] for _ in range(5))
    assert trapped > 100


def _often(table: Any, rng: Random, plays: Bot = simple) -> Counter[str]:
    seat = table.match.to_act[0]
    view = table.match.view(seat)
    words = dict(zip(view.legal, table.legal("ABCDE"[seat]), strict=True))
    return Counter(words[plays(view, view.legal, rng)] for _ in range(200))


def test_it_mixes_its_play(lay: Lay, rng: Random) -> None:
    first_lap = _often(lay("", "R", "R", starter="B"), rng)
    assert set(first_lap) == {"place R", "place K"}
    safe = _often(lay("R", "R", "R"), rng)
    assert sum(n for words, n in safe.items() if words.startswith("bid")) in range(40, 161), "safe, and yet no sure challenge"
    over_its_key = _often(lay("RK", "RR", "RR", starter="A").do("A place R", "B place R", "C bid 1"), rng)
    assert set(over_its_key) == {"pass", "bid 2"}, "a bluff now and then"


def _where_b_has_no_key(lay: Lay) -> Any:
    """All of B's coasters have been seen; C flips the last one of a bid."""
    table = lay("RR", "RR", "R", owned=[4, 2, 4], gone="B").do("C bid 4", "A pass", "B pass", "C flip C", "C flip B", "C flip B")
    table.do("C flip A").clear()
    return table.do("C place R", "A place R", "B place R", "C bid 2", "A pass", "B pass", "C flip C")


def test_it_goes_where_no_key_can_be(lay: Lay, rng: Random) -> None:
    assert set(_often(_where_b_has_no_key(lay), rng)) == {"flip B"}


def test_gentle_forgets_whose_key_is_likely_lost(lay: Lay, rng: Random) -> None:
    """B has lost a coaster, and two of the three left were seen in the round before. That a KEY is gone Gentle still knows."""
    table = lay("RR", "RR", "RR", owned=[4, 3, 4]).do("A bid 3", "B pass", "C pass", "A flip A", "A flip A")
    table.match.state.lost_odds[1] = 3
    before = table.match.state.clone()
    assert set(_often(table, rng)) == {"flip B"}
    assert set(_often(table, rng, bot("keys", "gentle"))) == {"flip C"}, "who has more coasters"
    assert table.match.state == before
    assert set(_often(_where_b_has_no_key(lay), rng, bot("keys", "gentle"))) == {"flip B"}
