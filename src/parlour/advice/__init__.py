"""What a player could have done: a finished match judged, decision by decision, and its result told apart into luck and play.

`advise(log)` gives a `Report`. How it is computed and what its numbers mean is in docs/advisor.md.
"""

from parlour.advice.advise import Effort, NoAdvice, advise
from parlour.advice.report import Account, Choice, Decision, Moment, Report, schema

__all__ = ["Account", "Choice", "Decision", "Effort", "Moment", "NoAdvice", "Report", "advise", "schema"]
