"""What is said of a game and not held against it: what so many random games never met, and options that change nothing."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from parlour.engine.contract.game import Game
from parlour.engine.match import Match
from parlour.games.cells import CHANCE, CLOCK
from parlour.testing.laws import asked_for
from parlour.testing.reach import Setup, random_step, values
from parlour.testing.reading import deeds, form

STEPS = 400  # of a game that is looked at
ALIKE = 8  # games in which an option may change something
LISTED = 6  # actions that are named; of more, how many there are


@dataclass
class Met:
    """What came up in random games."""

    games: int = 0
    actions: set[int] = field(default_factory=set)  # legal or free for somebody
    phases: set[int] = field(default_factory=set)
    events: set[int] = field(default_factory=set)
    explained: set[int] = field(default_factory=set)  # refused for a reason, while another of its family was legal


def met(game: Game, setups: Sequence[Setup], rng: Random) -> Met:
    """Play a random game of every set-up, and note what came up."""
    found = Met()
    for setup in setups:
        match = setup.start(game)
        found.games += 1
        for _ in range(STEPS):
            _note(match, found)
            if match.over:
                break
            random_step(match, rng)
        found.events |= {event for _, event, *_ in match.state.events}
    return found


def _note(match: Match, found: Met) -> None:
    found.phases.add(int(getattr(match.state, "phase", 0)))
    for seat in (*range(match.players), CHANCE, CLOCK):
        legal = match.legal(seat)
        found.actions.update(legal, match.may(seat))
        if seat < match.players and legal:
            _explained(match, seat, legal, found)


def _explained(match: Match, seat: int, legal: list[int], found: Met) -> None:
    """Of the families on offer, what is refused for a reason; asked once for every action."""
    for word in match.game.actions.words:
        family = range(word.base, word.base + word.size)
        if any(action in family for action in legal):
            unknown = set(family) - found.actions - found.explained
            found.explained |= {action for action in unknown if match.why(seat, action) != "not_legal"}


def never_met(game: Game, found: Met) -> list[str]:
    """Families, phases and events that never came up; and actions never legal of which no reason says why they are not."""
    lines = []
    for word in game.actions.words:
        family = set(range(word.base, word.base + word.size))
        silent = sorted(family - found.actions - found.explained)
        if not family & found.actions:
            lines.append(f"never legal: {word.name}")
        elif silent:
            named = deeds(game, silent[:LISTED])
            more = f" and {len(silent) - LISTED} more" if len(silent) > LISTED else ""
            lines.append(f"never legal, and never refused for a reason: {named}{more}")
    lines += [f"never reached: the phase {name}" for name in _missing(_phases(game), found.phases)]
    lines += [f"never told: {name}" for name in _missing(game.events.names, found.events)]
    return [f"{line} (in {found.games} games)" for line in lines]


def _phases(game: Game) -> dict[int, str]:
    cell = game.cells.get("phase")
    return {number: str(name) for number, name in enumerate(cell.names)} if cell is not None else {}


def _missing(names: dict[int, str], found: set[int]) -> Iterator[str]:
    yield from (name for number, name in sorted(names.items()) if number not in found)


def without_effect(game: Game, setups: Sequence[Setup], rng: Random) -> list[str]:
    """Values of options under which games go as they do by the printed rules: the same asked, allowed, told and scored."""
    lines = []
    by_option: dict[tuple[str, str], bool] = defaultdict(bool)
    for name, cell in game.option_cells.items():
        for setup in setups:
            if set(setup.options) == {name} and setup.options[name] != _printed(game, name, setup.players):
                changes = any(_differ(game, setup, rng.getrandbits(60)) for _ in range(ALIKE))
                by_option[name, form(setup.options[name])] |= changes
        if not any(changed for (option, _), changed in by_option.items() if option == name) and len(values(cell, 2)) > 1:
            lines.append(f"changes nothing: the option {name}")
        else:
            silent = [value for (option, value), changed in by_option.items() if option == name and not changed]
            lines += [f"changes nothing: the option {name} = {value}" for value in silent]
    return [f"{line} (in {ALIKE} pairs of games)" for line in lines]


def _printed(game: Game, name: str, players: int) -> Any:
    return game.read_options(game.options({}, players))[name]


def _differ(game: Game, setup: Setup, seed: int) -> bool:
    """Whether a game with the option and one without, played with the same dice, ever go apart."""
    one, other = setup.start(game), Match.start(game, setup.players)
    dice = Random(seed), Random(seed)
    for _ in range(STEPS):
        if _offered(one) != _offered(other):
            return True
        if one.over:
            break
        random_step(one, dice[0])
        random_step(other, dice[1])
    return bool(one.state.events != other.state.events)


def _offered(match: Match) -> tuple[Any, ...]:
    asked = match.to_act
    free = [asked_for(match.game.may, match, seat) for seat in range(match.players)]
    times = [match.game.seconds(match.state, seat) for seat in asked if seat != CHANCE]
    weights = [match.game.odds(match.state, action) for action in match.legal(CHANCE)]
    return asked, [match.legal(seat) for seat in asked], free, times, weights, match.score(), match.rank()
