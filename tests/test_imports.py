"""What an import brings along."""

import subprocess
import sys

import pytest


def modules_after(statement: str) -> set[str]:
    """The top-level modules of a fresh interpreter after a statement."""
    script = f"{statement}\nimport sys; print(' '.join(sorted({{name.partition('.')[0] for name in sys.modules}})))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("statement", ["import parlour", "import parlour.engine; parlour.engine.load('skyjo')"])
def test_the_library_brings_neither_the_web_stack_nor_numpy(statement: str) -> None:
    loaded = modules_after(statement)
    assert "parlour" in loaded
    assert not loaded & {"fastapi", "starlette", "uvicorn", "sqlalchemy", "httpx", "websockets", "numpy", "numba", "rich"}


def test_the_server_does_not_bring_the_compiler() -> None:
    loaded = modules_after("import parlour.server")
    assert "fastapi" in loaded
    assert not loaded & {"numba", "numpy"}
