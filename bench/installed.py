"""What `pip install parlour` brings, before and after: packages, and their size.

    python bench/installed.py --beside 720e81b --out docs/installing.md

Both wheels are built from what git has of their revision, and installed into new environments without pip, one after the other.
"""

import argparse
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path

from results import RELEASE, stamped, tell

HERE = Path(__file__).parents[1]
MB = 1_000_000


def wheel(revision: str, folder: Path) -> Path:
    """The wheel of a revision."""
    packed, source = folder / f"{revision}.tar", folder / revision
    subprocess.run(["git", "-C", HERE, "archive", "-o", packed, revision], check=True)
    with tarfile.open(packed) as archive:
        archive.extractall(source, filter="data")
    built = folder / f"built-{revision}"
    subprocess.run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", built, source], check=True)
    return next(built.glob("*.whl"))


def size(folder: Path) -> int:
    """Bytes of the files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def installed(package: Path, extra: str, folder: Path) -> tuple[int, float]:
    """Packages, and megabytes of all of them without compiled files."""
    place = folder / f"{package.parent.name}-{extra or 'engine'}"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
    wanted = f"{package}{extra}"
    pip = [sys.executable, "-m", "pip", "--python", place / "bin" / "python", "install", "-q", "--no-compile", wanted]
    subprocess.run(list(map(str, pip)), check=True)
    site = next(place.glob("lib/python*/site-packages"))
    kept = size(site) - sum(size(cache) for cache in site.rglob("__pycache__"))
    return len([*site.glob("*.dist-info")]), kept / MB


def lines(beside: str, folder: Path) -> Sequence[str]:
    """The part of the document."""
    before, after = wheel(beside, folder), wheel("HEAD", folder)
    rows = [
        (f"`pip install parlour` at {beside}", installed(before, "", folder)),
        ("`pip install parlour` now", installed(after, "", folder)),
        ("`pip install 'parlour[room]'` now", installed(after, "[room]", folder)),
    ]
    return [
        f"{stamped('installed')} Wheels of both revisions in new environments, in one run; packages with Parlour, size without",
        "compiled files.",
        "",
        "| | packages | size |",
        "| --- | ---: | ---: |",
        *(f"| {what} | {count} | {mb:.1f} MB |" for what, (count, mb) in rows),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--beside", default=RELEASE, help="the revision that is measured first")
    parser.add_argument("--out", type=Path, help="the document that gets the table; by default it is only printed")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tell("installed", lines(arguments.beside, Path(folder)), arguments.out)


if __name__ == "__main__":
    main()
