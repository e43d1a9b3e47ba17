"""Bots by kind, by import path and as functions: they play, follow matches where they wish to, and are named where they fail."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from parlour.bots import UnknownBot, bot, kinds
from parlour.bots.belief import Belief, Seen, seen
from parlour.bots.entrants import BadBot, found, held, led, named
from parlour.engine import Game, GameError, Match, View, games, load
from parlour.engine.carriers import compiled
from parlour.engine.carriers.compiled import best
from parlour.engine.carriers.plain import Plain
from parlour.engine.view.inventory import inventory
from parlour.lab.chunks import one_game
from parlour.lab.simulate import simulate
from parlour.testing.plugin import missing
from tests.engine.tiny import tiny

MODULE = """
def last(view, legal, rng):
    return legal[-1]

class careful:
    @staticmethod
    def play(view, legal, rng):
        return legal[0]

number = 7
"""
FOLLOWED: list["Notes"] = []


def first(view: View, legal: Sequence[int], rng: Random) -> int:
    return legal[0]


def wrong(view: View, legal: Sequence[int], rng: Random) -> int:
    return max(legal) + 1


class Notes:
    """Follows one match and writes down what it is told."""

    def __init__(self, view: View, seed: int) -> None:
        self.view, self.seed = view, seed
        self.steps: list[Seen] = []
        FOLLOWED.append(self)

    def see(self, step: Seen) -> None:
        self.steps.append(step)

    def __call__(self, view: View, legal: Sequence[int], rng: Random) -> int:
        assert not self.steps or self.steps[-1].state == view.state, "told of all before it is asked"
        return legal[len(self.steps) % len(legal)]


class Noting:
    follow = Notes

    def __call__(self, view: View, legal: Sequence[int], rng: Random) -> int:
        raise AssertionError("who follows is asked at their seat")


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    (tmp_path / "lone_bot.py").write_text(MODULE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield "lone_bot"
    sys.modules.pop("lone_bot", None)


def test_a_simulation_takes_a_kind_an_import_path_and_a_function(module: str) -> None:
    report = simulate("keys", players=3, games=6, bots=["simple", f"{module}.last", first])
    assert {one.bot: one.games for one in report.bots} == {"simple": 6, "lone_bot.last": 6, "first": 6}


def test_functions_are_handed_to_other_processes_and_come_to_the_same() -> None:
    one, two = (simulate("keys", players=2, games=24, bots=[first, "random"], workers=workers) for workers in (1, 2))
    assert one.bots == two.bots


def test_what_cannot_be_handed_on_plays_here_alone() -> None:
    def here(view: View, legal: Sequence[int], rng: Random) -> int:
        return legal[0]

    assert simulate("keys", players=2, games=4, bots=[here]).bots[0].bot == "here"
    with pytest.raises(GameError, match="the bot 'here' cannot be handed to other processes"):
        simulate("keys", players=2, games=40, bots=[here], workers=2)


def test_two_bots_of_one_name_are_refused(module: str) -> None:
    def first(view: View, legal: Sequence[int], rng: Random) -> int:
        return legal[-1]

    with pytest.raises(GameError, match="two bots are called 'first'"):
        simulate("keys", players=2, games=4, bots=[first, globals()["first"]])
    with pytest.raises(GameError, match="nobody plays"):
        simulate("keys", players=2, games=4, bots=[])


def test_an_import_path_leads_to_a_function(module: str) -> None:
    assert found("keys", f"{module}:careful.play")(None, [3, 4], Random()) == 3  # type: ignore[arg-type]
    for path, why in {
        f"{module}.number": "'lone_bot.number' is int, not a function",
        f"{module}.gone": "AttributeError",
        "no_such_module.bot": "ModuleNotFoundError",
        ".": "ValueError",
    }.items():
        with pytest.raises(UnknownBot, match=why):
            found("keys", path)
    with pytest.raises(UnknownBot, match="keys has no bot 'nobody'"):
        found("keys", "nobody")
    with pytest.raises(UnknownBot, match="not 7"):
        found("keys", 7)  # type: ignore[arg-type]


def test_a_room_never_imports_what_a_visitor_names(module: str) -> None:
    with pytest.raises(UnknownBot):
        bot(load("keys"), f"{module}.last")
    assert module not in sys.modules


def test_an_illegal_action_names_the_bot() -> None:
    with pytest.raises(BadBot, match=r"keys's bot 'wrong' played .* which is not legal; legal is "):
        simulate("keys", players=2, games=1, bots=[wrong, "random"])


def test_who_follows_a_match_is_told_every_step_as_its_seat_sees_it() -> None:
    FOLLOWED.clear()
    bots = [held("skyjo", Noting()), held("skyjo", "random"), held("skyjo", Noting())]
    match, steps = one_game(load("skyjo"), 3, bots, Random(3))
    assert [notes.view.seat for notes in FOLLOWED] == [0, 2]
    for notes in FOLLOWED:
        expected = list(seen(match.log(), notes.view.seat))
        assert notes.steps == expected[: len(notes.steps)]
        assert steps - 1 <= len(notes.steps) <= len(expected)
    assert FOLLOWED[0].seed != FOLLOWED[1].seed


def test_who_fails_while_it_follows_is_named() -> None:
    class Forgetful(Notes):
        def see(self, step: Seen) -> None:
            raise KeyError("gone")

    class Failing(Noting):
        follow = Forgetful

    with pytest.raises(BadBot, match="keys's bot 'Failing' failed: KeyError: 'gone'"):
        simulate("keys", players=2, games=1, bots=[Failing(), "random"])


def test_sharp_remembers_a_match_that_it_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    """It thinks with a belief that was carried to where the match stands, and as long as the policy says."""
    if not compiled.available():
        missing("fast", "beliefs of whole matches take long on lists")
    asked: list[int] = []

    def noting(view: View, *, iterations: int, belief: Belief, seed: int) -> Any:
        assert belief.state == view.state
        assert iterations == 1000
        asked.append(seed)
        return SimpleNamespace(action=view.legal[0])

    monkeypatch.setattr("parlour.bots.mind.think", noting)
    simulate("keys", players=3, games=2, bots=["sharp", "simple", "simple"], seed=5)
    assert len(set(asked)) == len(asked) > 2


def test_loops_know_a_kind_by_whatever_name() -> None:
    assert led("keys", "random") == led("keys", bot("keys", "random")) == 0
    assert led("keys", "simple") == 1
    assert led("keys", first) is None
    assert (named("simple"), named(first), named(Noting())) == ("simple", "first", "Noting")


@pytest.mark.parametrize("name", games())
def test_a_games_name_is_taken_where_a_game_is(name: str) -> None:
    game = load(name)
    assert load(game) is game
    assert kinds(name) == kinds(game)
    assert inventory(name) == inventory(game)
    assert Plain(name).game is game
    assert type(best(name)) is type(best(game))
    assert Match.start(name, game.seats.start).game is Match.start(game, game.seats.start).game


def test_a_game_that_is_not_installed_is_played_in_this_process(tmp_path: Path) -> None:
    game: Game = tiny(tmp_path)
    report = simulate(game, players=2, games=10, bots=[first, "random"])
    assert (report.game, report.games) == ("tiny", 10)
    with pytest.raises(GameError, match="is not installed"):
        simulate(game, players=2, games=40, bots=[first, "random"], workers=2)


def test_a_bot_given_as_it_is_needs_no_name() -> None:
    one: Any = bot("keys", "simple")
    report = simulate("keys", players=2, games=4, bots=[one, "random"])
    assert {row.bot for row in report.bots} == {"sensible", "random"}
