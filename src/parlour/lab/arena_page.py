"""An arena in words and as a picture: lines for the terminal, and one page of HTML that holds all it shows."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from math import ceil, floor
from pathlib import Path

from parlour.lab.arena import Duel, Result, Standing

STYLE = Path(__file__).with_name("arena.css")
METHOD = """<p>A rating is how strong a bot is by who won: each seat wins with a chance in proportion to its strength (Plackett
and Luce's model, for two Bradley and Terry's), fitted by maximum likelihood, with 95 % intervals from its curvature. 400 points
are odds of ten to one; the mean of all bots is 0. So that a bot that never won has a rating too, everybody also draws once with
an average player. A win shared by n counts 1/n. Seats rotate. "Ahead" is how often one bot finished before the other at the same
table, level counting half; its interval is Wilson's.</p>"""


def signed(points: float) -> str:
    """A rating as people write it, with a real minus sign."""
    return f"{points:+.0f}".replace("-", "−")


def about(result: Result) -> str:
    """What was played, in a line."""
    changed = ", ".join(f"{name} {value}" for name, value in result.options.items())
    lost = f"; {result.abandoned} abandoned at the game's bound on steps" * bool(result.abandoned)
    none = f"; {result.unranked} that nobody won" * bool(result.unranked)
    return (
        f"{result.games:,} games of {result.players} ({result.line_ups} line-up{'s' * (result.line_ups > 1)}),"
        f" seed {result.seed}, rules version {result.version}{lost}{none}" + (f". Options: {changed}" if changed else "")
    )


def to_text(result: Result) -> str:
    """For the terminal: the standings, and below them who finished ahead of whom."""
    width = max(8, *(len(one.bot) for one in result.standings))
    lines = [
        f"{result.game}: {about(result)}, {result.seconds:.1f} s",
        "",
        f"{'bot':<{width}}  {'rating':>6}  {'95 %':<14}  {'share of wins':<24}  {'games':>7}  {'mean score':>10}",
    ]
    for one in result.standings:
        low, high = one.rating_interval
        between = f"{signed(low)} to {signed(high)}"
        share = f"{one.win_share:6.1%}  ({one.win_share_interval[0]:.1%} to {one.win_share_interval[1]:.1%})"
        lines.append(
            f"{one.bot:<{width}}  {signed(one.rating):>6}  {between:<14}  {share:<24}  {one.games:>7}  {one.mean_score:>10.2f}"
        )
    lines += [
        "",
        *noise(result.standings),
        "",
        f"{'ahead of':<{width}}  " + "  ".join(f"{one.bot:>8}" for one in result.standings),
    ]
    for one in result.standings:
        row = [_share(result.duel(one.bot, other.bot)) for other in result.standings]
        lines.append(
            f"{one.bot:<{width}}  "
            + "  ".join(f"{cell:>{max(8, len(other.bot))}}" for cell, other in zip(row, result.standings, strict=True))
        )
    return "\n".join(lines)


def noise(standings: Sequence[Standing]) -> list[str]:
    """Which differences in the order are more than noise."""
    return [
        f"{one.bot} is {'better than' if one.clear else 'within the noise of'} {other.bot}" for one, other in pairwise(standings)
    ]


def _share(duel: Duel | None) -> str:
    return "–" if duel is None else f"{duel.ahead:.0%}"


def to_html(result: Result, name: str) -> str:
    """One page with everything in it: no script, no font and no picture from elsewhere. `name` is the game's."""
    best = result.standings[0]
    heading = f"{name}: {best.bot} is the strongest" if best.clear else f"{name}: no bot stands out"
    said = "; ".join(noise(result.standings))
    return "\n".join((
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width, initial-scale=1'>",
        f"<title>{escape(name)}: the arena</title><style>{STYLE.read_text(encoding='utf-8')}</style><main>",
        f"<header><h1>{escape(heading)}</h1><p>{escape(about(result))}.</p></header>",
        f"<section class=full><h2>How strong</h2><p>{escape(said)}.</p>",
        f"{_chart(result.standings)}</section>",
        f"<section><h2>Who finished ahead of whom</h2><p class=small>Row before column, of the tables at which both sat.</p>"
        f"{_met(result)}</section>",
        f"<section><h2>All figures</h2>{_table(result.standings)}</section>",
        f"<section class=full><h2>How it was measured</h2>{METHOD}</section></main></html>",
    ))  # fmt: skip


