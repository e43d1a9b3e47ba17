"""Worked positions of King's Keys: seats are called by their kingdoms, O S M F clockwise, cards by their names."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from parlour.engine import IllegalAction, Match
from parlour.games.cells import CHANCE, ONLOOKER, UNKNOWN
from parlour.games.kings_keys.cards import leave_open, put, show, shuffle_in
from parlour.games.kings_keys.guards import recount_guards
from parlour.games.kings_keys.soundness import sound
from parlour.games.kings_keys.state import (
    CARD_NAMES,
    CARDS,
    DUNGEON,
    GUARDS,
    HAND,
    HOLDER,
    PILE,
    PLACE_NAMES,
    PLAYING,
    TURN,
    VAULT,
    WAITING,
    Ending,
    Phase,
)

SEATS = "OSMF"
KINGDOMS = "SMFO"
ZONES = {"hand": HAND, "vault": VAULT, "dungeon": DUNGEON, "guards": GUARDS, "waiting": WAITING}
JOKERS = ("JK", "JA", "JH", "JC")


def number(card: str) -> int:
    return CARD_NAMES.index(card)


@dataclass
class Table:
    """A match among O, S, M and F, whose moves are written as words and whose luck is chosen."""

    match: Match

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def turn(self) -> str:
        return SEATS[self.state.actor]

    @property
    def phase(self) -> str:
        return Phase(self.state.phase).name.lower()

    @property
    def pile(self) -> int:
        return int(self.state.size[PILE])

    @property
    def over(self) -> tuple[str, str]:
        """Who won ("" for nobody) and how it ended."""
        assert self.match.over
        winner = self.state.winner
        return SEATS[winner] if winner >= 0 else "", Ending(self.state.ending).name.lower()

    def cards(self, where: str) -> set[str]:
        """The cards in a place, such as "F vault", "O" (all O holds) or "pile"."""
        who, _, zone = where.partition(" ")
        if where in ("pile", "table", "box"):
            return self._at(lambda place: PLACE_NAMES[place] == where)
        seat = SEATS.index(who)
        if not zone:
            return self._at(lambda place: HOLDER[place] == seat)
        return self._at(lambda place: place == ZONES[zone] + seat)

    def _at(self, fits: Callable[[int], bool]) -> set[str]:
        return {CARD_NAMES[card] for card in range(CARDS) if fits(self.state.at[card])}

    def face_up(self, where: str) -> set[str]:
        return {card for card in self.cards(where) if self.state.up[number(card)]}

    def form(self, word: str) -> dict[str, Any]:
        """The action behind a word: a card's name, "dungeon:M", "claim:coins", "eliminate:F:keys" or what is done."""
        if word in CARD_NAMES:
            return {"do": "card", "card": word}
        do, *rest = word.split(":")
        if do in ("hand", "vault", "dungeon", "kingdom"):
            return {"do": "target", "zone": do, "seat": SEATS.index(rest[0])}
        if do == "eliminate":
            return {"do": do, "seat": SEATS.index(rest[0]), "suit": rest[1]}
        return {"do": do, "show": rest[0]} if do == "claim" else {"do": do}

    def do(self, words: str, by: str = "") -> "Table":
        """Play moves for whoever's turn it is, or for another."""
        for word in words.split():
            self.match.play(SEATS.index(by or self.turn), self.form(word))
            self._nothing_lost()
        return self

    def luck(self, words: str) -> "Table":
        for word in words.split():
            self.match.play(CHANCE, self.form(word))
            self._nothing_lost()
        return self

    def settle(self) -> "Table":
        self.match.settle(Random(1).randrange)
        return self

    def finish(self) -> "Table":
        """End the turn; the next player draws."""
        while self.phase in ("ending", "keeping") and (seat := self.state.actor) == self.state.actor:
            self.match.play(seat, self.match.game.idle(self.state, seat, [1]))
            if self.state.phase in (TURN, PLAYING):
                break
        return self.draw()

    def draw(self) -> "Table":
        if self.phase == "turn":
            self.do("draw").settle()
        return self

    def _nothing_lost(self) -> None:
        """KK-Q55, after every action."""
        assert self.match.over or sound(self.state)
        assert Counter(self.state.at).total() == sum(self.state.size) == CARDS

    def legal(self, by: str = "") -> set[str]:
        """What may be played, as the words of `do`."""
        seat = SEATS.index(by or self.turn)
        return {self._word(self.match.game.actions.read(action)) for action in self.match.legal(seat)}

    def lucky(self) -> set[str]:
        """What chance may come up with."""
        return {self._word(self.match.game.actions.read(action)) for action in self.match.legal(CHANCE)}

    def _word(self, form: Mapping[str, Any]) -> str:
        if form["do"] == "card":
            return str(form["card"])
        if form["do"] == "target":
            return f"{form['zone']}:{SEATS[form['seat']]}"
        if form["do"] == "eliminate":
            return f"eliminate:{SEATS[form['seat']]}:{form['suit']}"
        return f"claim:{form['show']}" if form["do"] == "claim" else str(form["do"])

    def refused(self, words: str, by: str = "") -> str:
        """The reason for which the last of some moves is refused; it changes nothing."""
        *first, last = words.split()
        self.do(" ".join(first), by)
        before = self.state.clone()
        with pytest.raises(IllegalAction) as refusal:
            self.match.play(SEATS.index(by or self.turn), self.form(last))
        assert self.state == before
        return refusal.value.reason

    def knows(self, who: str, card: str) -> str:
        """Where this seat ("onlooker" too) sees a card; "" where it does not know."""
        view = self.match.view(ONLOOKER if who == "onlooker" else SEATS.index(who))
        place = view.to_json()["cells"]["at"][number(card)]
        return "" if place is None else (f"{SEATS[int(place[-1])]} {place[:-1]}" if place[-1].isdigit() else place)

    def heard(self, who: str, *events: str) -> list[dict[str, Any]]:
        """The events of these names as this seat heard them, without their names."""
        told = self.match.view(ONLOOKER if who == "onlooker" else SEATS.index(who)).told_json()
        return [{k: v for k, v in event.items() if k != "event"} for event in told if event["event"] in events]


