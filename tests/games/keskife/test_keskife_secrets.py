"""What must reach no page: the action before a monkey, the leader's choice, sealed votes and gestures (KSK-Q05, Q07, Q12)."""

import json
from typing import Any

import pytest

from parlour.engine import Match, View
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER
from parlour.games.keskife.pack import pack
from parlour.games.keskife.state import COLOURS
from parlour.games.keskife.texts import texts
from tests.games.keskife.conftest import Parties, Party

LANGUAGES = ("en", "fr")


def served(view: View) -> str:
    """All that is sent to a seat, in every language, as one text."""
    parts: list[Any] = [view.to_json(), view.told_json(), *(texts(view, language) for language in LANGUAGES)]
    return json.dumps(parts, ensure_ascii=False)


def lines(card: dict[str, Any]) -> list[str]:
    return [line for row in card["rows"] for line in row]


def look(played: Party, seat: int, language: str = "en") -> dict[str, Any]:
    card: dict[str, Any] = texts(played.match.view(seat), language)["card"]
    return card


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_of_an_action_holder(language: str, party: Parties) -> None:
    """All 36 entries of the colour once, the drawn one at the numbers, the same list for everybody."""
    played = party(5)
    played.do(0, "colour", colour="green")
    played.deal(2, numbers=(3, 4), entry=11)
    cards = [look(played, seat, language) for seat in (0, 1, 3, 4)]
    entries = [entry.text[language] for entry in pack().entries[COLOURS.index("green")]]
    assert cards[0]["line"] == cards[0]["rows"][2][3] == entries[10]
    assert [len(row) for row in cards[0]["rows"]] == [6] * 6
    assert sorted(lines(cards[0])) == sorted(entries)
    assert all(card == cards[0] for card in cards)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_of_the_monkey(language: str, party: Parties) -> None:
    """KSK-Q07: the same shape, another content, and what they are where the others have the action."""
    played = party(5)
    played.deal(2, numbers=(5, 1), entry=3)
    card, other = look(played, 2, language), look(played, 1, language)
    assert card["line"] == card["rows"][4][0] == pack().monkey[0][language]
    assert sorted(lines(card)) == sorted(line[language] for line in pack().monkey)
    assert {key: type(value) for key, value in card.items()} == {key: type(value) for key, value in other.items()}
    assert [len(row) for row in card["rows"]] == [6] * 6
    assert (card["theme"], card["tens"], card["ones"]) == (other["theme"], 5, 1)
    assert not set(lines(card)) & set(lines(other))


def test_nothing_but_the_card_decides_the_list(party: Parties) -> None:
    """The position of an entry says nothing of the order of the pack: another entry at the numbers moves the others."""
    one, two = party(5), party(5)
    one.deal(2, entry=5)
    two.deal(2, entry=6)
    moved = [a != b for a, b in zip(lines(look(one, 0)), lines(look(two, 0)), strict=True)]
    assert sum(moved) > 30


def test_onlookers_and_leavers_read_nothing(party: Parties) -> None:
    played = party(6)
    played.deal(2)
    assert texts(played.match.view(ONLOOKER), "en") == {}
    played.do(4, "leave")
    assert texts(played.match.view(4), "en") == {}
    assert look(played, 3)["line"]


def test_no_card_before_the_line_is_drawn(party: Parties) -> None:
    played = party(4)
    played.wait("line")
    assert all(texts(played.match.view(seat), "en") == {} for seat in range(4))


def test_a_language_the_pack_lacks(party: Parties) -> None:
    played = party(4)
    played.deal(2)
    assert look(played, 0, "eo") == look(played, 0, "en")


