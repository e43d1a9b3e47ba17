"""A study as pictures: SVG texts, drawn by matplotlib (the extra `plots`)."""

import io
from collections.abc import Sequence
from typing import Any

from parlour.extras import need
from parlour.lab.study import Figure, Finding

TRIED, PRINTED, BAND = "#1f6f54", "#8a5a2b", "#e8e2d4"
WIDTH, ROW = 7.2, 0.42  # inches


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
    """How long games take, in minutes: the middle, half of all games and nine in ten; the printed rules first."""
    plt = _pyplot()
    figure, axes = _axes(plt, len(found))
    boxes = axes.boxplot(
        [finding.minutes for finding in found], orientation="horizontal", positions=range(len(found)), whis=(5, 95),
        showfliers=False, widths=0.55, patch_artist=True, medianprops={"color": "white", "linewidth": 2},
    )  # fmt: skip
    for row, box in enumerate(boxes["boxes"]):
        box.set(facecolor=TRIED if row else "white", edgecolor=TRIED if row else PRINTED, linestyle="-" if row else "--")
    boxes["medians"][0].set(color=PRINTED)
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


def seats(finding: Finding, name: str) -> str:
    """Each seat's share of the wins with its interval; the line is an even share, the band what is noise around it."""
    plt = _pyplot()
    figure, axes = _axes(plt, len(finding.seats))
    fair = 100 / len(finding.seats)
    half = 50 * (finding.seats[0].high - finding.seats[0].low)
    axes.axvspan(fair - half, fair + half, color=BAND)
    axes.axvline(fair, color="#8c8577", linewidth=1)
    for row, seat in enumerate(finding.seats):
        _dot(axes, row, seat, 100, TRIED)
    axes.set_yticks(range(len(finding.seats)), [f"seat {row + 1}" for row in range(len(finding.seats))])
    axes.set_xlabel(f"% of wins: {name}")
    return _svg(plt, figure, f"Share of wins by seat with intervals, {name}")


def decided(found: Sequence[Finding], names: Sequence[str]) -> str:
    """What decides who wins: the cards or the play."""
    plt = _pyplot()
    figure, axes = _axes(plt, len(found))
    rows = range(len(found))
    cards, play = ([100 * finding.figures[key].value for finding in found] for key in ("cards", "play"))
    left = [0.0] * len(found)
    for part, colour, hatch, label in (
        (cards, PRINTED, "", "cards"),
        (play, TRIED, "//", "play"),
    ):
        axes.barh(rows, part, left=left, color=colour, hatch=hatch, edgecolor="white", height=0.6, label=label)
        left = [a + b for a, b in zip(left, part, strict=True)]
    axes.set_yticks(rows, names)
    axes.set_xlabel("% of who wins")
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2, frameon=False)
    return _svg(plt, figure, "Part of who wins that is decided by the cards and by the play")
