"""Post-match analysis: a finished match judged decision by decision, and its result separated into luck and play.

`advise(log)` gives a `Report`, and `counsel(view)` says what could be played before it is. How both are computed and what their
numbers mean is in docs/advisor.md.
"""

from parlour.advice.advise import Heard, NoAdvice, advise
from parlour.advice.counsel import Counsel, Promise, counsel
from parlour.advice.effort import Effort
from parlour.advice.report import Account, Choice, Decision, Moment, Report, schema
from parlour.advice.style import Habit, style

__all__ = [
    "Account",
    "Choice",
    "Counsel",
    "Decision",
    "Effort",
    "Habit",
    "Heard",
    "Moment",
    "NoAdvice",
    "Promise",
    "Report",
    "advise",
    "counsel",
    "schema",
    "style",
]
