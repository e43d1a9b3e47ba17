"""Studies of house rules, for pages: one at a time, when nothing else needs the machine; what was found is kept."""

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from parlour.bots import kinds, seated, welcoming
from parlour.engine import Game, GameError, Match, load
from parlour.server.hall.pool import Importance, Pool
from parlour.server.logs import tell
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown import RulesShown, StudyShown

if TYPE_CHECKING:
    from parlour.lab.study import Finding, Variant
    from parlour.lab.watched import Deal, Watched

GAMES = 600  # of each of the two rules, and half as many for cards and play
FEWEST = 60  # with fewer nothing is said
PART = 10  # games between two looks at the clock, and at what is more important
SECONDS = 60.0  # of play, after which a study ends with what it has
WAITING = 8  # studies that may wait for their turn
KEPT = 256


@dataclass(slots=True)
class _Study:
    """One question: two rules, and how far the answer is."""

    game: Game
    variants: list["Variant"]
    shown: StudyShown
    task: "asyncio.Task[None] | None" = None
    seen: list[tuple[list["Watched"], list["Watched"]]] = field(default_factory=lambda: [([], []), ([], [])])  # see `deals`


def _watched(plan: Sequence["Deal"]) -> tuple[list["Watched"], float]:
    """In a process of the pool: games that were watched, and how many seconds they took."""
    from parlour.lab.study import watch_all  # noqa: PLC0415

    began = time.monotonic()
    return watch_all(plan), time.monotonic() - began


class Studies:
    """All studies of a room. Lives in one event loop; `on` is the operator's word."""

    def __init__(self, pool: Pool, on: bool) -> None:
        self.on = on
        self._known: OrderedDict[str, _Study] = OrderedDict()
        self._turn = asyncio.Lock()
        self._pool = pool

    async def ask(self, name: str, players: int, options: Mapping[str, Any], *, begin: bool = True) -> StudyShown:
        """How far the study of these rules is; begun where nobody did before, unless it is only looked for. Raises Refused."""
        if not self.on:
            raise Refused("no_lab", "this room makes no studies of house rules")
        game, tried, printed = _asked(name, players, options)
        key = _key(game, players, tried)
        study = self._known.get(key)
        if study is not None and study.shown["state"] == "failed":
            return self._known.pop(key).shown  # told once; who asks again has it played again
        if study is None and not begin:
            return {"state": "none", "played": 0, "of": 2 * GAMES, "tried": None, "printed": None, "real": []}
        if study is None:
            if sum(one.shown["state"] in ("waiting", "playing") for one in self._known.values()) >= WAITING:
                raise Refused("lab_busy", "other studies are being played; ask again in a minute")
            study = self._begin(game, players, tried, printed)
            self._known[key] = study
        self._known.move_to_end(key)
        self._forget()
        return study.shown

    def _begin(self, game: Game, players: int, tried: dict[str, Any], printed: dict[str, Any]) -> _Study:
        from parlour.lab.study import Variant  # noqa: PLC0415

        variants = [Variant(players, options, ()) for options in (tried, printed)]
        shown: StudyShown = {"state": "waiting", "played": 0, "of": 2 * GAMES, "tried": None, "printed": None, "real": []}
        study = _Study(game, variants, shown)
        study.task = asyncio.get_running_loop().create_task(self._play(study))
        return study

    def _forget(self) -> None:
        """Of the answers that are there the oldest go first."""
        done = [key for key, study in self._known.items() if study.shown["state"] in ("done", "failed")]
        for key in done[: max(0, len(self._known) - KEPT)]:
            del self._known[key]

    async def _play(self, study: _Study) -> None:
        async with self._turn:
            study.shown["state"] = "playing"
            try:
                await self._games(study)
            except Exception as error:  # a stranger's bot or rules may fail in any way
                tell("a study of rules failed", level=30, game=study.game.name, error=type(error).__name__)
                study.shown["state"] = "failed"

    async def _games(self, study: _Study) -> None:
        from parlour.lab.study import deals, seconds_a_move  # noqa: PLC0415

        bot, spent = kinds(study.game)[0], 0.0
        pace = await self._pool.ask(Importance.STUDY, seconds_a_move, study.game.name, bot)
        plans = [deals(study.game, variant, bot, 1, GAMES) for variant in study.variants]
        for start in range(0, GAMES, PART):
            for plan, (alike, mixed) in zip(plans, study.seen, strict=True):
                part, others = plan[start : start + PART], plan[GAMES + start // 2 : GAMES + (start + PART) // 2]
                seen, seconds = await self._pool.ask(Importance.STUDY, _watched, part + others)
                spent += seconds
                alike.extend(seen[: len(part)])
                mixed.extend(seen[len(part) :])
            study.shown["played"] += 2 * PART
            if spent > SECONDS and start >= FEWEST:
                break
        study.shown = await asyncio.to_thread(_told, study, pace)


def which(name: str, players: int, options: Mapping[str, Any]) -> str:
    """One name for all ways to ask the same. Raises Refused."""
    game, tried, _ = _asked(name, players, options)
    return _key(game, players, tried)


def _key(game: Game, players: int, tried: dict[str, Any]) -> str:
    return json.dumps([game.name, game.version, players, tried], sort_keys=True)


def _asked(name: str, players: int, options: Mapping[str, Any]) -> tuple[Game, dict[str, Any], dict[str, Any]]:
    """The game, and in full the options to try and as printed. Raises Refused."""
    try:
        game = load(name)
    except GameError as error:
        raise Refused("unknown_game", str(error)) from None
    welcome = welcoming(game)
    try:
        full = [Match.start(game, players, welcome | dict(given)).log().options for given in (options, {})]
    except GameError as error:
        raise Refused("bad_options", str(error), field="options") from None
    if not seated(game, game.options(full[0], players)):
        raise Refused("no_bots_here", "bots do not sit at a table with these options", field="options")
    return game, full[0], full[1]


def _told(study: _Study, pace: float) -> StudyShown:
    """What the games came to."""
    from parlour.lab.study import against, finding  # noqa: PLC0415

    found = []
    for variant, (alike, mixed) in zip(study.variants, study.seen, strict=True):
        whole = len(mixed) // variant.players * variant.players
        found.append(finding(variant, alike, mixed[:whole], pace))
    real = [name for name, differs in against(*found).items() if differs]
    tried, printed = map(_shown, found)
    return {"state": "done", "played": 2 * GAMES, "of": 2 * GAMES, "tried": tried, "printed": printed, "real": real}


def _shown(found: "Finding") -> RulesShown:
    from parlour.lab.study import uneven  # noqa: PLC0415

    form = found.to_json()
    wanted = [name for name in RulesShown.__annotations__ if name != "uneven"]
    shown: Any = {name: form[name] for name in wanted} | {"uneven": uneven(found)}
    result: RulesShown = shown
    return result
