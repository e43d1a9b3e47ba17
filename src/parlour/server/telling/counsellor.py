"""What the advisor says before a play: told only what a seat sees, like bots that think."""

from parlour.advice import counsel
from parlour.advice.named import named
from parlour.bots.mind import Mind
from parlour.engine import View
from parlour.games.cells import seeded
from parlour.server.table.thinking import Ask
from parlour.server.telling.thinker import followed
from parlour.server.wire.shown.advice import ChoiceShown, CounselShown


def advised(ask: Ask) -> CounselShown | None:
    """What the seat could play; None where this process does not know what came before the steps it is told."""
    mind = followed(ask)
    return None if mind is None else said(mind)


def said(mind: Mind) -> CounselShown:
    """What follows from what a seat has seen."""
    view = View(mind.view.game, mind.view.seat, mind.view.players, mind.belief.state, ())
    found = counsel(view, belief=mind.belief, seed=seeded(mind.seed, mind.steps))
    read = view.game.actions.read
    choices: list[ChoiceShown] = [
        {
            "action": read(one.action),
            "share": round(one.share, 4),
            "error": round(one.error, 4),
            "gap": round(one.gap, 4),
            "doubt": round(one.doubt, 4),
            "close": one.close,
            "named": named(view.game, view.state, view.seat, one.action),
        }
        for one in found.promises
    ]
    return {"state": "done", "method": found.method, "choices": choices}
