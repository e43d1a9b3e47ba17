"""What is laid out for operators: the container, the compose file and the systemd unit, linted where they cannot run."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from parlour.cli import parser
from parlour.server.door.health import add_health
from tests.conftest import require
from tests.patience import PATIENCE

DEPLOY = Path(__file__).parent.parent / "deploy"
EXPOSURE = 20  # of 100: how open to attack systemd may find the service


def lint(*command: str | Path) -> str:
    """Run a linter; what it complains of fails."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return found


def test_the_container_is_linted_and_serves_as_nobody_from_what_is_copied() -> None:
    lint(Path(sys.executable).with_name("hadolint"), DEPLOY / "Containerfile")
    text = (DEPLOY / "Containerfile").read_text()
    command = re.findall(r"^(?:ENTRYPOINT|CMD) (\[.*\])$", text, re.MULTILINE)
    entry, arguments = (yaml.safe_load(line) for line in command)
    assert entry == ["parlour"]
    assert parser().parse_args(arguments).host == "0.0.0.0"
    assert re.search(r"^USER [1-9]\d*:", text, re.MULTILINE), "not root"
    ignored = (DEPLOY.parent / ".containerignore").read_text().splitlines()
    for line in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE):
        for name in line.split():
            assert (DEPLOY.parent / name).exists()
            assert f"!{name}" in ignored, f"{name} does not come along"
    asked = re.search(r"urlopen\('http://127.0.0.1:8000(/\w+)'", text)
    assert asked is not None
    assert f'"{asked[1]}"' in Path(add_health.__code__.co_filename).read_text(), "the health check asks what there is"


def test_the_compose_file_keeps_its_schema_and_its_commands_are_understood() -> None:
    lint(Path(sys.executable).with_name("check-jsonschema"), "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose.yaml")
    services = compose()["services"]
    room = services["room"]
    arguments = parser().parse_args(room["command"])
    assert arguments.trusted_proxy == [services["proxy"]["networks"]["inside"]["ipv4_address"]]
    assert (room["read_only"], room["cap_drop"], room["tmpfs"]) == (True, ["ALL"], ["/tmp"])
    assert room["environment"]["PARLOUR_DATABASE"].startswith("postgresql://")


def test_the_systemd_unit_is_whole_and_little_open_to_attack(tmp_path: Path) -> None:
    unit = DEPLOY / "parlour.service"
    started = re.search(r"^ExecStart=(.+)$", unit.read_text(), re.MULTILINE)
    assert started is not None
    program, *arguments = shlex.split(started[1].replace("$OPTIONS", ""))
    assert Path(program).name == "parlour"
    assert parser().parse_args(arguments).command == "serve"
    if shutil.which("systemd-analyze") is None:
        require("systemd", "systemd-analyze is not installed")
    here = tmp_path / "parlour.service"
    here.write_text(unit.read_text().replace(program, sys.executable))
    lint("systemd-analyze", "verify", "--man=no", here)
    lint("systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE}", here)
