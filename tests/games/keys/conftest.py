"""Worked positions of KEYS: stacks as strings from the bottom to the top, R a regular coaster and K the KEY."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from parlour.engine import IllegalAction, Match
from parlour.games.cells import CHANCE, CLOCK
from parlour.games.keys.knowledge import complete
from parlour.games.keys.soundness import next_to_place
from parlour.games.keys.state import GONE, HAND, LOST, OWNED, UNSURE

SEATS = "ABCDE"
SEAT = {letter: seat for seat, letter in enumerate(SEATS)}


@dataclass
class Table:
    """A match whose players are called A, B, C …"""

    match: Match

    @property
    def cells(self) -> dict[str, Any]:
        cells: dict[str, Any] = self.match.position()["cells"]
        return cells

    @property
    def asked(self) -> str:
        return "".join(SEATS[seat] for seat in self.match.to_act if seat < len(SEATS))

    def by_name(self, cell: str) -> dict[str, Any]:
        return dict(zip(SEATS, self.cells[cell][: self.match.players], strict=False))

    @property
    def stacks(self) -> dict[str, str]:
        """Every stack as it was given."""
        state = self.match.state
        return {
            SEATS[p]: "".join("K" if state.key_at[p] == i else "R" for i in range(state.height[p]))
            for p in range(self.match.players)
        }

    def number(self, words: str) -> tuple[int, int]:
        """A seat and an action, from "A bid 2", "B pass", "A flip C", "C place K" or "B leave"."""
        who, do, *rest = words.split()
        form: dict[str, Any] = {"do": do}
        if do == "bid":
            form["bid"] = int(rest[0])
        elif do == "flip":
            form["seat"] = SEAT[rest[0]]
        elif do == "place":
            form["coaster"] = {"R": "regular", "K": "key"}[rest[0]]
        return SEAT[who], self.match.number(form)

    def do(self, *moves: str) -> "Table":
        for words in moves:
            self.match.play(*self.number(words))
        return self

    def refused(self, words: str) -> str:
        """The reason for which a move is refused; it changes nothing."""
        before = self.match.state.clone()
        with pytest.raises(IllegalAction) as refusal:
            self.do(words)
        assert self.match.state == before
        return refusal.value.reason

    def legal(self, who: str) -> list[str]:
        """What a player may choose from, in the words of `do`."""
        return [_words(self.match.game.actions.read(action)) for action in self.match.legal(SEAT[who])]

    def clear(self, lose: str = "") -> "Table":
        """Let the pause go by and, after a failure, chance take this coaster (R or K)."""
        self.match.play(CLOCK, {"do": "next"})
        if lose:
            self.match.play(CHANCE, {"do": "lose", "coaster": {"R": "regular", "K": "key"}[lose]})
        return self

    def told(self, seat: int, event: str) -> list[dict[str, Any]]:
        """The events of one kind, as a seat heard them."""
        return [form for form in self.match.view(seat).told_json() if form["event"] == event]


def _words(form: Mapping[str, Any]) -> str:
    if form["do"] == "place":
        return f"place {form['coaster'][0].upper()}"
    if form["do"] == "flip":
        return f"flip {SEATS[form['seat']]}"
    return " ".join(str(part) for part in form.values())


Lay = Callable[..., Table]


def _lay(
    *stacks: str,
    starter: str = "A",
    owned: Sequence[int] | None = None,
    gone: str = "",
    points: Sequence[int] | None = None,
    options: Mapping[str, Any] | None = None,
) -> Table:
    """A round in which these stacks have been placed and nobody has bid.

    `owned` are the coasters of each player (four); `gone` names players who have lost their KEY.
    """
    players = len(stacks)
    match = Match.start("keys", players, {**(options or {}), "starter": SEAT[starter]})
    state = match.state
    for p, stack in enumerate(stacks):
        state.owned[p] = 4 if owned is None else owned[p]
        state.points[p] = 0 if points is None else points[p]
        state.height[p] = len(stack)
        state.key_at[p] = LOST if SEATS[p] in gone or not state.owned[p] else HAND
        if "K" in stack:
            state.key_at[p] = stack.index("K")
        if state.owned[p] < OWNED:
            state.key_known[p] = UNSURE if state.owned[p] else GONE
    complete(state)
    state.round = 1 + sum(state.points[p] + OWNED - state.owned[p] for p in range(players))
    state.on_table = sum(state.height)
    state.actor = next_to_place(state)
    return Table(Match.from_position(match.position()))


@pytest.fixture
def lay() -> Lay:
    """Lay out a position; see `_lay`."""
    return _lay


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> Random:
    return Random(request.node.name)


def random_steps(match: Match, rng: Random) -> None:
    """Play one step at random, chance by its odds."""
    seat = match.to_act[0]
    if seat == CHANCE:
        match.roll(rng.randrange)
    else:
        match.play(seat, rng.choice(match.legal(seat)))


@pytest.fixture
def step() -> Callable[[Match, Random], None]:
    """Play one step at random, chance by its odds."""
    return random_steps
