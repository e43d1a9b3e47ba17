"""Studies of house rules: what is asked, the games that are played for it, and what is told of them."""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from parlour.bots import kinds, seated, welcoming
from parlour.engine import Game, GameError, Match, load
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown import RulesShown, StudyShown

if TYPE_CHECKING:
    from parlour.lab.study import Finding, Variant
    from parlour.lab.watched import Deal, Watched

PART = 10  # games between two looks at the clock, and at what is more important

Part = tuple[
    list["Deal"], list["Watched"], list["Watched"]
]  # to be played, and where the first PART of it are seen, and the rest


@dataclass(slots=True)
class Study:
    """One question: two rules, `games` of each and half as many for cards and play, and how far the answer is."""

    game: Game
    variants: list["Variant"]
    games: int
    shown: StudyShown
    seen: list[tuple[list["Watched"], list["Watched"]]] = field(default_factory=lambda: [([], []), ([], [])])  # see `deals`

    @property
    def bot(self) -> str:
        return kinds(self.game)[0]

    def parts(self) -> Iterator[list[Part]]:
        """The games of both rules, PART at a time."""
        from parlour.lab.study import deals  # noqa: PLC0415

        plans = [deals(self.game, variant, self.bot, 1, self.games) for variant in self.variants]
        for start in range(0, self.games, PART):
            yield [
                (
                    plan[start : start + PART] + plan[self.games + start // 2 : self.games + (start + PART) // 2],
                    alike,
                    mixed,
                )
                for plan, (alike, mixed) in zip(plans, self.seen, strict=True)
            ]


def nothing(games: int) -> StudyShown:
    """What is known of a study that nobody has begun."""
    return {"state": "none", "played": 0, "of": 2 * games, "tried": None, "printed": None, "real": []}


def study_of(game: Game, players: int, tried: dict[str, Any], printed: dict[str, Any], games: int) -> Study:
    """A study that waits for its turn."""
    from parlour.lab.study import Variant  # noqa: PLC0415

    variants = [Variant(players, options, ()) for options in (tried, printed)]
    return Study(game, variants, games, {**nothing(games), "state": "waiting"})


def watched(plan: Sequence["Deal"]) -> tuple[list["Watched"], float]:
    """Games that were watched, and how many seconds they took."""
    from parlour.lab.study import watch_all  # noqa: PLC0415

    began = time.monotonic()
    return watch_all(plan), time.monotonic() - began


def sort_in(part: Part, seen: list["Watched"]) -> None:
    """What was seen of a part."""
    _, alike, mixed = part
    alike.extend(seen[:PART])
    mixed.extend(seen[PART:])


def which(name: str, players: int, options: Mapping[str, Any]) -> str:
    """One name for all ways to ask the same. Raises Refused."""
    game, tried, _ = asked(name, players, options)
    return key(game, players, tried)


def key(game: Game, players: int, tried: dict[str, Any]) -> str:
    """The same, of options in full."""
    return json.dumps([game.name, game.version, players, tried], sort_keys=True)


def asked(name: str, players: int, options: Mapping[str, Any]) -> tuple[Game, dict[str, Any], dict[str, Any]]:
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


def told(study: Study, pace: float) -> StudyShown:
    """What the games came to."""
    from parlour.lab.study import against, finding  # noqa: PLC0415

    found = []
    for variant, (alike, mixed) in zip(study.variants, study.seen, strict=True):
        whole = len(mixed) // variant.players * variant.players
        found.append(finding(variant, alike, mixed[:whole], pace))
    real = [name for name, differs in against(*found).items() if differs]
    tried, printed = map(_shown, found)
    return {
        "state": "done",
        "played": study.shown["of"],
        "of": study.shown["of"],
        "tried": tried,
        "printed": printed,
        "real": real,
    }


def _shown(found: "Finding") -> RulesShown:
    from parlour.lab.study import uneven  # noqa: PLC0415

    form = found.to_json()
    wanted = [name for name in RulesShown.__annotations__ if name != "uneven"]
    shown: Any = {name: form[name] for name in wanted} | {"uneven": uneven(found)}
    result: RulesShown = shown
    return result
