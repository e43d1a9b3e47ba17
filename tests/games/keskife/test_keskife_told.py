"""What is told in KESKIFÈ? is what happened, by a reading of the cells before and after that knows nothing of the rules' code."""

from parlour.games.cells import ONLOOKER
from parlour.games.keskife.state import Event
from parlour.testing.reach import Setup
from tests.games.telling import ALL, Form, Step, event, held, steps

Told = list[tuple[Form, object]]

SETUPS = [
    Setup(4, {"venue": "stage", "pot": "half"}),
    Setup(6, {"pot": "all_or_nothing", "colour_choice": "fixed", "numbers": "dice"}),
    Setup(8, {"count_monkey_votes": "on", "blocked": ["mime"]}),
    Setup(11, {"team_vote": "captain"}),
    Setup(16, {"first_leader": 3}),
]


def first(step: Step, unit: int) -> int:
    """The seat by which a unit is called."""
    return 2 * unit if step.players > 8 else unit


def members(step: Step, cells: Form, unit: int) -> list[int]:
    """Who of a unit has not left."""
    seats = (2 * unit, 2 * unit + 1) if step.players > 8 else (unit,)
    return [seat for seat in seats if cells["present"] >> seat & 1]


def hears(step: Step, seats: list[int]) -> object:
    return ALL if len(seats) == step.players and ONLOOKER in seats else seats


def did(step: Step) -> Told:
    """What the action itself is told as."""
    b, a, do, seat = step.before, step.after, step.action, step.seat
    match do["do"]:
        case "ready" | "stop":
            return [event({"ready": "ready", "stop": "stopped"}[do["do"]], seat)]
        case "leave":
            return [event("left", seat)]
        case "leader":
            return [event("leads", do["seat"])]
        case "name":
            return [event("named", seat, next=do["seat"]), event("leads", do["seat"])]
        case "deal":
            return dealt(step, do["unit"], do["other"])
        case "numbers":
            return [event("numbers", tens=do["tens"], ones=do["ones"])]
        case "line":
            readers = [p for u in range(a["units"]) if a["card"][u] == "action" for p in members(step, a, u)]
            return [event("line", to=hears(step, readers), entry=do["entry"])]
        case "gesture":
            return [event("chose", seat, [seat], gesture=do["gesture"])]
        case "point":
            return [event("pointed", seat, [seat], at=do["seat"])]
        case "count_in" | "count_out":
            return [event(do["do"], number=do["number"])]
        case "beat":
            chosen = [p for p in range(step.players) if b["chosen"] >> p & 1]
            return [event("gesture", p, gesture=b["gesture"][p][b["beat"]]) for p in chosen]
    return []


def dealt(step: Step, unit: int, other: int) -> Told:
    b = step.before
    told: Told = []
    for u in range(b["units"]):
        if there := members(step, b, u):
            told.append(event("dealt", first(step, u), hears(step, there), card="monkey" if u in (unit, other) else "action"))
    if not b["dice"] and b["turned"].bit_count() == 6:
        told.append(event("shuffled"))
    return told


def followed(step: Step) -> Told:
    """What came of it."""
    b, a = step.before, step.after
    told: Told = []
    if a["colour"] is not None and a["colour"] != b["colour"]:
        told.append(event("colour", first(step, a["leader"]), colour=a["colour"]))
    if a["phase"] == "count_in" != b["phase"]:
        told.append(event("count_in", number=3))
    if a["phase"] == "count_out" != b["phase"]:
        told += [event("hands_up"), event("count_out", number=3)]
    if step.action["do"] == "leave" and a["replays"] > b["replays"]:
        told.append(event("replayed"))
    if a["scored"] > b["scored"]:
        told += revealed(step)
    if a["phase"] == "over":
        told.append(event("ended"))
    return told


def pointing(step: Step, unit: int) -> int | None:
    """The unit that a unit points at: all of it who point, alike."""
    a = step.after
    team = members(step, a, unit)
    votes = {a["vote"][p] for p in (team[:1] if a["captains"] else team)}
    return votes.pop() if len(votes) == 1 else None


def revealed(step: Step) -> Told:
    a = step.after
    units = [u for u in range(a["units"]) if a["card"][u] != "none"]
    monkeys = [u for u in units if a["card"][u] == "monkey"]
    told = [event("finger", p, at=first(step, a["vote"][p])) for p in range(step.players) if a["voted"] >> p & 1]
    told += [event("monkey", first(step, u)) for u in monkeys]
    found = dict.fromkeys(monkeys, 0)
    pot = 0
    for u in units:
        at = pointing(step, u)
        if u in monkeys:
            if at in found and a["count_monkey_votes"]:
                found[at] += 1
        elif at in found:
            found[at] += 1
            told.append(event("kept", first(step, u)))
        else:
            pot += 1
            told.append(event("lost", first(step, u)))
    won = alone(step, monkeys[0], found[monkeys[0]], pot, len(units)) if len(monkeys) == 1 else shared(monkeys, found, pot)
    return told + [event("won", first(step, u), cards=won[u]) for u in monkeys]


def alone(step: Step, monkey: int, found: int, pot: int, units: int) -> dict[int, int]:
    rule = step.after["pot_rule"]
    share = pot if rule == "all" else pot // 2 if rule == "half" else pot if found == 0 else 0
    return {monkey: share + (found < units - 1)}


def shared(monkeys: list[int], found: dict[int, int], pot: int) -> dict[int, int]:
    a, b = monkeys
    own = {a: 1, b: 1}
    if found[a] != found[b]:
        more = max(monkeys, key=lambda u: found[u])
        own = {u: 0 if u == more else 2 for u in monkeys}
    return {u: own[u] + pot // 2 for u in monkeys}


def test_what_is_told_is_what_happened() -> None:
    heard: set[str] = set()
    for setup in SETUPS:
        for seed in range(3):
            for step in steps(setup, "keskife", seed, restless=(1000, 60)[seed == 0]):
                held(step, lambda step: did(step) + followed(step))
                heard |= {form["event"] for form, _ in step.told}
    assert {name.lower() for name in Event.__members__} - heard <= {"replayed", "stopped"}