def _chart(standings: Sequence[Standing]) -> str:
    """A line a bot: a dot for its rating and a bar for the interval. The table below says the same in numbers."""
    step = _step(max(one.rating_interval[1] for one in standings) - min(one.rating_interval[0] for one in standings))
    low = step * floor(min(one.rating_interval[0] for one in standings) / step)
    high = step * ceil(max(one.rating_interval[1] for one in standings) / step)

    def at(points: float) -> str:
        return f"{100 * (points - low) / (high - low):.2f}%"

    marks = range(low, high + 1, step)
    grid = "".join(f"<i{' class=mid' if mark == 0 else ''} style='left:{at(mark)}'></i>" for mark in marks)
    rows = [
        f"<div class=who>{escape(one.bot)}</div><div class=track aria-hidden=true>{grid}<span class=bar"
        f" style='left:{at(one.rating_interval[0])};right:calc(100% - {at(one.rating_interval[1])})'></span>"
        f"<span class=dot style='left:{at(one.rating)}'></span></div>"
        f"<div class='points num'>{signed(one.rating)} <span class=small>± {_half(one)}</span></div>"
        for one in standings
    ]
    ticks = "".join(f"<span style='left:{at(mark)}'>{signed(mark) if mark else '0'}</span>" for mark in marks)
    below = f"<div class=empty></div><div class=ticks aria-hidden=true>{ticks}</div>"
    return f"<div class=chart>{''.join(rows)}{below}</div>"


def _step(span: float) -> int:
    """Points between two marks: few enough marks to be read on a phone."""
    return next((step for step in (20, 50, 100, 200, 400, 1000) if span / step <= 6), 2000)


def _half(one: Standing) -> str:
    return f"{(one.rating_interval[1] - one.rating_interval[0]) / 2:.0f}"


def _met(result: Result) -> str:
    head = "".join(f"<th scope=col>{escape(one.bot)}</th>" for one in result.standings)
    rows = "".join(
        f"<tr><th scope=row>{escape(one.bot)}</th>{''.join(_cell(result, one, other) for other in result.standings)}</tr>"
        for one in result.standings
    )
    return _wide("Ahead of whom", " class=met", f"<th></th>{head}", rows)


def _cell(result: Result, one: Standing, other: Standing) -> str:
    duel = result.duel(one.bot, other.bot)
    if duel is None:
        return "<td style='--v:0'>–</td>"
    low, high = duel.ahead_interval
    return f"<td style='--v:{100 * duel.ahead:.0f}'>{duel.ahead:.0%}<small>{low:.0%} to {high:.0%}</small></td>"


def _table(standings: Sequence[Standing]) -> str:
    def between(interval: tuple[float, float], form: str) -> str:
        return f"<small>{' to '.join(f'{end:{form}}' for end in interval)}</small>".replace("-", "−")

    rows = "".join(
        f"<tr><th scope=row>{escape(one.bot)}</th>"
        f"<td>{signed(one.rating)} {between(one.rating_interval, '+.0f')}</td>"
        f"<td>{one.win_share:.1%} {between(one.win_share_interval, '.1%')}</td>"
        f"<td>{one.games:,}</td><td>{f'{one.mean_score:.2f}'.replace('-', '−')}</td></tr>"
        for one in standings
    )
    head = "".join(f"<th scope=col>{what}</th>" for what in ("bot", "rating", "share of wins", "games", "mean score"))
    return _wide("All figures", "", head, rows)


def _wide(label: str, given: str, head: str, rows: str) -> str:
    """A table that is scrolled sideways where the screen is narrow, with the keyboard too."""
    table = f"<table{given}><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f"<div class=wide tabindex=0 role=region aria-label='{label}'>{table}</div>"
