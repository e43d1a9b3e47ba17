"""Errors of a database."""

import sqlite3

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

OUT = (OperationalError, InterfaceError)


class StoreError(RuntimeError):
    """The database cannot be used; the message says why."""


class LeaseLost(StoreError):
    """Another server has taken the database over: this one may write nothing more."""


class TableLost(StoreError):
    """Another server holds the table: this one may write nothing of it."""


def outage(error: BaseException) -> bool:
    """Whether the database cannot be reached, or takes nothing: then it is no use to ask it again at once."""
    return isinstance(error, DBAPIError) and isinstance(error, OUT) and getattr(error.orig, "sqlstate", None) is None


def reason(error: BaseException) -> str:
    """Why a write or a look failed, in words that hold no secret and no address: they are told to whoever asks for health."""
    if isinstance(error, StoreError):
        return str(error)
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, DBAPIError) and isinstance(error.orig, sqlite3.Error):
        return str(error.orig)  # such as "database or disk is full", "attempt to write a readonly database"
    return f"the database does not answer ({type(error).__name__})"
