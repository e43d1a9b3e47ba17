"""The one door out: everything a person or a bot ever receives is computed here, from a hidden state and told events."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from parlour.engine.contract.game import Game
from parlour.games.cells import CHANCE, CLOCK, UNKNOWN, Way

Told = tuple[int, int, int, int]  # event, seat, where, value


def seats_in(bits: int) -> list[int]:
    """The seats a bit mask names, lowest first."""
    return list(_named(bits))


@lru_cache(4096)
def _named(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(CLOCK + 1) if bits >> seat & 1)


def listed(ask: Any, state: Any, seat: int, room: list[int]) -> list[int]:
    """What `legal` or `may` put in `room` for a seat."""
    count: int = ask(state, seat, room)
    return room[:count]


def told_to(story: Sequence[tuple[int, int, int, int, int]], seat: int) -> list[Told]:
    """A story as this seat heard it."""
    bit = 1 << seat
    return [(event, who, where, value if audience & bit else UNKNOWN) for audience, event, who, where, value in story]


@dataclass(frozen=True, slots=True)
class View:
    """What a seat, or ONLOOKER, may know: the state after `hide`, and the events as it heard them."""

    game: Game
    seat: int
    players: int
    state: Any
    events: Sequence[Told]
    memory: Any = None  # what the seat remembers of the match, where the game's policy keeps something in mind

    @property
    def asked(self) -> list[int]:
        """The seats asked for an action, CHANCE and CLOCK among them."""
        return seats_in(self.game.to_act(self.state))

    @property
    def legal(self) -> list[int]:
        """The actions this seat is asked to choose from."""
        if not self.game.to_act(self.state) >> self.seat & 1:
            return []
        return listed(self.game.legal, self.state, self.seat, [0] * self.game.actions.size)

    @property
    def may(self) -> list[int]:
        """The actions this seat may play without being asked."""
        if self.seat >= self.players:
            return []
        return listed(self.game.may, self.state, self.seat, [0] * self.game.actions.size)

    @property
    def quiet(self) -> list[int]:
        """The seats that may not talk now, by the game's own word."""
        return seats_in(self.game.quiet(self.state))

    @property
    def progress(self) -> list[list[Way]]:
        """By seat, how far everybody is on each way to win, as far as this seat may know; empty where the game does not say."""
        return self.game.progress(self) if self.game.progress is not None else []

    @property
    def over(self) -> bool:
        return not self.game.to_act(self.state)

    def to_json(self, beside: "tuple[View, dict[str, Any]] | None" = None) -> dict[str, Any]:
        """The view as the page, the terminal and clients read it, without its events (see `told_json`).

        `beside`: another seat's view of the same match and its JSON, which this one then shares where their cells are equal.
        """
        if beside is not None and beside[0].state == self.state:
            return beside[1] | self._own()
        game, state = self.game, self.state
        asked = self.asked
        return {
            "game": game.name,
            "version": game.version,
            "players": self.players,
            "cells": game.read_cells_beside(state, beside[0].state, beside[1]["cells"]) if beside else game.read_cells(state),
            "asked": [seat for seat in asked if seat < self.players],
            "waiting": next((who for seat, who in ((CHANCE, "chance"), (CLOCK, "clock")) if seat in asked), None),
            "quiet": self.quiet,
            "scores": [game.score(state, seat) for seat in range(self.players)],
            "ranks": [game.rank(state, seat) for seat in range(self.players)] if not asked else None,
            "over": not asked,
            **self._own(),
        }

    def _own(self) -> dict[str, Any]:
        """What even they see differently who see the same."""
        read = self.game.actions.read
        return {
            "seat": self.seat if self.seat < self.players else None,
            "legal": [read(action) for action in self.legal],
            "may": [read(action) for action in self.may],
            "progress": self.progress,
        }

    def told_json(self, since: int = 0) -> list[dict[str, Any]]:
        """The events this seat has heard, from number `since` on, as JSON."""
        return [self.game.events.read(told) for told in self.events[since:]]


def look(game: Game, seat: int, players: int, state: Any, events: Sequence[Told], memory: Any = None) -> View:
    """Make a seat's View from the true state, which is not changed."""
    hidden = state.clone()
    game.hide(hidden, seat)
    return View(game, seat, players, hidden, events, memory)
