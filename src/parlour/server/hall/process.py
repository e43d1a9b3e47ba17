"""A process beside the server: calls go in by a pipe, one at a time, and what they tell and come to comes out."""

import asyncio
import pickle
import signal
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from threading import Thread
from typing import Any

from parlour.server.hall.helper import follow_parent, give_way

Call = tuple[Callable[..., Any], tuple[Any, ...], bool]  # the function, its arguments, and whether it is handed a way to tell


class Word(Enum):
    """What a process says."""

    READY = "ready"  # it has begun, and takes its first call
    TOLD = "told"  # how far a call is
    DONE = "done"
    FAILED = "failed"
    DIED = "died"  # said on its behalf


Heard = Callable[["Process", Word, Any], None]


class Failed(Exception):
    """What a call raised that cannot be sent from one process to another, in words."""


def packed_call(call: Call) -> bytes:
    """A call as it goes to a process. Raises what pickle raises."""
    return bytes(ForkingPickler.dumps(call))


class Process:
    """Begun at once; gives way to others by `nice`. All that it says is heard in the event loop in which it was begun."""

    def __init__(self, nice: int, heard: Heard) -> None:
        context = get_context("spawn")
        self._pipe, far = context.Pipe()
        self._heard = heard
        self._process = context.Process(target=_serve, args=(far, nice), name="parlour-pool", daemon=True)
        self._process.start()
        far.close()  # so that the pipe ends with the process
        Thread(target=self._listen, args=(asyncio.get_running_loop(),), name="parlour-pool", daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid or 0

    def send(self, call: bytes) -> None:
        """Only to a process that waits for a call, and so takes it at once."""
        with suppress(OSError):  # it is dead, which the listener hears
            self._pipe.send_bytes(call)

    def kill(self) -> None:
        """End it at once, whatever it is at. It is heard to have died."""
        self._process.kill()

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody hears any more
            try:
                while True:
                    loop.call_soon_threadsafe(self._heard, self, *self._pipe.recv())
            except RuntimeError:
                raise
            except Exception:  # the pipe has ended, or brings what cannot be read here
                loop.call_soon_threadsafe(self._ended)

    def _ended(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()
        self._heard(self, Word.DIED, None)


def _serve(pipe: "Connection[Any, Any]", nice: int) -> None:
    """What the process does until the server ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of a terminal, which sends it to all: the server says when it is over
    follow_parent()
    give_way(nice)
    with suppress(EOFError, OSError):
        pipe.send((Word.READY, None))
        while True:
            _answer(pipe, pipe.recv_bytes())


def _answer(pipe: "Connection[Any, Any]", call: bytes) -> None:
    try:
        function, args, telling = pickle.loads(call)
        found = function(*args, lambda told: pipe.send((Word.TOLD, told))) if telling else function(*args)
        answer = ForkingPickler.dumps((Word.DONE, found))
    except Exception as error:
        answer = ForkingPickler.dumps((Word.FAILED, _sendable(error)))
    pipe.send_bytes(answer)


def _sendable(error: Exception) -> Exception:
    try:
        pickle.loads(ForkingPickler.dumps(error))
    except Exception:
        return Failed(f"{type(error).__name__}: {error}")
    return error
