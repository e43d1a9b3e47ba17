"""What a room really sends: whole matches of bots as one seat heard them, for the page's own tests.

`make generated` writes them. Beside each match stand the events that the game declares, with what each says, and which of
them came in matches of bots and of chance: a test of the page that makes up an event is held against both.
"""

import json
from random import Random
from typing import Any

from parlour.bots import bot, kinds
from parlour.engine import Game, Match
from parlour.games.cells import CLOCK
from parlour.testing.reach import random_step

FOLDER = "tests/evenings"
SEAT = 0
MATCHES = 6  # of bots, the first of which is told
CHANCES = 12  # matches of chance, in which things happen that no bot does
STEPS = 400  # of each of them at most
UNTOLD = {"quiet", "version", "since", "seen"}  # no sentence is made of it
HOUSE: dict[str, list[dict[str, Any]]] = {
    "keskife": [{"venue": "stage", "rounds": 3}, {}],
    "kings_keys": [{}, {"jokers": "on", "buy_back": "on", "betrayal": "penalty"}],
}
TABLES = {"skyjo": 3, "keskife": 5}  # else four

Moments = list[dict[str, Any]]


def evening(game: Game) -> str:
    """A match as `SEAT` saw it, whenever it was asked and at the end, and all that it heard; as JSON, a line a moment.

    A moment has what of the view, and of its cells, is not as in the moment before.
    """
    declared = {game.events.names[event]: said(telling) for event, telling in game.events.tellings.items()}
    came: set[str] = set()
    matches = [played(game, number) for number in range(MATCHES)]
    for match in [match for match, _ in matches] + [by_chance(game, number) for number in range(CHANCES)]:
        came |= {game.events.names[event] for _, event, *_ in match.state.events}
    match, moments = matches[0]
    head = {"game": game.name, "events": declared, "came": sorted(came), "story": match.view(SEAT).told_json()}
    lines = ",\n".join(_json(moment) for moment in differences(moments))
    return f'{_json(head)[:-1]},"moments":[\n{lines}]}}\n'


def said(telling: Any) -> list[str]:
    """What an event says besides whom it is of."""
    return [arg.name for arg in telling.where] + ([telling.value.name] if telling.value is not None else [])


def played(game: Game, number: int) -> tuple[Match, Moments]:
    """A match of bots to its end, and what `SEAT` saw when it was asked, with how much it had heard by then."""
    rng = Random(f"{game.name}/evening/{number}")
    house = HOUSE.get(game.name, [{}])
    match = Match.start(game, TABLES.get(game.name, 4), house[number % len(house)])
    ask = bot(game, kinds(game)[0])
    moments: Moments = []
    while not match.over:
        match.settle(rng.randrange)
        seats = [seat for seat in match.to_act if seat != CLOCK]
        if SEAT in seats or match.over:
            moments.append(moment(match))
        if seats:
            match.play(seats[0], ask(match.view(seats[0]), match.legal(seats[0]), rng))
        elif not match.over:
            match.play(CLOCK, match.legal(CLOCK)[0])
    return match, [*moments, moment(match)]


def moment(match: Match) -> dict[str, Any]:
    view = match.view(SEAT)
    seen = view.to_json()
    seen["cells"] = {name: value for name, value in seen["cells"].items() if name not in UNTOLD}
    return {"heard": len(view.told_json()), "view": {name: value for name, value in seen.items() if name not in UNTOLD}}


def differences(moments: Moments) -> Moments:
    found: Moments = []
    last: dict[str, Any] = {"cells": {}}
    for moment in moments:
        view = moment["view"]
        cells = {name: value for name, value in view["cells"].items() if last["cells"].get(name, ...) != value}
        changed = {name: value for name, value in view.items() if name != "cells" and last.get(name, ...) != value}
        found.append({"heard": moment["heard"], "view": changed, "cells": cells})
        last = view
    return found


def by_chance(game: Game, number: int) -> Match:
    rng = Random(f"{game.name}/chance/{number}")
    house = HOUSE.get(game.name, [{}])
    match = Match.start(game, TABLES.get(game.name, 4), house[number % len(house)])
    for _ in range(STEPS):
        if match.over:
            break
        random_step(match, rng)
    return match


def _json(form: Any) -> str:
    return json.dumps(form, ensure_ascii=False, separators=(",", ":"))
