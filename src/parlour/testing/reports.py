"""What is said of a game and not held against it: what random games never met, options that change nothing or nobody heeds."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from parlour.engine.contract.game import Game
from parlour.engine.contract.policy import Policy
from parlour.engine.match import Match
from parlour.games.cells import CHANCE, CLOCK
from parlour.testing.laws import asked_for
from parlour.testing.reach import Setup, play_random, random_step, step, values
from parlour.testing.reading import deeds, form

STEPS = 400  # of a game that is looked at
ALIKE = 8  # games in which an option may change something
SENSIBLE = 1000  # steps of sensible players in which it may, in as many games as they come to
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
    lines = _silent(game, setups, lambda setup: any(_differ(game, setup, rng.getrandbits(60)) for _ in range(ALIKE)))
    return [f"changes nothing: {line} (in {ALIKE} pairs of games)" for line in lines]


def unheeded(game: Game, setups: Sequence[Setup], rng: Random) -> list[str]:
    """Values of options under which sensible players are offered, and do, what they are and do by the printed rules."""
    policy = game.policy
    if policy is None:
        return []
    lines = _silent(game, setups, lambda setup: _heeded(game, policy, setup, rng))
    return [f"changes nothing that a sensible player does: {line} (in {SENSIBLE} steps)" for line in lines]


def _silent(game: Game, setups: Sequence[Setup], noticed: Callable[[Setup], bool]) -> Iterator[str]:
    """The options, or single values of them, of which nothing is noticed in any set-up that changes them alone."""
    by_option: dict[tuple[str, str], bool] = defaultdict(bool)
    for name, cell in game.option_cells.items():
        for setup in setups:
            if set(setup.options) == {name} and setup.options[name] != _printed(game, name, setup.players):
                by_option[name, form(setup.options[name])] |= noticed(setup)
        if not any(heard for (option, _), heard in by_option.items() if option == name) and len(values(cell, 2)) > 1:
            yield f"the option {name}"
        else:
            yield from (
                f"the option {name} = {value}" for (option, value), heard in by_option.items() if option == name and not heard
            )


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


def _heeded(game: Game, policy: Policy, setup: Setup, rng: Random) -> bool:
    """Whether games with the option and without, played by the policy with the same dice, ever ask for or get other plays."""
    one, other = setup.start(game), Match.start(game, setup.players)
    dice = rng.getrandbits(60)
    rolled = Random(dice), Random(dice)
    for _ in range(SENSIBLE):
        if _weighed(one, policy) != _weighed(other, policy):
            return True
        if one.over or other.over:
            one, other = setup.start(game), Match.start(game, setup.players)
        _sensible_step(one, policy, rolled[0])
        _sensible_step(other, policy, rolled[1])
    return False


def _weighed(match: Match, policy: Policy) -> list[tuple[int, list[int], list[float]]]:
    """The players asked, what they may play, and how likely each is to play what."""
    asked = [(seat, match.legal(seat)) for seat in match.to_act if seat < match.players]
    return [(seat, legal, _weights(match, policy, seat, legal)) for seat, legal in asked]


def _weights(match: Match, policy: Policy, seat: int, legal: list[int]) -> list[float]:
    return policy.weights(match.state.clone(), seat, match.memory(seat) or policy.Memory(), legal)


def _sensible_step(match: Match, policy: Policy, rng: Random) -> None:
    """A step as the policy plays it; of chance by its odds, of the clock where it alone is asked."""
    asked = match.to_act
    seat = rng.choice([seat for seat in asked if seat != CLOCK] or asked)
    if seat in (CHANCE, CLOCK):
        play_random(match, seat, rng)
    else:
        legal = match.legal(seat)
        step(match, seat, rng.choices(legal, _weights(match, policy, seat, legal))[0])


def _offered(match: Match) -> tuple[Any, ...]:
    asked = match.to_act
    free = [asked_for(match.game.may, match, seat) for seat in range(match.players)]
    times = [match.game.seconds(match.state, seat) for seat in asked if seat != CHANCE]
    weights = [match.game.odds(match.state, action) for action in match.legal(CHANCE)]
    return asked, [match.legal(seat) for seat in asked], free, times, weights, match.score(), match.rank()
