"""Leaving for good (KSK-Q24) and teams (KSK-Q22)."""

import pytest

from parlour.games.cells import CHANCE, CLOCK
from tests.games.keskife.conftest import Parties, Party


def test_a_vote_cast_is_void(party: Parties) -> None:
    """The leaver's card goes to the pot, though their finger was right."""
    played = party(5)
    played.deal(0)
    played.wait("point")
    for seat in (1, 2, 3):
        played.do(seat, "point", seat=0)
    played.do(1, "leave")
    played.do(4, "point", seat=0)
    assert played.phase == "point"
    played.do(0, "point", seat=1)  # one who has left since may be pointed at (KSK-Q23)
    assert played.units(played.s.gained) == [2, 0, 1, 1, 1]


def test_the_last_one_asked_leaves(party: Parties) -> None:
    """Nobody waits for who is not there."""
    played = party(5)
    played.deal(0)
    for seat in (0, 1, 2, 3):
        played.do(seat, "ready")
    played.do(4, "leave")
    assert played.phase == "start"
    played.wait("point")
    for seat in (0, 1, 2):
        played.do(seat, "point", seat=seat + 1)
    played.do(3, "leave")
    assert played.match.over, "fewer than four are left, and the dealt round was finished"
    assert played.s.scored == 1


def test_who_left_gets_no_card(party: Parties) -> None:
    """From the next pack on, the number of units present decides (KSK-Q02)."""
    played = party(7)
    played.deal(1, 2)
    played.do(4, "leave")
    played.wait("show")
    assert played.s.handed == 7
    played.clock()
    played.wait("ready")
    assert played.units(played.cell("card")).count("monkey") == 1
    assert played.cell("card")[4] == "none"
    assert played.match.may(4) == []


def test_the_only_monkey_leaves(party: Parties) -> None:
    """Nothing is scored; the same colour and leader, new numbers, another entry."""
    played = party(5)
    played.do(0, "colour", colour="green")
    played.deal(3, numbers=(3, 4), entry=8)
    played.wait("act")
    played.do(3, "leave")
    assert {"event": "replayed"} in played.told()
    assert (played.phase, played.cell("colour"), played.s.leader, played.s.round, played.s.scored) == ("take", "green", 0, 1, 0)
    played.wait("turn")
    assert not any({form["tens"], form["ones"]} & {3, 4} for form in played.offered(CHANCE))
    played.wait("line")
    assert 8 not in [form["entry"] for form in played.offered(CHANCE)]
    played.wait("show")
    assert played.s.handed == 4


def test_the_only_monkey_leads_and_leaves(party: Parties) -> None:
    """A leader by lot among those who have not led; the colour stays."""
    played = party(5)
    played.deal(0)
    colour = played.cell("colour")
    played.do(0, "leave")
    assert played.named() == [1, 2, 3, 4]
    played.match.roll(played.rng.randrange)
    assert (played.phase, played.cell("colour")) == ("take", colour)


def test_one_of_two_monkeys_leaves(party: Parties) -> None:
    """The round goes on; only when the other leaves too is it played again."""
    played = party(7)
    played.deal(1, 2)
    played.do(1, "leave")
    assert played.phase == "ready"
    going_on = Party(7)
    going_on.match = played.match.clone()
    played.do(2, "leave")
    assert {"event": "replayed"} in played.told()
    going_on.point([1, None, 0, 1, 1, 2, 3])
    assert going_on.units(going_on.s.gained) == [1, 0, 2, 1, 1, 1, 0]


def test_the_leader_leaves_before_the_deal(party: Parties) -> None:
    """Another by lot among those who have not led; a chosen colour stays, a secret wish does not."""
    played = party(5)
    played.do(0, "colour", colour="blue")
    played.do(0, "take", card="monkey")
    played.do(0, "leave")
    assert played.named() == [1, 2, 3, 4]
    played.match.roll(played.rng.randrange)
    assert (played.phase, played.cell("colour"), played.cell("choice")) == ("take", "blue", "none")


def test_the_leader_leaves_before_the_colour(party: Parties) -> None:
    played = party(5)
    played.do(0, "leave")
    played.match.roll(played.rng.randrange)
    assert played.phase == "pack"


def test_the_leader_leaves_after_the_deal(party: Parties) -> None:
    """The clock does what was theirs to do, and the next leader is drawn."""
    played = party(5)
    played.deal(2)
    for seat in range(5):
        played.do(seat, "ready")
    played.do(0, "leave")
    assert played.phase == "count_in"
    played.wait("show")
    played.clock()
    assert played.named() == [1, 2, 3, 4]


def test_those_who_might_be_named_leave(party: Parties) -> None:
    played = party(6)
    for following in (1, 2, 3, 4):
        played.wait("naming")
        played.do(played.s.leader, "name", seat=following)
    played.wait("naming")
    assert played.named(4) == [5]
    played.do(5, "leave")
    assert played.named() == [0, 1, 2, 3, 4]


def test_too_few_before_the_deal(party: Parties) -> None:
    """It ends at once; where no round was scored nobody is ranked."""
    played = party(4)
    played.wait("take")
    played.do(2, "leave")
    assert played.match.over
    assert played.match.rank() == [0, 0, 0, 0]


