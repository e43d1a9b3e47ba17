"""How the matches of a table went is told over HTTP to whoever knows its word."""

from typing import Any

from tests.server.conftest import Serve
from tests.server.live import Live, Wire


def play_out(wires: list[Wire]) -> dict[str, Any]:
    """Play by whoever is asked until the match is over; gives the last view."""
    while not wires[0].view()["view"]["over"]:
        for wire in wires:
            wire.send({"type": "time", "sent": 1})
            wire.until("time")
            if wire.view()["view"]["legal"]:
                wire.play()
    view: dict[str, Any] = wires[0].view()["view"]
    return view


def test_a_match_is_told_of_when_it_is_over(live: Live) -> None:
    chairs, wires = live.party(2, options={"rounds": 1}, name="Ana")
    address = f"/api/tables/{chairs[0]['table']}/matches"
    assert live.http.get(address).json() == [], "the match is being played"
    last = play_out(wires)
    (match,) = live.http.get(address).json()
    assert (match["match"], match["game"], match["lowest_wins"]) == (1, "toy", False)
    assert 0 < match["begun"] <= match["ended"]
    assert [person["person"] for person in match["people"]] == [chair["person"] for chair in chairs]
    assert [person["name"] for person in match["people"]] == ["Ana", "P1"]
    assert [person["bot"] for person in match["people"]] == [None, None]
    assert [person["score"] for person in match["people"]] == last["scores"]
    assert [person["rank"] for person in match["people"]] == last["ranks"]


def test_it_is_told_of_a_table_that_is_closed_and_asked_of_none_that_is_not_there(serve: Serve) -> None:
    live = serve()
    chairs, wires = live.party(2, options={"rounds": 1})
    word = chairs[0]["table"]
    play_out(wires)
    wires[0].send({"type": "close", "id": "bye"})
    wires[0].until("closed")
    assert len(live.http.get(f"/api/tables/{word}/matches").json()) == 1
    for other in ("maple-otter-7k3q-9mxt", "..", "x" * 300):
        assert live.http.get(f"/api/tables/{other}/matches").status_code == 404
    guesses = [live.http.get("/api/tables/maple-otter-7k3q-9mxt/matches").json()["code"] for _ in range(20)]
    assert guesses[-1] == "too_many_guesses"
    assert len(live.http.get(f"/api/tables/{word}/matches").json()) == 1, "whoever knows the word pays for no guesses"
