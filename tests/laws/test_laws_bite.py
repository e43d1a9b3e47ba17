# ruff: noqa: E501  one broken game a line reads as a table
"""Every law fails a game that breaks it: a check that cannot fail is none."""

import importlib.util
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import parlour_toy
import pytest

from parlour.engine.carriers.compiled import available
from parlour.engine.contract.game import Game, load
from parlour.engine.match import Match
from parlour.games.cells import CHANCE, emit
from parlour.games.keys import challenge
from parlour.games.keys.state import E_LOST
from parlour.say import Say
from parlour.testing import (
    carriers,
    catalogues,
    drawing,
    guesses,
    hearing,
    laws,
    playthroughs,
    positions,
    stand_ins,
    subset,
    twins,
)
from parlour.testing.plugin import missing
from parlour.testing.reach import Broken, reached, setups
from tests.laws.broken import toy

Edit = tuple[str, str]

IDLE_SLOT = "    while s.played[seat][slot]:\n        slot += 1\n    return CARD + slot"

BROKEN: dict[str, tuple[Callable[..., object], list[Edit]]] = {
    "an action the game has no number for": (laws.legal_is_accepted, [("out[0] = TURN", "out[0] = 77")]),
    "the same action twice": (laws.legal_is_accepted, [("out[k] = CARD + i", "out[k] = CARD")]),
    "asked, with nothing to play": (laws.legal_is_accepted, [("return choices(s, seat, out)", "return 0")]),
    "not asked, with something to play": (laws.legal_is_accepted, [("seat < s.players and waits_for(s, seat)", "seat < s.players")]),
    "an outcome without weight": (laws.legal_is_accepted, [("return s.left[outcome - VALUE]", "return 0")]),
    "listing changes the state": (laws.legal_is_accepted, [("def deals(s: Any, out: Any) -> int:\n", "def deals(s: Any, out: Any) -> int:\n    s.turn += 1\n")]),
    "a refusal changes the state": (laws.illegal_changes_nothing, [("    if s.phase == CHOOSE and seat <", "    s.turn += 1\n    if s.phase == CHOOSE and seat <")]),
    "others asked on a view": (laws.view_answers_as_state, [("    for p in range(s.players):\n        if p != seat:", "    s.phase = CHOOSE\n    for p in range(s.players):\n        if p != seat:")]),
    "other actions on a view": (laws.view_answers_as_state, [("if s.played[seat][i] == 0:", "if s.played[seat][i] == 0 and s.left[0] + s.left[1] > 0:")]),
    "another score on a view": (laws.view_answers_as_state, [("return s.points[seat]", "return s.points[seat] + s.left[0]")]),
    "a plan that needs what is hidden": (laws.plans_play_on_views, [("    s.ready[seat] = 1\n", "    s.ready[seat] = 1\n    s.left[0] -= 1\n")]),
    "a plan that asks others on a view": (laws.plans_play_on_views, [("    s.ready[seat] = 1\n", "    s.ready[seat] = 1 if s.left[0] + s.left[1] + s.left[2] + s.left[3] + s.left[4] else 0\n")]),
    "hide that is not idempotent": (laws.hide_is_idempotent, [("        s.left[v] = 0", "        s.left[v] = 1 if s.left[v] == 0 else 0")]),
    "hide outside the declared range": (laws.hide_is_idempotent, [("        s.left[v] = 0", "        s.left[v] = UNKNOWN")]),
    "a guess that changes what was seen": (laws.hide_fill_hide_is_hide, [("            if s.card[p][i] == UNKNOWN:", "            if s.card[p][i] != 0:")]),
    "a guess that leaves something unknown": (laws.filled_world_plays_on, [("        if s.choice[p] == UNKNOWN:", "        if s.choice[p] > 9:")]),
    "a guess that is not sound": (laws.filled_world_plays_on, [("    s.left[v] -= 1\n    return v", "    return v")]),
    "not sound after an action": (laws.sound_after_every_action, [("    s.left[v] -= 1\n    s.card", "    s.card")]),
    "a cell out of its range": (laws.sound_after_every_action, [("    turn = cell(high=HAND,", "    turn = cell(high=1,")]),
    "a bool in a cell": (laws.sound_after_every_action, [("s.ready[seat] = 1", "s.ready[seat] = True")]),
    "moves that do not commute": (laws.sealed_moves_commute, [("    s.ready[seat] = 1\n", "    s.ready[seat] = 1\n    s.points[seat] = s.points[0] + 1 - s.ready[1]\n")]),
    "a game that does not end": (laws.random_play_ends, [("    s.turn += 1\n", "")]),
    "free to act in the end": (laws.legal_is_accepted, [("s.phase == DEAL or s.phase == OVER or", "s.phase == DEAL or")]),
    "ranks without a first": (laws.random_play_ends, [("    better = 1\n", "    better = 2\n")]),
    "free to act when all is over": (laws.random_play_ends, [("s.phase == DEAL or s.phase == OVER or", "s.phase == DEAL or")]),
    "idle that is not legal": (stand_ins.idle_is_legal, [(IDLE_SLOT, "    return CARD")]),
    "idle that depends on what is hidden": (stand_ins.idle_is_legal, [("return CARD + slot", "return CARD + slot if s.left[0] + s.left[1] + s.left[2] else LEAVE")]),
    "less than no time": (stand_ins.seconds_show_nothing, [("return 3 if seat == CLOCK else 0", "return -1")]),
    "an event with no value": (hearing.events_read, [("emit(s, 1 << p, DEALT, p, i, v)", "emit(s, 1 << p, DEALT, p, i, v - 5)")]),
    "a hidden hand in the open": (twins.compared, [("        if p != seat:\n", "        if p != seat and s.turn < 2:\n")]),
    "a secret choice that shows": (twins.compared, [("    if s.ready[p]:\n        s.choice[p] = UNKNOWN", "    if s.ready[p] and s.phase != REVEAL:\n        s.choice[p] = UNKNOWN")]),
    "chance that shows": (twins.compared, [("        s.left[v] = 0\n", "        s.left[v] = 0 if s.dealt < 4 else s.left[v]\n")]),
    "a secret told to all": (hearing.hearing_is_seeing, [("emit(s, 1 << p, DEALT", "emit(s, EVERYONE, DEALT")]),
    "a secret told to the onlooker": (hearing.hearing_is_seeing, [("emit(s, 1 << p, DEALT", "emit(s, 1 << p | 1 << 28, DEALT")]),
    "a secret told to a neighbour": (hearing.hearing_is_seeing, [("emit(s, 1 << seat, CHOSEN", "emit(s, 3, CHOSEN")]),
    "a secret in the public where": (hearing.hearing_is_seeing, [("emit(s, 1 << p, DEALT, p, i, v)", "emit(s, 1 << p, DEALT, p, v % HAND, v)")]),
    "a secret told by the number of events": (hearing.hearing_is_seeing, [("    if s.dealt == s.players", "    if v == 4:\n        emit(s, EVERYONE, SCORED, p, 0, 0)\n    if s.dealt == s.players")]),
    "a secret told by who is named": (hearing.hearing_is_seeing, [("emit(s, 1 << p, DEALT, p, i, v)", "emit(s, 1 << p, DEALT, v % s.players, i, v)")]),
    "a hidden card told later": (hearing.hearing_is_seeing, [("    emit(s, EVERYONE, LEFT, seat)", "    emit(s, EVERYONE, TURNED, seat, 0, s.card[seat][2] - 1)\n    emit(s, EVERYONE, LEFT, seat)")]),
    "a card dealt, and another word instead": (hearing.hearing_is_seeing, [("emit(s, 1 << p, DEALT, p, i, v)", "emit(s, EVERYONE, SCORED, p, 0, 0)")]),
    "a card turned, and not which": (hearing.hearing_is_seeing, [("TURNED, p, i, s.card[p][i] - 1)", "TURNED, p, i, 0)")]),
    "who left, and no word of it": (hearing.change_is_told, [("    emit(s, EVERYONE, LEFT, seat)\n", "")]),
    "who is ready, and no word of it": (hearing.change_is_told, [("    emit(s, 1 << seat, CHOSEN, seat, 0, slot)\n", ""), ("PLANS = (CARD,)", "PLANS = ()")]),
    "where beyond its range": (hearing.events_read, [("emit(s, 1 << p, DEALT, p, i, v)", "emit(s, 1 << p, DEALT, p, i + 1, v)")]),
    "a value beyond its range": (hearing.events_read, [("emit(s, EVERYONE, SCORED, p, 0, s.points[p])", "emit(s, EVERYONE, SCORED, p, 0, 16 + s.points[p])")]),
    "an event of a seat that is not there": (hearing.events_read, [("emit(s, EVERYONE, LEFT, seat)", "emit(s, EVERYONE, LEFT, seat + 4)")]),
    "an event that is none": (hearing.events_read, [("emit(s, EVERYONE, LEFT, seat)", "emit(s, EVERYONE, 7, seat)")]),
    "an audience of nobody": (hearing.events_read, [("emit(s, EVERYONE, LEFT, seat)", "emit(s, -1, LEFT, seat)")]),
    "seconds that depend on what is hidden": (stand_ins.seconds_show_nothing, [("return 3 if seat == CLOCK else 0", "return s.left[0] if seat == CLOCK else 0")]),
    "seconds that tell a secret choice": (stand_ins.seconds_show_nothing, [("return 3 if seat == CLOCK else 0", "return 3 + s.choice[0] if s.ready[0] else 3")]),
    "more told to be quiet than play": (stand_ins.quiet_shows_nothing, [("return (1 << s.players) - 1 if s.phase == REVEAL", "return (1 << s.players) if s.phase == REVEAL")]),
    "a quiet that tells a secret choice": (stand_ins.quiet_shows_nothing, [("if s.phase == REVEAL else 0\n\n\ndef idle", "if s.phase == REVEAL or s.choice[0] == 1 else 0\n\n\ndef idle")]),
    "a guess that is always the same": (guesses.guesses_are_right_as_often_as_alike, [("    pick = draw(dice, total)\n", "    pick = 0\n")]),
    "a guess that is nearly always the same": (guesses.guesses_are_right_as_often_as_alike, [("    pick = draw(dice, total)\n", "    pick = draw(dice, total) // 3\n")]),
    "a guess that counts kinds, not cards": (guesses.guesses_are_fair, [("    pick = draw(dice, total)\n    v = 0\n    while pick >= s.left[v]:\n        pick -= s.left[v]\n        v += 1\n", "    v = draw(dice, VALUES)\n    while s.left[v] == 0:\n        v = draw(dice, VALUES)\n")]),
    "a guess that never thinks of one world": (guesses.guesses_are_fair, [("    pick = draw(dice, total)\n", "    pick = min(draw(dice, total), total - 4)\n")]),
    "a position that is accepted and dies": (positions.changed_positions_play_on, [("    return played <= s.turn if s.gone[p] else played == s.turn", "    return True")]),
    "a position that is accepted and goes astray": (positions.changed_positions_play_on, [("(p < s.players and p * HAND + i < s.dealt)", "(s.card[p][i] != 0)")]),
    "an event nobody heard": (twins.compared, [("    emit(s, EVERYONE, TURNED, p, i, s.card[p][i] - 1)\n", "")]),
}  # fmt: skip


