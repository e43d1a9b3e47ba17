"""Compiled play: the generated file (`source`) in a folder of the cache, and the carrier made from it.

The folder is named by the digest of the text and of all that compiles it: a change of any rule makes another folder.
"""

import hashlib
import importlib.util
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from parlour.engine.carriers.carrier import Carrier
from parlour.engine.carriers.plain import Plain
from parlour.engine.carriers.source import NotCompiled, source
from parlour.engine.contract.game import Game
from parlour.engine.contract.game import load as known

MISSING = "compiled play needs numba and numpy, the extra `fast`: pip install -e '.[fast]' in Parlour's folder"
QUICKER = {"NUMBA_LOOP_VECTORIZE": "0", "NUMBA_SLP_VECTORIZE": "0"}  # rules have no long loops to gain by it


def available() -> bool:
    """Whether the optional extra `fast` is installed; imports nothing."""
    return importlib.util.find_spec("numba") is not None and importlib.util.find_spec("numpy") is not None


def cache_folder() -> Path:
    """Where generated files lie: $PARLOUR_CACHE, or the platform's folder for caches."""
    if "PARLOUR_CACHE" in os.environ:
        return Path(os.environ["PARLOUR_CACHE"])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "parlour" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "parlour"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "parlour"


def folder(game: str | Game) -> Path:
    """The folder of a game's generated file, named by the digest of all that decides what it compiles to."""
    game = known(game)
    return cache_folder() / f"{game.name}-{_digest(source(game))}"


@lru_cache(64)
def _digest(text: str) -> str:
    """Of a generated file's text and of all that compiles it, neither of which changes in a process."""
    digest = hashlib.sha256(text.encode())
    try:
        digest.update(f"{version('numba')} {version('llvmlite')} {version('numpy')}".encode())
    except PackageNotFoundError:
        raise NotCompiled(MISSING) from None
    digest.update(f"{sys.implementation.cache_tag} {platform.machine()}".encode())
    return digest.hexdigest()[:32]


def ready(game: str | Game) -> bool:
    """Whether the cache is there, so that compiled play starts at once; imports no compiler."""
    return available() and (folder(game) / "ready").exists()


def _written(game: Game) -> Path:
    """The generated file, which is made whole or not at all and never written twice: Numba dates its cache by it."""
    path = folder(game) / "compiled.py"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
            file.write(source(game))
        try:
            os.link(file.name, path)
        except FileExistsError:
            pass
        finally:
            os.unlink(file.name)
    return path


@contextmanager
def _alone(path: Path) -> Iterator[tuple[int, ...]]:
    """One process at a time, where the system can hold the others; whoever dies lets go.

    Gives the files that a process begun here must inherit: it holds the others on when whoever began it is killed.
    """
    try:
        import fcntl  # noqa: PLC0415  not on Windows
    except ImportError:
        yield ()
        return
    with (path / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield (file.fileno(),)


def warm(game: str | Game) -> Path:
    """Compile in a process of its own, and return the folder: at once where that was done, later where it is being done.

    Raises NotCompiled.
    """
    game = known(game)
    if not available():
        raise NotCompiled(MISSING)
    path = _written(game)
    if ready(game):
        return path.parent
    with _alone(path.parent) as lock:
        if not ready(game):
            command = [sys.executable, "-m", "parlour.engine.carriers.rows", str(path)]
            env = os.environ | QUICKER
            done = subprocess.run(command, capture_output=True, text=True, check=False, env=env, pass_fds=lock)
            if done.returncode:
                raise NotCompiled(f"{game.name} does not compile:\n{done.stderr.strip()}")
    return path.parent


@cache
def _rows(path: Path) -> Carrier:
    from parlour.engine.carriers.rows import Rows  # noqa: PLC0415  here, so that importing Parlour does not import NumPy

    return Rows(path)


def load(game: str | Game) -> Carrier:
    """The compiled carrier; what the cache does not hold is compiled at its first call. Raises NotCompiled."""
    game = known(game)
    if not available():
        raise NotCompiled(MISSING)
    return _rows(_written(game))


def best(game: str | Game) -> Carrier:
    """The fastest carrier that is there at once; both give the same results."""
    game = known(game)
    return load(game) if ready(game) else Plain(game)
