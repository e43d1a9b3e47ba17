"""The shape of a game: how many decisions it has, and how wide they are."""

from math import log10

from parlour.lab.metrics.trace import Trace


def decisions(trace: Trace) -> float:
    """Choices of players from set-up to score, forced ones included; chance and clock make none.

    Source: "game length" of Ludii (Piette et al., Ludii, 2020) and of TAG (Gaina et al., TAG, 2020), counted in decisions. A game
    of n moves has n.
    """
    return float(trace.decisions)


def branching(trace: Trace) -> float | None:
    """The mean number of actions that a player could choose from, over all decisions.

    Source: "branching factor" (Ludii; TAG's "action space"). 3 where everybody always has three actions, 1 where nobody has a
    choice.
    """
    return sum(len(step.legal) for step in trace.choices) / trace.decisions if trace.decisions else None


def choice(trace: Trace) -> float | None:
    """The part of the decisions in which there was more than one action.

    Source: Ludii's "decision moves" (turns with a real choice). 0 for a game that plays itself, 1 where nothing is ever forced.
    """
    return sum(len(step.legal) > 1 for step in trace.choices) / trace.decisions if trace.decisions else None


def tree(trace: Trace) -> float:
    """The size of the tree of the players' decisions along this game, as a power of ten: the sum of log10 of what was legal.

    Source: game-tree complexity (Allis, 1994; "game tree complexity" of Ludii), of one line of play. 10 decisions of 10 actions:
    10.
    """
    return sum(log10(len(step.legal)) for step in trace.choices)


def first_seat(trace: Trace) -> float | None:
    """The win of the seat that decides first, times the number of players: 1 where it has its fair part.

    Source: "advantage P1" of Ludii, for any number of players. 0 where whoever begins loses, `players` where they always win.
    """
    return trace.players * trace.wins[trace.choices[0].seat] if trace.choices and any(trace.wins) else None
