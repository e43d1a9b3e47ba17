"""A bot of another package is found by its entry point, plays, and fails alone."""

import os
import subprocess
import sys
from pathlib import Path

BOT = """
def last(view, legal, rng):
    return legal[-1]
"""
ENTRIES = """[parlour.bots]
keys.last = strange_bot:last
keys.simple = strange_bot:gone
skyjo.broken = no_such_module:bot
nonsense = strange_bot:last
"""
PLAYED = """
import random
from parlour.bots import bot, kinds, sensible
from parlour.bots.entrants import BadBot, held
from parlour.engine import Match, load
from parlour.lab.simulate import simulate
keys, skyjo = load("keys"), load("skyjo")
assert kinds(keys)[-1] == "last" and kinds(skyjo)[-1] == "broken", (kinds(keys), kinds(skyjo))
assert bot(keys, "simple") is sensible, "no stranger takes a name of ours"
report = simulate(keys, players=2, games=6, bots=["last", "random"])
assert {one.bot: one.games for one in report.bots} == {"last": 6, "random": 6}
match = Match.start(skyjo, 2)
match.settle(lambda n: 0)
try:
    held(skyjo, "broken")(match.view(0), match.legal(0), random.Random(1))
except BadBot as error:
    print(error)
"""


def test_a_strangers_bot_is_found_plays_and_fails_alone(tmp_path: Path) -> None:
    info = tmp_path / "strange_bot-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strange-bot\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    (tmp_path / "strange_bot.py").write_text(BOT)
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", PLAYED], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "skyjo's bot 'broken' failed: ModuleNotFoundError: No module named 'no_such_module'"
