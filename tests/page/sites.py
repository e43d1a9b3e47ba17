"""The room in a tab as plain files under a path of a web server: written once a run."""

import fcntl
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from parlour.tab.fetched import NotFetched
from parlour.tab.folder import write
from tests.conftest import require

BUDGET = 10_000_000  # bytes as they are sent


class Files(SimpleHTTPRequestHandler):
    """Says nothing of what it serves."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - named by the class above
        pass


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A site in which the room lies under a path: written by the first process of a run that needs it."""
    base = tmp_path_factory.getbasetemp()
    site = (base if worker_id == "master" else base.parent) / "site"
    with site.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (site / "some" / "where" / "tab.json").exists():
            try:
                size = write(site / "some" / "where")
            except NotFetched as error:
                require("tab", str(error))
                raise
            assert size <= BUDGET
    return site


@pytest.fixture
def site(folder: Path) -> Iterator[tuple[str, ThreadingHTTPServer]]:
    """Its address, and the server, which may be stopped before the end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/some/where/", server
    server.shutdown()
    server.server_close()
    thread.join()
