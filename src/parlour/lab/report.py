"""A study in words: lines for the terminal, and one page of HTML that holds all it shows."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from parlour.engine.contract.game import Game, load
from parlour.lab import plots
from parlour.lab.figure import Figure
from parlour.lab.study import Finding, against, label, uneven
from parlour.lab.variance import PARTS

STYLE = Path(__file__).with_name("report.css")
METHOD = """<p>Bots play every variant with the same chance. Brackets hold 95 % intervals; a difference whose own interval holds
0 is called noise. A minute is what the printed game's box says, spread over the decisions that its games take. A blow-out is won
by more than one and a half times the mean distance between scores. What decides who wins: every deal is dealt again to line-ups
of stronger and weaker bots, and each of these plays it twice with other choices of its own. The variance of who wins is then
taken apart: skill is what follows the line-up, the cards are what follows the deal (and later chance) with equal line-ups, mixed
choices are what differs when the same bots play the same deal again, the seat is what no line-up and no deal changes.</p>"""


def name(finding: Finding) -> str:
    """A variant as one says it: what is varied and how."""
    said = ", ".join(f"{option}={value}" for option, value in finding.variant.changed)
    return (f"{said} (printed)" if said else "printed rules") if finding.variant.printed else said


def groups(found: Sequence[Finding]) -> list[list[Finding]]:
    """The findings by number of players and kind of bot, the printed rules first in each."""
    keys = dict.fromkeys((finding.variant.players, finding.bot) for finding in found)
    return [[one for one in found if (one.variant.players, one.bot) == key] for key in keys]


def agents(found: Sequence[Finding]) -> list[list[Finding]]:
    """Of each variant the findings of every kind of bot, where there are several."""
    keys: dict[tuple[int, str], list[Finding]] = {}
    for finding in found:
        keys.setdefault((finding.variant.players, name(finding)), []).append(finding)
    return [one for one in keys.values() if len(one) > 1]


def number(figure: Figure, share: bool) -> str:
    """A figure with its interval, as "31.2 (30.1 to 32.3)"."""
    value, low, high = (100 * n if share else n for n in (figure.value, figure.low, figure.high))
    return f"{value:.1f}{' %' if share else ''} ({low:.1f} to {high:.1f})"


def said(finding: Finding, key: str) -> str:
    """One of its figures; a dash where it has no meaning."""
    return number(finding.figures[key], label(key)[1]) if key in finding.figures else "–"


def cut(found: Sequence[Finding]) -> str:
    """What is to be said first of a study that was cut short; empty where it was not."""
    short = [finding for finding in found if finding.games < finding.of]
    if not short:
        return ""
    return f"cut short: {min(one.games for one in short)} of {short[0].of} games of each, so the intervals are wide"


def lead(finding: Finding) -> str:
    """What decides most, where that is more than noise."""
    most, *others = sorted(PARTS, key=lambda part: -finding.figures[part].value)
    if not finding.figures[most].value:
        return "every game ends alike: nothing decides who wins"
    clear = all(finding.figures[other].high < finding.figures[most].low for other in others)
    return f"{label(most)[0]}: {said(finding, most)}" if clear else "no part of what decides who wins stands out from the noise"


def verdict(finding: Finding, printed: Finding) -> str:
    """What differs from the printed rules, and what is within the noise."""
    real = [key for key, differs in against(finding, printed).items() if differs]
    lines = []
    for key in real:
        words, share = label(key)
        mine, theirs = (f"{one.figures[key].value * (100 if share else 1):.1f}{' %' * share}" for one in (finding, printed))
        lines.append(f"{words} {mine} instead of {theirs}")
    rest = "all else is within the noise" if real else "every difference is within the noise"
    return "; ".join([*lines, rest])


def seat_line(finding: Finding) -> str:
    """Whether the seat matters."""
    shares = ", ".join(f"{100 * seat.value:.1f}" for seat in finding.seats)
    return f"wins by seat {shares} %: {'the seat matters' if uneven(finding) else 'within the noise'}"


def _keys(found: Sequence[Finding]) -> list[str]:
    return list(dict.fromkeys(key for finding in found for key in finding.figures))


def to_text(game: str | Game, found: Sequence[Finding]) -> str:
    """For the terminal: a table for each number of players, and below it what is more than noise."""
    game = load(game)
    lines = [f"{short}\n"] if (short := cut(found)) else []
    for group in groups(found):
        printed = group[0]
        lines += [
            f"{game.name}, {printed.variant.players} players, {printed.games} games of each between {printed.bot} bots;"
            " 95 % intervals in brackets",
            "",
            *_table(_keys(group), group, list(map(name, group))),
            "",
            *(f"{name(finding)}: {seat_line(finding)}" for finding in group),
            *(f"{name(finding)}: {lead(finding)}" for finding in group),
            *(f"{name(finding)}: {verdict(finding, printed)}" for finding in group if finding is not printed),
            "",
        ]
        for key in printed.tables:
            lines += [f"{label(key)[0]}:", *_rows(group, key), ""]
    for one in agents(found):
        title = f"by who plays, {one[0].variant.players} players, {name(one[0])}:"
        lines += [title, "", *_table(_keys(one), one, [finding.bot for finding in one]), ""]
    return "\n".join(lines).rstrip()


def _table(keys: Sequence[str], group: Sequence[Finding], names: Sequence[str]) -> list[str]:
    return _even([["", *names], *([label(key)[0], *(said(finding, key) for finding in group)] for key in keys)])


def _rows(group: Sequence[Finding], key: str) -> list[str]:
    share = label(key)[1]
    known = dict.fromkeys(row for finding in group for row in finding.tables.get(key, {}))
    tables = [finding.tables.get(key, {}) for finding in group]
    return _even(
        [["", *map(name, group)], *([row, *(number(t[row], share) if row in t else "–" for t in tables)] for row in known)]
    )


def _even(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def to_html(game: str | Game, found: Sequence[Finding], about: str) -> str:
    """One page with everything in it: no script, no font and no picture from elsewhere. Raises MissingExtra."""
    game = load(game)
    short = cut(found)
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width, initial-scale=1'>"
        f"<title>{escape(game.name)}: a study of its rules</title><style>{STYLE.read_text(encoding='utf-8')}</style><main>"
        f"<h1>{escape(game.name)}: a study of its rules</h1>",
        f"<p class=cut>{escape(short[0].upper() + short[1:])}.</p>" if short else "",
        f"<p>{escape(about)}</p>",
    ]
    for group in groups(found):
        parts += _group(group)
    for one in agents(found):
        parts.append(f"<h2>By who plays: {one[0].variant.players} players, {escape(name(one[0]))}</h2>")
        parts.append(_html_table(_keys(one), one, [finding.bot for finding in one], compared=False))
    parts.append(f"<h2>How it was measured</h2>{METHOD}</main></html>")
    return "\n".join(parts)


def picture(found: Sequence[Finding]) -> str:
    """What decides who wins, of the first number of players and kind of bot, as an SVG of its own. Raises MissingExtra."""
    group = groups(found)[0]
    return plots.decided(group, list(map(name, group))) + "\n"


def _group(group: Sequence[Finding]) -> list[str]:
    printed, names = group[0], [name(finding) for finding in group]
    parts = [f"<h2>{printed.variant.players} players, {escape(printed.bot)} bots</h2><ul>"]
    parts += [f"<li><b>{escape(name(one))}</b>: {escape(lead(one))}.</li>" for one in group]
    parts += [f"<li><b>{escape(name(one))}</b>: {escape(verdict(one, printed))}.</li>" for one in group if one is not printed]
    parts.append("</ul><h3>How long</h3>" + _plot(plots.lengths(group, names)))
    parts.append("<h3>What decides who wins</h3>" + _plot(plots.decided(group, names)))
    parts.append("<h3>Does the seat matter</h3><ul>")
    parts += [f"<li>{escape(one)}: {escape(seat_line(finding))}.</li>" for one, finding in zip(names, group, strict=True)]
    parts.append(f"</ul>{_plot(plots.seats(group, names))}")
    parts.append(
        "<h3>Who leads, and when it is clear</h3>" + _plot(plots.figures(group, names, "changes", "changes of the lead"))
    )
    if all("clear" in finding.figures for finding in group):
        parts.append(_plot(plots.figures(group, names, "clear", "% of the game played when the winner is clear")))
    parts.append("<h3>All figures</h3>" + _html_table(_keys(group), group, names, compared=True))
    for key in printed.tables:
        parts.append(f"<h3>{escape(label(key)[0].capitalize())}</h3>{_html_rows(group, names, key)}")
    return parts


def _plot(svg: str) -> str:
    """A plot on the page: on a phone it is as wide as can be read, and scrolls by itself."""
    return f"<div class='wide plot' tabindex=0>{svg}</div>"


def _head(names: Sequence[str]) -> str:
    return "<thead><tr><th></th>" + "".join(f"<th scope=col>{escape(one)}</th>" for one in names) + "</tr></thead>"


def _html_table(keys: Sequence[str], group: Sequence[Finding], names: Sequence[str], *, compared: bool) -> str:
    rows = []
    for key in keys:
        cells = [f"<td>{said(group[0], key)}</td>"]
        for finding in group[1:]:
            noise = compared and not against(finding, group[0]).get(key, False)
            cells.append(f"<td{' class=noise' * noise}>{said(finding, key)}{'<br>within the noise' * noise}</td>")
        rows.append(f"<tr><th scope=row>{escape(label(key)[0])}</th>{''.join(cells)}</tr>")
    return f"<div class=wide tabindex=0><table>{_head(names)}<tbody>{''.join(rows)}</tbody></table></div>"


def _html_rows(group: Sequence[Finding], names: Sequence[str], key: str) -> str:
    share = label(key)[1]
    known = dict.fromkeys(row for finding in group for row in finding.tables.get(key, {}))
    tables = [finding.tables.get(key, {}) for finding in group]
    rows = "".join(
        f"<tr><th scope=row>{escape(row)}</th>"
        + "".join(f"<td>{number(t[row], share) if row in t else '–'}</td>" for t in tables)
        + "</tr>"
        for row in known
    )
    return f"<div class=wide tabindex=0><table>{_head(names)}<tbody>{rows}</tbody></table></div>"
