"""Puzzles over HTTP: a list, one of them in every language, and what is not there."""

from parlour.server import Limits
from parlour.server.hall.tries import ENOUGH
from tests.server.conftest import Serve
from tests.server.live import Live


def test_a_game_tells_its_puzzles_and_one_of_them(live: Live) -> None:
    for game in ("keys", "skyjo"):
        listed = live.http.get(f"/api/games/{game}/puzzles").json()
        assert [one["grade"] for one in listed] == sorted(one["grade"] for one in listed)
        puzzle = live.http.get(f"/api/games/{game}/puzzles/{listed[-1]['puzzle']}", params={"language": "fr"}).json()
        assert {name: puzzle[name] for name in ("puzzle", "kind", "grade")} == listed[-1]
        view = puzzle["view"]
        assert view["seat"] in view["asked"]
        assert all(choice["action"] in view["legal"] for choice in puzzle["choices"])
        assert puzzle["choices"][puzzle["best"]]["gap"] == 0
        assert len(puzzle["people"]) == view["players"]


def test_what_is_not_there_is_refused(live: Live) -> None:
    for path, code in (
        ("toy/puzzles", "no_puzzles"),
        ("nothing/puzzles", "unknown_game"),
        ("keys/puzzles/00000000", "unknown_puzzle"),
        ("keys/puzzles/" + "x" * 500, "unknown_puzzle"),
    ):
        answer = live.http.get(f"/api/games/{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, code)
    assert live.http.get("/puzzle/skyjo").status_code == 200


def test_what_most_took_is_told_once_enough_have_tried(serve: Serve) -> None:
    live = serve(limits=Limits(tries=ENOUGH + 1))
    names = [one["puzzle"] for one in live.http.get("/api/games/skyjo/puzzles").json()]
    path, other = (f"/api/games/skyjo/puzzles/{name}/tries" for name in names[:2])
    for n in range(ENOUGH):
        assert live.http.get(path).json() == {"tries": []}, "of few it could be said who they are"
        told = live.http.post(path, json={"choice": int(n % 3 == 0)})
        assert told.status_code == 201
    choices = len(live.http.get(path.removesuffix("/tries")).json()["choices"])
    assert told.json() == live.http.get(path).json() == {"tries": [6, 4, *[0] * (choices - 2)]}
    assert live.http.get(other).json() == {"tries": []}
    assert live.http.post(path, json={"choice": 60}).json()["code"] == "bad_message"
    assert live.http.post(path, json={"choice": 0}).json()["code"] == "too_fast"
    assert live.http.post("/api/games/skyjo/puzzles/none/tries", json={"choice": 0}).status_code in (404, 429)
    assert sum(live.http.get(path).json()["tries"]) == ENOUGH
