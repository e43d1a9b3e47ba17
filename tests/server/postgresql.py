"""A PostgreSQL server of our own, that can be stopped and started."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree, which
from tempfile import mkdtemp
from urllib.parse import quote

from sqlalchemy import create_engine, text


def binaries() -> Path | None:
    """Where initdb and pg_ctl lie: PARLOUR_POSTGRESQL (empty: nowhere), or as installed; None where they are not."""
    if "PARLOUR_POSTGRESQL" in os.environ:
        named = Path(os.environ["PARLOUR_POSTGRESQL"] or os.devnull)
        return named if (named / "initdb").exists() else None
    found = which("initdb")
    places = [Path(found).resolve().parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").exists()), None)


class Postgresql:
    """Listens on 127.0.0.1, and is durable enough to be killed, though not for the power to fail. No password: it trusts all."""

    def __init__(self, where: Path, port: int, password: str = "") -> None:
        self._binaries, self.port, self._password = where, port, password
        self._home = Path(mkdtemp(prefix="parlour-postgresql-"))  # pytest's own folders are closed to other users
        # initdb refuses to run as root
        self._drop = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
        if self._drop:
            subprocess.run(["chown", "postgres", self._home], check=True)
        asks: list[str | Path] = ["-A", "trust"]
        if password:
            asks = ["-A", "scram-sha-256", "--pwfile", self._home / "password"]
            (self._home / "password").write_text(password)
        self._run("initdb", *asks, "-U", "parlour", "--no-sync")
        self.start()

    def _run(self, program: str, *more: str | Path) -> None:
        command = [*self._drop, self._binaries / program, "-D", self._home / "data", *more]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")

    @property
    def chief(self) -> int:
        """The number of its first process."""
        return int((self._home / "data" / "postmaster.pid").read_text().splitlines()[0])

    def start(self) -> None:
        options = f"-h 127.0.0.1 -p {self.port} -k '' -c synchronous_commit=on -c fsync=off"
        self._run("pg_ctl", "-w", "-t", "300", "-o", options, "-l", self._home / "log", "start")

    def stop(self) -> None:
        """As if it had been killed."""
        self._run("pg_ctl", "-m", "immediate", "stop")

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """While inside it takes connections and bytes, and answers nothing."""
        chief = self.chief
        os.kill(chief, signal.SIGSTOP)  # first, so that no more are begun
        all_of_it = [chief, *map(int, Path(f"/proc/{chief}/task/{chief}/children").read_text().split())]
        try:
            for process in all_of_it[1:]:
                os.kill(process, signal.SIGSTOP)
            yield
        finally:
            for process in reversed(all_of_it):
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    def database(self) -> str:
        """The URL of a new, empty database."""
        name = f"t{os.urandom(6).hex()}"
        user = f"parlour:{quote(self._password, safe='')}" if self._password else "parlour"
        whole = f"postgresql+psycopg://{user}@127.0.0.1:{self.port}/postgres"
        engine = create_engine(whole, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return f"postgresql://{user}@127.0.0.1:{self.port}/{name}"

    def dump(self, database: str) -> str:
        """All that a database holds, as statements that make it anew."""
        command: list[str | Path] = [self._binaries / "pg_dump", "--no-owner", "--no-privileges", "--inserts", database]
        told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return "".join(line for line in told.splitlines(keepends=True) if not line.startswith("\\"))  # psql's own words

    def restored(self, dump: str) -> str:
        """The URL of a new database with all that a dump holds."""
        database = self.database()
        command: list[str | Path] = [self._binaries / "psql", "--quiet", "--set", "ON_ERROR_STOP=1", database]
        subprocess.run(command, check=True, input=dump, text=True, stdout=subprocess.DEVNULL)
        return database

    def remove(self) -> None:
        self.stop()
        rmtree(self._home)
