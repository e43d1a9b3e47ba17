"""What an import brings along."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest


def modules_after(statement: str) -> set[str]:
    """The top-level modules of a fresh interpreter after a statement."""
    script = f"{statement}\nimport sys; print(' '.join(sorted({{name.partition('.')[0] for name in sys.modules}})))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "statement", ["import parlour, parlour.lab, parlour.adapters", "import parlour.engine; parlour.engine.load('skyjo')"]
)
def test_the_library_brings_neither_the_web_stack_nor_numpy(statement: str) -> None:
    loaded = modules_after(statement)
    assert "parlour" in loaded
    assert not loaded & {"fastapi", "starlette", "uvicorn", "sqlalchemy", "httpx", "websockets", "numpy", "numba", "rich"}
    assert not loaded & {"pettingzoo", "gymnasium", "pyspiel", "open_spiel", "distributed", "dask", "matplotlib"}


@pytest.mark.parametrize(
    ("adapter", "module"), [("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium"), ("open_spiel", "pyspiel")]
)
def test_an_adapter_names_its_extra_where_it_is_missing(adapter: str, module: str) -> None:
    script = f"import sys; sys.modules[{module!r}] = None; import parlour.adapters.{adapter}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    extra = adapter.replace("_", "-")
    assert done.stderr.strip().splitlines()[-1] == (
        f"parlour.extras.MissingExtra: parlour.adapters.{adapter} needs the extra `{extra}`: pip install 'parlour[{extra}]'"
    )


def test_extras_are_named_with_hyphens_and_everywhere_as_they_are() -> None:
    """An underscore is a hyphen to the packaging tools, and some versions of pip then install nothing."""
    root = Path(__file__).parents[1]
    extras = set(tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"])
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", extra) for extra in extras)
    named = set()
    for file in [*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("src/**/*.py"), *root.glob("deploy/*.*")]:
        for listed in re.findall(r"parlour\[([\w,-]+)\]", file.read_text(encoding="utf-8")):
            named |= set(listed.split(","))
    assert named >= {"fast", "open-spiel"}
    assert named <= extras
    required = re.search(r"PARLOUR_REQUIRE=(\S+)", (root / ".ci" / "run").read_text(encoding="utf-8"))
    assert required is None or not [name for name in required[1].split(",") if "_" in name]


def test_the_server_does_not_bring_the_compiler() -> None:
    loaded = modules_after("from parlour.server import create_app")
    assert "fastapi" in loaded
    assert not loaded & {"numba", "numpy"}
