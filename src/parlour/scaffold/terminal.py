"""The table of Scaffold as text: for the terminal, and for the page while the game has no table of its own there."""

from collections.abc import Callable, Sequence

from parlour.games.cells import UNKNOWN, Sight
from parlour.scaffold.rules import VALUES


def table(view: Sight, names: Sequence[str], say: Callable[..., str]) -> str:
    """The round, the cards that were swapped away, and what each holds as far as this seat knows."""
    s = view.state
    laid = [str(v + 1) for v in range(VALUES) for _ in range(s.laid[v])]
    lines = [say("text_round", round=s.round, rounds=s.rounds), say("text_laid", cards=" ".join(laid) or say("text_none"))]
    for p in range(s.players):
        card = "?" if s.card[p] == UNKNOWN else str(s.card[p] or say("text_none"))
        shown = s.shown[p] or say("text_none")
        lines.append(say("text_seat", name=names[p], card=card, shown=shown, points=s.points[p]))
    return "\n".join(lines)