def test_too_few_after_the_deal(party: Parties) -> None:
    """The dealt round is finished; who left keeps the cards won and is ranked."""
    played = party(4)
    played.round([0], [1, 0, 0, 0])
    played.clock()
    played.deal(0, numbers=(1, 2))
    played.do(2, "leave")
    played.point({1: 0, 3: 0, 0: 1})
    assert played.match.over
    assert played.match.score() == [2, 2, 1, 2]
    assert played.match.rank() == [1, 2, 4, 2]


def test_too_few_for_a_replay(party: Parties) -> None:
    played = party(4)
    played.deal(1)
    played.do(1, "leave")
    assert played.match.over
    assert played.match.rank() == [0, 0, 0, 0]


def test_everybody_leaves(party: Parties) -> None:
    for people in (4, 9, 16):
        played = party(people)
        played.wait("ready")
        for seat in range(people):
            if not played.match.over and played.match.may(seat):
                played.do(seat, "leave")
                while CHANCE in played.match.to_act:
                    played.match.roll(played.rng.randrange)
        assert played.match.over


def test_nobody_leaves_twice(party: Parties) -> None:
    played = party(6)
    played.do(5, "leave")
    assert played.refused(5, "leave") == "not_asked"


# --- teams


def team_round(votes: dict[int, int], **options: str) -> Party:
    """Nine people: units 0 to 3 are pairs, unit 4 is seat 8; unit 1 is the monkey. `votes`: seat -> seat."""
    played = Party(9, **options)
    played.deal(1)
    played.wait("point")
    for seat, at in votes.items():
        played.do(seat, "point", seat=at)
    if played.phase == "point":
        played.clock()
    return played


@pytest.mark.parametrize(
    ("votes", "gained"),
    [
        ({0: 2, 1: 2}, 1),  # in agreement, and right
        ({0: 2, 1: 4}, 0),  # KSK-E14: split
        ({0: 2}, 0),  # only one of two
        ({0: 4, 1: 4}, 0),  # in agreement, and wrong
    ],
)
def test_team_votes(votes: dict[int, int], gained: int) -> None:
    """KSK-E14, KSK-Q22."""
    assert team_round(votes).s.gained[0] == gained


def test_everybody_found_the_monkeys_team() -> None:
    """KSK-Q18 for teams: a split vote breaks "all"."""
    right = {0: 2, 1: 2, 4: 2, 5: 2, 6: 2, 7: 2, 8: 2}
    assert team_round(right).s.gained[:5] == [1, 0, 1, 1, 1]
    assert team_round({**right, 7: 0}).s.gained[:5] == [1, 2, 1, 0, 1]


def test_a_captain_points_for_both() -> None:
    """KSK-Q22: the first-named member present."""
    played = Party(9, team_vote="captain")
    played.deal(1)
    played.wait("point")
    assert [seat for seat in played.match.to_act if seat != CLOCK] == [0, 2, 4, 6, 8]
    assert played.refused(1, "point", seat=2) == "not_asked"
    played.do(0, "point", seat=2)
    played.do(0, "leave")
    assert 1 in played.match.to_act, "the captain's vote is void, and the other goes on alone"
    played.do(1, "point", seat=2)
    played.clock()
    assert played.s.gained[0] == 1


def test_the_other_member_goes_on_alone() -> None:
    """KSK-Q22, KSK-Q24: their finger alone counts."""
    played = Party(9)
    played.deal(1)
    played.wait("point")
    played.do(0, "point", seat=4)
    played.do(1, "point", seat=2)
    played.do(0, "leave")
    played.clock()
    assert played.s.gained[0] == 1
    assert played.s.dealt == 0b11111


def test_team_mates_share_a_card_and_no_more() -> None:
    """KSK-Q22: one card, votes unseen by each other; one may not point at one's own team (KSK-Q23)."""
    played = Party(9)
    played.deal(1, entry=7)
    assert [played.match.view(seat).state.card[1] for seat in (2, 3)] == [2, 2]
    assert [played.match.view(seat).state.entry for seat in (0, 1, 2, 3, 8, 28)] == [6, 6, -1, -1, 6, -1]
    played.wait("point")
    played.do(0, "point", seat=4)
    assert played.match.view(1).state.vote[0] == -1
    assert played.refused(1, "point", seat=0) == "own_team"
    assert played.refused(1, "point", seat=3) == "not_in_round", "a team is named by its first member"


def test_either_member_of_a_leading_team_acts() -> None:
    """KSK-Q22: the first act counts, of the secret choice too, and neither learns of the other's."""
    played = Party(9)
    assert [seat for seat in played.match.to_act if seat != CLOCK] == [0, 1]
    played.do(1, "colour", colour="violet")
    assert played.refused(0, "colour", colour="red") == "not_asked"
    before = played.match.view(0)
    played.do(1, "take", card="monkey")
    after = played.match.view(0)
    assert (before.state, before.events, before.may) == (after.state, after.events, after.may)
    played.do(0, "take", card="action")
    played.clock()
    assert [form["unit"] for form in played.offered(CHANCE)] == [0]


def test_a_team_is_scored_and_ranked_as_one() -> None:
    played = team_round({0: 2, 1: 2})
    assert played.match.score()[:4] == [1, 1, 4, 4]
    assert played.match.rank()[:4] == [2, 2, 1, 1]