def test_no_packet_of_a_monkey_or_an_onlooker_holds_an_action(party: Parties) -> None:
    """Whole matches: neither a text of the colour's 36, nor the entry's number, in any view, event or text."""
    texts_of = [[text for entry in entries for text in entry.text.values()] for entries in pack().entries]
    looked = 0
    for people, venue in ((5, "stage"), (8, "room"), (9, "stage")):
        played = party(people, venue=venue)
        while not played.match.over:
            if CHANCE in played.match.to_act:
                played.match.roll(played.rng.randrange)
                monkeys = [seat for seat in range(people) if played.s.card[seat // 2 if people > 8 else seat] == 2]
                for seat in (*monkeys, ONLOOKER) if played.phase == "ready" else ():
                    sent = served(played.match.view(seat))
                    assert not any(text in sent for text in texts_of[played.s.colour])
                    assert played.match.view(seat).state.entry == -1
                    assert played.told(seat)[-1] == {"event": "line", "entry": None}
                    looked += 1
            else:
                played.clock()
        for seat in range(people):
            if played.s.card[seat // 2 if people > 8 else seat] == 2:
                assert played.match.view(seat).state.entry == -1, "not even when all is over"
    assert looked > 20


@pytest.mark.parametrize(("looker", "monkeys"), [(ONLOOKER, (2, 3)), (1, (2, 3)), (2, (2, 2))])
def test_twins_are_served_the_same(looker: int, monkeys: tuple[int, int], party: Parties) -> None:
    """Two worlds a seat cannot tell apart give it the same bytes: other monkeys, other votes, for a monkey another action."""
    served_in = []
    for monkey, entry, at in zip(monkeys, (4, 9 if looker == 2 else 4), (1, 4), strict=True):
        played = party(6)
        played.deal(monkey, entry=entry)
        played.wait("point")
        played.do(0, "point", seat=at)
        served_in.append(served(played.match.view(looker)))
    assert served_in[0] == served_in[1]


def stages(card: str | None, leader_looks: bool) -> list[str]:
    """All that everybody but the leader (or the leader too) is sent while the leader chooses, and until the card is dealt."""
    match = Match.start("keskife", 5, {"first_leader": 0, "colour_choice": "fixed"})
    sent = []
    lookers = [*range(0 if leader_looks else 1, 5), ONLOOKER]
    for step in ("choose", "clock"):
        if step == "clock":
            match.play(CLOCK, {"do": "take_over"})
        elif card:
            match.play(0, {"do": "take", "card": card})
        sent += [served(match.view(seat)) for seat in lookers]
    return sent


def test_nobody_learns_whether_the_leader_chose() -> None:
    """KSK-Q05: not before, not after; nor is the leader ever asked, so that no clock tells."""
    assert stages("monkey", False) == stages("action", False) == stages(None, False)
    assert stages("monkey", True) != stages(None, True), "the leader sees what was taken"
    match = Match.start("keskife", 5, {"first_leader": 0, "colour_choice": "fixed"})
    assert match.to_act == [CLOCK]
    match.play(0, {"do": "take", "card": "monkey"})
    assert match.to_act == [CLOCK]
    assert [form["do"] for form in match.view(0).to_json()["may"]] == ["leave"]


def test_the_choice_is_gone_after_the_deal(party: Parties) -> None:
    """Only the log of actions still knows."""
    played = party(5)
    played.wait("take")
    played.do(0, "take", card="action")
    told = len(played.match.view(0).events)
    played.deal(2)
    assert (played.cell("choice"), played.cell("wish")) == ("none", ["none", "none"])
    assert {event["event"] for event in played.told(0, told)} <= {"dealt", "numbers", "line"}


def test_before_the_reveal_nobody_knows_anothers_card(party: Parties) -> None:
    played = party(5)
    played.deal(2)
    for seat in (0, 2, ONLOOKER):
        cards = played.match.view(seat).to_json()["cells"]["card"]
        known = {unit: card for unit, card in enumerate(cards[:5]) if card is not None}
        assert known == ({seat: "monkey" if seat == 2 else "action"} if seat != ONLOOKER else {})
    played.wait("show")
    assert played.match.view(ONLOOKER).to_json()["cells"]["card"][:5] == ["action", "action", "monkey", "action", "action"]
