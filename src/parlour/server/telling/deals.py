"""What chance came to in a finished match: shown to be checked, and dealt again."""

from typing import Any

from parlour.engine import Game, Log, LogError
from parlour.engine.chance.dealer import deal_of
from parlour.engine.chance.fairness import check
from parlour.engine.record.deal import Deal
from parlour.server.table.sealing import deal_shown
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.past import DrawsShown


def draws_shown(log: Log) -> DrawsShown:
    """What chance followed from, with every number drawn. Raises Refused (not_sealed, not_as_sealed)."""
    if log.draws is None:
        raise Refused("not_sealed", "this match was played before there were seals")
    try:
        drawn = check(log)
    except LogError as error:
        raise Refused("not_as_sealed", str(error)) from None
    return {
        "seal": log.draws.seal,
        "secret": log.draws.secret,
        "match": log.draws.match,
        "parts": list(log.draws.parts),
        "deal": deal_shown(log.draws),
        "draws": [{"below": one.below, "drawn": one.drawn} for one in drawn],
    }


def dealt(game: Game, log: Log, match: int, options: dict[str, Any]) -> tuple[dict[str, Any], Deal]:
    """The options of a finished match, number `match` of its table, and what was dealt in it. Raises Refused."""
    if log.game != game.name or options:
        raise Refused("bad_options", "a match that is dealt again has its own game and options", field="again")
    if log.version != game.version:
        raise Refused("other_rules", f"that match was played by version {log.version} of the rules, today's is {game.version}")
    name = log.draws.match if log.draws is not None else f"{log.game}/{match}"
    return log.options, deal_of(log, name)