OVER_SETUPS = (laws.sound_after_every_action, laws.random_play_ends, guesses.guesses_are_fair)
PLAYED_ANEW = (
    hearing.events_read,
    positions.changed_positions_play_on,
)  # their matches have a story, or a position, of their own


def moved(matches: Sequence[Match], game: Game) -> list[Match]:
    """Matches of the whole toy, as matches of a broken one, which could not have been played so far."""
    return [Match(game, match.players, moved_state(match.state, game)) for match in matches]


def moved_state(state: Any, game: Game) -> Any:
    copy = game.State()
    for name in game.cells:
        setattr(copy, name, getattr(state.clone(), name))
    return copy


@pytest.mark.parametrize("what", BROKEN)
def test_broken_game_fails(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    law, edits = BROKEN[what]
    whole = reached(toy(tmp_path, monkeypatch))
    game = toy(tmp_path, monkeypatch, *edits)
    looked_at: list[Any] = setups(game) * 3 if law in OVER_SETUPS else moved(whole, game)
    if law in PLAYED_ANEW:
        looked_at = reached(game)
    with pytest.raises(Broken):
        law(game, looked_at, Random(1))


def test_a_forgotten_event_is_missed_though_others_of_its_step_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """KEYS without a word of what is lost: the round that ends and the one that begins are told in the same step."""
    game = load("keys")
    matches = [match for match in reached(game) if match.to_act == [CHANCE]]
    assert hearing.hearing_is_seeing(game, matches, Random(1))

    def all_but_lost(s: Any, audience: int, event: int, *rest: int) -> None:
        if event != E_LOST:
            emit(s, audience, event, *rest)

    monkeypatch.setattr(challenge, "emit", all_but_lost)
    with pytest.raises(Broken, match=r"hears .*began.* either way, and sees key_at"):
        hearing.hearing_is_seeing(game, matches, Random(1))


def test_whole_toy_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(tmp_path, monkeypatch)
    found = reached(game)
    for law in {law: None for law, _ in BROKEN.values()}:
        assert law(game, setups(game) if law in OVER_SETUPS else found, Random(1))


def test_shared_clone_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(tmp_path, monkeypatch)
    found = reached(game)
    monkeypatch.setattr(game.State, "clone", lambda state: state)
    with pytest.raises((Broken, AttributeError)):
        laws.clone_is_independent(game, found, Random(1))


def test_log_that_replays_otherwise_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = reached(toy(tmp_path, monkeypatch))
    other = toy(tmp_path, monkeypatch, ("s.points[p] += 2 if", "s.points[p] += 3 if"))
    with pytest.raises(Broken, match="another state"):
        laws.log_replays(other, found, Random(1))


def test_position_that_reads_otherwise_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(tmp_path, monkeypatch)
    found = reached(game)
    monkeypatch.setattr(
        "parlour.engine.match.match.cell_value", lambda cell, form, path: [0] * len(form) if path == "gone" else form
    )
    with pytest.raises((Broken, AttributeError, TypeError)):
        laws.position_reloads(game, found, Random(1))


@pytest.mark.long
def test_other_rules_when_compiled_are_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not available():
        missing("fast", "the compiled carrier needs the extra `fast`")
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    # An int8 cell that is counted past 127 wraps round on a row and not in a list.
    game = toy(
        tmp_path,
        monkeypatch,
        ("    s.dealt += 1\n", "    s.dealt += 1\n    s.turn += 100\n"),
        ("s.turn == s.rounds", "s.turn > 100"),
    )
    with pytest.raises(Broken, match="plain"):
        carriers.equal(game, setups(game)[:2])


SUBSET: dict[str, Edit] = {
    "a generator": ("    k = 0\n", "    k = 0\n    yield k\n"),
    "a closure": ("    k = 0\n", "    k = (lambda: 0)()\n"),
    "a comprehension": ("    k = 0\n", "    k = max([v for v in range(3)])\n"),
    "a dict": ("    k = 0\n", "    k = len({1: 2})\n"),
    "a set": ("    k = 0\n", "    k = len({1, 2})\n"),
    "a slice": ("    k = 0\n", "    k = len(s.left[1:])\n"),
    "no int": ("    k = 0\n", "    k = len('no')\n"),
    "keywords": ("emit(s, EVERYONE, LEFT, seat)", "emit(s, EVERYONE, LEFT, seat=seat)"),
    "try": ("    k = 0\n", "    try:\n        k = 0\n    finally:\n        k = 0\n"),
    "recursion": ("    if staying(s) == 1:", "    if seat > 99:\n        leave(s, seat)\n    if staying(s) == 1:"),
    "an int, not a bool": ("s.ready[seat] = 1", "s.ready[seat] = seat == seat"),
    "a[p][i]": ("s.card[p][i] = v + 1", "s.card[p, i] = v + 1"),
    "true division": ("s.dealt // HAND", "s.dealt / HAND"),
    "neither a local": ("    k = 0\n", "    k = len(str(s))\n"),
    "no int, tuple of ints": ("    k = 0\n", "    k = len(ACTIONS)\n"),
    "a call of": ("    k = 0\n", "    k = s.left.index(0)\n"),
    "import from": ("from enum import IntEnum\n", "from enum import IntEnum\nfrom math import sqrt\n"),
    "only IntEnums": ("class Options:", "class Other:\n    pass\n\n\nclass Options:"),
    "for … in s.left": ("    k = 0\n", "    k = 0\n    for v in s.left:\n        k += v\n    k = 0\n"),
    "k is a number and a truth value": ("    k = 0\n", "    k = 0\n    k = s.turn == 1\n"),
    "v is a list and a number": ("    k = 0\n", "    k = 0\n    v = s.left\n"),
    "returns a number and a truth value": (
        "    return TOO_FEW if",
        "    if players == 9:\n        return players == 9\n    return TOO_FEW if",
    ),
    "returns a number on one path and nothing": (
        "    if s.phase == OVER:\n        return 0\n    if s.phase == DEAL:\n        return 1 << CHANCE",
        "    if s.phase == OVER:\n        return\n    if s.phase == DEAL:\n        return 1 << CHANCE",
    ),
    "not [0] * N": ("    k = 0\n", "    k = len([1, 2])\n"),
}


@pytest.mark.parametrize("what", SUBSET)
def test_outside_the_subset_is_caught(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(tmp_path, monkeypatch, SUBSET[what])
    assert any(what in fault for fault in subset.faults(game.rules)), subset.faults(game.rules)


def test_toy_is_inside_the_subset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert subset.faults(toy(tmp_path, monkeypatch).rules) == []


def test_features_outside_the_subset_are_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are compiled alone, so their function calls no other; and it reckons in ints, as the rules do."""
    game = toy(tmp_path, monkeypatch)
    head, tail = (
        "from typing import Any\n\ndef one(s: Any) -> int:\n    return 1\n\n",
        "def features(s: Any, seat: int, out: Any) -> None:\n",
    )
    for line, said in (("one(s)", "a call of another function"), ("s.turn / 2", "true division"), ("s.turn", "")):
        path = tmp_path / "features.py"
        path.write_text(f"{head}{tail}    out[0] = {line}\n", encoding="utf-8")
        spec = importlib.util.spec_from_file_location(f"parlour_features_{len(said)}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, spec.name, module)
        spec.loader.exec_module(module)
        faults = subset.faults(game.rules, None, module)
        assert any(said in fault for fault in faults) if said else faults == []


def spoken(folder: Path, game: Game, en: str, fr: str = "") -> list[str]:
    """What is wrong with a game whose catalogues are the toy's, with one sentence said otherwise."""
    words = Path(parlour_toy.__file__).parent
    for language, event in (("en", en), ("fr", fr)):
        if language == "en" or fr:
            form = json.loads((words / f"words.{language}.json").read_text(encoding="utf-8"))
            form["events"]["scored"]["other"] = event
            (folder / f"words.{language}.json").write_text(json.dumps(form), encoding="utf-8")
    game.__dict__["folder"] = folder
    return catalogues.faults(game)


def test_a_missing_language_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(tmp_path, monkeypatch)
    assert spoken(tmp_path, game, "{name} has {points}") == ["words.fr.json is missing"]
    assert spoken(tmp_path, game, "{name} has {points}", "{name} a {points}") == []


def test_a_brace_misspelt_in_every_language_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(tmp_path, monkeypatch)
    wrong = "/events/scored/other has {pionts}, which nothing fills in"
    assert spoken(tmp_path, game, "{name}: {pionts}", "{name} : {pionts}") == [f"en: {wrong}", f"fr: {wrong}"]


def test_missing_and_differing_words_are_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = toy(tmp_path, monkeypatch)
    for language, card in (("en", "Play card {slot}"), ("fr", "Jouer {carte}")):
        actions = f'{{"card": "{card}"' + (', "turn": "Turn"}' if language == "en" else "}")
        (tmp_path / f"words.{language}.json").write_text(f'{{"name": "Toy", "actions": {actions}}}', encoding="utf-8")
    game.__dict__["folder"] = tmp_path
    found = catalogues.faults(game)
    assert "fr: /actions/turn is missing" in found
    assert "en: /events/left/you is missing" in found
    assert any(fault.startswith("/actions/card fills in different words") for fault in found)


@pytest.mark.parametrize("drawn", ["names[len(names)]", "'  '", "None"])
def test_a_drawing_that_fails_or_is_none_is_caught(drawn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, part = toy(tmp_path, monkeypatch), ModuleType("terminal")
    matches = reached(game)[:3]
    monkeypatch.setattr(game, "part", lambda name: part)
    monkeypatch.setattr(drawing, "languages", lambda folder: ["en"])
    monkeypatch.setattr(drawing, "game_words", lambda game, language: Say({}))
    exec("def table(view, names, say): return ' '.join(names)", vars(part))
    assert drawing.draws_every_view(game, matches, Random(1)) == 6
    exec(f"def table(view, names, say): return {drawn}", vars(part))
    with pytest.raises(Broken, match=r"terminal\.table (raises IndexError|draws nothing)"):
        drawing.draws_every_view(game, matches, Random(1))


def test_a_changed_story_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = playthroughs.playthrough(toy(tmp_path, monkeypatch))
    assert playthroughs.playthrough(toy(tmp_path, monkeypatch)) == before
    assert (
        playthroughs.playthrough(toy(tmp_path, monkeypatch, ("VALUES, COPIES = 4, 3, 5, 3", "VALUES, COPIES = 4, 3, 5, 4")))
        != before
    )
