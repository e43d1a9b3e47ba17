"""What a search for rules found, as one page: the frontier, by goal, with typical matches to look at."""

from collections.abc import Sequence
from html import escape

from parlour.engine import Game, Match
from parlour.engine.record.log import Log
from parlour.lab import plots
from parlour.lab.report import STYLE
from parlour.lab.search import Candidate, Goal, rules, said

HOW = (
    "Candidates play the same deals. The half that is nearer to the aim goes on with twice as many games, until few are left."
    " Rules are on the frontier if no others come as near in every goal and nearer in one. Intervals are of 95 %."
    " Bots are not people."
)


def to_html(game: Game, goals: Sequence[Goal], found: Sequence[Candidate], files: Sequence[Sequence[str]], about: str) -> str:
    """One page without script, font or picture from elsewhere; `files[i]` are the logs of `found[i]`, as links beside it.

    Raises MissingExtra.
    """
    title = f"{escape(game.name)}: a search for rules"
    names = [rules(one) for one in found]
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width, initial-scale=1'>"
        f"<title>{title}</title><style>{STYLE.read_text(encoding='utf-8')}</style><main><h1>{title}</h1>",
        f"<p>{escape(about)}</p><p>Aim: {escape(', '.join(map(str, goals)))}.</p><h2>What comes nearest</h2>",
        *(_nearest(goals, one) for one in found),
        f"<h2>How long</h2>{plots.lengths([one.finding for one in found], names)}",
        f"<h2>What decides who wins</h2>{plots.decided([one.finding for one in found], names)}",
        "<h2>Typical matches</h2><p>Those whose length is nearest to the mean. Open a file on the page’s <code>/replay</code>,"
        " or with <code>parlour replay</code>.</p>",
    ]
    for one, logs in zip(found, files, strict=True):
        links = [
            f"<li><a href='{escape(file)}'>{escape(file)}</a>: {_told(log)}</li>"
            for file, log in zip(logs, one.typical, strict=True)
        ]
        parts.append(f"<h3>{escape(rules(one))}</h3><ul>{''.join(links)}</ul>")
    return "\n".join([*parts, f"<h2>How it was measured</h2><p>{escape(HOW)}</p></main></html>"])


def _nearest(goals: Sequence[Goal], one: Candidate) -> str:
    """How near rules came to each goal; of a figure as large or small as can be nobody can say that it is reached."""
    near = []
    for goal in goals:
        met = "" if goal.kind in ("max", "min") else ": reached" if goal.met(one.finding) else ": not reached"
        near.append(f"<li>{escape(str(goal))}{met}; {escape(said(goal, one.finding))}</li>")
    at = "on the frontier" if one.frontier else "beaten in every goal"
    return f"<h3>{escape(rules(one))}</h3><p>{at}, {one.finding.games} games</p><ul>{''.join(near)}</ul>"


def _told(log: Log) -> str:
    """How long a match was, and how it ended."""
    match = Match.replay(log)
    winners = [seat + 1 for seat in range(match.players) if match.rank()[seat] == 1]
    won = f"won by seat {', '.join(map(str, winners))}" if winners else "nobody won"
    return f"{len(match.log().actions)} steps, {won}, scores {', '.join(map(str, match.score()))}"
