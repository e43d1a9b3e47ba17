"""What is told in SKYJO is what happened, by a reading of the cells before and after that knows nothing of the rules' code."""

from typing import Any

from parlour.games.skyjo.state import Event
from parlour.testing.reach import Setup
from tests.games.telling import Form, Step, event, held, steps

Told = list[tuple[Form, object]]
MOVES = {"taking": "took", "swapping": "swapped", "turning": "turned"}

SETUPS = [
    Setup(2, {"end_score": 50}),
    Setup(3, {"start_tie": "random", "opening": 1}),
    Setup(4, {"rows": "on", "opening": 3}),
    Setup(8, {"turn_cap": 40, "doubling": "off"}),
    Setup(5, {}),
]


def top(cells: Form) -> Any:
    return cells["discard"][cells["discards"] - 1]


def did(step: Step) -> Told:
    """What the action itself is told as."""
    b, do = step.before, step.action
    seat, slot = step.seat, int(do.get("slot", 0))
    match do["do"]:
        case "card":
            return named(b, do["value"])
        case "draw":
            return [event("reshuffled", cards=b["discards"] - 1)] if b["pile"] == 0 else []
        case "take" | "swap":
            name, card = ("took", top(b)) if do["do"] == "take" else ("swapped", b["drawn"])
            went = b["grid"][seat][slot - 1]
            if went == "hidden":
                return [event("pointed", seat, move=name, slot=slot)]
            return [event(name, seat, slot=slot, card=card, went=went)]
        case "turn" | "reveal":
            return [event("pointed", seat, move=f"{do['do']}ed", slot=slot)]
        case "ready":
            return [event("ready", seat)]
        case "leave":
            dropped = b["phase"] == "holding" and b["turn"] == seat
            return [event("left", seat), *([event("dropped", seat, value=b["drawn"])] if dropped else [])]
    return []


def named(b: Form, value: int) -> Told:
    """What chance says of a card."""
    mover, slot, phase = b["mover"], b["slot"], b["phase"]
    match phase:
        case "opening":
            return [event("opened", value=value)]
        case "drawing" | "redrawing":
            return [event("drew", b["turn"], [b["turn"]], value=value)]
        case "revealing":
            return [event("revealed", mover, slot=slot, value=value)]
        case "counting":
            return [event("counted", mover, slot=slot, value=value)]
        case "turning":
            return [event("turned", mover, slot=slot, card=b["drawn"], value=value)]
    return [event(MOVES[phase], mover, slot=slot, card=b["drawn"], went=value)]


def laid(step: Step) -> list[list[Any]]:
    """The grids with the card of this step in its place, before anything goes."""
    b, do = step.before, step.action
    grid = [row[:] for row in b["grid"]]
    if do["do"] == "card" and b["phase"] in ("revealing", "counting", "turning"):
        grid[b["mover"]][b["slot"] - 1] = do["value"]
    elif do["do"] == "card" and b["phase"] in ("taking", "swapping"):
        grid[b["mover"]][b["slot"] - 1] = b["drawn"]
    elif do["do"] in ("take", "swap") and grid[step.seat][do["slot"] - 1] != "hidden":
        grid[step.seat][do["slot"] - 1] = top(b) if do["do"] == "take" else b["drawn"]
    return grid


def cleared(step: Step) -> Told:
    """Columns and rows that are alike and have gone."""
    told: Told = []
    if step.after["round"] > step.before["round"]:
        return told
    for seat, cards in enumerate(laid(step)):
        for column in range(4):
            three = {cards[column], cards[column + 4], cards[column + 8]}
            if len(three) == 1 and three.isdisjoint({"hidden", "gone"}) and step.after["grid"][seat][column] == "gone":
                told.append(event("cleared", seat, column=column + 1, value=three.pop()))
        for row in range(3):
            four = set(cards[4 * row : 4 * row + 4])
            if step.after["rows"] and len(four) == 1 and four.isdisjoint({"hidden", "gone"}):
                told.append(event("cleared_row", seat, row=row + 1, value=four.pop()))
    return told


def shown(cells: Form, seat: int) -> int:
    return sum(card for card in cells["grid"][seat] if isinstance(card, int))


def plays(cells: Form, players: int) -> list[int]:
    return [seat for seat in range(players) if not cells["left"][seat]]


def followed(step: Step) -> Told:
    """What came of it."""
    b, a = step.before, step.after
    told = cleared(step)
    if a["ender"] is not None and b["ender"] is None:
        told.append(event("out", a["ender"], points=shown(a, a["ender"])))
    if a["phase"] == "turn" and b["phase"] in ("reveal", "revealing", "tie"):
        first = event("starts", a["starter"], points=shown(a, a["starter"]))
        told.append(first if a["round"] == 1 else event("leads", a["starter"]))
    if a["scored"] > b["scored"]:
        told += scored(step)
    if a["round"] > b["round"]:
        told.append(event("dealt", round=a["round"]))
    if a["ending"] in ("capped", "deserted"):
        told.append(event(a["ending"]))
    return told


def scored(step: Step) -> Told:
    a, told = step.after, []
    there = plays(a, step.players)
    raw = {seat: shown(a, seat) for seat in there}
    for seat in there:
        others = min(raw[other] for other in there if other != seat)
        twice = seat == a["ender"] and 0 < raw[seat] >= others and a["doubling"] == "printed"
        points = raw[seat] * (1 + twice)
        if twice:
            told.append(event("doubled", seat, points=points))
        total = step.before["totals"][seat] + points
        whole = {} if a["round"] == 1 else {"total": total}
        told.append(event("scored" if whole else "first_scored", seat, points=points, **whole))
    if a["phase"] == "over":
        least = min(a["totals"][seat] for seat in there)
        told += [event("won", seat, total=least) for seat in there if a["totals"][seat] == least]
    return told


def test_what_is_told_is_what_happened() -> None:
    heard: set[str] = set()
    for setup in SETUPS:
        for seed in range(5):
            for step in steps(setup, "skyjo", seed, restless=(3000, 150)[seed == 0]):
                held(step, lambda step: did(step) + followed(step))
                heard |= {form["event"] for form, _ in step.told}
    every = {name.lower() for name in Event.__members__}
    assert every - heard <= {"reshuffled", "cleared_row", "dropped", "deserted"}, "what seldom happens has tests of its own"
