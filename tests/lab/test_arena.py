"""The arena: everybody meets everybody from every seat, one seed is one result, and the page shows what was found."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import pytest

from parlour.bots.entrants import BadBot
from parlour.cli import main
from parlour.engine import GameError, View
from parlour.lab.arena import Count, Result, arena, games_of, line_ups, sittings
from parlour.lab.arena_page import noise, to_html, to_text
from parlour.lab.chunks import Row


def first(view: View, legal: Sequence[int], rng: Random) -> int:
    return legal[0]


def run(**given: Any) -> Result:
    return arena("keys", **{"players": 3, "bots": ["simple", "gentle", "random", first], "games": 120, "seed": 2, **given})


@pytest.fixture(scope="module")
def result() -> Result:
    return run()


def told(result: Result) -> dict[str, Any]:
    return {**result.to_json(), "seconds": 0}


def test_line_ups_are_of_as_many_bots_as_find_a_seat() -> None:
    assert line_ups(3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert line_ups(2, 3) == [(0, 0, 1), (0, 1, 1)]
    assert len(line_ups(6, 4)) == 15
    assert line_ups(3, 4) == [(0, 0, 1, 2), (0, 1, 1, 2), (0, 1, 2, 2)]
    assert line_ups(3, 4, pairs=True)[:3] == [(0, 1, 1, 1), (0, 0, 1, 1), (0, 0, 0, 1)]
    assert len(line_ups(3, 4, pairs=True)) == 9


@pytest.mark.parametrize(("bots", "players", "games"), [(2, 2, 10), (4, 3, 100), (3, 4, 60), (9, 4, 40), (8, 8, 200)])
def test_sittings_fill_the_games_and_leave_nobody_out(bots: int, players: int, games: int) -> None:
    sat = sittings(line_ups(bots, players), players, games, seed=1)
    total = sum(count for _, count in sat)
    assert total == games_of(bots, players, games) >= games
    assert all(count % players == 0 for _, count in sat), "so that everybody sits everywhere equally often"
    seats = Counter(bot for order, count in sat for bot in order * count)
    assert set(seats) == set(range(bots))
    assert sat == sittings(line_ups(bots, players), players, games, seed=1)
    turned = Counter(min(order[i:] + order[:i] for i in range(players)) for order, _ in sat)
    assert set(turned.values()) == {1}, "no order twice"


def test_one_seed_is_one_result_whatever_the_workers(result: Result) -> None:
    assert told(run(workers=2)) == told(result)
    assert told(run(seed=3)) != told(result)


def test_what_is_found_adds_up(result: Result) -> None:
    assert result.games == 120
    assert sum(one.games for one in result.standings) == 3 * 120
    assert sum(one.win_share * one.games for one in result.standings) == pytest.approx(120)
    assert sum(one.rating for one in result.standings) == pytest.approx(0)
    assert [one.rating for one in result.standings] == sorted((one.rating for one in result.standings), reverse=True)
    assert result.standings[0].bot == "simple"
    assert result.standings[1].clear
    for one in result.standings:
        for other in result.standings:
            duel, back = result.duel(one.bot, other.bot), result.duel(other.bot, one.bot)
            assert (duel is None) == (one is other)
            if duel is not None and back is not None:
                assert duel.games == back.games > 0
                assert duel.ahead + back.ahead == pytest.approx(1)
    json.dumps(result.to_json())


def test_ahead_counts_tables_and_halves_what_is_level() -> None:
    count = Count(["a", "b", "c"])
    count.add(Row(0, 9, True, ["a", "b", "c"], [3, 1, 0], [1, 2, 2]))
    count.add(Row(1, 9, True, ["b", "a", "b"], [3, 1, 0], [1, 2, 3]))
    count.add(Row(2, 9, False, ["a", "b", "c"], [0, 0, 0], [0, 0, 0]))
    ahead = {(duel.bot, duel.other): (duel.games, duel.ahead) for duel in count.duels()}
    assert ahead["a", "b"] == (2, 0.75)
    assert ahead["b", "c"] == (1, 0.5)
    assert (count.games, count.abandoned, count.unranked) == (3, 1, 1)


def test_what_is_asked_wrongly_is_said() -> None:
    with pytest.raises(GameError, match="two bots or more, each named once, not simple"):
        run(bots=["simple"])
    with pytest.raises(GameError, match="each named once, not simple, simple"):
        run(bots=["simple", "simple"])
    with pytest.raises(GameError, match="a game at least, not 0"):
        run(games=0)

    def wrong(view: View, legal: Sequence[int], rng: Random) -> int:
        return -1

    with pytest.raises(BadBot, match="keys's bot 'wrong' played"):
        run(bots=["simple", wrong])


class Page(HTMLParser):
    """What a page shows, and whatever it would fetch."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.fetched: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [f"{tag} {name}" for name, _ in attrs if name in ("src", "href", "srcset")]
        self.fetched += [tag] * (tag in ("script", "link", "iframe"))

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def test_the_page_holds_all_it_shows_and_the_terminal_says_the_same(result: Result) -> None:
    html = to_html(result, "KEYS <3")
    page = Page(html)
    assert page.fetched == []
    assert not re.search(r"url\(|@import", html)
    words, text = " ".join(page.words), to_text(result)
    assert "KEYS <3: no bot stands out" in words
    assert f"simple is within the noise of {result.standings[1].bot}" in words
    for line in noise(result.standings):
        assert line in words
        assert line in text
    for one in result.standings:
        points = f"{one.rating:+.0f}".replace("-", "−")
        assert one.bot in words
        assert points in words
        assert points in text
    dots = [float(at) for at in re.findall(r"class=dot style='left:([\d.]+)%'", html)]
    assert dots == sorted(dots, reverse=True), "the picture has them in the order of their strength"
    assert all(0 <= at <= 100 for at in dots)


def test_only_who_is_better_beyond_noise_is_called_the_strongest(result: Result) -> None:
    clear = replace(result, standings=[replace(one, clear=True) for one in result.standings])
    assert "KEYS: simple is the strongest" in to_html(clear, "KEYS")
    assert f"simple is better than {result.standings[1].bot}" in to_text(clear)


def test_the_command_prints_a_table_and_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    command = ["arena", "keys", "--bots", "simple,random", "--games", "40", "--workers", "1", "--seed", "4"]
    assert main([*command, "--out", str(page)]) == 0
    shown = capsys.readouterr().out
    assert "simple is better than random" in shown
    assert str(page) in shown
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert main([*command, "--json"]) == 0
    assert told(arena("keys", players=2, bots=["simple", "random"], games=40, seed=4)) == {
        **json.loads(capsys.readouterr().out),
        "seconds": 0,
    }
    for wrong, said in (
        (["arena", "keys", "--bots", "simple"], "--bots are two or more"),
        (["arena", "keys", "--games", "0"], "--games must be at least 1"),
        (["arena", "keys", "--seed", "-1"], "--seed goes from 0"),
    ):
        assert main(wrong) == 2
        assert said in capsys.readouterr().err
