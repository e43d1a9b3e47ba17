"""The rulings of docs/rules/keskife.md, by id."""

import pytest

from parlour.engine import Match
from parlour.games.cells import CHANCE, CLOCK, ONLOOKER
from parlour.games.keskife.state import GESTURES
from tests.games.keskife.conftest import Parties

# --- before the action


def test_the_first_leader(party: Parties) -> None:
    """KSK-Q03."""
    drawn = party(5, first_leader="random")
    assert drawn.named() == [0, 1, 2, 3, 4]
    assert party(5, first_leader=3).s.leader == 3


def test_colours(party: Parties) -> None:
    """KSK-Q04: the leader chooses, else the next of the box; each once."""
    played = party(4)
    played.do(0, "colour", colour="yellow")
    played.wait("naming")
    assert played.clock() == "name_over"
    played.match.roll(played.rng.randrange)
    leader = played.s.leader
    assert played.refused(leader, "colour", colour="yellow") == "colour_used"
    assert played.clock() == "colour_over"
    assert played.cell("colour") == "red"


def test_the_last_colour_needs_no_choice(party: Parties) -> None:
    """KSK-Q04, KSK-Q21: six rounds, six colours."""
    played = party(4)
    colours = []
    while not played.match.over:
        played.wait("take")
        colours.append(played.cell("colour"))
        if len(colours) < 6:
            played.wait("show")
            played.clock()
        else:
            played.wait("over")
    assert colours == ["red", "orange", "yellow", "green", "blue", "violet"]
    assert played.s.scored == 6


def test_colours_in_the_order_of_the_box(party: Parties) -> None:
    assert party(4, colour_choice="fixed").phase == "take"


@pytest.mark.parametrize(("card", "leads"), [("monkey", {True}), ("action", {False}), (None, {True, False})])
def test_the_leaders_choice(card: str | None, leads: set[bool], party: Parties) -> None:
    """KSK-Q05, KSK-Q06: they have what they took; without a choice any card is theirs."""
    for people in (5, 8):
        played = party(people)
        played.wait("take")
        if card:
            played.do(0, "take", card=card)
        assert played.clock() == "take_over"
        deals = played.offered(CHANCE)
        assert {0 in (deal["unit"], deal["other"]) for deal in deals} == leads
        pairs = {None: {5: 5, 8: 28}, "monkey": {5: 1, 8: 7}, "action": {5: 4, 8: 21}}
        assert len(deals) == pairs[card][people]


def test_ready_start_and_count(party: Parties) -> None:
    """KSK-Q10: everybody confirms, then the leader starts; both expire."""
    played = party(4)
    played.deal(1)
    for seat in (2, 0, 3):
        played.do(seat, "ready")
    assert played.refused(2, "ready") == "not_asked"
    assert played.refused(0, "start") == "not_asked"
    played.do(1, "ready")
    assert played.phase == "start"
    assert played.refused(1, "start") == "not_asked"
    played.do(0, "start")
    counted = [played.match.game.seconds(played.s, CLOCK)]
    while played.phase == "count_in":
        assert played.clock() == "count_in"
        counted.append(played.s.count)
    assert counted == [1, 2, 1, 0]


@pytest.mark.parametrize("phase", ["ready", "start"])
def test_the_count_begins_by_itself(phase: str, party: Parties) -> None:
    """KSK-Q10."""
    played = party(4)
    played.deal(1)
    if phase == "start":
        for seat in range(4):
            played.do(seat, "ready")
    assert played.match.game.seconds(played.s, CLOCK) == 30
    assert played.clock() == f"{phase}_over"
    assert played.phase == "count_in"


def test_the_leader_stops_the_action(party: Parties) -> None:
    """KSK-Q11, KSK-Q10: the count before pointing follows."""
    played = party(4, venue="room")
    played.deal(1)
    played.wait("act")
    assert played.match.to_act == [CLOCK]
    assert played.match.game.seconds(played.s, CLOCK) == 30
    assert played.refused(1, "stop") == "not_asked"
    played.do(0, "stop")
    assert played.phase == "count_out"
    played.wait("point")
    assert played.match.game.seconds(played.s, CLOCK) == 5


@pytest.mark.parametrize(("pace", "factor"), [("normal", 1), ("relaxed", 2), ("slow", 3)])
def test_pace(pace: str, factor: int, party: Parties) -> None:
    """Every wait of a round, at every pace."""
    played = party(5, pace=pace, venue="stage")
    times: dict[str, int] = {}
    while played.s.round == 1:
        if CHANCE in played.match.to_act:
            played.match.roll(played.rng.randrange)
        else:
            times[played.phase] = played.match.game.seconds(played.s, CLOCK)
            played.clock()
    wanted = {"pack": 10, "take": 3, "ready": 30, "count_in": 1, "act": 2, "count_out": 1, "point": 5, "show": 16, "naming": 10}
    assert times == {phase: factor * seconds for phase, seconds in wanted.items()}
    assert played.match.game.seconds(played.s, 0) == 0


