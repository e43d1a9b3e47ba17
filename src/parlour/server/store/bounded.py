"""Connections to PostgreSQL that wait for an answer so long and no longer."""

from collections.abc import Callable, Sequence
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus

CONNECT = 5  # seconds to connect


class Bounded(psycopg.Connection[Any]):
    """Cut where an answer does not come in time: whoever hangs there never says no."""

    answer = 0.0  # seconds

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, self.answer if timeout is None else timeout)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:  # what was asked is still under way
                self.pgconn.finish()
            raise


def bounded(answer: float) -> Callable[[Any, Any, Sequence[Any], dict[str, Any]], Bounded]:
    """What SQLAlchemy calls to connect."""

    def made(_: Any, __: Any, cargs: Sequence[Any], cparams: dict[str, Any]) -> Bounded:
        connection = Bounded.connect(*cargs, **{"connect_timeout": CONNECT, **cparams})
        connection.answer = answer
        return connection

    return made
