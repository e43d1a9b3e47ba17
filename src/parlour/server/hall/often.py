"""What a house does again and again, whatever befalls it in between."""

import asyncio
from collections.abc import Awaitable, Callable

from parlour.server.wire.refused import Refused


async def often(pause: float, what: Callable[[], Awaitable[None]], failed: Callable[[Exception], None]) -> None:
    """Do something, rest `pause` seconds and do it again, until the task is cancelled.

    While the database is away (Refused) it is simply tried again; other errors are told to `failed`. That something else which
    was waited for has been cancelled ends no task: whoever should watch the others would be gone without a word. And a
    cancellation that comes as the answer does (`asyncio.wait_for` swallows it before Python 3.12) ends it all the same.
    """
    task = asyncio.current_task()
    assert task is not None
    while True:
        try:
            await what()
        except (Refused, asyncio.CancelledError):
            pass
        except Exception as error:
            failed(error)
        if task.cancelling():
            raise asyncio.CancelledError
        await asyncio.sleep(pause)
