"""Whether the advisor's marks are right: what it calls costly, played to the end by others. Writes its part of bench/RESULTS.md.

    python bench/marks.py --decisions 250 --minutes 50

Matches of Steady and Gentle by turns are judged, one seat of each; of a few of its decisions the cost is measured anew: in worlds
of a third belief, with dice of its own, played to the end of the match, half of the time by rivals of the rule of thumb and half
by softer ones. What was measured is kept, so that a run can be gone on with; `--picture` draws what all runs have found.
"""

import argparse
import io
import json
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from math import hypot, sqrt
from pathlib import Path
from random import Random
from typing import Any

from advising import played
from results import RESULTS, stamped, write

from parlour.advice import Decision, Effort
from parlour.advice.judge import Judge
from parlour.bots.belief import STEADY, Belief
from parlour.bots.comparison import Comparison
from parlour.bots.think import Search
from parlour.engine import Log, Match, View
from parlour.engine.carriers.carrier import Carrier
from parlour.engine.carriers.compiled import best, warm
from parlour.engine.loops.contests import SENSIBLE, SOFT
from parlour.games.cells import UNKNOWN, seeded
from parlour.lab.simulate import wilson
from parlour.say import game_words

TABLES = (  # and the rounds of a look there, as 20 s of one core allow for a match of ordinary length
    *(("keys", 2, 1000), ("keys", 4, 900), ("skyjo", 2, 200), ("skyjo", 4, 60)),
    *(("kings_keys", 2, 50), ("kings_keys", 4, 50), ("keskife", 4, 70), ("keskife", 6, 50)),
)
WORLDS, THIRD = 200, 1 << 30
LOOKED = 40  # steps of a seat that are judged, of each match
PART, FEW = 100, 100  # rounds of playing on at a time, and how many there are at least
CLOSE, FAR = 0.3, 0.02  # how well a cost is known in the end: a mark's as part of its ±, another's in parts of the win
GROUPS = 10  # into which decisions are put for the picture
KEPT = Path(tempfile.gettempdir()) / "parlour-marks.json"
PICTURE = Path(__file__).parents[1] / "docs/pictures/advisor_calibration.svg"


@dataclass(frozen=True, slots=True)
class Checked:
    """A decision whose cost was measured anew."""

    game: str
    players: int
    seed: int
    step: int
    said: float
    doubt: float
    mark: bool
    found: float
    error: float
    judged: int  # decisions of the seat in that match

    @property
    def wrong(self) -> bool:
        """A mark that should not be: playing on says that nothing was lost."""
        return self.mark and self.found <= 0

    @property
    def within(self) -> bool:
        """Whether the cost lies within what was said, as far as playing on can tell."""
        return abs(self.found - self.said) <= hypot(self.doubt, 1.65 * self.error)


def judged(log: Log, seat: int, steps: set[int], effort: Effort, seed: int, carrier: Carrier) -> list[Decision]:
    """Some decisions of a seat; the match's account is left out."""
    match = Match.replay(Log(log.game, log.version, log.players, log.options, (), log.position))
    judge = Judge(match, (seat,), effort, seed, carrier)
    for step, (who, action) in enumerate(log.actions):
        asked = who in match.to_act
        if step in steps:
            judge.before(who, action)
        match.play(who, action)
        judge.after(who, action, asked)
    return list(judge.decisions)


def again(log: Log, wanted: list[Decision], seed: int, rounds: int, carrier: Carrier) -> Iterator[tuple[Decision, float, float]]:
    """The cost of some decisions and its standard error, by playing on to the end."""
    match = Match.replay(Log(log.game, log.version, log.players, log.options, (), log.position))
    by_step = {decision.step: decision for decision in wanted}
    seats = {decision.seat for decision in wanted}
    beliefs = {
        seat: Belief(match.view(seat), worlds=WORLDS, seed=seeded(seed, THIRD + seat), kinds=STEADY | 1 << SOFT, carrier=carrier)
        for seat in seats
    }
    for step, (who, action) in enumerate(log.actions):
        if (decision := by_step.get(step)) is not None:
            yield decision, *cost(match, beliefs[who], decision, seeded(seed, THIRD + step), rounds)
        asked = who in match.to_act
        match.play(who, action)
        for seat, belief in beliefs.items():
            state = match.state.clone()
            match.game.hide(state, seat)
            if asked or who == seat or state != belief.state:
                belief.see(who, action if who == seat else UNKNOWN, state)


