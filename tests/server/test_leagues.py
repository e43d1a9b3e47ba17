"""A league over several tables: nobody meets twice, who leaves is paused, and every result comes from a match."""

import asyncio
from itertools import combinations, count
from random import Random
from typing import Any

import pytest

from parlour.server.telling import pairing, teams
from parlour.server.telling.standing import Board, League, Player
from parlour.server.wire.evenings import MatchPlayed
from parlour.server.wire.leagues import System
from parlour.server.wire.refused import Refused
from tests.server.conftest import Serve
from tests.server.live import Live, Message, Wire, over

WORDS = (f"maple-otter-{n}" for n in count(1))


def league(players: int, rounds: int, system: System = "swiss", size: int = 2) -> League:
    made = League("Pub", "skyjo", {"end_score": 50}, system, size, rounds, "", 7)
    made.players = [Player(number, f"P{number}", "fox", "") for number in range(1, players + 1)]
    return made


def match(board: Board, ranks: list[int], **changes: Any) -> MatchPlayed:
    seats = [
        {"person": board.people[player], "bot": None, "score": rank, "rank": rank, "absent": False}
        for player, rank in zip(board.players, ranks, strict=True)
    ]
    form = {"match": 1, "game": "skyjo", "options": {"end_score": 50}, "begun": 1.0, "ended": 2.0, "lowest_wins": True}
    return {**form, "practice": False, "dealt_again": False, "seats": seats, **changes}  # type: ignore[typeddict-item]


def lay(board: Board) -> str:
    """A table for who was drawn there, in their order; its word."""
    board.word = next(WORDS)
    board.people = {player: person for person, player in enumerate(board.players, 1)}
    return board.word


def played_out(made: League, played: dict[str, list[MatchPlayed]], rng: Random) -> None:
    """Everybody sits down at their table of this round and plays."""
    for board in made.rounds[-1]:
        if len(board.players) > 1:
            word, ranks = lay(board), list(range(1, len(board.players) + 1))
            rng.shuffle(ranks)
            played[word] = [match(board, ranks)]


def pairs(made: League) -> list[frozenset[int]]:
    return [frozenset(two) for boards in made.rounds for board in boards for two in combinations(board.players, 2)]


@pytest.mark.parametrize("seed", range(5))
def test_of_24_two_leave_and_nobody_meets_twice(seed: int) -> None:
    made, played, rng = league(24, 9), dict[str, list[MatchPlayed]](), Random(seed)
    made.seed = seed
    for number in range(9):
        if number == 3:
            made.player(5).paused = True
        if number == 4:
            made.player(11).paused = True
        made.draw(played)
        sat = sorted(player for board in made.rounds[-1] for player in board.players)
        gone = {*([5] if number >= 3 else []), *([11] if number >= 4 else [])}
        assert sat == [player for player in range(1, 25) if player not in gone]
        played_out(made, played, rng)
    assert len(set(pairs(made))) == len(pairs(made))
    assert max(made.out.values()) == 1, "while 23 play one sits out, and none of them twice"
    won = sum(match["seats"][seat]["rank"] == 1 for those in played.values() for match in those for seat in (0, 1))
    assert sum(made.points(played).values()) == won + sum(made.out.values())
    shown = made.shown("x", played)
    assert [one["points"] for one in shown["players"]] == sorted((one["points"] for one in shown["players"]), reverse=True)
    with pytest.raises(Refused, match="all rounds"):
        made.draw(played)


def test_a_swiss_round_brings_together_who_stands_level() -> None:
    made, played = league(16, 4), dict[str, list[MatchPlayed]]()
    for _ in range(4):
        points = made.points(played)
        made.draw(played)
        apart = [abs(points[board.players[0]] - points[board.players[1]]) for board in made.rounds[-1]]
        assert max(apart) <= 1.0
        played_out(made, played, Random(3))


@pytest.mark.parametrize("players", [7, 8])
def test_all_play_all_meet_everybody_once(players: int) -> None:
    rounds = [pairing.circle(range(players), nth) for nth in range(players - 1 + players % 2)]
    met = [frozenset(table) for tables in rounds for table in tables if len(table) == 2]
    assert len(met) == len(set(met)) == players * (players - 1) // 2


