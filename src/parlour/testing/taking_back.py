"""What may be taken back: neither chance nor the clock has acted since, nobody has learned anything, and the match goes on."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from parlour.engine.contract.game import Game
from parlour.engine.match import Match
from parlour.engine.match.takeback import cut
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER, UNKNOWN
from parlour.testing.laws import flat, hidden
from parlour.testing.reach import Broken, hold, walk
from parlour.testing.reading import deed, who

LOOKED_AT = 120  # players in all the matches that are looked at, each with the eyes of everybody


def taken_back_shows_nothing(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """A play that the engine would take back was followed by nothing that anybody learned, and another may follow."""
    looked = 0
    for match in rng.sample(matches, len(matches)):
        if looked >= LOOKED_AT:
            break
        log = match.log()
        for seat in rng.sample(range(match.players), min(3, match.players)):
            first = cut(log, seat, rng)
            looked += 1
            if first is None:
                continue
            hold(log.actions[first][0] == seat, match, f"taking back begins with what {who(seat)} did not play")
            earlier = Match.replay(replace(log, actions=log.actions[:first]))
            again = earlier.clone()
            for by, action in log.actions[first:]:
                if by in (CHANCE, CLOCK):
                    raise Broken(f"{who(seat)} could take back what {who(by)} has followed", match)
                _nothing_shown(again, by, action)
            hold(again.state == match.state, match, "the same plays lead elsewhere once they are taken back")
            for count, _ in enumerate(walk(earlier, rng)):
                if count == 20:
                    break
    return looked


def _nothing_shown(match: Match, by: int, action: int) -> None:
    """Play a step; nobody may know of any cell afterwards what was there before and hidden from them."""
    before = {viewer: hidden(match, viewer) for viewer in (*range(match.players), ONLOOKER)}
    truth = match.state.clone()
    match.play(by, action)
    for viewer, seen in before.items():
        now = hidden(match, viewer)
        for name, cell in match.game.cells.items():
            depth = len(cell.shape)
            values = zip(*(flat(getattr(state, name), depth) for state in (truth, seen, now)), strict=True)
            if any(true != UNKNOWN and was == UNKNOWN and then != UNKNOWN for true, was, then in values):
                what = f"{deed(match.game, action)} of {who(by)} shows {who(viewer)} something in {name}, and could be taken back"
                raise Broken(what, match)