def cost(match: Match, belief: Belief, decision: Decision, seed: int, rounds: int) -> tuple[float, float]:
    """What the best action promises more, rivals playing one way in half of the rounds and another way in the other half."""
    view = View(match.game, belief.seat, match.players, belief.state, (), match.memory(belief.seat))
    search = Search(view, belief=belief, seed=seed, expected=1)
    actions = [match.game.actions.number(form) for form in (decision.best, decision.played)]
    if actions[0] == actions[1]:
        return 0.0, 0.0
    types, found = belief.held.types, []
    enough = sqrt(2) * (CLOSE * decision.error if decision.mark else FAR)
    shown = [int(kind) for kind in types[: belief.count * match.players]]
    for kind in (SENSIBLE, SOFT):
        for i in range(belief.count * match.players):
            types[i] = SENSIBLE if i % match.players == belief.seat else kind
        known = Comparison(actions)
        while known.rounds < rounds and (known.rounds < FEW or known.gap(0, 1)[1] > enough):
            search.compare(known, PART, deep=False, whole=True)
        found.append(known.gap(0, 1))
    for i, kind in enumerate(shown):
        types[i] = kind
    return sum(gap for gap, _ in found) / 2, hypot(*(error for _, error in found)) / 2


def checked(game: str, players: int, arguments: Any, seed: int, effort: Effort) -> list[Checked]:
    """Of one seat of one match: every mark, and as many decisions beside them as are wanted."""
    carrier, log, rng = best(game), played(game, players, seed), Random(seed)
    seat = rng.randrange(players)
    mine = [step for step, (who, _) in enumerate(log.actions) if who == seat]
    decisions = judged(log, seat, set(rng.sample(mine, min(len(mine), LOOKED))), effort, seed, carrier)
    marks = [one for one in decisions if one.mark]
    others = [one for one in decisions if not one.mark and one.best != one.played]
    wanted = rng.sample(marks, min(len(marks), arguments.most)) + rng.sample(others, min(len(others), arguments.beside))
    return [
        Checked(
            *(game, players, seed, one.step, one.cost, one.error, one.mark != ""),
            *(round(found, 5), round(error, 5), len(decisions)),
        )
        for one, found, error in again(log, wanted, seed, arguments.rounds, carrier)
    ]


def row(game: str, players: str, rounds: str, all_of: list[Checked]) -> str:
    marks = [one for one in all_of if one.mark]
    matches = {(one.players, one.seed): one.judged for one in all_of}
    cells = [game, players, rounds, str(len(matches)), str(sum(matches.values())), str(len(all_of)), str(len(marks))]
    if marks:
        wrong, within = sum(one.wrong for one in marks), sum(one.within for one in marks)
        sure = sum(one.wrong and one.found + 1.65 * one.error < 0 for one in marks)
        cells += [f"{wrong} ({_interval(wrong, len(marks))})", str(sure)]
        cells += [f"{within / len(marks):.0%} ({_interval(within, len(marks))})"]
    return f"| {' | '.join(cells if marks else [*cells, *'–––'])} |"


def _interval(k: int, n: int) -> str:
    low, high = wilson(k / n, n)
    return f"{low:.0%} to {high:.0%}"


def rows(found: list[Checked]) -> list[str]:
    """By game and number of players, and by game."""
    made = []
    for game in dict.fromkeys(game for game, *_ in TABLES):
        of = [one for one in found if one.game == game]
        made += [
            row(game, str(players), str(rounds), [one for one in of if one.players == players])
            for name, players, rounds in TABLES
            if name == game
        ]
        made.append(row(game, "all", "", of))
    return [*made, row("**all**", "", "", found)]


def drawn(found: list[Checked]) -> str:
    """What was said beside what was found, as SVG, by game: groups of decisions alike, marks and others apart."""
    import matplotlib as mpl  # noqa: PLC0415  the extra `plots`, and only here

    mpl.use("svg")
    import matplotlib.pyplot as plt  # noqa: PLC0415

    plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "parlour", "font.family": "sans-serif", "font.size": 10})
    figure, all_axes = plt.subplots(2, 2, figsize=(8.4, 7.2), layout="constrained")
    for axes, game in zip(all_axes.flat, dict.fromkeys(game for game, *_ in TABLES), strict=True):
        _panel(axes, game, [one for one in found if one.game == game])
    figure.supxlabel("cost said, in a hundred matches")
    figure.supylabel("cost found by playing on, with 95 % intervals")
    text = io.StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None, "Creator": None})
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n"


