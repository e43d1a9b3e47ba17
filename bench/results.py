"""bench/RESULTS.md: each script writes its own part of it, with the machine and the date."""

import platform
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

RESULTS = Path(__file__).with_name("RESULTS.md")
RELEASE = "894d7d78"  # the last one, 0.2.0, which measurements stand beside


def machine() -> str:
    """The processor and what runs on it."""
    text = Path("/proc/cpuinfo").read_text(encoding="utf-8") if Path("/proc/cpuinfo").exists() else ""
    found = re.search(r"model name\s*: (.+)", text)
    processor = found[1] if found else platform.processor() or platform.machine()
    return f"{processor}, {platform.system()}, CPython {platform.python_version()}"


def stamped(script: str) -> str:
    """Which script measured, when, and on what."""
    return f"`python bench/{script}.py` on {datetime.now(UTC):%Y-%m-%d %H:%M} UTC; {machine()}."


def tell(script: str, lines: Sequence[str], path: Path | None, wrong: Sequence[str] = ()) -> None:
    """Print a script's part and what went wrong, and write the part where a file is named."""
    print("\n".join([*lines, *wrong]))
    if path is not None:
        write(script, lines, path)


def write(script: str, lines: Sequence[str], path: Path) -> None:
    """Put a script's part where its last one was, or at the end."""
    begin, end = f"<!-- {script} -->", f"<!-- /{script} -->"
    part = "\n".join((begin, *lines, end))
    text = path.read_text(encoding="utf-8") if path.exists() else "# Measurements\n"
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    new = pattern.sub(lambda _: part, text) if pattern.search(text) else f"{text.rstrip()}\n\n{part}\n"
    path.write_text(new, encoding="utf-8")


def quantile(times: list[float], q: float) -> float:
    """The quantile of times in seconds, in milliseconds."""
    ordered = sorted(times)
    return round(1000 * ordered[min(len(ordered) - 1, int(q * len(ordered)))], 2)
