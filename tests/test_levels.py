"""Levels of opponents: each beats the one below, the weakest still sees an outright win, and none plays what it may not."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parlour.bots import bot, kinds, strong
from parlour.bots.levels import gentle
from parlour.engine import CHANCE, CLOCK, Match, games, load

RESULTS = Path(__file__).parents[1] / "bench" / "RESULTS.md"
LADDER = [("keys", 60), ("skyjo", 24)]


def share(game: str, kind: str, against: str, games: int) -> float:
    """The part of the wins of one bot of a kind against one of another, the seats changing."""
    won = 0.0
    for number in range(games):
        rng, match, seat = Random(number), Match.start(game, 2), number % 2
        players = [bot(match.game, kind if at == seat else against) for at in range(2)]
        while not match.over:
            who = match.to_act[0]
            if who == CHANCE:
                match.roll(rng.randrange)
            elif who == CLOCK:
                match.play(who, match.legal(who)[0])
            else:
                view = match.view(who)
                match.play(who, players[who](view, view.legal, rng))
        ranks = match.rank()
        won += (ranks[seat] == 1) / ranks.count(1)
    return won / games


@pytest.mark.parametrize(("game", "games"), LADDER)
def test_the_rule_of_thumb_beats_gentle_and_gentle_beats_chance(game: str, games: int) -> None:
    """The seeds are fixed, so these are the same games every time; `bench/thinking.py` measures with more."""
    assert share(game, "simple", "gentle", games) > 0.6
    assert share(game, "gentle", "random", games) > 0.6


@pytest.mark.parametrize("game", ["keys", "skyjo", "kings_keys"])
def test_games_have_the_levels_their_policies_bear(game: str) -> None:
    found = kinds(load(game))
    assert found[0] == "simple"
    assert {"gentle", "random"} <= set(found)
    assert ("sharp" in found) == (game != "kings_keys")


@pytest.mark.parametrize("game", games())
def test_sharp_is_offered_only_where_it_was_measured_to_be_stronger(game: str) -> None:
    """By bench/RESULTS.md: for so many players its share against Steady is surely more than an even one."""
    text = RESULTS.read_text(encoding="utf-8")
    parts = re.findall(rf"<!-- (ladder|thinking)_{game}\w* -->(.*?)<!-- /", text, re.DOTALL)
    rows = {"ladder": r"\| (\d+) \| sharp \| simple \|", "thinking": rf"\| {game} \| (\d+) \| simple \|"}
    found = [row for kind, part in parts for row in re.findall(rf"^{rows[kind]} \d+ \| \S+% \(([\d.]+)% to", part, re.MULTILINE)]
    stronger = {int(players) for players, low in found if float(low) > 100 / int(players)}
    assert set(strong(game)) <= stronger


def test_gentle_sees_an_outright_win() -> None:
    """Whatever is hidden: as at King's Keys, where four kinds of a suit lie open before one."""
    rng, seen = Random(5), 0
    for number in range(40):
        match = Match.start("kings_keys", 2)
        dice = Random(number)
        while not match.over:
            who = match.to_act[0]
            if who == CHANCE:
                match.roll(dice.randrange)
                continue
            if who == CLOCK:
                match.play(who, match.legal(who)[0])
                continue
            wins = [action for action in match.legal(who) if won_at_once(match, who, action)]
            if wins and len(match.legal(who)) > 1 and len(match.legal(who)) <= 24:
                view = match.view(who)
                chosen = gentle(view, view.legal, rng)
                seen += 1
                assert won_at_once(match, who, chosen)
            view = match.view(who)
            match.play(who, bot(match.game, "simple")(view, view.legal, dice))
    assert seen


def won_at_once(match: Match, who: int, action: int) -> bool:
    """Whether it wins in the truth and in whatever the seat can take to be true."""
    return all(wins(match, world, who, action) for world in worlds(match, who))


def worlds(match: Match, who: int) -> Iterator[Any]:
    """The truth first, for most actions do not win there, and a guess costs more than a play."""
    yield match.state.clone()
    for seed in range(12):
        world = match.view(who).state.clone()
        match.game.fill(world, who, [seed])
        yield world


def wins(match: Match, world: Any, who: int, action: int) -> bool:
    match.game.play(world, who, action)
    return not match.game.to_act(world) and match.game.rank(world, who) == 1
