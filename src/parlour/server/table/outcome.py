"""The outcome of one input: records, messages to send, and when to wake up."""

from dataclasses import dataclass, field

from parlour.server.table.records import Record
from parlour.server.table.slips import Doubt
from parlour.server.table.thinking import Ask
from parlour.server.wire.told import ServerMessage


@dataclass(slots=True)
class Outcome:
    """To be stored, then sent: nothing of `sends` may go out before all of `records` is durable."""

    records: list[Record] = field(default_factory=list)
    sends: list[tuple[int, ServerMessage]] = field(default_factory=list)  # (connection, message)
    wake_at: float | None = None  # when to call `TableCore.wake`; None: nothing is due
    patient: bool = False  # what is due may wait where the machine has more to do than it can
    notes: list[str] = field(default_factory=list)  # for the operator's log, free of secrets
    frame: int = 0  # bytes to which the messages are brought that tell what a seat alone may know (`wire.frames.SECRET`)
    thoughts: list[Ask] = field(default_factory=list)  # to be thought about; each answer goes to `TableCore.thought`
    counsels: list[Ask] = field(default_factory=list)  # for the advisor; each answer goes to `TableCore.counselled`
    doubts: list[Doubt] = field(default_factory=list)  # to be looked at; each answer goes to `TableCore.looked`


@dataclass(slots=True)
class Turn:
    """One input being worked on: what it changed so far."""

    now: float
    table: bool = False  # what everybody may know of the table changed: tell all
    kept: bool = False  # what is stored of the table changed
    stepped: bool = False  # the match went on: send views
    greeted: list[int] = field(default_factory=list)  # connections that want table and view whatever changed
    said: list[ServerMessage] = field(default_factory=list)  # to everybody
    replies: list[tuple[int, ServerMessage]] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)
    frame: int = 0  # as in Outcome
    thoughts: list[Ask] = field(default_factory=list)
    counsels: list[Ask] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
