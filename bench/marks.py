"""Whether the advisor's marks are right: what it calls costly, played to the end by others. Writes its part of bench/RESULTS.md.

    python bench/marks.py --game keys --players 2 --marks 100 --decisions 300 --minutes 10

Matches of Steady and Gentle by turns are judged; of some of their decisions the cost is measured anew: in worlds of a third
belief, with dice of its own, played to the end of the match, half of the time by rivals of the rule of thumb and half by softer
ones. What was measured is kept, so that a run can be gone on with; `--picture` draws what all runs have found.
"""

import argparse
import io
import json
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from math import hypot
from pathlib import Path
from random import Random
from typing import Any

from advising import played
from results import RESULTS, stamped, write

from parlour.advice import Decision, Effort
from parlour.advice.advise import measured
from parlour.advice.judge import Judge
from parlour.advice.looking import Look
from parlour.bots.belief import STEADY, Belief
from parlour.bots.comparison import Comparison
from parlour.bots.think import Search
from parlour.engine import Log, Match, View
from parlour.engine.carriers.carrier import Carrier
from parlour.engine.carriers.compiled import best, warm
from parlour.engine.loops.contests import SENSIBLE, SOFT
from parlour.games.cells import UNKNOWN, seeded
from parlour.lab.simulate import wilson

WORLDS, THIRD = 400, 1 << 30
PART = 100  # rounds at a time
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

    @property
    def wrong(self) -> bool:
        """A mark that should not be: playing on says that nothing was lost."""
        return self.mark and self.found <= 0

    @property
    def within(self) -> bool:
        """Whether the cost lies within what was said, as far as playing on can tell."""
        return abs(self.found - self.said) <= hypot(self.doubt, 1.65 * self.error)


def judged(log: Log, effort: Effort, seed: int, carrier: Carrier) -> list[Decision]:
    """All decisions of a match; its account is left out."""
    match = Match.replay(Log(log.game, log.version, log.players, log.options, (), log.position))
    look = Look(effort.iterations, effort.rounds, effort.closer)
    judge = Judge(match, tuple(range(log.players)), look, seed, carrier)
    for who, action in log.actions:
        asked = who in match.to_act
        judge.before(who, action, 0)
        match.play(who, action)
        judge.after(who, action, asked)
    return list(judge.decisions())


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
    shown = [int(kind) for kind in types[: belief.count * match.players]]
    for kind in (SENSIBLE, SOFT):
        for i in range(belief.count * match.players):
            types[i] = SENSIBLE if i % match.players == belief.seat else kind
        known = Comparison(actions)
        while known.rounds < rounds:
            search.compare(known, PART, deep=False, whole=True)
        found.append(known.gap(0, 1))
    for i, kind in enumerate(shown):
        types[i] = kind
    return sum(gap for gap, _ in found) / 2, hypot(*(error for _, error in found)) / 2


def checked(game: str, players: int, arguments: Any, seed: int, effort: Effort) -> list[Checked]:
    """Of one match: every mark, and as many decisions beside them as are wanted."""
    carrier, log = best(game), played(game, players, seed)
    decisions, rng = judged(log, effort, seed, carrier), Random(seed)
    marks = [one for one in decisions if one.mark]
    others = [one for one in decisions if not one.mark and one.best != one.played]
    wanted = rng.sample(marks, min(len(marks), arguments.most)) + rng.sample(others, min(len(others), arguments.beside))
    return [
        Checked(game, players, seed, one.step, one.cost, one.error, one.mark != "", round(found, 5), round(error, 5))
        for one, found, error in again(log, wanted, seed, arguments.rounds, carrier)
    ]


def row(game: str, players: int, all_of: list[Checked]) -> str:
    marks = [one for one in all_of if one.mark]
    if not marks:
        return f"| {game} | {players} | 0 | – | – | – | {len(all_of)} |"
    wrong, within = sum(one.wrong for one in marks), sum(one.within for one in marks)
    sure = sum(one.wrong and one.found + 1.65 * one.error < 0 for one in marks)
    low, high = wilson(wrong / len(marks), len(marks))
    lower, upper = wilson(within / len(marks), len(marks))
    return (
        f"| {game} | {players} | {len(marks)} | {wrong} ({low:.0%} to {high:.0%}) | {sure} |"
        f" {within / len(marks):.0%} ({lower:.0%} to {upper:.0%}) | {len(all_of)} |"
    )


def drawn(found: list[Checked]) -> str:
    """What was said beside what was found, as SVG: groups of decisions alike in what was said, marks and others apart."""
    import matplotlib as mpl  # noqa: PLC0415  the extra `plots`, and only here

    mpl.use("svg")
    import matplotlib.pyplot as plt  # noqa: PLC0415

    plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "parlour", "font.family": "sans-serif", "font.size": 10})
    figure, axes = plt.subplots(figsize=(6.4, 5.2))
    most = 50
    axes.plot([0, most], [0, most], color="#8a5a2b", linewidth=1, label="found as said")
    for marks, colour, shape, name in ((True, "#1f6f54", "o", "costly"), (False, "#8a8172", "s", "within the noise")):
        these = sorted((one for one in found if one.mark == marks), key=lambda one: one.said)
        size = max(10, len(these) // GROUPS)
        groups = [group for at in range(0, len(these), size) if len(group := these[at : at + size]) >= size // 2]
        said = [100 * sum(one.said for one in group) / len(group) for group in groups]
        means = [100 * sum(one.found for one in group) / len(group) for group in groups]
        spread = [
            196 * (sum((one.found - mean / 100) ** 2 for one in group) / (len(group) - 1) / len(group)) ** 0.5
            for mean, group in zip(means, groups, strict=True)
        ]
        axes.errorbar(said, means, yerr=spread, fmt=shape, color=colour, markersize=5, label=f"{name} ({len(these):,} decisions)")
    axes.axhline(0, color="#d8d0c0", linewidth=0.8)
    axes.set_xlabel("cost said, in a hundred matches")
    axes.set_ylabel("cost found by playing on, with 95 % intervals")
    axes.legend(frameon=False, loc="upper left")
    text = io.StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None, "Creator": None})
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Check the advisor's marks.")
    parser.add_argument("--game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--marks", type=int, default=100, help="to check (default %(default)s)")
    parser.add_argument("--decisions", type=int, default=250, help="to check in all, marks among them (default %(default)s)")
    parser.add_argument("--most", type=int, default=6, help="marks checked of a match (default %(default)s)")
    parser.add_argument("--beside", type=int, default=8, help="other decisions checked of a match (default %(default)s)")
    parser.add_argument("--rounds", type=int, default=2000, help="of playing on, with each kind of rivals (default %(default)s)")
    parser.add_argument("--effort", type=int, default=0, help="rounds of a look; else what 20 s of one core allow")
    parser.add_argument("--seed", type=int, default=1000, help="of the first match (default %(default)s)")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--kept", type=Path, default=KEPT)
    parser.add_argument("--picture", action="store_true", help="draw docs/pictures/advisor_calibration.svg")
    parser.add_argument("--out", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    kept = json.loads(arguments.kept.read_text(encoding="utf-8")) if arguments.kept.exists() else []
    found = [Checked(**one) for one in kept]
    until, seed = time.monotonic() + 60 * arguments.minutes, arguments.seed
    if arguments.game:
        warm(arguments.game)
    while arguments.game and time.monotonic() < until:
        mine = [one for one in found if (one.game, one.players) == (arguments.game, arguments.players)]
        if sum(one.mark for one in mine) >= arguments.marks and len(mine) >= arguments.decisions:
            break
        if seed not in {one.seed for one in mine}:
            log = played(arguments.game, arguments.players, seed)
            seats = tuple(range(arguments.players))
            effort = Effort.of(arguments.effort) if arguments.effort else measured(log, seats, 20.0, best(arguments.game))[0]
            found += checked(arguments.game, arguments.players, arguments, seed, effort)
            arguments.kept.write_text(json.dumps([asdict(one) for one in found]), encoding="utf-8")
        seed += 1
    rows = []
    for game, players in sorted({(one.game, one.players) for one in found}):
        rows.append(row(game, players, [one for one in found if (one.game, one.players) == (game, players)]))
        print(rows[-1], flush=True)
    lines = [
        "## The advisor: are its marks right?",
        "",
        f"{stamped('marks')} Matches of Steady and Gentle by turns;",
        "decisions replayed to the end of the match from other worlds with other dice, against the rule of thumb",
        "and a softer one. Wrong: the replays show no loss; surely: at 95 % confidence. Within ±: the cost lies within",
        "the error that was stated, as far as the replays can tell. With 95 % intervals.",
        "",
        "| game | players | marks checked | wrong | surely | within ± | decisions checked |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
        *rows,
        "",
    ]
    write("marks", lines, arguments.out)
    if arguments.picture:
        PICTURE.write_text(drawn(found), encoding="utf-8")


if __name__ == "__main__":
    main()
