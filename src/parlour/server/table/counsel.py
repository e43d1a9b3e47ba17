"""Counsel: what the advisor is asked at a practice table before somebody plays, and its answer. The search itself runs elsewhere.

Like a bot that thinks, it is told what the asking seat sees, and never more. Each question is asked once, and nobody waits.
"""

from dataclasses import dataclass
from typing import Literal

from parlour.server.table.lobby import Lobby
from parlour.server.table.outcome import Turn
from parlour.server.table.running import Running
from parlour.server.table.thinking import Thinking
from parlour.server.wire.refused import Refused
from parlour.server.wire.shown.advice import CounselShown
from parlour.server.wire.told import CounselMessage


@dataclass(slots=True)
class _Said:
    question: int
    counsel: CounselShown


def bare(state: Literal["thinking", "failed"]) -> CounselShown:
    """The state of counsel without a result."""
    return {"state": state, "method": "search", "choices": []}


class Counsels:
    """Of one table, by seat of the match that is shown. None are given where the table is not for practice."""

    __slots__ = ("_lobby", "_running", "_said", "_thinking", "_word")

    def __init__(self, word: str, lobby: Lobby) -> None:
        self._word, self._lobby = word, lobby
        self._running: Running | None = None
        self._thinking: Thinking | None = None
        self._said: dict[int, _Said] = {}

    def follow(self, running: Running, able: bool) -> None:
        """A match begins, or goes on from another step. `able`: there is an advisor who knows its rules."""
        lobby = self._lobby
        knows = able and lobby.practice and lobby.game.policy is not None and lobby.bots_allowed
        people = [person.seat for person in lobby.seats if person.bot is None and person.seat is not None]
        self._running, self._said = running, {}
        self._thinking = Thinking(self._word, running.number, running.match, people) if knows else None

    def note(self, who: int, action: int) -> None:
        """A step was played."""
        if self._thinking is not None:
            self._thinking.note(who, action)

    def ask(self, running: Running, seat: int, question: int, turn: Turn) -> None:
        """A seat asks what to play. Raises Refused (no_counsel, stale, no_choice)."""
        if self._thinking is None:
            raise Refused("no_counsel", "this is no practice table, or the advisor does not know what is played here")
        running.current(seat, question)
        if seat not in running.turns or len(running.match.legal(seat)) < 2:
            raise Refused("no_choice", "there is nothing to choose for you now")
        said = self._said.get(seat)
        if said is None or said.question != question or said.counsel["state"] == "failed":
            self._said[seat] = _Said(question, bare("thinking"))
            self._thinking.follow(seat)
            turn.counsels.append(self._thinking.put(seat, question))
        self._tell(running, seat, turn)

    def answered(self, match: int, seat: int, question: int, found: CounselShown | None, turn: Turn) -> None:
        """What it says; None: it was not told enough, and is told all once more, or it failed."""
        running, said = self._running, self._said.get(seat)
        if running is None or self._thinking is None or running.number != match or said is None or said.question != question:
            return
        again = [] if found is not None and found["state"] == "warming" else self._thinking.answered(seat, question, found)
        turn.counsels.extend(again)
        if not again:
            said.counsel = found or bare("failed")
        if question == running.questions[seat]:
            self._tell(running, seat, turn)

    def _tell(self, running: Running, seat: int, turn: Turn) -> None:
        """To whose seat it is, and nobody else."""
        said = self._said[seat]
        told: CounselMessage = {"type": "counsel", "match": running.number, "question": said.question, "counsel": said.counsel}
        turn.replies.extend((connection, told) for connection in sorted(self._lobby.seats.at(seat).connections))
