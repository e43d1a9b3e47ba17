"""Finished matches shown again, as their tables showed them: made from a log, and never kept."""

from functools import partial
from itertools import cycle
from typing import Any

from pydantic_core import to_json

from parlour.engine import CHANCE, ONLOOKER, GameError, Log, LogError, UnknownGame, installed, load, of_version
from parlour.engine.match.frames import as_json
from parlour.engine.match.match import OPEN
from parlour.server.table.sealing import deal_shown
from parlour.server.table.seats import ANIMALS
from parlour.server.table.texts import called, texts_of
from parlour.server.table.views import languages
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.past import ReplayShown
from parlour.server.wire.shown.people import Guest

STEPS = 10_000  # of people and the clock, in one match played here, at most
BROUGHT = 5_000  # … in one that a stranger brings: half a second to a second of the processor
FROM = {"open": OPEN, "onlooker": ONLOOKER}


def seat_from(log: Log, look: str, *, brought: bool) -> int:
    """From where a match is seen: a seat ("0", "1" …), an "onlooker", or "open". Raises Refused (bad_message, bad_log).

    `brought`: somebody's own log, whose match was not played here.
    """
    seat = FROM.get(look, int(look) if look.isdecimal() and len(look) < 3 else None)
    if seat is None or (seat not in FROM.values() and seat >= log.players):
        raise Refused("bad_message", f"a match is seen from a seat below {log.players}, by an onlooker, or open", field="look")
    most = BROUGHT if brought else STEPS
    if sum(who != CHANCE for who, _ in log.actions) > most or len(log.actions) > 2 * most:
        raise Refused("bad_log", f"a match of more than {most:,} steps is not shown", field="log")
    return seat


def instead(log: Log, report: dict[str, Any] | None, step: int) -> Log:
    """A finished match up to a decision, and on from there as the advisor's `report` has it. Raises Refused (no_advice)."""
    from parlour.advice.line import line  # noqa: PLC0415  the room itself never needs it

    judged = report["decisions"] if report is not None else []
    best = next((one["best"] for one in judged if one["step"] == step), None)
    if best is None:
        raise Refused("no_advice", f"the advisor has not judged step {step} of this match", field="instead")
    return line(log, step, of_version(log.game, log.version).actions.number(best))


def written(log: Log, people: list[Guest] | None, seat: int, language: str, *, ended: bool = True) -> bytes:
    """The JSON of a ReplayShown; `people` are those who played, where they are known. Raises Refused (bad_log).

    One whose rules are not here has no frames, and its story where that was kept. Not `ended`: see `instead`.
    """
    try:
        return to_json(made(log, people, seat, language, ended=ended))
    except (LogError, GameError) as error:
        raise Refused("bad_log", str(error), reason=_missing(log)) from None


def _missing(log: Log) -> str | None:
    """What this room lacks to show the match: its "game", or the "version" of its rules."""
    try:
        return None if load(log.game).version == log.version or installed(log.game, log.version) else "version"
    except UnknownGame:
        return "game"


def made(log: Log, people: list[Guest] | None, seat: int, language: str, *, ended: bool = True) -> ReplayShown:
    """The same before it is written. Raises LogError, GameError."""
    seated = people or [
        {"name": name, "avatar": face, "bot": None} for name, face in zip(log.names, cycle(ANIMALS), strict=False)
    ]
    shown: ReplayShown = {
        "game": log.game,
        "version": log.version,
        "players": log.players,
        "options": log.options,
        "people": seated,
        "practice": log.practice,
        "deal": deal_shown(log.draws),
        "frames": [],
        "story": [],
    }
    if log.story and not installed(log.game, log.version):
        return {**shown, "story": log.told(language)}
    game = of_version(log.game, log.version)
    worded = texts_of(game)
    spoken = language if language in languages(game.folder) else "en"
    texts: Any = (
        partial(worded, language=spoken, names=called([guest["name"] for guest in seated], log.players))
        if worded is not None
        else None
    )
    return {**shown, "frames": as_json(log, seat, texts, ended=ended)}