def _panel(axes: Any, game: str, found: list[Checked]) -> None:
    axes.axhline(0, color="#d8d0c0", linewidth=0.8)
    most = 5.0
    for marks, colour, shape, name in ((True, "#1f6f54", "o", "costly"), (False, "#8a8172", "s", "within the noise")):
        these = sorted((one for one in found if one.mark == marks), key=lambda one: one.said)
        size = max(10, len(these) // GROUPS)
        groups = [these[at : at + size] for at in range(0, len(these), size)]
        groups = [group for group in groups if len(group) >= size // 2] or groups
        said = [100 * sum(one.said for one in group) / len(group) for group in groups]
        means = [100 * sum(one.found for one in group) / len(group) for group in groups]
        spread = [
            196 * (sum((one.found - mean / 100) ** 2 for one in group) / max(1, len(group) - 1) / len(group)) ** 0.5
            for mean, group in zip(means, groups, strict=True)
        ]
        axes.errorbar(said, means, yerr=spread, fmt=shape, color=colour, markersize=5, label=f"{name} ({len(these):,})")
        most = max([most, *said])
    axes.plot([0, most], [0, most], color="#8a5a2b", linewidth=1, label="found as said")
    axes.set_title(str(game_words(game, "en").words["name"]))
    axes.legend(frameon=False, loc="upper left")


def main() -> None:
    parser = argparse.ArgumentParser(description="Check the advisor's marks.")
    parser.add_argument("--game", help="this one alone (default: all)")
    parser.add_argument(
        "--decisions", type=int, default=250, help="to check of each game and number of players (default %(default)s)"
    )
    parser.add_argument("--most", type=int, default=4, help="marks checked of a match (default %(default)s)")
    parser.add_argument("--beside", type=int, default=10, help="other decisions checked of a match (default %(default)s)")
    parser.add_argument(
        "--rounds", type=int, default=1000, help="of playing on, with each kind of rivals, at most (default %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=20_000, help="of the first match (default %(default)s)")
    parser.add_argument("--minutes", type=float, default=10.0, help="of one core (default %(default)s)")
    parser.add_argument("--kept", type=Path, default=KEPT)
    parser.add_argument("--picture", action="store_true", help="draw docs/pictures/advisor_calibration.svg")
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    kept = json.loads(arguments.kept.read_text(encoding="utf-8")) if arguments.kept.exists() else []
    found = [Checked(**one) for one in kept]
    tables = [table for table in TABLES if arguments.game in (None, table[0])]
    for name in {name for name, *_ in tables}:
        warm(name)
    seeds = {t: max([arguments.seed, *(one.seed + 1 for one in found if (one.game, one.players) == t[:2])]) for t in tables}
    spent = dict.fromkeys(tables, 0.0)
    while time.process_time() < 60 * arguments.minutes:
        short = [t for t in tables if sum((one.game, one.players) == t[:2] for one in found) < arguments.decisions]
        if not short:
            break
        begun, table = time.process_time(), min(short, key=spent.__getitem__)  # to each as much time as to the others
        game, players, rounds = table
        found += checked(game, players, arguments, seeds[table], Effort.of(rounds))
        seeds[table], spent[table] = seeds[table] + 1, spent[table] + time.process_time() - begun
        arguments.kept.write_text(json.dumps([asdict(one) for one in found]), encoding="utf-8")
    lines = [
        "## The advisor: are its marks right?",
        "",
        f"{stamped('marks')} Matches of Steady and Gentle by turns;",
        f"of each some {LOOKED} steps of one seat judged, and a few of these decisions replayed to the end of the match from",
        "other worlds with other dice, half against the rule of thumb and half against a softer one: marks, at most",
        f"{arguments.most}, and others in which something else seemed better, at most {arguments.beside}. Rounds: of a look,",
        "as the time for a match of ordinary length allows. Wrong: the replays show no loss; surely: at 95 % confidence.",
        "Within ±: the cost lies within the error that was stated, as far as the replays can tell. With 95 % intervals.",
        "",
        "| game | players | rounds | matches | judged | checked | marks | wrong | surely | within ± |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        *rows(found),
        "",
    ]
    print("\n".join(lines))
    write("marks", lines, arguments.out)
    if arguments.picture:
        PICTURE.write_text(drawn(found), encoding="utf-8")


if __name__ == "__main__":
    main()
