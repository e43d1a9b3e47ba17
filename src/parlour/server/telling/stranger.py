"""What a bot of another package plays: asked in a process of its own, where it may fail, die or never come to an end."""

from collections import OrderedDict
from operator import index
from random import Random
from typing import Any

from parlour.bots import bot
from parlour.bots.belief import Seen
from parlour.engine import Match, View, load
from parlour.engine.contract.slots import unpacked
from parlour.games.cells import seeded
from parlour.server.table.thinking import Ask

REMEMBERED = 256  # seats that are followed; the longest unasked is forgotten first


class Guest:
    """One seat of one match, told what it sees as a `Company` tells it."""

    def __init__(self, ask: Ask) -> None:
        self.game = load(ask.game)
        match = Match.start(self.game, ask.players, ask.options)
        view = match.view(ask.seat)
        self.seat, self.state, self.memory, self.steps = ask.seat, view.state, view.memory, 0
        play = bot(self.game, ask.kind)
        follow = getattr(play, "follow", None)
        self.player: Any = play if follow is None else follow(view, ask.dice)
        self.follows = follow is not None

    def see(self, who: int, own: int, cells: tuple[Any, ...]) -> None:
        """A step of the match."""
        self.state = unpacked(cells, self.game.State(), self.game.cells)
        self.steps += 1
        if self.memory is not None and self.game.policy is not None:
            self.game.policy.remember(self.state, self.seat, self.memory)
        if self.follows:
            self.player.see(Seen(who, own, self.state))


_guests: OrderedDict[tuple[str, int, int], Guest] = OrderedDict()


def choose(ask: Ask) -> int | None:
    """Its choice; None where this process does not know what came before the steps it is told. Raises what the bot raises."""
    guest = _guests.pop(ask.mind, None)
    if ask.first == 0:
        guest = Guest(ask)
    if guest is None or guest.steps != ask.first:
        return None
    for step in ask.steps:
        guest.see(*step)
    _guests[ask.mind] = guest
    if len(_guests) > REMEMBERED:
        _guests.popitem(last=False)
    view = View(guest.game, ask.seat, ask.players, guest.state.clone(), ask.events, guest.memory)
    return index(guest.player(view, view.legal, Random(seeded(ask.dice, ask.question))))
