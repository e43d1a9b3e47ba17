"""Matches, views, games and states are pickled and deep-copied, and are played on in another process as they would be here."""

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parlour.cli.new_game import lay_out
from parlour.engine import ONLOOKER, GameError, Match, games, load
from parlour.engine.carriers import compiled as carriers
from parlour.testing.plugin import missing
from tests.engine.test_inventory import named
from tests.engine.tiny import tiny

STEPS = 25  # played before a match is copied
PLAYED_ON = """
import pickle, sys
from tests.engine.test_pickling import told
told_here = [told(*pickle.loads(packed)) for packed in pickle.load(sys.stdin.buffer)]
pickle.dump(told_here, sys.stdout.buffer)
"""
STRANGER = """
import pickle
from parlour.engine import load
from tests.engine.test_pickling import begun, told
dice = load("dice")
assert pickle.loads(pickle.dumps(dice)) is dice
match = begun("dice")
again = pickle.loads(pickle.dumps(match))
assert told(again, again.view(0)) == told(match, match.view(0))
"""


def begun(game: str, players: int | None = None) -> Match:
    """A match some way on."""
    match = Match.start(game, players or load(game).seats.start)
    play_on(match, Random(game), STEPS)
    return match


def play_on(match: Match, rng: Random, steps: int = 10_000) -> None:
    while not match.over and steps:
        seat, steps = match.to_act[0], steps - 1
        match.play(seat, rng.choice(match.legal(seat)))


def told(match: Match, view: Any) -> tuple[Any, ...]:
    """What is to be seen in a view, and what comes of a match that is played on from here."""
    seen = view.to_json(), view.told_json(), repr(view.memory)
    play_on(match, Random("onwards"))
    return (*seen, match.log(), match.score(), match.rank(), match.open_story(), match.view(0).told_json())


def test_a_match_and_a_view_of_it_are_the_same_in_another_process() -> None:
    matches = [begun(game) for game in games()]
    pairs = [(match, match.view(0 if match.to_act else ONLOOKER)) for match in matches]
    packed = [pickle.dumps(pair) for pair in pairs]
    done = subprocess.run([sys.executable, "-c", PLAYED_ON], input=pickle.dumps(packed), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    assert pickle.loads(done.stdout) == [told(match, view) for match, view in pairs]


@pytest.mark.parametrize("game", games())
def test_a_deep_copy_goes_its_own_way(game: str) -> None:
    match = begun(game)
    view = match.view(0)
    other, seen = copy.deepcopy((match, view))
    assert other.game is match.game
    assert (other.state, seen.state, seen.memory) == (match.state, view.state, view.memory)
    assert type(other.state) is match.game.State
    position, log = match.position(), match.log()
    expected = told(pickle.loads(pickle.dumps(match)), view)
    assert told(other, seen) == expected, "it plays on as the other would, and tells of it"
    assert (match.position(), match.log()) == (position, log), "the first one has not moved"


def test_a_copy_hears_its_own_events() -> None:
    match = begun("keys")
    for other in (copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        heard = len(other.view(0).events)
        other.play(other.to_act[0], other.legal(other.to_act[0])[0])
        assert len(other.view(0).events) > heard
        assert len(match.view(0).events) == heard


@pytest.mark.parametrize("game", games())
def test_states_options_and_memories_keep_their_class_and_a_game_its_identity(game: str) -> None:
    one = load(game)
    made = [one.State(), one.options(None, one.seats.start)]
    if one.policy is not None:
        made.append(one.policy.Memory())
        assert pickle.loads(pickle.dumps(one.policy)) is one.policy
    for thing in made:
        for again in (pickle.loads(pickle.dumps(thing)), copy.deepcopy(thing), copy.copy(thing)):
            assert type(again) is type(thing)
            assert again == thing
    assert pickle.loads(pickle.dumps(one)) is copy.deepcopy(one) is copy.copy(one) is one


@pytest.mark.parametrize("game", games())
def test_compiled_states_are_pickled_and_copied(game: str) -> None:
    if not carriers.available():
        missing("fast", "the compiled carrier needs the extra `fast`")
    match = begun(game)
    carrier = carriers.load(match.game)
    states = carrier.states(2)
    carrier.put(states, 1, match.state)
    for again in (pickle.loads(pickle.dumps(states)), copy.deepcopy(states)):
        assert again.dtype == states.dtype
        assert again.dtype.isalignedstruct, "as the compiled loops know it"
        state = match.game.State()
        carrier.get(again, 1, state)
        assert state == match.state
        assert pickle.loads(pickle.dumps(again[1])) == states[1]


def test_a_strangers_game_is_pickled_where_it_is_installed(tmp_path: Path) -> None:
    lay_out("dice", tmp_path)
    info = tmp_path / "parlour_dice-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: parlour-dice\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[parlour.games]\ndice = parlour_dice\n")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(Path.cwd())))}
    done = subprocess.run([sys.executable, "-c", STRANGER], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr


def test_a_game_that_is_not_installed_is_copied_but_not_pickled(tmp_path: Path) -> None:
    game = tiny(tmp_path)
    match = Match.start(game, 2)
    other = copy.deepcopy(match)
    other.play(0, 2)
    assert (match.state.sum, other.state.sum) == (0, 3)
    with pytest.raises(GameError, match="tiny of tiny is not installed, so that no other process can find it"):
        pickle.dumps(match)


def test_what_was_heard_in_one_game_is_nothing_of_another() -> None:
    """Events that are equal as numbers are told once for all matches, of their own game alone."""
    for game in (named("toy"), *map(load, games())):
        match = Match.start(game, game.seats.start)
        play_on(match, Random(game.name), STEPS)
        kinds = {type(event).__module__ for event, *_ in match.view(ONLOOKER).events}
        assert kinds <= {"builtins", game.rules.Event.__module__}, game.name
