"""Studies of house rules: what is asked, the games that are played for it, and what is told of them."""

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from parlour.bots import kinds, seated, welcoming
from parlour.engine import Game, GameError, Match, load
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.studies import RulesShown, StudyShown

if TYPE_CHECKING:
    from parlour.lab.study import Finding, Round, Seen, Variant

PART = 10  # games between bots of one kind from one look at the clock, and at what is more important, to the next: a round

Part = tuple["Round", list["Seen"]]  # to be played, and where it is put when it is seen


@dataclass(slots=True)
class Study:
    """One question: two rules, `games` of each and about as many for what decides who wins, and how far the answer is."""

    game: Game
    variants: list["Variant"]
    games: int
    shown: StudyShown
    seen: tuple[list["Seen"], list["Seen"]] = field(default_factory=lambda: ([], []))

    @property
    def bot(self) -> str:
        return kinds(self.game)[0]

    def parts(self) -> Iterator[list[Part]]:
        """The games of both rules, a round of each at a time."""
        from parlour.lab.study import rounds  # noqa: PLC0415

        plans = [rounds(self.game, variant, self.bot, 1, self.games) for variant in self.variants]
        for parts in zip(*plans, strict=True):
            yield list(zip(parts, self.seen, strict=True))


def nothing(games: int) -> StudyShown:
    """What is known of a study that nobody has begun."""
    return {"state": "none", "played": 0, "of": 2 * games, "cut": False, "tried": None, "printed": None, "real": []}


def study_of(game: Game, players: int, tried: dict[str, Any], printed: dict[str, Any], games: int) -> Study:
    """A study that waits for its turn."""
    from parlour.lab.study import Variant  # noqa: PLC0415

    variants = [Variant(players, options, ()) for options in (tried, printed)]
    return Study(game, variants, games, {**nothing(games), "state": "waiting"})


def watched(part: "Round") -> tuple["Seen", float]:
    """Games that were watched, and how many seconds they took."""
    from parlour.lab.study import play_round  # noqa: PLC0415

    began = time.monotonic()
    return play_round(part), time.monotonic() - began


def sort_in(part: Part, seen: "Seen") -> None:
    """What was seen of a part."""
    part[1].append(seen)


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

    both = zip(study.variants, study.seen, strict=True)
    found = [finding(variant, study.bot, seen, pace, study.games) for variant, seen in both]
    real = [name for name, differs in against(*found).items() if differs]
    tried, printed = map(_shown, found)
    played = sum(one.games for one in found)
    cut = played < study.shown["of"]
    done: StudyShown = {**study.shown, "state": "done", "played": played, "cut": cut, "real": real}
    return {**done, "tried": tried, "printed": printed}


def _shown(found: "Finding") -> RulesShown:
    from parlour.lab.study import uneven  # noqa: PLC0415

    form = {"clear": [1.0, 0.0, 1.0], **found.to_json()}  # nothing is known of when a winner is clear where nobody won
    wanted = [name for name in RulesShown.__annotations__ if name != "uneven"]
    shown: Any = {name: form[name] for name in wanted} | {"uneven": uneven(found)}
    result: RulesShown = shown
    return result
