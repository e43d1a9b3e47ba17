"""Several servers of one room on one port, each in a process of its own: begun, begun anew when they die, and ended together."""

import signal
import threading
import time
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType

from parlour.server.hall.helper import follow_parent
from parlour.server.logs import tell
from parlour.server.store.error import StoreError

LOOK = 0.5  # seconds between looks at who is alive
YOUNG = 5.0  # seconds: one that dies before it is so old, and never answered, will not do better the next time
PARTING = 20.0  # seconds they have to end when they are told to

Serve = Callable[[int, Callable[[Sequence[str]], None]], None]  # a worker's number, and what to call with its URLs


def _work(serve: Serve, number: int, pipe: Connection) -> None:
    """One worker, in its own process."""
    follow_parent()
    serve(number, pipe.send)


class Workers:
    """`serve` must be picklable; it is called in each process, and returns when that is told to stop."""

    def __init__(self, serve: Serve, count: int) -> None:
        self._serve = serve
        self._count = count
        self._stopping = False
        self._processes: dict[int, SpawnProcess] = {}
        self._pipes: dict[int, Connection] = {}
        self._begun: dict[int, float] = {}
        self._waiting = set(range(count))  # that have never answered

    def run(self, ready: Callable[[Sequence[str]], None]) -> None:
        """Until SIGTERM or SIGINT; `ready` is called once all of them answer. Raises StoreError where one never does."""
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, self._stop)
        for worker in range(self._count):
            self._begin(worker)
        try:
            while not self._stopping:
                wait([*(process.sentinel for process in self._processes.values()), *self._pipes.values()], LOOK)
                self._hear(ready)
                self._look()
        finally:
            self._end()

    def _begin(self, worker: int) -> None:
        context = get_context("spawn")
        mine, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_work, args=(self._serve, worker, theirs), name=f"parlour-{worker}")
        process.start()
        theirs.close()
        self._processes[worker], self._pipes[worker], self._begun[worker] = process, mine, time.monotonic()

    def _hear(self, ready: Callable[[Sequence[str]], None]) -> None:
        for worker, pipe in list(self._pipes.items()):
            if not pipe.poll():
                continue
            try:
                urls = pipe.recv()
            except EOFError:
                urls = None
            pipe.close()
            del self._pipes[worker]
            if urls is not None and worker in self._waiting:
                self._waiting.discard(worker)
                if not self._waiting:
                    ready(urls)

    def _look(self) -> None:
        for worker, process in list(self._processes.items()):
            if process.is_alive() or self._stopping:
                continue
            if worker in self._waiting and time.monotonic() - self._begun[worker] < YOUNG:
                raise StoreError(f"a server ended before it answered (exit code {process.exitcode}); its log says why")
            tell("a worker is dead; beginning another", level=40, worker=worker, code=process.exitcode)
            self._begin(worker)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True

    def _end(self) -> None:
        for process in self._processes.values():
            if process.is_alive():
                process.terminate()
        end = time.monotonic() + PARTING
        for process in self._processes.values():
            process.join(max(0.1, end - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()
