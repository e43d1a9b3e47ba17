"""An option is declared once: the cell that holds it follows from it."""

from pathlib import Path
from random import Random

import pytest

from parlour.engine import Game, GameError, Match, load
from parlour.games.cells import cell, cell_of, flags, option, seat_option
from parlour.testing.reach import play_random, setups
from tests.engine.tiny import RULES, module_from

OURS = ("keys", "keskife", "kings_keys", "skyjo")


def test_a_cell_follows_from_its_option() -> None:
    named = cell_of(option("off", "on", says="what it is"))
    assert (named.low, named.high, named.names, named.says) == (0, 1, ("off", "on"), "what it is")
    numbered = cell_of(option("off", "on"), number=True)
    assert (numbered.low, numbered.high, numbered.names) == (0, 1, ())
    among_numbers = cell_of(option(10, 8, 12))
    assert (among_numbers.low, among_numbers.high, among_numbers.values) == (0, 12, (10, 8, 12))
    assert (cell_of(option(low=50, high=300, default=100)).low, cell_of(option(low=-5, high=5)).low) == (0, -5)
    assert (cell_of(flags("a", "b", "c")).high, cell_of(flags("a", "b", "c")).names) == (7, ())


@pytest.mark.parametrize("wrong", [seat_option("random"), cell(2), 3])
def test_a_cell_holds_nothing_but_an_option_of_one_value(wrong: object) -> None:
    with pytest.raises(TypeError, match="a cell holds an option"):
        cell_of(wrong)


def test_a_cell_of_an_option_that_is_not_offered_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "astray_rules.py"
    text = RULES.replace("arg, cell,", "arg, cell, cell_of, option,")
    path.write_text(
        text.replace("    turn = cell(", '    fast = cell_of(option("off", "on"))\n    turn = cell('), encoding="utf-8"
    )
    with pytest.raises(GameError, match="the cell fast holds what is no option of Options"):
        Game("tiny", module_from(path))


@pytest.mark.parametrize("name", OURS)
def test_every_option_is_in_its_cell_when_a_match_begins(name: str) -> None:
    game = load(name)
    for setup in setups(game, mixed=40):
        chosen = game.options(setup.options, setup.players)
        state = setup.start(game).state
        for holds in game.held:
            value = getattr(chosen, holds.option)
            names = game.option_cells[holds.option].names
            read = names[value] if holds.values else value
            assert getattr(state, holds.cell) == read, (setup, holds)


@pytest.mark.parametrize(("name", "missing"), [(name, holds.cell) for name in OURS for holds in load(name).held])
def test_a_position_from_before_an_option_is_as_printed(name: str, missing: str) -> None:
    rng = Random(5)
    match = Match.start(name, load(name).seats.start)
    for _ in range(12):
        play_random(match, rng.choice(match.to_act), rng)
    position = match.position()
    del position["cells"][missing]
    assert Match.from_position(position).state == match.state