Lay = Callable[..., Table]


def lay_out(
    places: Mapping[str, str],
    turn: str = "O",
    phase: str = "playing",
    pile: int = 0,
    spare: str = "S",
    up: str = "",
    seats: str = SEATS,
    **options: str | int,
) -> Table:
    """A table in the middle of a turn: the cards of each place, the rest in the pile, or beyond `pile` in `spare`'s hand."""
    match = Match.start("kings_keys", len(seats), {**options})
    s = match.state
    s.kingdom = [KINGDOMS.index(seat) if seat in seats else UNKNOWN for seat in SEATS]
    s.ruler = [SEATS.index(k) if k in seats else UNKNOWN for k in KINGDOMS]
    s.phase = Phase[phase.upper()]
    s.actor = s.first = SEATS.index(turn)
    if options.get("jokers") == "on":
        for joker in JOKERS:
            shuffle_in(s, number(joker))
    for where, cards in places.items():
        who, zone = where.split()
        for card in cards.split():
            seat = SEATS.index(who)
            show(s, number(card), ZONES[zone] + seat)
            if zone in ("hand", "vault", "dungeon"):
                s.seen[number(card)] = 1 << seat
    for card in up.split():
        leave_open(s, number(card), s.at[number(card)])
    for seat in range(len(seats)):
        recount_guards(s, seat)
    rest = [card for card in range(CARDS) if s.at[card] == PILE]
    for spared in rest[pile or len(rest) :]:
        put(s, spared, HAND + SEATS.index(spare))
        s.seen[spared] = 1 << SEATS.index(spare)
    s.turn = 1  # what is held was held before
    match._story.clear()
    assert sound(s)
    return Table(match)


@pytest.fixture
def lay() -> Lay:
    return lay_out
