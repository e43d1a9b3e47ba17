"""The laws of the kit as a sheet: which there are, of what each speaks, and how a game is held to it without pytest."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from parlour.engine.contract.game import Game
from parlour.games.cells import ONLOOKER
from parlour.say import game_words, languages
from parlour.testing import (
    catalogues,
    drawing,
    guesses,
    guides,
    hearing,
    laws,
    policies,
    positions,
    stand_ins,
    subset,
    taking_back,
    twins,
)
from parlour.testing.reach import Broken
from parlour.testing.shrinking import tried
from parlour.testing.trial import Trial

Law = Callable[[Game, Sequence[Any], Random], int]
Held = Callable[[Trial], None]


@dataclass(frozen=True, slots=True)
class Row:
    """A law. `held` raises AssertionError where it is broken, Broken with the way there."""

    name: str
    says: str  # the law in one sentence
    held: Held
    of: str = ""  # the function of the rules that it speaks of first
    applies: Callable[[Game], object] = lambda game: True
    lists: bool = False  # every line of what is said is a fault of its own


def _sentence(law: Any) -> str:
    return str(law.__doc__ or law.__name__).strip().split("\n")[0]


def _over(law: Law, of: str = "", applies: Callable[[Game], object] | None = None, *, setups: bool = False) -> Row:
    """A law over matches stopped on the way, or over ways to begin."""

    def held(trial: Trial) -> None:
        tried(law, trial.game, trial.setups if setups else trial.matches, trial.rng(law.__name__))

    return Row(law.__name__, _sentence(law), held, of, applies or (lambda game: True))


def _found(name: str, says: str, faults: Callable[[Game], Sequence[str]], of: str = "") -> Row:
    """A law whose faults are listed."""

    def held(trial: Trial) -> None:
        found = faults(trial.game)
        if found:
            raise AssertionError("\n".join(found))

    return Row(name, says, held, of, lists=True)


def _unsaid(game: Game) -> list[str]:
    return [f"the cell {name} says nothing" for name, cell in game.cells.items() if not cell.says]


def _paged(game: Game) -> bool:
    return any(game_words(game, language).section("pages") for language in languages(game.folder))


def _moments(trial: Trial) -> None:
    if _paged(trial.game):
        lost = guides.lost_moments(trial.game, trial.matches)
        if lost:
            raise AssertionError("\n".join(map(str, lost)))


def _ways(trial: Trial) -> None:
    unsaid = guides.unsaid_ways(trial.game)
    if unsaid:
        raise AssertionError(f"ways to win without words: {', '.join(unsaid)}")
    tried(guides.progress_is_sure, trial.game, trial.matches, trial.rng("progress_is_sure"))


def _twins(trial: Trial) -> None:
    counts = twins.Counts()
    tried(
        lambda game, over, rng: twins.compared(game, over, rng, counts), trial.game, trial.matches, trial.rng("non_interference")
    )
    if any(laws.hidden(match, ONLOOKER) != match.state for match in trial.matches) and not counts.different:
        raise AssertionError("something is hidden, and no two different worlds were compared")


def _sealed(trial: Trial) -> None:
    at_once = [match for match in trial.matches if sum(seat < match.players for seat in match.to_act) > 1]
    if at_once:
        tried(laws.sealed_moves_commute, trial.game, at_once, trial.rng("sealed_moves_commute"))


def _plays(trial: Trial) -> None:
    if trial.fault:
        raise AssertionError(trial.fault)


def _memories(trial: Trial) -> None:
    policies.memories_are_kept(trial.game, trial.setups, trial.rng("memories_are_kept"))


def _led(game: Game) -> bool:
    return game.policy is not None


def _drawn(game: Game) -> bool:
    return game.part("terminal") is not None


SHEET: tuple[Row, ...] = (
    _found("rules_keep_to_the_subset", "Rules keep to the subset of Python that both carriers run.", subset.outside),
    _found("every_cell_says_what_it_holds", "Every cell says what it holds.", _unsaid, "State"),
    _found(
        "words_agree", "There is a word for all that the game can say, the same in every language.", catalogues.faults, "words"
    ),
    Row("it_loads_and_plays", "The game loads, and random play does not crash.", _plays, "play"),
    _over(laws.legal_is_accepted, "legal"),
    _over(laws.illegal_changes_nothing, "legal"),
    _over(laws.view_answers_as_state, "hide"),
    _over(laws.plans_play_on_views, "play", lambda game: game.plans),
    Row("progress_is_sure", _sentence(guides.progress_is_sure), _ways, "progress", lambda game: game.progress is not None),
    _over(guides.missing_is_said, "lacking", lambda game: game.lacking is not None),
    Row("moments_have_pages_and_hints", "Every moment has its page of the rulebook, and a hint.", _moments, "words", _paged),
    _over(laws.hide_is_idempotent, "hide"),
    _over(laws.hide_fill_hide_is_hide, "fill"),
    _over(laws.filled_world_plays_on, "fill"),
    _over(laws.sound_after_every_action, "sound", setups=True),
    _over(laws.random_play_ends, "longest", setups=True),
    _over(laws.clone_is_independent, "play"),
    _over(laws.log_replays, "play"),
    _over(laws.position_reloads, "sound"),
    _over(hearing.hearing_is_seeing, "hide"),
    _over(hearing.change_is_told, "play"),
    _over(hearing.events_read, "EVENTS"),
    _over(stand_ins.seconds_show_nothing, "seconds"),
    _over(stand_ins.quiet_shows_nothing, "quiet"),
    _over(stand_ins.bots_play_legal_actions, "BOTS"),
    _over(stand_ins.idle_is_legal, "idle"),
    _over(taking_back.taken_back_shows_nothing, "hide"),
    Row("sealed_moves_commute", _sentence(laws.sealed_moves_commute), _sealed, "play"),
    Row("non_interference", _sentence(twins.compared), _twins, "hide"),
    _over(guesses.guesses_are_fair, "fill", setups=True),
    _over(guesses.guesses_are_right_as_often_as_alike, "fill"),
    _over(policies.leans_on_its_view, "lean", _led),
    _over(policies.remembers_what_it_sees, "remember", _led),
    _over(policies.shares_out_the_win, "worth", _led),
    Row("memories_are_kept", _sentence(policies.memories_are_kept), _memories, "remember", _led),
    _over(drawing.draws_every_view, "draw", _drawn),
    _over(positions.changed_positions_play_on, "sound"),
)
"""In the order in which they are tried: what is read before what is played. Not on it are those that compare with files kept
beside a game (annotated playthroughs), and those that need the compiled carrier."""

OFF = {
    "plain_equals_compiled": "needs the extra `fast`",
    "policy_plays_the_same_compiled": "needs the extra `fast`",
    "playthrough_is_unchanged": "compares with a file",
    "the_same_positions_are_taken_as_before": "compares with a file",
    "what_never_came_up_is_reported": "fails nowhere",
}


def kept(row: Row, trial: Trial) -> str:
    """What breaks this law; empty where nothing does. What goes wrong on the way breaks it."""
    try:
        row.held(trial)
    except Broken as broken:
        return str(broken)
    except AssertionError as fault:
        return str(fault)
    return ""
