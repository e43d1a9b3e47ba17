"""A study as pictures: SVG texts, drawn by matplotlib (the extra `plots`)."""

import io
from collections.abc import Sequence
from typing import Any

from parlour.extras import need
from parlour.lab.figure import Figure
from parlour.lab.study import Finding

TRIED, PRINTED, BAND = "#1f6f54", "#8a5a2b", "#e8e2d4"
WIDTH, ROW = 7.2, 0.42  # inches
SHORT = {"cards": "cards", "mixing": "mixed choices", "skill": "skill", "seat": "seat"}


def _pyplot() -> Any:
    need("a report with plots", "plots", "matplotlib")
    import matplotlib as mpl  # noqa: PLC0415  only here, and it brings much

    mpl.use("svg")
    import matplotlib.pyplot as plt  # noqa: PLC0415

    plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "parlour", "font.family": "sans-serif", "font.size": 10})
    return plt


def _svg(plt: Any, figure: Any, said: str) -> str:
    """The figure as an element of a page, with what it shows in words."""
    text = io.StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None, "Creator": None})
    plt.close(figure)
    svg = text.getvalue()
    return svg[svg.index("<svg") :].replace("<svg ", f'<svg role="img" aria-label="{said}" ', 1)


def _axes(plt: Any, rows: int) -> Any:
    figure, axes = plt.subplots(figsize=(WIDTH, 0.9 + ROW * rows))
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.tick_params(left=False)
    axes.set_ylim(rows - 0.5, -0.5)
    return figure, axes


def lengths(found: Sequence[Finding], names: Sequence[str]) -> str:
    """How long games take, in minutes: the middle, half of all games and nine in ten; the printed rules are dashed."""
    plt = _pyplot()
    figure, axes = _axes(plt, len(found))
    boxes = axes.boxplot(
        [finding.minutes for finding in found], orientation="horizontal", positions=range(len(found)), whis=(5, 95),
        showfliers=False, widths=0.55, patch_artist=True, medianprops={"color": "white", "linewidth": 2},
    )  # fmt: skip
    for finding, box, middle in zip(found, boxes["boxes"], boxes["medians"], strict=True):
        if finding.variant.printed:
            box.set(facecolor="white", edgecolor=PRINTED, linestyle="--")
            middle.set(color=PRINTED)
        else:
            box.set(facecolor=TRIED, edgecolor=TRIED)
    axes.set_yticks(range(len(found)), names)
    axes.set_xlim(left=0)
    axes.set_xlabel("minutes")
    return _svg(plt, figure, "Minutes a game: the middle, half of the games, nine in ten")


def figures(found: Sequence[Finding], names: Sequence[str], key: str, label: str) -> str:
    """One figure of every variant with its interval; the band is that of the printed rules."""
    plt = _pyplot()
    figure, axes = _axes(plt, len(found))
    share = 100 if "%" in label else 1
    values = [finding.figures[key] for finding in found]
    axes.axvspan(share * values[0].low, share * values[0].high, color=BAND)
    for row, value in enumerate(values):
        _dot(axes, row, value, share, PRINTED if row == 0 else TRIED)
    axes.set_yticks(range(len(found)), names)
    axes.set_xlabel(label)
    return _svg(plt, figure, f"{label}, with intervals; the band is that of the printed rules")


def _dot(axes: Any, row: int, value: Figure, share: int, colour: str) -> None:
    axes.plot([share * value.low, share * value.high], [row, row], color=colour, linewidth=1.6)
    axes.plot([share * value.value], [row], "o", color=colour, markersize=6)


def seats(found: Sequence[Finding], names: Sequence[str]) -> str:
    """Each seat's share of the wins with its interval, a row a seat and variant, all on one scale.

    The line is an even share, the band what is noise around it.
    """
    plt = _pyplot()
    rows = [(seat, finding) for seat in range(len(found[0].seats)) for finding in found]
    figure, axes = _axes(plt, len(rows))
    fair = 100 / len(found[0].seats)
    half = 50 * max(finding.seats[0].high - finding.seats[0].low for finding in found)
    axes.axvspan(fair - half, fair + half, color=BAND)
    axes.axvline(fair, color="#8c8577", linewidth=1)
    for row, (seat, finding) in enumerate(rows):
        _dot(axes, row, finding.seats[seat], 100, PRINTED if finding.variant.printed else TRIED)
    said = [f"seat {seat + 1}, {names[i]}" for seat in range(len(found[0].seats)) for i in range(len(found))]
    axes.set_yticks(range(len(rows)), said)
    axes.set_xlabel("% of wins")
    return _svg(plt, figure, "Share of wins by seat with intervals")


def decided(found: Sequence[Finding], names: Sequence[str]) -> str:
    """What decides who wins: every part with its interval, a row a part and variant, all on one scale."""
    plt = _pyplot()
    rows = [(part, i) for part in SHORT for i in range(len(found))]
    figure, axes = _axes(plt, len(rows))
    for row, (part, i) in enumerate(rows):
        _dot(axes, row, found[i].figures[part], 100, PRINTED if found[i].variant.printed else TRIED)
        if i == 0 and row:
            axes.axhline(row - 0.5, color=BAND, linewidth=1)
    axes.set_yticks(range(len(rows)), [f"{SHORT[part]}, {names[i]}" for part, i in rows])
    axes.set_xlim(-2, 102)
    axes.set_xlabel("% of who wins")
    return _svg(plt, figure, "Parts of who wins that the cards, mixed choices, skill and the seat decide, with intervals")
