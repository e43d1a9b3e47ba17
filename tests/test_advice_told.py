"""What the advisor says of a decision: in the game's terms, in every language, and played on at the table."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from parlour.advice.line import line
from parlour.advice.named import named
from parlour.engine import CHANCE, Log, LogError, Match, load
from parlour.engine.match.frames import as_json
from parlour.say import game_words, languages
from tests.test_advice import GAMES, SLOW, played, rest


@pytest.mark.parametrize(("name", "players"), [*GAMES, *SLOW])
def test_what_a_game_says_of_a_decision_is_in_its_words(name: str, players: int) -> None:
    """Of pairs of actions on the way of matches played well and at random: nothing is left open, in any language."""
    heard: set[tuple[str, str]] = set()
    careless = rest(Match.start(name, players, played(name, players).options), Random(1), ("random",))
    for log in (played(name, players), careless):
        for section, form in said(log):
            if (section, form["word"]) not in heard:
                heard.add((section, form["word"]))
                for language in languages(load(name).folder):
                    words = game_words(name, language)
                    names = [f"P{seat}" for seat in range(players)]
                    assert "{" not in words.fill(words.section(section)[form["word"]], form, names)
    words = game_words(name, "en")
    assert heard == {(section, word) for section in ("advice", "named") for word in words.section(section)}


def said(log: Log) -> Iterator[tuple[str, dict[str, Any]]]:
    """What the game says of choices of a match, by the section of its words."""
    match, part, rng = Match.replay(replace(log, actions=())), load(log.game).part("advice"), Random(1)
    assert part is not None
    for who, action in log.actions:
        legal = match.legal(who) if who < match.players else []
        if len(legal) > 1:
            view = match.view(who)
            worlds = [view.state.clone() for _ in range(rng.choice((1, 3)))]
            for world in worlds:
                match.game.fill(world, who, [rng.getrandbits(60)])
            for pair in [*((legal[0], other) for other in legal), *((other, legal[-1]) for other in legal)]:
                yield from (("advice", why) for why in part.because(view.state, who, worlds, *pair))
            forms = (named(match.game, view.state, who, action) for action in legal)
            yield from (("named", form) for form in forms if form is not None)
        match.play(who, action)
    assert part.round_of(match.state) >= 0


@pytest.mark.parametrize(("name", "players"), [*GAMES, *SLOW])
def test_what_a_seat_would_have_done_is_played_on(name: str, players: int) -> None:
    """Over the same cards: what was played leads where the match went, as far as only chance decided; another choice ends after
    the others have answered it, or with the match."""
    log = played(name, players)
    match, tried = Match.replay(replace(log, actions=())), 0
    for step, (who, action) in enumerate(log.actions):
        legal = match.legal(who) if who < players else []
        if len(legal) > 1 and step % 7 == 0 and tried < 8:
            tried += 1
            for best in (action, legal[-1]):
                on = line(log, step, best)
                assert on.actions[: step + 1] == (*log.actions[:step], (who, best))
                if best == action and log.actions[step + 1 : step + 2] and log.actions[step + 1][0] == CHANCE:
                    assert on.actions[step + 1] == log.actions[step + 1]
                after = [seat for seat, _ in on.actions[step + 1 :] if seat != CHANCE]
                assert Match.replay(on).over or any(seat < players and seat != who for seat in after)
                assert len(as_json(on, who, ended=False)) > 1
        match.play(who, action)
    assert tried
    with pytest.raises(LogError, match="not over"):
        as_json(on, who)


def test_a_round_ended_too_early_is_told_with_what_the_lowest_showed() -> None:
    """In a match played at random, whoever ended a round over somebody lower: with their points and that they count twice."""
    log = rest(Match.start("skyjo", 2, {"end_score": 50}), Random(1), ("random",))
    early = [form for _, form in said(log) if form["word"] == "ended_doubled"]
    assert early
    assert all(form["shows"] <= form["mine"] for form in early)
    told = game_words("skyjo", "en").fill(
        str(game_words("skyjo", "en").section("advice")["ended_doubled"]), early[0], ["Ada", "Bo"]
    )
    assert told.startswith(f"That ended the round with about {early[0]['mine']} while ")