def test_tables_of_four_meet_as_many_others_as_they_can() -> None:
    made, played = league(16, 4, size=4), dict[str, list[MatchPlayed]]()
    for _ in range(4):
        made.draw(played)
        assert [len(board.players) for board in made.rounds[-1]] == [4, 4, 4, 4]
        played_out(made, played, Random(5))
    again = len(pairs(made)) - len(set(pairs(made)))
    assert again <= 8, "of 96 meetings"
    assert pairing.sizes(9, 4) == [3, 3, 3]


def test_a_result_is_the_first_match_by_the_leagues_rules_with_all_who_were_drawn() -> None:
    made, played = league(2, 2), dict[str, list[MatchPlayed]]()
    made.draw(played)
    [board] = made.rounds[0]
    word = lay(board)
    one, other = board.players
    others = [
        match(board, [1, 2], game="keys"),
        match(board, [1, 2], options={"end_score": 100}),
        match(board, [1, 2], practice=True),
        match(board, [1, 2], dealt_again=True),
        match(board, [0, 0]),
    ]
    played[word] = others
    assert made.points(played) == {one: 0.0, other: 0.0}
    played[word] = [*others, match(board, [2, 1], match=6), match(board, [1, 2], match=7)]
    assert made.points(played) == {one: 0.0, other: 1.0}
    assert made.shown("x", played)["rounds"][0]["tables"][0]["match"] == 6
    played[word] = [match(board, [1, 1])]
    assert made.points(played) == {one: 0.5, other: 0.5}
    assert League.restored(made.kept()) == made


def test_sides_sit_crossed_over_and_what_the_cards_give_cancels() -> None:
    made, played, rng = league(8, 9, "teams", 4), dict[str, list[MatchPlayed]](), Random(5)
    for player in made.players:
        player.side = made.join_side(made.smaller_side())
    assert [player.side for player in made.players] == [0, 1] * 4
    with pytest.raises(Refused, match="on this side"):
        made.join_side(0)
    partners = set[frozenset[int]]()
    for number in range(9):
        name = made.deal
        made.draw(played)
        assert made.deal != name, "each round has its own"
        one, two = made.rounds[-1]
        sides = [[made.player(player).side for player in board.players] for board in (one, two)]
        assert [a != b for a, b in zip(*sides, strict=True)] == [True] * 4, (
            "where one side sits at one table the other does at the other"
        )
        partners |= {frozenset(p for p in board.players if made.player(p).side == 0) for board in (one, two)}
        ranks = [1, 2, 3, 4]
        rng.shuffle(ranks)  # as the cards have it, at both tables
        for board in (one, two):
            word = lay(board)
            assert made.shown("x", played)["rounds"][number]["tables"][0]["table"] is None, "not while one of them plays"
            played[word] = [match(board, ranks, dealt_again=True)]
    assert len(partners) == 6, "everybody with everybody of their side"
    assert made.teams(played) == {"points": [54.0, 54.0], "deals": 9, "mean": 0.0, "error": 0.0}
    shown = made.shown("x", played)
    assert shown["rounds"][0]["tables"][0]["table"] == made.rounds[0][0].word
    assert shown["over"]
    one = made.rounds[0][0]
    for change in ({"dealt_again": False}, {"seats": match(one, [1, 2, 3, 4])["seats"][::-1]}):
        played[one.word or ""] = [match(one, [1, 2, 3, 4], **{"dealt_again": True, **change})]
        assert made.result(one, played).match is None, "other cards, or other seats than were drawn"
    assert League.restored(made.kept()) == made


def test_the_margin_of_teams_has_its_doubt() -> None:
    assert teams.margin([]) == (None, None)
    assert teams.margin([2.0]) == (2.0, None), "one deal says nothing of how sure it is"
    rng, held = Random(11), 0
    for _ in range(400):
        mean, error = teams.margin([rng.gauss(1.0, 3.0) for _ in range(4)])
        assert mean is not None
        assert error is not None
        held += abs(mean - 1.0) <= error
    assert 340 <= held <= 380, "nine of ten"


# --- over the line


def post(live: Live, path: str, form: Message) -> Message:
    answer: Message = live.http.post(f"/api/leagues{path}", json=form).json()
    return answer


