"""What is told in KEYS is what happened, by a reading of the cells before and after that knows nothing of the rules' code."""

import pytest

from parlour.testing.reach import Setup
from tests.games.telling import Form, Step, event, held, steps

Told = list[tuple[Form, object]]

SETUPS = [
    Setup(5, {}),
    Setup(4, {"after_knockout": "key_owner", "starter": 2}),
    Setup(3, {"own_stack": "until_bid"}),
    Setup(2, {"to_win": 3}),
]


def did(step: Step) -> Told:
    """What the action itself is told as."""
    before, do = step.before, step.action
    actor = before["actor"]
    match do["do"]:
        case "place":
            return [event("placed", step.seat, [step.seat], coaster=do["coaster"])]
        case "bid":
            return [event("bid", step.seat, bid=do["bid"])]
        case "pass":
            return [event("passed", step.seat)]
        case "leave":
            return [event("left", step.seat)]
        case "next":
            return [event("returned")]
        case "flip":
            p = do["seat"]
            key = before["key_at"][p] == before["height"][p] - before["flipped"][p]
            flipped = [event("flipped", p, coaster="key" if key else "regular")]
            return [*flipped, event("failed", actor)] if key else flipped
        case "lose":
            left = before["owned"][actor] - 1
            hears = [] if before["left"][actor] else [actor]
            lost = [event("lost", actor, hears, left=left, coaster=do["coaster"])]
            return lost if left else [*lost, event("out", actor)]
    return []


def followed(step: Step) -> Told:
    """What came of it."""
    before, after = step.before, step.after
    told: Told = []
    passed = [p for p in range(step.players) if after["passed"][p] > before["passed"][p]]
    told += [event("passed", p) for p in passed if step.action["do"] != "pass" or p != step.seat]
    if after["phase"] == "flip" and before["phase"] != "flip":
        own = after["height"][after["bidder"]]
        coasters = max(own, after["bid"]) if after["own_stack"] == "all" else after["bid"]
        told.append(event("challenger", after["bidder"], coasters=coasters))
    for p in range(step.players):
        if after["points"][p] > before["points"][p]:
            told.append(event("succeeded", p, points=after["points"][p]))
    if after["round"] > before["round"]:
        told.append(event("began", after["starter"]))
    if step.new("winner"):
        told.append(event("won", after["winner"]))
    return told


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.players} {setup.options}")
def test_what_is_told_is_what_happened(setup: Setup) -> None:
    heard: set[str] = set()
    for seed in range(12):
        for step in steps(setup, "keys", seed):
            held(step, lambda step: did(step) + followed(step))
            heard |= {form["event"] for form, _ in step.told}
    wanted = {
        "began",
        "placed",
        "bid",
        "passed",
        "challenger",
        "flipped",
        "succeeded",
        "failed",
        "returned",
        "lost",
        "left",
        "won",
    }
    assert wanted <= heard | ({"left"} if setup.players == 2 else set())
