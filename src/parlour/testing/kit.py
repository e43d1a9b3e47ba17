"""The laws as tests, one a law; every one runs on every game installed (or on --parlour-game)."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from parlour.engine.carriers.compiled import available
from parlour.engine.contract.game import Game
from parlour.games.cells import ONLOOKER
from parlour.say import game_words, languages
from parlour.testing import (
    carriers,
    catalogues,
    drawing,
    guesses,
    guides,
    hearing,
    laws,
    playthroughs,
    policies,
    positions,
    refusals,
    reports,
    stand_ins,
    subset,
    taking_back,
    twins,
)
from parlour.testing.plugin import missing
from parlour.testing.reach import Broken
from parlour.testing.shrinking import tried
from parlour.testing.trial import Trial

Say = Callable[[str], None]


def _hold(law: Callable[[Game, Sequence[Any], Random], int], trial: Trial, over: Sequence[Any], say: Say) -> int:
    try:
        looked = tried(law, trial.game, over, trial.rng(law.__name__))
    except Broken as broken:
        pytest.fail(str(broken), pytrace=False)  # the way there says more than the way through the kit
    say(f"{trial.game.name}: {law.__name__}: looked {looked} times")
    return looked


def test_it_loads_and_plays(parlour_trial_at_all: Trial) -> None:
    """A game that does not load, or crashes in random play, fails here once; its other laws are then skipped."""
    if parlour_trial_at_all.fault:
        pytest.fail(parlour_trial_at_all.fault, pytrace=False)
    assert parlour_trial_at_all.matches


def test_legal_is_accepted(parlour_trial: Trial, say: Say) -> None:
    assert _hold(laws.legal_is_accepted, parlour_trial, parlour_trial.matches, say)


def test_illegal_changes_nothing(parlour_trial: Trial, say: Say) -> None:
    assert _hold(laws.illegal_changes_nothing, parlour_trial, parlour_trial.matches, say)


def test_view_answers_as_state(parlour_trial: Trial, say: Say) -> None:
    assert _hold(laws.view_answers_as_state, parlour_trial, parlour_trial.matches, say)


def test_plans_play_on_views(parlour_trial: Trial, say: Say) -> None:
    if not parlour_trial.game.plans:
        pytest.skip(f"{parlour_trial.game.name} has no play of several choices")
    assert _hold(laws.plans_play_on_views, parlour_trial, parlour_trial.matches, say)


def test_progress_is_sure(parlour_trial: Trial, say: Say) -> None:
    if parlour_trial.game.progress is None:
        pytest.skip(f"{parlour_trial.game.name} does not say how far one is on each way to win")
    assert guides.unsaid_ways(parlour_trial.game) == []
    assert _hold(guides.progress_is_sure, parlour_trial, parlour_trial.matches, say)


def test_missing_is_said(parlour_trial: Trial, say: Say) -> None:
    if parlour_trial.game.lacking is None:
        pytest.skip(f"{parlour_trial.game.name} does not say what a refused action lacks")
    assert _hold(guides.missing_is_said, parlour_trial, parlour_trial.matches, say)


def test_moments_have_pages_and_hints(parlour_trial: Trial) -> None:
    if not any(game_words(parlour_trial.game, language).section("pages") for language in languages(parlour_trial.game.folder)):
        pytest.skip(f"{parlour_trial.game.name} has no pages for its phases")
    assert guides.lost_moments(parlour_trial.game, parlour_trial.matches) == []


def test_hide_is_idempotent(parlour_trial: Trial, say: Say) -> None:
    assert _hold(laws.hide_is_idempotent, parlour_trial, parlour_trial.matches, say)


def test_hide_fill_hide_is_hide(parlour_trial: Trial, say: Say) -> None:
    assert _hold(laws.hide_fill_hide_is_hide, parlour_trial, parlour_trial.matches, say)


def test_filled_world_plays_on(parlour_trial: Trial, say: Say) -> None:
    assert _hold(laws.filled_world_plays_on, parlour_trial, parlour_trial.matches, say)


def test_sound_after_every_action(parlour_trial: Trial, say: Say) -> None:
    assert _hold(laws.sound_after_every_action, parlour_trial, parlour_trial.setups, say)


def test_random_play_ends(parlour_trial: Trial, say: Say) -> None:
    assert _hold(laws.random_play_ends, parlour_trial, parlour_trial.setups, say)


def test_clone_is_independent(parlour_trial: Trial, say: Say) -> None:
    assert _hold(laws.clone_is_independent, parlour_trial, parlour_trial.matches, say)


def test_log_replays(parlour_trial: Trial, say: Say) -> None:
    assert _hold(laws.log_replays, parlour_trial, parlour_trial.matches, say)


def test_position_reloads(parlour_trial: Trial, say: Say) -> None:
    assert _hold(laws.position_reloads, parlour_trial, parlour_trial.matches, say)


def test_hearing_is_seeing(parlour_trial: Trial, say: Say) -> None:
    assert _hold(hearing.hearing_is_seeing, parlour_trial, parlour_trial.matches, say)


def test_change_is_told(parlour_trial: Trial, say: Say) -> None:
    assert _hold(hearing.change_is_told, parlour_trial, parlour_trial.matches, say)


def test_seconds_show_nothing(parlour_trial: Trial, say: Say) -> None:
    _hold(stand_ins.seconds_show_nothing, parlour_trial, parlour_trial.matches, say)


def test_taken_back_shows_nothing(parlour_trial: Trial, say: Say) -> None:
    assert _hold(taking_back.taken_back_shows_nothing, parlour_trial, parlour_trial.matches, say)


def test_quiet_shows_nothing(parlour_trial: Trial, say: Say) -> None:
    assert _hold(stand_ins.quiet_shows_nothing, parlour_trial, parlour_trial.matches, say)


def test_bots_play_legal_actions(parlour_trial: Trial, say: Say) -> None:
    assert _hold(stand_ins.bots_play_legal_actions, parlour_trial, parlour_trial.matches, say)


def test_guesses_are_fair(parlour_trial: Trial, say: Say) -> None:
    _hold(guesses.guesses_are_fair, parlour_trial, parlour_trial.setups, say)


def test_guesses_are_right_as_often_as_alike(parlour_trial: Trial, say: Say) -> None:
    _hold(guesses.guesses_are_right_as_often_as_alike, parlour_trial, parlour_trial.matches, say)


def test_what_never_came_up_is_reported(parlour_trial: Trial, say: Say) -> None:
    """Nothing fails here: it may be that random play does not get so far."""
    trial = parlour_trial
    found = reports.met(trial.game, trial.setups, trial.rng("met"))
    assert found.actions
    for line in (
        *reports.never_met(trial.game, found),
        *reports.without_effect(trial.game, trial.setups, trial.rng("effect")),
        *reports.unheeded(trial.game, trial.setups, trial.rng("heeded")),
    ):
        say(f"{trial.game.name}: {line}")


def test_idle_is_legal(parlour_trial: Trial, say: Say) -> None:
    assert _hold(stand_ins.idle_is_legal, parlour_trial, parlour_trial.matches, say)


def test_events_read(parlour_trial: Trial, say: Say) -> None:
    assert _hold(hearing.events_read, parlour_trial, parlour_trial.matches, say)


def test_sealed_moves_commute(parlour_trial: Trial, say: Say) -> None:
    at_once = [match for match in parlour_trial.matches if sum(seat < match.players for seat in match.to_act) > 1]
    looked = _hold(laws.sealed_moves_commute, parlour_trial, at_once, say)
    if not at_once:
        pytest.skip(f"{parlour_trial.game.name} never asks two players at once")
    assert looked, "two players were asked at once, and no pair of their moves was compared"


def test_non_interference(parlour_trial: Trial, say: Say) -> None:
    counts = twins.Counts()

    def non_interference(game: Game, matches: Sequence[Any], rng: Random) -> int:
        return twins.compared(game, matches, rng, counts)

    _hold(non_interference, parlour_trial, parlour_trial.matches, say)
    say(f"{parlour_trial.game.name}: non_interference: twins compared: {counts}")
    for kind in {twins.kind(seat) for match in parlour_trial.matches for seat in match.to_act}:
        assert getattr(counts, kind), f"no twins were compared where {kind} plays"
    assert counts.refusals, "no refusals were compared"
    if any(laws.hidden(match, ONLOOKER) != match.state for match in parlour_trial.matches):
        assert counts.different, "something is hidden, and no two different worlds were compared"


def test_plain_equals_compiled(parlour_trial: Trial, say: Say) -> None:
    if not available():
        missing("fast", "the compiled carrier needs the extra `fast`")
    steps = carriers.equal(parlour_trial.game, parlour_trial.setups, parlour_trial.seed)
    say(f"{parlour_trial.game.name}: plain_equals_compiled: {steps} steps compared")
    assert steps


@pytest.fixture
def led(parlour_trial: Trial) -> Trial:
    """A game that says how a sensible player plays it."""
    if parlour_trial.game.policy is None:
        pytest.skip(f"{parlour_trial.game.name} has no policy")
    return parlour_trial


def test_policy_leans_on_its_view(led: Trial, say: Say) -> None:
    assert _hold(policies.leans_on_its_view, led, led.matches, say)


def test_policy_remembers_what_it_sees(led: Trial, say: Say) -> None:
    assert _hold(policies.remembers_what_it_sees, led, led.matches, say)


def test_policy_shares_out_the_win(led: Trial, say: Say) -> None:
    cut = _hold(policies.shares_out_the_win, led, led.matches, say)
    assert bool(cut) == hasattr(led.game.rules if led.game.policy is None else led.game.policy.module, "until")


def test_policy_keeps_its_memories(led: Trial, say: Say) -> None:
    kept = policies.memories_are_kept(led.game, led.setups, led.rng("memories_are_kept"))
    say(f"{led.game.name}: memories_are_kept: {kept} that were not empty")
    assert bool(kept) == bool(led.game.policy and led.game.policy.memory_cells)


def test_policy_plays_the_same_compiled(led: Trial, say: Say) -> None:
    if not available():
        missing("fast", "the compiled carrier needs the extra `fast`")
    steps = policies.plays_the_same_compiled(led.game, led.setups, led.seed)
    say(f"{led.game.name}: plays_the_same_compiled: {steps} steps compared")
    assert steps


def test_rules_keep_to_the_subset(parlour_trial: Trial) -> None:
    assert subset.outside(parlour_trial.game) == []


def test_every_cell_says_what_it_holds(parlour_trial: Trial) -> None:
    assert [name for name, cell in parlour_trial.game.cells.items() if not cell.says] == []


def test_draws_every_view(parlour_trial: Trial, say: Say) -> None:
    if parlour_trial.game.part("terminal") is None:
        pytest.skip(f"{parlour_trial.game.name} draws nothing in words")
    assert _hold(drawing.draws_every_view, parlour_trial, parlour_trial.matches, say)


def test_words_agree(parlour_trial: Trial) -> None:
    assert catalogues.faults(parlour_trial.game) == []


def test_playthrough_is_unchanged(parlour_trial: Trial) -> None:
    file = playthroughs.path(parlour_trial.game, parlour_trial.playthroughs)
    assert file.exists(), f"{file} is missing: {playthroughs.command(parlour_trial.game, file.parent)}"
    same = file.read_text(encoding="utf-8") == playthroughs.playthrough(parlour_trial.game)
    mend = playthroughs.command(parlour_trial.game, file.parent)
    assert same, f"{file} tells another story than the rules do now; if that is meant: {mend}"


def test_the_same_positions_are_taken_as_before(parlour_trial: Trial) -> None:
    file = refusals.path(parlour_trial.game, parlour_trial.playthroughs)
    assert file.exists(), f"{file} is missing: {playthroughs.command(parlour_trial.game, file.parent)}"
    same = file.read_text(encoding="utf-8") == refusals.taken(parlour_trial.game)
    mend = playthroughs.command(parlour_trial.game, file.parent)
    assert same, f"{file} lists other positions than the rules take now; if that is meant: {mend}"


def test_changed_positions_play_on(parlour_trial: Trial, say: Say) -> None:
    _hold(positions.changed_positions_play_on, parlour_trial, parlour_trial.matches, say)
