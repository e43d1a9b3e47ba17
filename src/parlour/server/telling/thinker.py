"""What bots that think come to, many at a time in one process: each is told only what its seat sees."""

from collections import OrderedDict
from random import Random

from parlour.bots import bot, thoughtful
from parlour.bots.belief import Seen
from parlour.bots.levels import SHARP
from parlour.bots.mind import Mind
from parlour.engine import Match, View, load
from parlour.engine.carriers.compiled import ready, warm
from parlour.engine.contract.slots import unpacked
from parlour.games.cells import seeded
from parlour.server.table.thinking import Ask

REMEMBERED = 64  # minds kept; the longest unasked is forgotten first
WORLDS = 200

_minds: OrderedDict[tuple[str, int, int], Mind] = OrderedDict()


def prepare(game: str) -> bool:
    """Compile a game, where that was not done, and think once, so that the first thought is as quick as the next."""
    found = load(game)
    warm(found)
    return ready(found)


def think(ask: Ask, most: int | None = None) -> int | None:
    """The action thought of most; None where this process does not know what came before the steps it is told.

    `most`: iterations of the search, where that is fewer than the game's policy asks for.

    Where nobody searches it is what the game's own bot plays, who looks at the table as it lies.
    """
    if not thoughtful(ask.game):
        return _looked(ask)
    mind = followed(ask)
    if mind is None:
        return None
    if most is not None:
        mind.iterations = min(most, mind.iterations)
    return mind.think().action


def followed(ask: Ask) -> Mind | None:
    """The mind of a seat, told all that it has seen; None where this process does not know what came before."""
    mind = _minds.pop(ask.mind, None)
    if ask.first == 0:
        mind = _born(ask)
    if mind is None or mind.steps != ask.first:
        return None
    _minds[ask.mind] = mind
    if len(_minds) > REMEMBERED:
        _minds.popitem(last=False)
    game = mind.view.game
    for who, own, cells in ask.steps:
        mind.see(Seen(who, own, unpacked(cells, game.State(), game.cells)))
    return mind


def _looked(ask: Ask) -> int | None:
    game = load(ask.game)
    if ask.steps:
        state = unpacked(ask.steps[-1][2], game.State(), game.cells)
    elif ask.first == 0:
        state = Match.start(game, ask.players, ask.options).view(ask.seat).state
    else:
        return None
    view = View(game, ask.seat, ask.players, state, ())
    return bot(game, SHARP)(view, view.legal, Random(seeded(ask.dice, ask.question)))


def _born(ask: Ask) -> Mind:
    match = Match.start(ask.game, ask.players, ask.options)
    policy = match.game.policy
    assert policy is not None
    return Mind(match.view(ask.seat), iterations=policy.thought, worlds=WORLDS, seed=ask.dice)
