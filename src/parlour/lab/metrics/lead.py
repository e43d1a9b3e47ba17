"""Who leads, and what becomes of it: all by the score sheet, which everybody at the table sees."""

from itertools import pairwise
from math import sqrt

from parlour.lab.metrics.trace import Trace


def changes(trace: Trace) -> float:
    """How often the lead went from one seat to another; times in which nobody led alone are passed over.

    Source: "lead change" (Browne, Automatic Generation and Evaluation of Recombination Games, 2008), as a count.
    """
    alone = [seat for seat in trace.leaders if seat >= 0]
    return float(sum(one != other for one, other in pairwise(alone)))


def drama(trace: Trace) -> float | None:
    """How far behind the later winner was, while behind: the mean of the square root of the distance to the leader.

    0 to 1, in parts of the widest difference of this game. Source: "drama (average)" (Browne, 2008; also in Ludii), with the
    score sheet as the estimate. 0 for a winner who is never behind, 1 for one who is as far behind as can be until the end. None
    without a winner.
    """
    if trace.winner is None:
        return None
    behind = [max(row) - row[trace.winner] for row in trace.standings]
    roots = [sqrt(distance) for distance in behind if distance > 0]
    return sum(roots) / len(roots) if roots else 0.0


def clear(trace: Trace) -> float | None:
    """The part of the decisions after which the later winner leads to the end.

    Source: "decisiveness" (Browne, 2008), by the lead itself instead of a threshold. 0: the winner led from the beginning; 1: the
    end alone decided. None without a winner.
    """
    if trace.winner is None or not trace.decisions:
        return None
    since = len(trace.leaders)
    while since and trace.leaders[since - 1] == trace.winner:
        since -= 1
    return min(since, trace.decisions) / trace.decisions


def margin(trace: Trace) -> float | None:
    """By how much the winner beat the next one, in mean distances between scores at the end.

    1 where all scores are evenly spaced, and in every game of two. None without a winner or with scores that are all alike.
    """
    last = trace.standings[-1]
    if trace.winner is None or len(set(last)) < 2:
        return None
    others = max(value for seat, value in enumerate(last) if seat != trace.winner)
    return max(0.0, (last[trace.winner] - others) * (len(last) - 1) / (max(last) - min(last)))


def runaway(trace: Trace) -> float | None:
    """The win of whoever leads alone after half of the decisions.

    Source: TAG's and designers' "runaway leader". 1: the second half changes nothing; 1 / players: the first half is without
    meaning. None where nobody leads alone then.
    """
    seat = trace.leaders[trace.decisions // 2]
    return trace.wins[seat] if seat >= 0 and any(trace.wins) else None


def comeback(trace: Trace) -> float | None:
    """The win of whoever is last alone after half of the decisions: how often a table may still hope.

    The counterpart of `runaway`: 1 / players where the first half is without meaning, 0 where nobody comes back. None where
    nobody is last alone then.
    """
    row = trace.standings[trace.decisions // 2]
    alone = row.count(min(row)) == 1
    return trace.wins[row.index(min(row))] if alone and any(trace.wins) else None
