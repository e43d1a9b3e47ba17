"""What the advisor says: of a finished match, of habits, and before a play."""

from typing import Any, Literal

from typing_extensions import TypedDict

from parlour.server.wire.values import Action


class AdviceShown(TypedDict):
    """How far the advisor is with a finished match; `report` is a parlour.advice.Report (docs/advisor.md)."""

    state: Literal["none", "waiting", "thinking", "done", "failed"]
    """None: nobody has asked."""
    done: int
    """Of `of` steps: while it is thinking those of all passes, for the decisions and for luck and play."""
    of: int
    left: int
    """About how many seconds it takes from now on; 0 while that is not known."""
    marks: list[dict[str, Any]]
    """The decisions found costly so far, by step, as in the report; none once it is there."""
    report: dict[str, Any] | None


class HabitShown(TypedDict):
    """How often a seat did something, of the times it could have been done and left: counts, no verdict (docs/advisor.md)."""

    name: str
    chances: int
    done: int
    steady: float
    """How often the rule of thumb would have done it in those situations."""


class StyleShown(TypedDict):
    """How everybody played in a finished match."""

    habits: list[list[HabitShown]]
    """By seat; empty lists where the game counts nothing."""


class ChoiceShown(TypedDict):
    """What could be played, and the part of the win that it promises, from 0 to 1."""

    action: Action
    share: float
    error: float
    """The standard error of `share`."""
    gap: float
    """How much less than the best one."""
    doubt: float
    """The standard error of `gap`."""
    close: bool
    """The best is not surely better."""
    named: dict[str, Any] | None
    """The action by its cards: a sentence of the game's `named` words, `word`, and what fills it; None where it has none."""


class CounselShown(TypedDict):
    """What the advisor says to a seat that is asked: see docs/advisor.md. The best comes first."""

    state: Literal["thinking", "warming", "done", "failed"]
    method: Literal["search", "belief"]
    choices: list[ChoiceShown]
    """Empty until it is done."""
