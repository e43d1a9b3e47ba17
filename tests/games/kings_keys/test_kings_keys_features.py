"""What a learner sees as numbers is what its view says, cards and neighbours counted from its seat."""

from random import Random

import pytest

from parlour.engine import Match
from parlour.games.kings_keys.state import CARD_NAMES, HOLDER, PLACE_NAMES

np = pytest.importorskip("numpy")
from parlour.engine.features import features, parts  # noqa: E402


def test_cards_are_where_the_view_says() -> None:
    """Read by their names from the view as a client is sent it, in the middle of matches."""
    rng, known = Random(2), 0
    for _ in range(4):
        match = Match.start("kings_keys", 4, {"jokers": "on"})
        for _ in range(120):
            match.settle(rng.randrange)
            if match.over:
                break
            actor = match.to_act[0]
            match.play(actor, rng.choice(match.legal(actor)))
        for seat in range(4):
            cells = match.view(seat).to_json()["cells"]
            seen = parts("kings_keys", features(match.game, match.view(seat).state, seat))
            assert [seat, *seen["seat"].nonzero()[0]] == [seat, seat]
            for card, name in enumerate(CARD_NAMES):
                at = cells["at"][card]
                zone, holder = (at[:-1], HOLDER[PLACE_NAMES.index(at)]) if at and at[-1].isdigit() else (at, -1)
                assert seen["own"][card] == (holder == seat), name
                assert seen["kept"][card] == (holder == seat and zone in ("hand", "kept")), name
                assert seen["theirs"][card] == ((holder - seat) % 4 if holder >= 0 else 0), name
                known += holder not in (-1, seat)
                if zone == "guards":
                    assert seen["shield"][card - 16] == (int(at[-1]) - seat) % 4 + 1
            order = [(seat + turn) % 4 for turn in range(4)]
            assert seen["guards"].tolist() == [cells["guards"][p] for p in order]
            sizes = [cells["size"][PLACE_NAMES.index(f"{zone}{p}")] for p in order for zone in ("hand", "vault", "dungeon")]
            assert seen["zones"].tolist() == sizes
            assert seen["kingdom"].reshape(4, 4).argmax(axis=1).tolist() == [match.state.kingdom[p] for p in order]
            assert seen["actor"].argmax() == (match.state.actor - seat) % 4
    assert known
