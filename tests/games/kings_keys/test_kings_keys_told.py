"""What is told in King's Keys is what happened, by a reading of the cells before and after, in words and not in numbers."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from parlour.games.cells import ONLOOKER
from parlour.games.kings_keys.state import CARD_NAMES
from parlour.testing.reach import Setup
from tests.games.telling import ALL, Form, Step, event, held, steps

Told = list[tuple[Form, object]]
KINGDOMS = {"sun": "S", "mountain": "M", "forest": "F", "ocean": "O"}
LETTERS = {letter: kingdom for kingdom, letter in KINGDOMS.items()}
SUITS = {"axes": "A", "shields": "H", "coins": "C", "keys": "K"}
NUMBER = {card: number for number, card in enumerate(CARD_NAMES)}

SETUPS = [
    Setup(4, {"jokers": "on", "buy_back": "on"}),
    Setup(3, {"jokers": "on", "betrayal": "penalty", "kingdoms": "chosen", "allow_short_hand": "on"}),
    Setup(2, {"truce_rounds": 1, "fallen_guards": "out_of_play"}),
    Setup(4, {"round_limit": 12, "betrayal": "penalty"}),
]


def at(cells: Form, card: str) -> str:
    place: str = cells["at"][NUMBER[card]]
    return place


def zone(place: str) -> str:
    return place[:-1]


def owner(place: str) -> int:
    return int(place[-1])


def ears(cells: Form, card: str, *also: int) -> Any:
    """Who knows a card, and two who come to know it."""
    seen = cells["seen"][NUMBER[card]]
    hears = sorted({seat for seat in range(cells["players"]) if seen >> seat & 1} | set(also))
    onlooker = bool(seen >> 4 & 1)
    return ALL if onlooker and len(hears) == cells["players"] else hears + [ONLOOKER] * onlooker


def did(step: Step) -> Told:
    """What the action itself is told as."""
    b, do, actor = step.before, step.action, step.before["actor"]
    match do["do"]:
        case "crown":
            return [event("crowned", actor, kingdom=do["kingdom"])]
        case "first":
            return [event("opened", do["seat"])]
        case "nothing":
            return [event("passed", step.seat)]
        case "card":
            return pointed(step, do["card"])
        case "target":
            return targeted(step, do["zone"], do["seat"])
        case "done" if b["phase"] == "naming":
            return robbed(step)
        case "no_axe":
            return [event("no_axe", actor, victim=owner(b["target"]))]
        case "spy":
            return spied(step)
        case "eliminate":
            letter = KINGDOMS[b["kingdom"][do["seat"]]]
            cards = [f"{letter}{SUITS[do['suit']]}{rank}" for rank in (1, 2, 3, 4)]
            shown = [event("showed", actor, card=card, zone=zone(at(b, card))) for card in cards]
            return [event("eliminated", actor, victim=do["seat"], suit=do["suit"]), *shown]
        case "claim":
            return claimed(step, do["show"])
    return spoken(step)


def spoken(step: Step) -> Told:
    words = {"propose": "truce_proposed", "agree": "agreed", "refuse": "refused", "leave": "departed"}
    do = step.action["do"]
    return [event(words[do], step.seat)] if do in words else []


def pointed(step: Step, card: str) -> Told:
    b, actor = step.before, step.before["actor"]
    here = at(b, card)
    match b["phase"]:
        case "dealing":
            return [event("dealt", actor, [actor], card=card)]
        case "drawing":
            return [event("drew", actor, [actor], card=card)]
        case "playing" | "targeting":
            if here.startswith("guards"):
                return [event("bargained", actor, card=card, victim=owner(here))]
            return [event("played", actor, card=card, zone=zone(here))]
        case "paying":
            return [event("paid", actor, card=card, zone=zone(here))]
        case "changing":
            return [event("changed", actor, card=card, kingdom=LETTERS[b["card"][0]], zone=zone(here))]
        case "naming":
            named = [event("named", actor, card=card, zone=zone(b["target"]), victim=owner(b["target"]))]
            last = b["takes"] == 1 or b["open"][place_number(b["target"])] == 1
            return named + (robbed(step, 1) if last else [])
        case "picking":
            return [took(step, card, b["target"])]
        case "hunting":
            raid = event("robbed", actor, card="JA", zone=zone(here), victim=owner(here), count=1)
            if b["up"][NUMBER[card]]:
                return [raid, event("named", actor, card=card, zone=zone(here), victim=owner(here))]
            return [raid, took(step, card, here)]
    return [event("kept", actor, [actor], card=card)]


def took(step: Step, card: str, place: str) -> tuple[Form, object]:
    actor, victim = step.before["actor"], owner(place)
    hears = ears(step.before, card, actor, victim)
    return event("took", actor, hears, zone=zone(place), victim=victim, card=card)


def place_number(place: str) -> int:
    zones = ("hand", "vault", "dungeon", "kept", "guards", "waiting")
    return 3 + 4 * zones.index(zone(place)) + owner(place)


def targeted(step: Step, where: str, victim: int) -> Told:
    b, actor, card = step.before, step.before["actor"], step.before["card"]
    if where == "kingdom":
        return []
    if card[1] == "A" and card[0] == KINGDOMS[b["kingdom"][victim]]:
        return [event("betrayed", actor, card=card, zone=where, victim=victim)]
    if step.after["phase"] == "naming":
        return []
    return robbed(step, 0, f"{where}{victim}")


def strength(card: str) -> int:
    return int(card[-1]) if card[-1].isdigit() else 1


def robbed(step: Step, named: int = 0, place: str = "") -> Told:
    """What is still to be taken lies face down; how many cards in all."""
    b = step.before
    place = place or b["target"]
    count = b["named"] + named
    face_down = b["size"][place_number(place)] - b["open"][place_number(place)]
    blind = min(strength(b["card"]) - count, face_down)
    return [event("robbed", b["actor"], card=b["card"], zone=zone(place), victim=owner(place), count=count + blind)]


def spied(step: Step) -> Told:
    b, actor = step.before, step.before["actor"]
    joker = {"sun": "JK", "mountain": "JA", "forest": "JH", "ocean": "JC"}[b["kingdom"][actor]]
    here = at(b, joker)
    if not here[-1].isdigit() or owner(here) == actor:
        return [event("spied_nothing", actor, card=joker)]
    told = [event("spied", actor, card=joker, zone=zone(here), victim=owner(here))]
    if zone(here) != "vault":
        beside = [card for card in CARD_NAMES if at(b, card) == here and card != joker]
        told += [event("saw", actor, [actor], card=card, zone=zone(here), victim=owner(here)) for card in beside]
    return told


def claimed(step: Step, show: str) -> Told:
    b, actor = step.before, step.before["actor"]
    if show == "army":  # which cards make it up is asked by the rulings; here, that each is told from where it lay
        told = [form["card"] for form, _ in step.told if form["event"] == "showed"]
        assert sum(strength(card) for card in told if card[1] == "A") >= 10
        cards = told
    elif show == "laughter":
        cards = ["JK", "JA", "JH", "JC"]
    else:
        cards = [f"{KINGDOMS[b['kingdom'][actor]]}{SUITS[show]}{rank}" for rank in (1, 2, 3, 4)]
    zones = {card: zone(at(b, card)).replace("kept", "hand") for card in cards}
    assert all(owner(at(b, card)) == actor for card in cards)
    return [event("showed", actor, card=card, zone=zones[card]) for card in cards]


def followed(step: Step) -> Told:
    """What came of it."""
    b, a, actor = step.before, step.after, step.before["actor"]
    moved = [card for card in CARD_NAMES if at(b, card) != at(a, card)]
    told: Told = []
    if at(b, "JK") == "box" != at(a, "JK"):
        told.append(event("jokers_in"))
    for card in CARD_NAMES:
        if a["up"][NUMBER[card]] and not b["up"][NUMBER[card]]:
            told.append(event("left", actor, card=card, zone=zone(at(a, card)), victim=owner(at(a, card))))
    left_for_good = step.action["do"] == "leave"
    paid = [card for card in moved if at(b, card) == "table" and at(a, card) == "pile"]
    if paid and not left_for_good:
        told.append(event("shuffled", actor, count=len(paid)))
    told += guarded(step)
    if step.action["do"] in ("card", "done") and b["phase"] in ("ending", "keeping"):
        for card in moved:
            if zone(at(a, card)) in ("vault", "dungeon") and owner(at(a, card)) == actor:
                told.append(event("stored", actor, [actor], zone=zone(at(a, card)), card=card))
        told += stored_again(step)
    for p in range(step.players):
        if b["alive"][p] and not a["alive"][p]:
            told.append(event("fell", p))
    if a["turn"] > b["turn"]:
        told.append(event("started", a["actor"], round=a["rounds"] + 1))
        waited = [card for card in CARD_NAMES if at(b, card) == f"waiting{a['actor']}"]
        told += [event("delivered", a["actor"], card=card) for card in waited]
    if a["ending"] != "none":
        won = a["winner"] is not None
        told.append(event("won", a["winner"], ending=a["ending"]) if won else event("drawn_game", ending=a["ending"]))
    return told


def stored_again(step: Step) -> Told:
    """Cards that lay in the vault or dungeon before, and are laid there again."""
    b, a, actor = step.before, step.after, step.before["actor"]
    whole = step.action["do"] == "card" or a["short_hand"]
    if a["phase"] == "keeping" or not whole or b["phase"] != "ending":
        return []
    stayed = [card for card in CARD_NAMES if at(a, card) == at(b, card) and at(a, card) in (f"vault{actor}", f"dungeon{actor}")]
    return [event("stored", actor, [actor], zone=zone(at(a, card)), card=card) for card in stayed]


def guarded(step: Step) -> Told:
    """Shields that came to stand, and were bought back."""
    b, a, actor = step.before, step.after, step.before["actor"]
    told: Told = []
    for card in CARD_NAMES:
        if at(a, card) == f"guards{actor}" != at(b, card):
            standing = sum(strength(other) for other in CARD_NAMES if at(a, other) == f"guards{actor}")
            told.append(event("placed", actor, card=card, guards=standing))
        if zone(at(b, card)) == "guards" and at(a, card) == f"hand{actor}":
            told.append(event("bought_back", actor, card=card, victim=owner(at(b, card))))
    return told


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.players} {setup.options}")
def test_what_is_told_is_what_happened(setup: Setup) -> None:
    heard: set[str] = set()
    for seed in range(5):
        for step in steps(setup, "kings_keys", seed, restless=(400, 60)[seed == 0], kind=("simple", "random")[seed % 2]):
            held(step, lambda step: did(step) + followed(step))
            heard |= {form["event"] for form, _ in step.told}
    assert {
        "crowned",
        "opened",
        "dealt",
        "drew",
        "started",
        "passed",
        "played",
        "paid",
        "kept",
        "stored",
        "robbed",
        "took",
        "left",
    } <= heard


def fits(axes: list[str], coins: list[str], own: str) -> int:
    """The pips of these soldiers, or 0 where a hired one goes unpaid: one's own serve for nothing."""
    hired = {axe[0] for axe in axes} - {own}
    for kingdom in hired:
        cost = sum(strength(axe) for axe in axes if axe[0] == kingdom)
        if cost > sum(strength(coin) for coin in coins if coin[0] == kingdom):
            return 0
    return sum(map(strength, axes))