def test_every_wait_has_its_own_action(party: Parties) -> None:
    """A new wait is told from the one before, so that its countdown begins anew."""
    played = party(5, venue="stage")
    before = None
    while not played.match.over:
        if CHANCE in played.match.to_act:
            before = None
            played.match.roll(played.rng.randrange)
            continue
        due = played.match.legal(CLOCK)
        assert len(due) == 1
        assert due != before
        before = due
        played.clock()


# --- pointing


def test_refused_pointing(party: Parties) -> None:
    """KSK-E09, KSK-Q12, KSK-Q23."""
    played = party(5)
    played.deal(2)
    played.wait("count_out")
    assert played.refused(1, "point", seat=2) == "not_asked"
    played.wait("point")
    assert played.refused(1, "point", seat=1) == "own_team"
    assert played.refused(1, "point", seat=7) == "not_in_round"
    assert played.refused(1, "point", seat=16) == "no_such_action"
    played.do(1, "point", seat=2)
    assert played.refused(1, "point", seat=3) == "not_asked"


def test_fingers_are_sealed_until_the_reveal(party: Parties) -> None:
    """B40, KSK-Q12: before it one sees who has pointed, and not at whom; then all at once."""
    played = party(4)
    played.deal(2)
    played.wait("point")
    played.do(3, "point", seat=1)
    for looker in (0, 1, 2, ONLOOKER):
        seen = played.match.view(looker)
        assert seen.state.voted == 1 << 3
        assert seen.state.vote == [-1] * 16
        assert seen.told_json()[-1] == {"event": "pointed", "seat": 3, "at": None}
    assert played.match.view(3).state.vote[3] == 1
    for seat, at in ((0, 2), (2, 0)):
        played.do(seat, "point", seat=at)
    told = len(played.told())
    played.do(1, "point", seat=2)
    fingers = [(e["seat"], e["at"]) for e in played.told(since=told) if e["event"] == "finger"]
    assert fingers == [(0, 2), (1, 2), (2, 0), (3, 1)]
    assert played.phase == "show"


def test_a_silent_pointer_does_not_stall(party: Parties) -> None:
    """B39, KSK-Q13: at the deadline the round goes on, and silence is a wrong guess, which also breaks "all"."""
    played = party(4)
    played.deal(0)
    played.wait("point")
    for seat in (0, 1, 2):
        played.do(seat, "point", seat=0 if seat else 1)
    assert played.phase == "point"
    assert played.clock() == "point_over"
    assert played.units(played.s.gained) == [2, 1, 1, 0]


# --- leaders, the end


def test_leaders(party: Parties) -> None:
    """KSK-E12, KSK-Q20: nobody leads twice before all have; then anybody may."""
    played = party(4, first_leader=1)
    for leader, following in ((1, 3), (3, 0), (0, 2)):
        assert played.s.leader == leader
        played.wait("naming")
        assert played.refused(leader, "name", seat=leader) == "has_led"
        assert played.refused(leader, "name", seat=1) == "has_led"
        assert played.refused(leader, "name", seat=9) == "gone"
        played.do(leader, "name", seat=following)
    for _ in range(2):
        played.wait("appoint")
        assert played.named() == [0, 1, 2, 3]
        played.match.roll(played.rng.randrange)
    played.wait("over")


def test_a_leader_who_names_nobody(party: Parties) -> None:
    """KSK-Q20: drawn among those who have not led."""
    played = party(5)
    played.wait("naming")
    assert played.match.game.seconds(played.s, CLOCK) == 10
    assert played.clock() == "name_over"
    assert played.named() == [1, 2, 3, 4]


def test_the_leader_goes_on(party: Parties) -> None:
    """The outcome is shown until the leader goes on, or for a while."""
    played = party(5)
    played.wait("show")
    assert played.refused(1, "carry_on") == "not_asked"
    played.do(0, "carry_on")
    assert played.phase == "naming"


@pytest.mark.parametrize(
    ("tie_break", "won_monkeys", "held", "rank"),
    [
        ("won", [2, 1, 0, 0], [2, 3, 0, 1], [1, 2, 3, 4]),
        ("held", [2, 1, 0, 0], [2, 3, 0, 1], [2, 1, 3, 4]),
        ("won", [2, 2, 0, 0], [2, 3, 0, 1], [1, 1, 3, 4]),
        ("held", [2, 1, 0, 0], [3, 3, 0, 0], [1, 1, 3, 4]),
    ],
)
def test_ties(tie_break: str, won_monkeys: list[int], held: list[int], rank: list[int], party: Parties) -> None:
    """KSK-Q21: level on cards, the Monkey cards among those won decide, or the times one was monkey; else it is shared."""
    played = party(4, tie_break=tie_break)
    played.wait("over")
    position = played.match.position()
    nobody = [0, 0, 0, 0]
    position["cells"].update(won=[7, 7, 5, 4, *nobody], won_monkeys=[*won_monkeys, *nobody], held=[*held, *nobody], out=1)
    assert Match.from_position(position).rank() == rank


