"""What the end of a game is worth to each seat, for whoever learns from it."""

from collections.abc import Sequence
from typing import Any

from parlour.engine.contract.game import Game, GameError

KINDS = ("win", "score")  # how a reward can be counted, the default first


def shares(ranks: Sequence[int]) -> list[float]:
    """Each seat's part of the win: 1 / n for n who are ranked first, 0 for all others and where nobody is ranked."""
    winners = sum(rank == 1 for rank in ranks)
    return [1 / winners if rank == 1 else 0.0 for rank in ranks]


def rewards(game: Game, state: Any, players: int, kind: str = "win") -> list[float]:
    """By seat, of a state that is over: the `shares` of the win, or the score, negative where the lowest score wins."""
    if checked(kind) == "win":
        return shares([game.rank(state, seat) for seat in range(players)])
    sign = -1.0 if game.lowest_wins else 1.0
    return [sign * game.score(state, seat) for seat in range(players)]


def checked(kind: str) -> str:
    """The kind itself. Raises GameError for one that is not there."""
    if kind not in KINDS:
        raise GameError(f"rewards are counted by {' or by '.join(KINDS)}, not by {kind!r}")
    return kind
