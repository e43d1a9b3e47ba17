"""A server of some checkout in a process of its own, for measuring, and what processor time it has used.

Run as a script it is that process: PORT DATABASE THINKERS. The checkout is the one whose `src` is on the path.
"""

import asyncio
import os
import socket
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import fields
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import httpx

HERE = Path(__file__).parents[1]
PLENTY = 1_000_000
FREE = ("per_second", "burst", "tables", "sockets", "guesses", "connections")  # limits out of the way


def serve(port: int, database: str, thinkers: int, workers: int = 1) -> None:
    """The server under load, of whichever checkout is on the path, with limits out of the way: all the world is one address."""
    from parlour.server import Limits, Settings, run  # noqa: PLC0415

    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # its log would drown the figures
    free: dict[str, Any] = {one.name: PLENTY for one in fields(Limits) if any(word in one.name for word in FREE)}
    more: dict[str, Any] = {"thinkers": thinkers} if any(one.name == "thinkers" for one in fields(Settings)) else {}
    several: dict[str, Any] = {"workers": workers} if workers > 1 else {}
    settings = Settings(database=database, limits=Limits(**free), **more)
    run(port=port, settings=settings, ready=lambda urls: None, **several)


@contextmanager
def served(source: Path, thinkers: int) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A server of a checkout's `src`: its process, and where it answers."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, str(port), f"sqlite:///{folder}/load.sqlite", str(thinkers)]
        path = {"PYTHONPATH": f"{source}{os.pathsep}{Path(__file__).parent}"}
        process = subprocess.Popen(command, env={**os.environ, **path}, stderr=subprocess.DEVNULL)
        try:
            yield process, f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


@contextmanager
def checkouts(revisions: Sequence[str]) -> Iterator[dict[str, Path]]:
    """The `src` of this checkout and of these revisions, by name, each in a folder of its own while inside."""
    git = ["git", "-C", str(HERE)]
    with tempfile.TemporaryDirectory() as folder:
        found = {}
        for revision in revisions:
            packed = Path(folder) / f"{revision}.tar"
            if subprocess.run([*git, "archive", "-o", str(packed), revision, "src"], check=False).returncode:
                raise SystemExit(f"{revision} is not in this clone; --beside '' measures this checkout alone")
            with tarfile.open(packed) as archive:
                archive.extractall(Path(folder) / revision, filter="data")
            found[revision] = Path(folder) / revision / "src"
        yield {**found, "this": HERE / "src"}


def free_port() -> int:
    """A port of the loopback that nothing listens on at present."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def alive(base: str) -> None:
    """Wait until a server answers; SystemExit if it has not within a minute."""
    async with httpx.AsyncClient() as http:
        for _ in range(600):
            with suppress(httpx.TransportError):
                if (await http.get(f"{base}/healthz")).is_success:
                    return
            await asyncio.sleep(0.1)
    raise SystemExit("the server did not start")


def cpu(pid: int) -> float:
    """Seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def of_all(process: BaseProcess) -> float:
    """Seconds of processor time that a process and those it began have used."""
    return cpu(process.pid or 0) + of_children(process)


def of_children(process: BaseProcess | subprocess.Popen[bytes]) -> float:
    """Seconds of processor time that the processes of a process have used."""
    lists = Path(f"/proc/{process.pid}/task").glob("*/children")
    return sum(cpu(int(child)) for children in lists for child in children.read_text().split())


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
