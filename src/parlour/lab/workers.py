"""Work in parts, spread over processes of this machine or over a Dask cluster; the parts come back in order."""

import pickle
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import current_process, get_context
from typing import Any, TypedDict, TypeVar

from parlour.engine.contract.game import GameError
from parlour.extras import need

Part = TypeVar("Part")
Done = TypeVar("Done")

AHEAD = 4  # parts a worker has been handed that nobody has taken back yet: enough that it never waits, and little is held


LONG = 4.0  # seconds without a result, after which somebody is told where no worker is there
UNGUARDED = 'a script that plays in several processes does so below `if __name__ == "__main__":`, for each of them reads it'


class Crew(TypedDict, total=False):
    """Who plays many games, and who is told how far they are."""

    workers: int  # processes of this machine; 1, as by default, is this one
    scheduler: str | None  # the address of a Dask cluster's, which plays instead
    progress: Callable[[int], None] | None  # called with how many more games have been played
    say: Callable[[str], None]  # told in words what takes time before the first game


def silent(line: str) -> None:
    """Tells nobody."""


class WorkerLost(GameError):
    """A process that worked for us is gone, or a cluster cannot be reached; the message says which."""


def spread(work: Callable[[Part], Done], parts: Sequence[Part], workers: int = 1, scheduler: str | None = None) -> Iterator[Done]:
    """`work` of every part, in order. `work` is a function of a module, and parts and results can be pickled.

    Raises WorkerLost, MissingExtra where `scheduler` is given without the extra `distributed`, and what `work` raises.
    """
    if scheduler is not None:
        yield from _clustered(work, parts, scheduler)
    elif workers <= 1 or len(parts) <= 1:
        yield from map(work, parts)
    else:
        yield from _pooled(work, parts, min(workers, len(parts)))


def _unpacked(packed: bytes) -> Any:
    """Work that was packed by whoever asks for it. What cannot be packed is refused there: in the thread of the pool it may stop
    the pool for ever when it is shut down at that moment (Python before 3.12)."""
    work, part = pickle.loads(packed)
    return work(part)


def _pooled(work: Callable[[Part], Done], parts: Sequence[Part], workers: int) -> Iterator[Done]:
    if getattr(current_process(), "_inheriting", False):  # a worker that reads the script of whoever began it
        sys.exit(f"parlour: {UNGUARDED}")
    # Begun anew, not forked: a forked process shares locks and threads that may be in any state.
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    running: deque[Future[Done]] = deque()
    try:
        for part in parts:
            if len(running) >= AHEAD * workers:
                yield running.popleft().result()
            running.append(pool.submit(_unpacked, pickle.dumps((work, part))))
        while running:
            yield running.popleft().result()
    except BrokenProcessPool as error:
        raise WorkerLost(f"a worker process ended before its work was done ({UNGUARDED})") from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _clustered(work: Callable[[Part], Done], parts: Sequence[Part], address: str) -> Iterator[Done]:
    """A part whose worker is gone is given to another one by the scheduler; what it comes to is the same there."""
    need("a scheduler", "distributed", "distributed")
    import distributed  # noqa: PLC0415  only here, and it brings much

    dask: Any = distributed
    try:
        client = dask.Client(address, set_as_default=False)
    except (OSError, ValueError) as error:
        raise WorkerLost(f"no scheduler answers at {address}: {error}") from None
    with client:
        ahead = deque(client.map(work, parts, pure=False))
        try:
            while ahead:
                yield _waited_for(ahead.popleft(), client)
        except dask.KilledWorker as error:
            raise WorkerLost(f"the workers of {address} ended before their work was done: {error}") from None


def _waited_for(part: Any, client: Any) -> Any:
    """What a part comes to; where nobody is there to play it, whoever waits is told on stderr what for."""
    try:
        return part.result(timeout=LONG)
    except TimeoutError:
        if part.done():  # the work's own
            raise
    if not client.scheduler_info()["workers"]:
        print(
            f"parlour: the scheduler {client.scheduler.address} has no workers yet: waiting for one", file=sys.stderr, flush=True
        )
    return part.result()
