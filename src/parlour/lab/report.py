"""A study in words: lines for the terminal, and one page of HTML that holds all it shows."""

from collections.abc import Sequence
from html import escape

from parlour.engine.contract.game import Game, load
from parlour.lab import plots
from parlour.lab.study import FIGURES, Finding, against, uneven

METHOD = """<p>Bots play every variant with the same chance. Brackets hold 95 % intervals; a difference whose own interval holds
0 is called noise. A minute is what the printed game's box says, spread over the moves that its games take. The winner is clear
from where they lead to the end. A blow-out is won by more than one and a half times the mean distance between scores. For cards
and play every deal is played once for each seat, by one bot that plays as well as it can and others that play one choice in ten
at random: play is the part of who wins that goes with being the better one, the cards decide the rest.</p>"""
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #2b2620; background: #faf7f0; max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem }
h1, h2, h3 { font-family: Georgia, serif; line-height: 1.2 }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
td, th { padding: .3rem .7rem; text-align: right }
td:first-child, th:first-child { text-align: left } tbody tr { border-top: 1px solid #ded6c4 } .noise { color: #6f675a }
.wide { overflow-x: auto } svg { max-width: 100%; height: auto }
@media (prefers-color-scheme: dark) { body { color: #ece6d9; background: #211d18 } svg { background: #faf7f0; border-radius: 6px }
  tbody tr { border-color: #4a4338 } .noise { color: #a89f90 } }
"""


def name(finding: Finding) -> str:
    """A variant as one says it: what is varied and how."""
    return ", ".join(f"{option}={value}" for option, value in finding.variant.changed) or "printed rules"


def groups(found: Sequence[Finding]) -> list[list[Finding]]:
    """The findings by number of players, the printed rules first in each."""
    counts = dict.fromkeys(finding.variant.players for finding in found)
    return [[finding for finding in found if finding.variant.players == count] for count in counts]


def said(finding: Finding, key: str) -> str:
    """A figure with its interval, as "31.2 (30.1 to 32.3)"."""
    figure, share = finding.figures[key], FIGURES[key][1]
    value, low, high = (100 * n if share else n for n in (figure.value, figure.low, figure.high))
    return f"{value:.1f}{' %' if share else ''} ({low:.1f} to {high:.1f})"


def verdict(finding: Finding, printed: Finding) -> str:
    """What differs from the printed rules, and what is within the noise."""
    real = [key for key, differs in against(finding, printed).items() if differs]
    lines = [
        f"{FIGURES[key][0]} {finding.figures[key].value * (100 if FIGURES[key][1] else 1):.1f}{' %' if FIGURES[key][1] else ''}"
        f" instead of {printed.figures[key].value * (100 if FIGURES[key][1] else 1):.1f}{' %' if FIGURES[key][1] else ''}"
        for key in real
    ]
    rest = "all else is within the noise" if real else "every difference is within the noise"
    return "; ".join([*lines, rest])


def seat_line(finding: Finding) -> str:
    """Whether the seat matters."""
    shares = ", ".join(f"{100 * seat.value:.1f}" for seat in finding.seats)
    return f"wins by seat {shares} %: {'the seat matters' if uneven(finding) else 'within the noise'}"


def to_text(game: str | Game, found: Sequence[Finding]) -> str:
    """For the terminal: a table for each number of players, and below it what is more than noise."""
    game = load(game)
    lines = []
    for group in groups(found):
        printed = group[0]
        lines += [
            f"{game.name}, {printed.variant.players} players, {printed.games} games of each; 95 % intervals in brackets",
            "",
        ]
        rows = [
            ["", *map(name, group)],
            *([label, *(said(finding, key) for finding in group)] for key, (label, _) in FIGURES.items()),
        ]
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        lines += ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
        lines += ["", *(f"{name(finding)}: {seat_line(finding)}" for finding in group)]
        lines += [f"{name(finding)}: {verdict(finding, printed)}" for finding in group[1:]] + [""]
    return "\n".join(lines).rstrip()


def to_html(game: str | Game, found: Sequence[Finding], about: str) -> str:
    """One page with everything in it: no script, no font and no picture from elsewhere. Raises MissingExtra."""
    game = load(game)
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>"
        f"<title>{escape(game.name)}: a study of its rules</title><style>{STYLE}</style>"
        f"<h1>{escape(game.name)}: a study of its rules</h1><p>{escape(about)}</p>",
    ]
    for group in groups(found):
        parts += _group(group)
    parts.append(f"<h2>How it was measured</h2>{METHOD}</html>")
    return "\n".join(parts)


def _group(group: Sequence[Finding]) -> list[str]:
    printed, names = group[0], [name(finding) for finding in group]
    parts = [f"<h2>{printed.variant.players} players</h2><ul>"]
    parts += [f"<li><b>{escape(name(finding))}</b>: {escape(verdict(finding, printed))}." for finding in group[1:]]
    parts.append("</ul><h3>How long</h3>" + plots.lengths(group, names))
    parts.append("<h3>Cards or play</h3>" + plots.decided(group, names))
    parts.append("<h3>Does the seat matter</h3>")
    parts += [f"<p>{escape(label)}: {escape(seat_line(finding))}.</p>{plots.seats(finding, label)}" for finding, label in
              zip(group, names, strict=True)]  # fmt: skip
    parts.append("<h3>Who leads, and when it is clear</h3>" + plots.figures(group, names, "changes", "changes of the lead"))
    parts.append(plots.figures(group, names, "clear", "% of the game played when the winner is clear"))
    head = "".join(f"<th>{escape(label)}</th>" for label in names)
    rows = "".join(_row(group, key) for key in FIGURES)
    parts.append(
        f"<h3>All figures</h3><div class=wide><table><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
    return parts


def _row(group: Sequence[Finding], key: str) -> str:
    cells = [f"<td>{said(group[0], key)}</td>"]
    for finding in group[1:]:
        noise = not against(finding, group[0])[key]
        cells.append(f"<td{' class=noise' if noise else ''}>{said(finding, key)}{'<br>within the noise' if noise else ''}</td>")
    return f"<tr><td>{FIGURES[key][0]}</td>{''.join(cells)}</tr>"