def changes(coins: list[str]) -> list[list[str]]:
    """The coins with one of them made another kingdom's, as the Coin Joker does."""
    return [[*coins[:i], kingdom + coin[1:], *coins[i + 1 :]] for i, coin in enumerate(coins) for kingdom in "OSMF"]


@pytest.mark.parametrize("jokers", ["off", "on"])
def test_q60_a_shown_army_is_paid_for_and_seen_by_all_from_where_it_lay(lay: Callable[..., Any], jokers: str) -> None:
    """Whatever one holds, in the hand, the vault and the dungeon; the Coin Joker is shown where it is needed, and its coin."""
    won = changed = 0
    for number in range(120):
        rng = Random(f"{jokers}/{number}")
        pool = [f"{kingdom}{suit}{rank}" for kingdom in "OSMF" for suit in "ACCK" for rank in (1, 2, 3, 4)]
        cards = sorted(set(rng.sample(sorted(set(pool)), rng.randrange(10, 22))))
        places: dict[str, list[str]] = {"hand": [], "vault": [], "dungeon": []}
        for card in cards + ["JC"] * (jokers == "on"):
            store = "dungeon" if card[1] == "A" else "vault"
            places["hand" if card == "JC" else rng.choice(("hand", store))].append(card)
        table = lay({f"O {where}": " ".join(held) for where, held in places.items()}, jokers=jokers)
        if "claim:army" not in table.legal():
            continue
        before = table.state.clone()
        table.do("claim:army")
        told = table.heard("onlooker", "showed")
        shown = [form["card"] for form in told]
        assert [form["seat"] for form in told] == [0] * len(told)
        assert all(form["card"] in places[form["zone"]] for form in told), told
        assert len(set(shown)) == len(shown)
        axes, coins = [c for c in shown if c[1] == "A"], [c for c in shown if c[1] == "C" and c != "JC"]
        assert sorted(axes + coins + ["JC"] * ("JC" in shown)) == sorted(shown)
        best = max(fits(axes, paid, "O") for paid in (changes(coins) if "JC" in shown else [coins]))
        assert best >= 10, shown
        soldiers = {card[0] for cards in places.values() for card in cards if card[1] == "A"}
        assert {coin[0] for coin in coins} <= soldiers - {"O"} or "JC" in shown, "none that pays for nobody"
        assert ("JC" in shown) == (not could_without(places)), "no more than is needed"
        seen = [card for card in range(len(CARD_NAMES)) if table.state.seen[card] != before.seen[card]]
        assert {CARD_NAMES[card] for card in seen} == set(shown)
        assert {table.knows("onlooker", card) for card in shown} <= {"O hand", "O vault", "O dungeon"}
        won += 1
        changed += "JC" in shown
    assert won > 20
    assert bool(changed) == (jokers == "on")


def could_without(places: dict[str, list[str]]) -> bool:
    """Whether an army of ten stands without the Coin Joker: of each kingdom as many pips as its coins pay for."""
    held = [card for cards in places.values() for card in cards]
    pips = 0
    for kingdom in "OSMF":
        axes = [strength(card) for card in held if card[:2] == f"{kingdom}A"]
        coins = sum(strength(card) for card in held if card[:2] == f"{kingdom}C")
        sums = {sum(axe for i, axe in enumerate(axes) if some >> i & 1) for some in range(1 << len(axes))}
        pips += sum(axes) if kingdom == "O" else max(total for total in sums if total <= coins)
    return pips >= 10
