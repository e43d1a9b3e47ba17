"""A load balancer of the plainest kind: every connection goes to some server that takes it, whatever it went to before."""

import asyncio
import random
from contextlib import suppress
from types import TracebackType
from typing import Self


class Balancer:
    """Listens on a port of its own; `ports` are those of the servers behind it."""

    def __init__(self, ports: list[int], rng: random.Random) -> None:
        self.ports = ports
        self.rng = rng
        self.passed = dict.fromkeys(ports, 0)  # how many connections went to each
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        with suppress(OSError, asyncio.CancelledError):
            await self._pass(reader, writer)
        writer.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for port in self.rng.sample(self.ports, len(self.ports)):
            with suppress(OSError):
                inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", port)
                break
        else:
            return
        self.passed[port] += 1
        try:
            both = [asyncio.ensure_future(_copy(reader, inner_writer)), asyncio.ensure_future(_copy(inner_reader, writer))]
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for one in both:
                one.cancel()
            await asyncio.gather(*both, return_exceptions=True)
        finally:
            inner_writer.transport.abort()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65_536):
        writer.write(data)
        await writer.drain()
    if writer.can_write_eof():
        writer.write_eof()
        await asyncio.sleep(0.05)  # what was sent last arrives
