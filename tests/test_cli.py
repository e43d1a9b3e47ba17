"""The command line as a person or a script uses it."""

import csv
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from random import Random

import pytest
from rich.console import Console
from sqlalchemy import create_engine, insert

from parlour.bots import Bot, bot, uniform, welcoming
from parlour.cli import main
from parlour.engine import CHANCE, Log, Match, games, load
from parlour.engine.chance.dealer import deal_of
from parlour.engine.contract import game as engine_games
from parlour.engine.record.draws import Draws
from parlour.engine.view.inventory import inventory
from parlour.games.cells import CLOCK
from parlour.replay import tell
from parlour.server.serving import _greet
from parlour.server.store.schema import tables
from parlour.terminal import play
from tests.patience import PATIENCE


def finished(seed: int = 3) -> Log:
    """The log of a whole game of SKYJO."""
    match = Match.start("skyjo", 2, {"end_score": 50})
    simple, rng = bot(match.game, "simple"), Random(seed)
    while not match.over:
        match.settle(rng.randrange)
        for seat in match.to_act:
            if seat == CLOCK:
                continue
            match.play(seat, simple(match.view(seat), match.legal(seat), rng))
            break
    return replace(match.log(), names=("Ada", "Tick"))


@pytest.fixture(scope="module")
def log() -> Log:
    return finished()


def test_games_lists_every_game_with_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [game["game"] for game in listed] == games()
    for game in listed:
        assert {name: game[name] for name in ("cells", "actions", "events")} == inventory(load(game["game"]))
    skyjo = next(game for game in listed if game["game"] == "skyjo")
    assert skyjo["seats"] == {"low": 2, "high": 8}
    assert {"name": "start_tie", "kind": "choice", "default": "seat", "values": ["seat", "random", "highest_card"]} in skyjo[
        "options"
    ]


def test_simulate_gives_the_same_figures_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "skyjo", "--players", "3", "--games", "6", "--bots", "simple,random", "--seed", "5", "--json"]
    reports = []
    for _ in range(2):
        assert main(command) == 0
        reports.append(json.loads(capsys.readouterr().out))
    for report in reports:
        report.pop("seconds"), report.pop("steps_per_second")
    assert reports[0] == reports[1]
    assert reports[0]["game"] == "skyjo"
    assert reports[0]["games"] == 6
    assert sum(one["games"] for one in reports[0]["bots"]) == 18


