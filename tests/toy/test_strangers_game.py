"""A stranger's game is installed from a folder, found by its entry point, played, and held to the laws."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the toy, with no network."""
    target = tmp_path_factory.mktemp("site")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(target), str(HERE)]
    subprocess.run(command, check=True, timeout=PATIENCE)
    return target


def run(installed: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        env=environment,
        cwd=installed,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_is_found_and_played(installed: Path) -> None:
    told = json.loads(run(installed, "-c", PLAYED))
    assert told["games"].count("toy") == 1
    assert told["over"]
    assert sorted(told["rank"])[0] == 1
    assert told["where"].startswith(str(installed))


PLAYED = """
import json, random
from parlour.engine import Match, games, load
match = Match.start("toy", 3, {"rounds": 2})
rng = random.Random(5)
while not match.over:
    seat = match.to_act[0]
    match.play(seat, rng.choice(match.legal(seat)))
where = str(load("toy").folder)
print(json.dumps({"games": games(), "over": match.over, "rank": match.rank(), "where": where}))
"""


def test_its_bot_beats_chance(installed: Path) -> None:
    simulated = run(
        installed,
        "-m",
        "parlour",
        "simulate",
        "toy",
        "--players",
        "2",
        "--games",
        "200",
        "--bots",
        "highest,random",
        "--option",
        "rounds=1",
        "--json",
    )
    report = json.loads(simulated)
    highest, uniform = report["bots"]
    assert (highest["bot"], uniform["bot"]) == ("highest", "random")
    assert report["games"] == highest["games"] == uniform["games"] == 200
    assert highest["mean_score"] > uniform["mean_score"]


@pytest.mark.long
def test_is_held_to_the_laws(installed: Path) -> None:
    told = run(
        installed,
        *("-m", "pytest", "--pyargs", "parlour.testing.kit", "-p", "no:cacheprovider", "-q", "-k", "not compiled"),
        *("--parlour-game", "toy", "--parlour-playthroughs", str(HERE / "playthroughs")),
    )
    assert "passed" in told
    assert "failed" not in told
    assert "toy: non_interference: twins compared: Counts(player=" in told
