"""The Python client: a seat at a live table for programs. See docs/client.md."""

from parlour.client.session import Refused, TableClosed, Unreachable
from parlour.client.table import AsyncTable, Table

__all__ = ["AsyncTable", "Refused", "Table", "TableClosed", "Unreachable"]
