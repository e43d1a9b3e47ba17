"""What a house does again and again, whatever befalls it in between."""

import asyncio
from collections.abc import Awaitable, Callable

from parlour.server.wire.refused import Refused


async def often(pause: float, what: Callable[[], Awaitable[None]], failed: Callable[[Exception], None]) -> None:
    """Do something, rest `pause` seconds and do it again, until the task is cancelled.

    While the database is away (Refused) it is simply tried again; other errors are told to `failed`. That something else which
    was waited for has been cancelled ends no task: whoever should watch the others would be gone without a word.
    """
    while True:
        try:
            await what()
        except Refused:
            pass
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
        except Exception as error:
            failed(error)
        await asyncio.sleep(pause)
