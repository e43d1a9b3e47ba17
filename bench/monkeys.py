"""How often KESKIFÈ?'s monkey is found on the stage, by players of each kind. Writes its part of bench/RESULTS.md."""

import argparse
from dataclasses import dataclass
from pathlib import Path
from random import Random

from results import RESULTS, stamped, write

from parlour.bots import bot
from parlour.engine import CHANCE, CLOCK, Match, load
from parlour.games.keskife.state import ACTION, MONKEY
from parlour.lab.simulate import wilson

KINDS = ("simple", "gentle", "sharp", "random")
PAIRINGS = tuple((knows, monkey) for knows in KINDS for monkey in KINDS if (knows, monkey) != ("random", "random"))


@dataclass(slots=True)
class Found:
    """Of all rounds: fingers of the others, those on the monkey, monkeys, those on whom no finger lay."""

    fingers: int = 0
    right: int = 0
    monkeys: int = 0
    unseen: int = 0


def follow(people: int, pointing: str, monkey: str, seed: int, found: Found) -> None:
    """A match, in which the one kind plays those who know the action, the other whoever is the monkey."""
    game, rng = load("keskife"), Random(f"{pointing}/{monkey}/{seed}")
    match = Match.start(game, people, {"venue": "stage"})
    while not match.over:
        seat, scored, s = match.to_act[0], match.state.scored, match.state
        if seat == CHANCE:
            match.roll(rng.randrange)
        elif seat == CLOCK:
            match.play(seat, match.legal(seat)[0])
        else:
            view = match.view(seat)
            match.play(seat, bot(game, monkey if s.card[seat] == MONKEY else pointing)(view, view.legal, rng))
        if s.scored > scored:
            for unit in range(s.units):
                found.fingers += s.card[unit] == ACTION
                found.right += s.card[unit] == ACTION and s.gained[unit] > 0
                found.monkeys += s.card[unit] == MONKEY
                found.unseen += s.card[unit] == MONKEY and s.recognised[unit] == 0


def shares(hits: int, of: int) -> str:
    low, high = wilson(hits / of, of)
    return f"{hits / of:.0%} ({low:.0%} to {high:.0%})"


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure who finds the monkey.")
    parser.add_argument("--matches", type=int, default=10, help="of each pairing, of six rounds each (default %(default)s)")
    parser.add_argument("--people", type=int, default=6, help="one unit each, one of them the monkey (default %(default)s)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="default %(default)s")
    arguments = parser.parse_args()
    rows = []
    for pointing, monkey in PAIRINGS:
        found = Found()
        for seed in range(arguments.matches):
            follow(arguments.people, pointing, monkey, seed, found)
        right, unseen = shares(found.right, found.fingers), shares(found.unseen, found.monkeys)
        rows.append(f"| {pointing} | {monkey} | {found.monkeys} | {right} | {unseen} |")
        print(rows[-1], flush=True)
    lines = [
        "## KESKIFÈ?: who finds the monkey",
        "",
        f"{stamped('monkeys')} On the stage, {arguments.people} people, {arguments.matches} matches",
        f"of each pairing. By chance one finger in {arguments.people - 1} points right. Shares with 95 % intervals;",
        "the fingers of one round are not independent of each other.",
        "",
        "| those who know | the monkey | rounds | pointing right | monkey not recognised by anybody |",
        "| --- | --- | ---: | --- | --- |",
        *rows,
        "",
    ]
    write("monkeys", lines, arguments.out)


if __name__ == "__main__":
    main()
