"""Hypothesis strategies of reachable states. Importing this imports Hypothesis."""

from random import Random

from hypothesis import strategies as st

from parlour.engine.contract.game import Game
from parlour.engine.match import Match
from parlour.testing.reach import setups, walk


@st.composite
def matches(draw: st.DrawFn, game: Game) -> Match:
    """A match after some steps of random play; shrinks towards fewer steps and the printed rules."""
    match = draw(st.sampled_from(setups(game))).start(game)
    steps = draw(st.integers(0, 400))
    rng = Random(draw(st.integers(0, 2**32)))
    for count, _ in enumerate(walk(match, rng)):
        if count >= steps:
            break
    return match