def found(live: Live, **form: Any) -> tuple[str, Message]:
    """A league of the toy: its path below `/api/leagues`, and what whoever runs it sends along."""
    key = post(live, "", {"name": "Pub", "game": "toy", **form})
    return f"/{key['league']}", {"token": key["token"]}


def enter(live: Live, path: str, *names: str) -> list[Message]:
    """People who play in it: what lets each of them sit down."""
    return [post(live, f"{path}/players", {"name": name, "avatar": "fox"}) for name in names]


@pytest.mark.long
def test_a_house_runs_a_league_and_its_people_sit_where_they_are_drawn(serve: Serve, database: str, toy_installed: None) -> None:
    live = serve(database=database)
    assert post(live, "", {"name": "Pub", "game": "toy", "size": 8})["code"] == "bad_options"
    path, run = found(live, options={"rounds": 1}, rounds=2)
    keys = enter(live, path, "Ana", "Ben", "Cy")
    assert enter(live, path, "ana")[0]["code"] == "bad_name"
    assert post(live, f"{path}/rounds", {"token": "mine"})["code"] == "not_host"
    assert post(live, f"{path}/seat", keys[0])["code"] == "not_seated"
    drawn = post(live, f"{path}/rounds", run)
    [table] = drawn["rounds"][0]["tables"]
    [resting] = drawn["rounds"][0]["out"]
    sitting = [one for one in keys if one["player"] != resting]
    assert post(live, f"{path}/seat", {**sitting[0], "token": "mine"})["code"] == "bad_token"
    chairs = [post(live, f"{path}/seat", one) for one in sitting]
    assert post(live, f"{path}/seat", sitting[0])["code"] == "here_already"
    wires = [live.socket(chair["table"], chair["token"]) for chair in chairs]
    finish(wires)
    shown: Message = live.http.get(f"/api/leagues{path}").json()
    assert shown["players"][0]["points"] >= 1.0
    assert sum(one["points"] for one in shown["players"]) == 2.0
    [table] = shown["rounds"][0]["tables"]
    assert (table["table"], table["match"], sum(table["points"])) == (chairs[0]["table"], 1, 1.0)
    assert "token" not in str(shown), "nobody is told what opens a place"

    again = post(live, f"{path}/rounds", run)
    [second] = again["rounds"][1]["tables"]
    assert sorted(second["players"]) != sorted(table["players"])
    late = next(one for one in keys if one["player"] == second["players"][0])
    post(live, f"{path}/seat", late)
    assert post(live, f"{path}/rounds", run)["code"] == "wrong_status", "both rounds are drawn"
    paused = post(live, f"{path}/pause", {**run, "player": late["player"]})
    assert [one["player"] for one in paused["players"] if one["paused"]] == [late["player"]]
    assert live.http.get("/api/leagues/no-such-17").json()["code"] == "unknown_league"
    for wire in wires:
        wire.close()


def finish(wires: list[Wire]) -> None:
    """Start the match at a table, and play it to its end."""
    wires[0].until("talk")
    wires[0].send({"type": "start", "id": "start"})
    for wire in wires:
        wire.until("view")
    over(wires)


def test_who_let_the_others_wait_is_paused(serve: Serve, toy_installed: None) -> None:
    live = serve()
    path, run = found(live, rounds=3)
    keys = enter(live, path, "Ana", "Ben", "Cy", "Di")
    drawn = post(live, f"{path}/rounds", run)
    came = drawn["rounds"][0]["tables"][0]["players"]
    for one in keys:
        if one["player"] in came:
            chair = post(live, f"{path}/seat", one)
            wire = live.socket(chair["table"], chair["token"])
            wire.until("talk")
    after = post(live, f"{path}/rounds", run)
    assert sorted(one["player"] for one in after["players"] if not one["paused"]) == sorted(came)
    back = next(one for one in after["players"] if one["paused"])["player"]
    called = post(live, f"{path}/pause", {**run, "player": back, "paused": False})
    assert next(one for one in called["players"] if one["player"] == back)["paused"] is False
    wire.close()