def test_simulate_writes_rows_logs_and_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "keys", "--games", "12", "--workers", "1", "--seed", "3"]
    rows, lines, logs = tmp_path / "games.csv", tmp_path / "games.jsonl", tmp_path / "deep" / "logs"
    assert main([*command, "--csv", "--rows", str(rows), "--logs", str(logs), "--which", "0-1,11,40"]) == 0
    head, line = csv.reader(capsys.readouterr().out.splitlines())
    assert dict(zip(head, line, strict=True))["games"] == "24"
    assert main([*command, "--rows", str(lines)]) == 0
    written = list(csv.DictReader(rows.read_text(encoding="utf-8").splitlines()))
    told = [json.loads(text) for text in lines.read_text(encoding="utf-8").splitlines()]
    assert [int(row["steps"]) for row in written] == [row["steps"] for row in told]
    assert [[int(row["rank_0"]), int(row["rank_1"])] for row in written] == [row["ranks"] for row in told]
    assert sorted(path.name for path in logs.iterdir()) == ["keys-0.json", "keys-1.json", "keys-11.json"]
    assert main(["verify", str(logs / "keys-11.json")]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["score"] == told[11]["scores"]


def test_replay_tells_the_story_and_verify_the_result(log: Log, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.json"
    path.write_text(log.dumps(), encoding="utf-8")
    assert main(["replay", str(path), "--language", "en"]) == 0
    story = capsys.readouterr().out.splitlines()
    assert story[0] == "SKYJO: Ada, Tick"
    assert len(story) > 50
    assert main(["verify", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["score"] == Match.replay(log).score()


def test_a_replay_keeps_names_written_from_right_to_left_apart(log: Log) -> None:
    first = next(tell(replace(log, names=("نور", "דן")), "en"))
    assert first.endswith(": \u2068نور\u2069, \u2068דן\u2069")


def test_a_replay_puts_a_colon_as_the_language_writes_it(log: Log) -> None:
    assert next(tell(log, "fr")) == "SKYJO\N{NARROW NO-BREAK SPACE}: Ada, Tick"


def test_a_language_nothing_is_said_in_is_refused_and_that_of_the_house_is_not(
    log: Log, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.json"
    path.write_text(log.dumps(), encoding="utf-8")
    assert main(["replay", str(path), "--language", "xx"]) == 2
    assert "one of de, en, es, fr, it, nl, not 'xx'" in capsys.readouterr().err
    monkeypatch.setenv("LANG", "xx_XX.UTF-8")
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr().out.startswith("SKYJO: Ada, Tick\n")


def test_verify_draws_chance_again_where_it_was_sealed(log: Log, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draws, questions = Draws("5e" * 32, "maple-otter-174/1", (None, "a1" * 32)), 0
    match, rng = Match.start("skyjo", 2), Random(5)
    while not match.over:
        if CHANCE in match.to_act:
            match.roll(draws.roller(questions))
            questions += 1
        else:
            match.play(match.to_act[0], rng.choice(match.legal(match.to_act[0])))
    path = tmp_path / "match.json"
    path.write_text(replace(match.log(), draws=draws).dumps())
    assert main(["verify", str(path)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["seal"], said["draws"], said["added"]) == (draws.seal, questions, [1])
    path.write_text(replace(match.log(), draws=replace(draws, secret="00" * 32)).dumps())
    assert main(["verify", str(path)]) == 1
    assert "is not the one that the sealed secret gives" in capsys.readouterr().err


def test_verify_says_what_was_dealt_again_and_compares_it(log: Log, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deal = deal_of(log, "maple-otter-174/1")
    draws = Draws("5e" * 32, "maple-otter-174/2", (None,) * log.players, deal)
    old, new, bent = (tmp_path / name for name in ("old.json", "new.json", "bent.json"))
    old.write_text(log.dumps())
    new.write_text(replace(log, draws=draws).dumps())
    bent.write_text(replace(log, draws=replace(draws, deal=replace(deal, outcomes={}))).dumps())
    assert main(["verify", str(new), "--deal", str(old)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["deal"], said["known"]) == ("maple-otter-174/1", said["draws"])
    assert main(["verify", str(old), "--deal", str(new)]) == 1
    assert "is not what was dealt again" in capsys.readouterr().err
    assert main(["verify", str(bent)]) == 1
    assert "is not the one that the sealed secret gives" in capsys.readouterr().err


@pytest.mark.parametrize("spoil", ["cut", "swap", "text"])
def test_verify_refuses_a_log_that_does_not_hold(
    spoil: str, log: Log, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    form = log.to_json()
    if spoil == "cut":
        form["actions"] = form["actions"][:-1]
    if spoil == "swap":
        form["actions"][4] = [form["actions"][4][0], 65_000]
    path = tmp_path / "match.json"
    path.write_text("not a log" if spoil == "text" else json.dumps(form), encoding="utf-8")
    for command in ("verify", "replay"):
        assert main([command, str(path)]) == 1
        error = capsys.readouterr().err
        assert error.startswith(f"parlour {command}: {path}: ")
        assert {"cut": "not over", "swap": "action 5", "text": "JSON"}[spoil] in error


def test_a_log_may_be_piped_in(log: Log) -> None:
    def piped(command: str, text: str) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, "-m", "parlour", command, "-"]
        return subprocess.run(line, input=text, capture_output=True, text=True, timeout=PATIENCE, check=False)

    done = piped("verify", log.dumps())
    assert (done.returncode, json.loads(done.stdout)["rank"]) == (0, Match.replay(log).rank())
    failed = piped("replay", "[]")
    assert (failed.returncode, failed.stderr.count("\n")) == (1, 1)
    assert failed.stderr.startswith("parlour replay: standard input: not a Parlour log")


def test_advise_says_what_was_costly_and_adds_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In words, whose last lines are a sentence a seat, and as data; what is asked wrongly is said."""
    match, rng = Match.start("keys", 2, {"to_win": 1}), Random(2)
    while not match.over:
        match.settle(rng.randrange)
        for seat in match.to_act[:1]:
            match.play(seat, uniform(match.view(seat), match.legal(seat), rng) if seat != CLOCK else match.legal(seat)[0])
    file = tmp_path / "match.json"
    file.write_text(replace(match.log(), names=("Ada", "Tick")).dumps(), encoding="utf-8")
    asked = ["advise", str(file), "--seat", "1", "--rounds", "4"]
    assert main([*asked, "--language", "en"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "Ada, judged from what could be known then:"
    assert [line.partition(":")[0] for line in told[-2:]] == ["Ada", "Tick"]
    assert main([*asked, "--language", "fr"]) == 0
    assert "cartes" in capsys.readouterr().out
    assert main([*asked, "--json"]) == 0
    account = json.loads(capsys.readouterr().out)["accounts"][0]
    assert account["start"] + account["luck"] + account["play"] + account["others"] == pytest.approx(account["end"], abs=1e-9)
    assert main(["advise", str(file), "--seat", "3"]) == 2
    assert "--seat is 1 to 2" in capsys.readouterr().err


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a stranger's game that is installed and does not load."""
    info = tmp_path / "parlour_broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: parlour-broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[parlour.games]\nbroken = parlour_broken\n")
    package = tmp_path / "parlour_broken"
    package.mkdir()
    (package / "rules.py").write_text("NAME = 'broken'\nVERSION = 1 +\n")
    monkeypatch.syspath_prepend(tmp_path)
    engine_games._packages.cache_clear()
    yield "broken"
    engine_games._packages.cache_clear()


def test_a_broken_game_is_one_line_and_the_others_are_listed(broken: str, capsys: pytest.CaptureFixture[str]) -> None:
    ours = [name for name in games() if name != broken]
    assert len(ours) + 1 == len(games())
    assert main(["games", "--json"]) == 0
    said = capsys.readouterr()
    assert [game["game"] for game in json.loads(said.out)] == ours
    assert (said.err.count("\n"), said.err.count("game 'broken' of parlour_broken does not load: SyntaxError")) == (1, 1)
    assert main(["simulate", broken]) == 1
    assert "does not load: SyntaxError" in capsys.readouterr().err


def test_a_bot_that_plays_what_it_may_not_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    cheats: dict[str, Bot] = {"cheat": lambda view, legal, rng: max(legal) + 1, "ill": lambda view, legal, rng: view.nothing}  # type: ignore[attr-defined]
    monkeypatch.setattr("parlour.bots._bots", lambda game: {"random": uniform, **cheats})
    for kind, said in (("cheat", "skyjo's bot 'cheat' played {'do':"), ("ill", "'ill' failed: AttributeError")):
        assert main(["simulate", "skyjo", "--games", "1", "--bots", f"random,{kind}"]) == 1
        error = capsys.readouterr().err
        assert said in error
        assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["play", "chess"], "no game is called 'chess'"),
        (["simulate", "chess"], "no game is called 'chess'"),
        (["bench", "skyjo", "chess"], "no game is called 'chess'"),
        (["warm", "chess"], "no game is called 'chess'"),
        (["play", "skyjo", "--players", "9"], "2 to 8 players, not 9"),
        (["play", "skyjo", "--option", "end_score=1000"], "end_score"),
        (["play", "skyjo", "--option", "end_score"], "NAME=VALUE"),
        (["play", "skyjo", "--bot", "nobody"], "no bot 'nobody'"),
        (["play", "skyjo", "--language", "xx"], "one of de, en, es, fr, it, nl, not 'xx'"),
        (["play", "skyjo", "--players", "0"], "2 to 8 players, not 0"),
        (["play", "keskife", "--option", "venue=room"], "bots do not sit"),
        (["simulate", "skyjo", "--games", "0"], "--games"),
        (["simulate", "skyjo", "--bots", "simple,nobody"], "no bot 'nobody'"),
        (["simulate", "skyjo", "--bots", ""], "no bot ''"),
        (["simulate", "skyjo", "--workers", "0"], "--workers must be at least 1"),
        (["simulate", "skyjo", "--logs", "x", "--which", "1-"], "--which is a list of games"),
        (["simulate", "skyjo", "--players", "0"], "2 to 8 players, not 0"),
        (["simulate", "skyjo", "--seed", str(1 << 60)], "--seed"),
        (["simulate", "skyjo", "--option", "end_score=" + "[" * 20_000], "end_score"),
        (["serve", "--tls-cert", "cert.pem"], "go together"),
        (["serve", "--ice", "http://stun.example.org"], "no STUN or TURN server"),
        (["serve", "--port", "65536"], "65536"),
        (["bench", "skyjo", "--seconds", "nan"], "--seconds"),
        (["bench", "skyjo", "--seconds", "inf"], "--seconds"),
    ],
)
def test_what_is_asked_wrongly_is_said_in_one_line_and_ends_with_2(
    command: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"parlour {command[0]}: ")
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["serve", "--tls-cert", "nofile.pem", "--tls-key", "nofile.key"], "nofile.pem"),
        (["serve", "--tls-cert", __file__, "--tls-key", "nofile.key"], "nofile.key"),
        (["serve", "--port", "0", "--database", "sqlite://", "--tls-cert", __file__, "--tls-key", __file__], __file__),
        (["serve", "--ice-file", "nowhere.json"], "nowhere.json"),
        (["serve", "--port", "0", "--database", "sqlite:////nowhere/at/all.sqlite"], "unable to open database file"),
        (["serve", "--port", "0", "--database", "nothing"], "database"),
        (["verify", "nowhere.json"], "parlour verify: nowhere.json: No such file or directory"),
        (["verify", str(Path(__file__).parent)], "directory"),
    ],
)
def test_what_fails_is_said_in_one_line_and_ends_with_1(
    command: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(command) == 1
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_a_reader_who_has_enough_hears_no_complaint() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        command = [sys.executable, "-m", "parlour", "games"]
        done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=False)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "gbk", "ascii"])
