"""Puzzles over HTTP: a list, one of them in every language, and what is not there."""

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