def test_what_decides_ties_is_counted(party: Parties) -> None:
    """KSK-Q21: a monkey everybody found held the card and did not win it."""
    played = party(4)
    played.round([0], [1, 0, 0, 0])
    assert (played.s.won_monkeys[0], played.s.held[0]) == (0, 1)
    played.clock()
    played.deal(0, numbers=(1, 2))
    played.point([1, 0, 0, 2])
    assert (played.s.won_monkeys[0], played.s.held[0]) == (1, 2)


def test_conservation(party: Parties) -> None:
    """KSK-Q25: after every round, cards won and cards out of play are all that were dealt."""
    for people in range(4, 17):
        for seed in range(4):
            played = party(people, venue="room", pot=("all", "half", "all_or_nothing")[seed % 3])
            played.rng.seed(seed)
            dealt = 0
            while not played.match.over:
                before = played.s.scored
                seats = [seat for seat in played.match.to_act if seat < people]
                if CHANCE in played.match.to_act:
                    played.match.roll(played.rng.randrange)
                elif seats and played.rng.random() < 0.9:
                    seat = played.rng.choice(seats)
                    played.match.play(seat, played.rng.choice(played.match.legal(seat)))
                else:
                    played.clock()
                if played.s.scored > before:
                    dealt += played.s.units
                    assert sum(played.s.won) + played.s.out == dealt
            assert dealt == 6 * played.s.units


# --- the stage


def test_gestures_are_sealed_within_a_beat(party: Parties) -> None:
    played = party(4, venue="stage")
    played.deal(2)
    played.wait("act")
    assert played.match.game.seconds(played.s, CLOCK) == 2
    assert played.refused(0, "stop") == "not_now"
    played.do(0, "gesture", gesture="row")
    played.do(2, "gesture", gesture="bow")
    assert played.refused(0, "gesture", gesture="hug") == "not_asked"
    assert played.match.view(0).state.gesture[0][0] == GESTURES.index("row")
    for looker in (1, 3, ONLOOKER):
        seen = played.match.view(looker)
        assert [row[0] for row in seen.state.gesture] == [-1] * 16
        assert seen.told_json()[-1] == {"event": "chose", "seat": 2, "gesture": None}
    assert played.clock() == "beat"
    seen = played.match.view(1)
    assert [row[0] for row in seen.state.gesture[:4]] == [2, -1, 12, -1]
    assert [e["gesture"] for e in seen.told_json() if e["event"] == "gesture"] == ["row", "bow"]


def test_the_leader_stops_between_beats(party: Parties) -> None:
    """The beat that was running does not count, and stays unseen."""
    played = party(4, venue="stage")
    played.deal(2)
    played.wait("act")
    assert "stop" not in [form["do"] for form in played.match.view(0).to_json()["may"]]
    played.clock()
    played.do(1, "gesture", gesture="row")
    played.do(0, "stop")
    assert played.phase == "count_out"
    assert all(gesture == -1 for row in played.s.gesture for gesture in row)
    assert "row" not in str(played.match.view(0).told_json())


def test_fifteen_beats(party: Parties) -> None:
    played = party(4, venue="stage")
    played.deal(2)
    played.wait("act")
    beats = 0
    while played.phase == "act":
        assert played.clock() == "beat"
        beats += 1
    assert beats == 15


def test_in_the_room_nobody_plays_gestures(party: Parties) -> None:
    for venue in ("room", "camera"):
        played = party(4, venue=venue)
        played.deal(2)
        played.wait("act")
        assert played.refused(1, "gesture", gesture="row") == "not_asked"


@pytest.mark.parametrize("rounds", [3, 4, 6])
def test_q27_a_game_of_fewer_rounds(party: Parties, rounds: int) -> None:
    game = party(4, rounds=rounds)
    for number in range(rounds):
        assert not game.match.over
        game.round([number % 4], [None] * 4, ((1, 2), (3, 4), (5, 6))[number % 3])
    assert game.match.over
    assert game.match.state.scored == rounds
    assert sum(game.match.rank()) > 0


def test_q27_what_was_before_has_six_rounds() -> None:
    match = Match.start("keskife", 4)
    old = match.position()
    del old["cells"]["rounds"]
    assert Match.from_position(old).state == match.state
    assert match.state.rounds == 6


@pytest.mark.parametrize(("players", "venue", "steps"), [(4, "room", 352), (4, "stage", 1102), (16, "camera", 592)])
def test_the_bound_on_steps(players: int, venue: str, steps: int) -> None:
    """Ten rounds of 24 steps and two a person, a gesture of everybody and the clock's step in each of 15 beats; and all leave."""
    match = Match.start("keskife", players, {"venue": venue})
    assert match.game.longest(match.state) == steps