def test_a_story_is_told_whole_where_not_every_character_can_be_written(log: Log, tmp_path: Path, encoding: str) -> None:
    """As into a file or a pipe on Windows: what does not exist there is a question mark."""
    file = tmp_path / "match.json"
    file.write_text(log.dumps(), encoding="utf-8")
    told = []
    for name in ("utf-8", encoding):
        command = [sys.executable, "-m", "parlour", "replay", str(file)]
        done = subprocess.run(command, capture_output=True, env=os.environ | {"PYTHONIOENCODING": name}, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
        told.append(done.stdout)
    story = told[0].decode("utf-8")
    assert "\N{MINUS SIGN}" in story
    assert told[1] == story.encode(encoding, "replace")


def test_a_square_code_is_drawn_in_what_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = {}
    for encoding in ("utf-8", "cp1252"):
        out = TextIOWrapper(BytesIO(), encoding)
        monkeypatch.setattr(sys, "stdout", out)
        _greet(["http://localhost:8000", "http://192.168.1.23:8000"])
        out.flush()
        assert isinstance(out.buffer, BytesIO)
        drawn[encoding] = out.buffer.getvalue()
    assert "\N{UPPER HALF BLOCK}".encode() in drawn["utf-8"]
    assert b"?" not in drawn["cp1252"]
    assert b"\x1b[7m" in drawn["cp1252"], "reversed spaces"


def test_a_file_that_is_no_text_is_no_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(b"\xff\xfe\x00")
    assert main(["replay", str(path)]) == 1
    assert "not a text" in capsys.readouterr().err


def test_help_says_what_a_command_does(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (
        [],
        ["serve"],
        ["play"],
        ["backup"],
        ["restore"],
        ["simulate"],
        ["replay"],
        ["verify"],
        ["games"],
        ["warm"],
        ["bench"],
    ):
        with pytest.raises(SystemExit) as stop:
            main([*command, "--help"])
        assert stop.value.code == 0
        usage, *text = capsys.readouterr().out.split("\n\n")
        assert usage.startswith("usage: parlour")
        assert len(text[0].split()) > 5
    with pytest.raises(SystemExit) as stop:
        main(["sing"])
    assert stop.value.code == 2


class Script:
    """A person at the terminal who always takes the first choice, after some talk."""

    def __init__(self, *said: str) -> None:
        self.said = list(said)

    def __call__(self, prompt: str) -> str:
        return self.said.pop(0) if self.said else "1"


def terminal(name: str, script: Script, language: str = "en") -> tuple[bool, str]:
    console = Console(width=100, file=StringIO())
    game = load(name)
    done = play(game, game.seats.start + 1, welcoming(game), "simple", language, Random(4), console, script)
    return done, console.file.getvalue()  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", games())
def test_a_whole_game_in_the_terminal(name: str, language: str) -> None:
    finished, printed = terminal(name, Script(), language)
    assert finished
    assert "{" not in printed
    assert ("won" in printed or "Nobody" in printed) if language == "en" else ("Victoire" in printed or "Personne" in printed)


def test_the_terminal_answers_words_and_says_why_not() -> None:
    finished, printed = terminal("skyjo", Script("help", "rules", "table", "nonsense", "9" * 5000, "draw", "reveal 3", "quit"))
    assert not finished
    assert "“nonsense” is none of these" in printed
    assert "That is not allowed" in printed
    assert "You turned over" in printed


def test_the_operator_lists_and_closes_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = ["--database", f"sqlite:///{tmp_path}/room.sqlite"]
    assert main(["tables", "list", *at]) == 0
    assert capsys.readouterr().out == ""
    engine = create_engine(at[1])
    with engine.begin() as connection:
        state = {"match": 3, "seats": {"people": [{}, {}]}}
        row = {"word": "maple-otter-7k3q-9mxt", "game": "skyjo", "status": "lobby", "touched": 5.0, "state": state}
        connection.execute(insert(tables), [row, {**row, "word": "oak-owl-2", "status": "closed"}])
    engine.dispose()
    assert main(["tables", "close", "maple-otter-7k3q-9mxt", *at]) == 0
    assert main(["tables", "list", *at]) == 0
    said = capsys.readouterr().out
    assert all(word in said for word in ("maple-otter-7k3q-9mxt", "skyjo", "closing", " 2 people", " 3 matches"))
    assert "oak-owl-2" not in said
    assert main(["tables", "list", "--all", "--json", *at]) == 0
    assert [(one["word"], one["closing"]) for one in json.loads(capsys.readouterr().out)] == [
        ("maple-otter-7k3q-9mxt", True),
        ("oak-owl-2", False),
    ]
    assert main(["tables", "close", "oak-owl-2", *at]) == 1
    assert "no table of the word 'oak-owl-2' is open" in capsys.readouterr().err
    assert main(["tables", "list", "--database", "sqlite:////nowhere/at/all.sqlite"]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
