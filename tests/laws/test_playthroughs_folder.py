"""Where the law kit looks for playthroughs: from where its author calls it, whatever pytest takes for the root."""

import subprocess
import sys
from pathlib import Path

from tests.patience import PATIENCE


def test_a_folder_is_named_from_where_one_stands(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", "parlour.testing.kit"]
    command += ["--parlour-game", "keys", "-k", "playthrough_is_unchanged", "--parlour-playthroughs", "kept"]
    made = [sys.executable, "-m", "parlour.testing.playthroughs", "--folder", "kept", "keys"]
    subprocess.run(made, cwd=tmp_path, check=True, capture_output=True, timeout=PATIENCE)
    done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout
