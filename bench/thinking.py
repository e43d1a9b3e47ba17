"""How well thought plays: one seat thinks, the others do not. Writes its part of bench/RESULTS.md, floors beside the figures.

Every game has a seed of its own; the thinker sits one seat further each game. A share of wins counts a win shared by n as 1/n.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from results import RESULTS, stamped, write

from parlour.bots import Bot, bot
from parlour.bots.belief import Belief
from parlour.bots.think import think
from parlour.engine import CHANCE, CLOCK, Match, load
from parlour.engine.carriers.compiled import warm
from parlour.games.cells import UNKNOWN
from parlour.lab.simulate import wilson


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays whom, and the share of wins the thinker is to reach; None: to be reported."""

    game: str
    players: int
    rival: str
    floor: float | None
    part: float = 1.0  # of the games: where one takes long, fewer are played


PAIRINGS = (
    Pairing("keys", 2, "simple", 0.86),
    Pairing("keys", 2, "random", 0.67),
    Pairing("keys", 4, "simple", 0.80),
    Pairing("keys", 4, "random", 0.72),
    Pairing("skyjo", 2, "simple", 0.66, 0.5),
    Pairing("skyjo", 4, "simple", 0.30, 0.5),
    Pairing("kings_keys", 4, "simple", None, 0.06),
)


@dataclass(slots=True)
class Tally:
    """What came of the games of a pairing."""

    shares: list[float] = field(default_factory=list)
    thoughts: list[float] = field(default_factory=list)  # seconds of process time
    carried: float = 0.0  # seconds spent on belief
    guessed: int = 0

    def row(self, pairing: Pairing, iterations: int) -> str:
        games = len(self.shares)
        share = sum(self.shares) / games
        low, high = wilson(share, games)
        floor = "–" if pairing.floor is None else f"{pairing.floor:.0%}"
        times = sorted(1000 * seconds for seconds in self.thoughts) or [0.0]
        middle, slow = times[len(times) // 2], times[min(len(times) - 1, len(times) * 99 // 100)]
        belief = 1000 * self.carried / max(1, len(self.thoughts))
        rate = iterations * len(self.thoughts) / sum(self.thoughts)
        return (
            f"| {pairing.game} | {pairing.players} | {pairing.rival} | {games} |"
            f" {share:.0%} ({low:.0%} to {high:.0%}) | {floor} | {rate:,.0f} |"
            f" {middle:.1f} | {slow:.1f} | {belief:.1f} | {self.guessed} |"
        )


def thinking(match: Match, belief: Belief, iterations: int, seed: int, tally: Tally) -> int:
    """The seat's action after thought."""
    view = match.view(belief.seat)
    legal = view.legal
    if len(legal) == 1:
        return legal[0]
    begun = time.process_time()
    action = think(view, iterations=iterations, belief=belief, seed=seed).action
    tally.thoughts.append(time.process_time() - begun)
    return action


def play(pairing: Pairing, seat: int, rival: Bot, rng: Random, iterations: int, worlds: int, tally: Tally) -> float:
    """One match; the thinker's part of the win."""
    match = Match.start(pairing.game, pairing.players)
    belief = Belief(match.view(seat), worlds=worlds, seed=rng.getrandbits(32))
    while not match.over:
        who = match.to_act[0]
        if who == CHANCE:
            match.roll(rng.randrange)
        elif who == CLOCK:
            match.play(who, match.legal(who)[0])
        else:
            view = match.view(who)
            action = (
                thinking(match, belief, iterations, rng.getrandbits(32), tally) if who == seat else rival(view, view.legal, rng)
            )
            match.play(who, action)
        begun = time.process_time()
        belief.see(who, action if who == seat else UNKNOWN, hidden(match, seat))
        tally.carried += time.process_time() - begun
    tally.guessed += belief.guessed
    ranks = match.rank()
    return 1 / ranks.count(1) if ranks[seat] == 1 else 0.0


def hidden(match: Match, seat: int) -> Any:
    state = match.state.clone()
    match.game.hide(state, seat)
    return state


def measured(pairing: Pairing, games: int, iterations: int, worlds: int, seed: int) -> Tally:
    tally, rival = Tally(), bot(load(pairing.game), pairing.rival)
    for number in range(max(1, round(games * pairing.part))):
        rng = Random(f"{pairing}/{seed}/{number}")
        tally.shares.append(play(pairing, number % pairing.players, rival, rng, iterations, worlds, tally))
    return tally


def table(game: str, rows: Sequence[str], iterations: int, worlds: int, seed: int) -> list[str]:
    return [
        f"## Thinking: how well it plays, {game}",
        "",
        f"{stamped('thinking')} One seat thinks, {iterations:,} iterations with",
        f"{worlds} worlds of belief; the others are of one kind. Seed {seed}. Shares of wins with 95 % intervals;",
        "process time of a decision, the median and what 99 of 100 are below.",
        "The floor of playouts a second is 100,000 in KEYS for two, 40,000 in KEYS and SKYJO for four. Anew: no world was left.",
        "",
        "| game | players | against | games | share of wins | floor | playouts a second | ms thought | p99 | ms belief | anew |",
        "| --- | ---: | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
        *rows,
        "",
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure thought against bots that do not think.")
    parser.add_argument("--games", type=int, default=60, help="of each pairing (default %(default)s)")
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--worlds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--only", action="append", default=[], metavar="GAME/PLAYERS/RIVAL", help="these pairings; may be repeated"
    )
    parser.add_argument("--out", type=Path, default=RESULTS, help="default %(default)s")
    arguments = parser.parse_args()
    rows: dict[str, list[str]] = {}
    below = []
    for pairing in PAIRINGS:
        name = f"{pairing.game}/{pairing.players}/{pairing.rival}"
        if (arguments.only and name not in arguments.only) or load(pairing.game).policy is None:
            continue
        warm(load(pairing.game))
        tally = measured(pairing, arguments.games, arguments.iterations, arguments.worlds, arguments.seed)
        mine = rows.setdefault(pairing.game, [])
        mine.append(tally.row(pairing, arguments.iterations))
        print(mine[-1], flush=True)
        if not arguments.only:
            lines = table(pairing.game, mine, arguments.iterations, arguments.worlds, arguments.seed)
            write(f"thinking_{pairing.game}", lines, arguments.out)
        if pairing.floor is not None and wilson(sum(tally.shares) / len(tally.shares), len(tally.shares))[1] < pairing.floor:
            below.append(name)
    for name in below:
        print(f"below its floor: {name}")
    return 1 if below else 0


if __name__ == "__main__":
    raise SystemExit(main())
