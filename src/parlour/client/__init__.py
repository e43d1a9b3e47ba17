"""The Python client: a seat at a live table for programs. Needs the extra `client`. See docs/client.md."""

from parlour.extras import need

need("parlour.client", "client", "httpx", "websockets")

from parlour.client.session import Refused, TableClosed, Unreachable  # noqa: E402
from parlour.client.table import AsyncTable, Table  # noqa: E402

__all__ = ["AsyncTable", "Refused", "Table", "TableClosed", "Unreachable"]
