"""What the documents show is true: their examples run."""

import importlib.util
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from parlour.cli import main, parser
from parlour.engine import Match, games, load
from parlour.engine.carriers.compiled import available, warm
from tests.conftest import require
from tests.server.certificate import certified

ROOT = Path(__file__).resolve().parent.parent


class Block(NamedTuple):
    """A piece of code that a document shows."""

    document: str
    language: str
    code: str


DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
BLOCKS = [
    Block(str(path.relative_to(ROOT)), language, code)
    for path in DOCUMENTS
    for language, code in re.findall(r"^```([^\n]*)\n(.*?)^```", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    if not language.startswith("{")  # a directive of the site, which is built below
]
PLAYED = "parlour.client"  # tests/client/ plays these to the end, at a table
NEEDS = {
    "parlour.adapters.pettingzoo": ("pettingzoo", "pettingzoo"),
    "parlour.adapters.gymnasium": ("gymnasium", "gymnasium"),
    "parlour.adapters.open_spiel": ("open-spiel", "pyspiel"),
    "parlour.lab.vector": ("fast", "numpy"),
    "learn_keys": ("fast", "numpy"),
}
OTHERS = ("make", "pip", "pipx", "uvx", "pg_dump", "python", "ssh")  # commands that are not ours
STANDS = (
    "serve",
    "tab",
    "play",
    "bench",
    "lab",
    "tables",
    "warm",
    "advise",
)  # commands that stay, take long or want a room: their words are read


def named(kind: str) -> list[Any]:
    found = [block for block in BLOCKS if block.language == kind]
    return [pytest.param(block, id=f"{block.document}-{number}") for number, block in enumerate(found)]


def test_every_block_is_of_a_kind_that_is_tried() -> None:
    tried = {"python", "sh", "toml", "json", "nginx", "caddy", "js", "ts"}
    assert {(block.document, block.language) for block in BLOCKS if block.language not in tried | {"text"}} == set()


@pytest.mark.parametrize("block", named("python"))
def test_python_runs(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if PLAYED in block.code:
        return
    for word, (name, module) in NEEDS.items():
        if word in block.code and importlib.util.find_spec(module) is None:
            require(name, "the extra is not installed")
    monkeypatch.syspath_prepend(ROOT / "examples")
    if "learned_keys.npz" in block.code:
        write_policy(tmp_path / "learned_keys.npz")
    exec(compile(block.code, block.document, "exec"), {"__name__": "shown", "__file__": str(tmp_path / "shown.py")})


def write_policy(file: Path) -> None:
    """A policy for examples/learn_keys.py that has learned nothing."""
    import numpy as np  # noqa: PLC0415 - of an extra
    from learn_keys import ACTS, SEEN, WIDTH  # type: ignore[import-not-found]  # noqa: PLC0415

    from parlour.bots.learned import save  # noqa: PLC0415 - needs NumPy
    from parlour.engine.tensor import length  # noqa: PLC0415

    game = load("keys")
    sizes = [(WIDTH, length(game)), (WIDTH, WIDTH), (game.actions.size, WIDTH)]
    save(file, game, [(np.zeros(size), np.zeros(size[0])) for size in sizes], players=[3], seen=SEEN, acts=ACTS)


def shown_bot() -> str:
    """The documents' `mypackage`: the bot that docs/bots.md shows first, without what follows, and one for any game."""
    code = next(block.code for block in BLOCKS if block.document == "docs/bots.md" and block.language == "python")
    return code.partition("\n\n\nprint(")[0] + "\n\n\ndef bot(view, legal, rng):\n    return legal[0]\n"


@pytest.mark.parametrize("block", named("sh"))
def test_commands_run(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    match = Match.start("keys", 2)
    while not match.over:
        match.settle(lambda n: 0)
        if not match.over:
            match.play(match.to_act[0], match.legal(match.to_act[0])[-1])
    Path("match.json").write_text(match.log().dumps(), encoding="utf-8")
    if "mypackage." in block.code:
        Path("mypackage.py").write_text(shown_bot(), encoding="utf-8")
        monkeypatch.syspath_prepend(tmp_path)
    for line in block.code.strip().splitlines():
        program, *words = shlex.split(line, comments=True) or ["make"]
        while program in ("pipx", "uvx") and "parlour" in words:
            program, *words = words[words.index("parlour") :]
        if program in OTHERS:
            continue
        assert program in ("parlour", "pytest", "cd"), line
        if program != "parlour":
            continue
        if words[0] in ("arena", "puzzles", "simulate"):
            # what is tried are the commands: few games (the last figure is taken), and nobody who thinks long
            words = [*(word.replace("sharp", "random") for word in words), "--games", "1"]
        if words[0] == "puzzles":  # which judges: minutes of a game that is not compiled, and KEYS is, for the room's tests
            words = ["keys" if word in games() else word for word in words]
            if available():
                warm("keys")
        asked = parser().parse_args(words)
        if asked.command not in STANDS and not any(Path(word).is_absolute() for word in words):
            assert main(words) == 0, line


@pytest.mark.parametrize("block", named("toml") + named("json"))
def test_data_is_read(block: Block) -> None:
    assert {"toml": tomllib.loads, "json": json.loads}[block.language](block.code)


@pytest.mark.parametrize("block", named("nginx") + named("caddy"))
def test_web_servers_take_what_is_shown(block: Block, tmp_path: Path) -> None:
    if shutil.which(block.language) is None:
        require(block.language, "it is not installed")
    code = block.code
    if "ssl_certificate " in code:
        cert, key = certified(tmp_path)
        code = re.sub(r"(ssl_certificate) .*;", rf"\1 {cert};", re.sub(r"(ssl_certificate_key) .*;", rf"\1 {key};", code))
    whole = f"access_log off; {code}" if "server {" in code else f"access_log off; server {{ listen 127.0.0.1:1; {code} }}"
    inside = f"events {{}} pid {tmp_path}/pid; error_log stderr; http {{ {whole} }}"
    file = tmp_path / "shown.conf"
    file.write_text(inside if block.language == "nginx" and "http {" not in code else code, encoding="utf-8")
    command = {
        "nginx": ["nginx", "-t", "-p", str(tmp_path), "-c", str(file)],
        "caddy": ["caddy", "adapt", "--adapter", "caddyfile", "--config", str(file)],
    }[block.language]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("block", named("js"))
def test_javascript_is_read(block: Block, tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("Node.js is not installed")
    file = tmp_path / "shown.mjs"
    file.write_text(block.code, encoding="utf-8")
    done = subprocess.run(["node", "--check", str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_what_a_game_gives_the_page_is_as_declared() -> None:
    """docs/page.md shows the interface with words of its own beside each member."""
    members = re.findall(r"^  (\w+)\??[:(]", next(block.code for block in BLOCKS if block.language == "ts"), re.MULTILINE)
    declared = (
        ROOT.joinpath("web/src/lib/game.ts").read_text(encoding="utf-8").partition("interface GamePage {")[2].partition("\n}")[0]
    )
    assert set(members) == set(re.findall(r"^  (\w+)\??[:(]", declared, re.MULTILINE))


@pytest.mark.long
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    if importlib.util.find_spec("sphinx") is None:
        pytest.skip("Sphinx is not installed: make test installs it")
    for name, module in NEEDS.values():
        if importlib.util.find_spec(module) is None:
            require(name, "the extra is not installed, whose docstrings the site shows")
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-W",
        "--keep-going",
        "-n",
        "-b",
        "dirhtml",
        "-d",
        str(tmp_path / "doctrees"),
    ]
    done = subprocess.run([*command, str(ROOT / "docs"), str(tmp_path / "site")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    index = (tmp_path / "site" / "searchindex.js").read_text(encoding="utf-8")
    live = (tmp_path / "site" / "live" / "index.html").read_text(encoding="utf-8")
    for address in re.findall(r'"\.\./(_static/live\.\w+)', live):
        assert (tmp_path / "site" / address).is_file()
    assert 'data-opens="?/bench/dice/example"' in live
    assert all(word in index for word in ("skyjo", "pettingzoo", "parlour.engine.Match")), "what is searched for is not found"


def test_every_picture_is_shown() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
    pictures = [path.name for path in ROOT.glob("docs/pictures/*")]
    assert pictures
    assert [name for name in pictures if f"pictures/{name}" not in text] == []


def test_every_link_between_documents_leads_somewhere() -> None:
    documents = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
    links = [(d, link) for d in documents for link in re.findall(r"\]\((?!https?:)([^)#]+)\)", d.read_text(encoding="utf-8"))]
    assert links
    assert [f"{d.name}: {link}" for d, link in links if not d.parent.joinpath(link).exists()] == []


def test_every_make_target_a_document_names_is_there() -> None:
    targets = set(re.findall(r"^([a-z]+):", ROOT.joinpath("Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    documents = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
    named = {name for d in documents for name in re.findall(r"`make ([a-z]+)", d.read_text(encoding="utf-8"))}
    assert {"play", "test"} <= named <= targets


def pins(lock: str) -> dict[str, str]:
    """What a lock file pins, with its hashes, by name and where it holds."""
    text = ROOT.joinpath(lock).read_text(encoding="utf-8").replace("\\\n", "")
    return {line.partition("==")[0] + line.partition(";")[2].partition("--")[0]: line for line in text.splitlines()}


def test_what_make_play_brings_is_what_is_worked_with() -> None:
    fast, dev = pins("requirements-fast.lock"), pins("requirements-dev.lock")
    assert {name.partition(" ")[0] for name in fast} >= {"numba", "numpy", "llvmlite"}
    assert {name: dev.get(name) for name in fast} == fast