def test_a_league_does_not_live_for_ever(
    serve: Serve, database: str, toy_installed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = serve(database=database)
    (old, _), (new, _) = found(live, name="Old"), found(live, name="New")
    begun, season = live.hub.now(), live.settings.season

    def swept(after: float) -> None:
        monkeypatch.setattr(live.hub, "now", lambda: begun + after)
        asyncio.run_coroutine_threadsafe(live.hub.sweeper.end_leagues(), live.loop).result()

    swept(season / 2)
    enter(live, new, "Ana")
    swept(season + 60)
    assert live.http.get(f"/api/leagues{old}").json()["code"] == "unknown_league"
    assert live.http.get(f"/api/leagues{new}").json()["name"] == "New", "somebody entered it since"
    swept(2 * season)
    assert live.http.get(f"/api/leagues{new}").json()["code"] == "unknown_league"


EVE = {"game": "toy", "name": "Eve", "avatar": "owl"}


def ways(live: Live, word: str, own: str) -> set[str]:
    """What is answered on every path to the cards of a table's first match, whose own name is this; empty: they are told."""
    parts = ("log", *(f"matches/1/{what}" for what in ("log", "draws", "replay", "replay?look=open", "advice", "style")))
    asked = [live.http.get(f"/api/tables/{word}/{one}") for one in parts]
    asked += [live.http.post(f"/api/tables/{word}/matches/1/advice")]
    asked += [live.http.get(f"/api/deals/{own}{of}") for of in ("", f"?table={word}&match=1")]
    asked += [live.http.post("/api/tables", json=EVE | one) for one in ({"deal": own}, {"again": {"table": word, "match": 1}})]
    return {str(answer.json().get("code", "")) if answer.status_code >= 400 else "" for answer in asked}


def never(live: Live, named: str) -> set[str]:
    """What is answered to who asks for a deal of teams by its name."""
    asked = [live.http.get(f"/api/deals/{named}"), live.http.get(f"/api/days/{named.replace('/', '-')}")]
    asked += [live.http.post("/api/tables", json=EVE | {"deal": named})]
    return {answer.json()["code"] for answer in asked}


@pytest.mark.long
def test_eight_play_the_same_deals_and_no_path_leads_to_them_meanwhile(serve: Serve, toy_installed: None) -> None:
    live = serve()
    path, run = found(live, options={"rounds": 1}, rounds=2, system="teams")
    keys = {}
    for name in "ABCDEFGH":
        one = post(live, f"{path}/players", {"name": name, "avatar": "fox", "side": int(name > "D")})
        keys[one["player"]] = one
    assert post(live, f"{path}/players", {"name": "I", "avatar": "fox", "side": 0})["code"] == "table_full"
    drawn = post(live, f"{path}/rounds", run)
    first, second = (table["players"] for table in drawn["rounds"][0]["tables"])

    def sit(players: list[int]) -> tuple[str, list[Wire]]:
        chairs = {player: post(live, f"{path}/seat", keys[player]) for player in reversed(players)}
        wires = [live.socket(chairs[player]["table"], chairs[player]["token"]) for player in players]
        for wire in wires:
            wire.until("view")  # it begins by itself, once all four are there
        return chairs[players[0]]["table"], wires

    word, wires = sit(first)
    assert [wire.view()["view"]["seat"] for wire in wires] == [0, 1, 2, 3], "as they were drawn, in whichever order they came"
    over(wires)
    table = next(m for m in reversed(wires[0].seen) if m["type"] == "table")["table"]
    named = table["deal"]["match"]
    assert path[1:] not in named
    own = f"{live.hub.store.log(word, 1).draws.match}"  # type: ignore[union-attr]
    assert ways(live, word, own) == {"playing"}
    assert never(live, named) <= {"unknown_deal", "bad_options"}
    assert live.http.get(f"/api/leagues{path}").json()["rounds"][0]["tables"][0]["table"] is None
    other, others = sit(second)
    assert ways(live, word, own) == {"playing"}, "the other table plays"
    over(others)
    assert "playing" not in ways(live, word, own)
    assert never(live, named) <= {"unknown_deal", "bad_options"}
    shown = live.http.get(f"/api/leagues{path}").json()
    assert shown["teams"]["deals"] == 1
    assert sum(shown["teams"]["points"]) == 12.0
    assert [table["table"] for table in shown["rounds"][0]["tables"]] == [word, other]
    chance = [live.http.get(f"/api/tables/{at}/matches/1/log").json()["draws"]["deal"] for at in (word, other)]
    assert chance[0] == chance[1], "the same cards"
    for wire in (*wires, *others):
        wire.close()
