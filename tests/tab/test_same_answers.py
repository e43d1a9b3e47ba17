"""The same paths and frames, asked of a house in a tab and of a server: the same answers."""

import json
from typing import Any

import pytest

from parlour.tab.door import answer
from parlour.tab.drawers import InMemory
from tests.server.live import Live
from tests.server.test_replays import finished
from tests.tab.pages import Page, alone, ask, house_of

OPEN = {"game": "toy", "name": "Ana", "avatar": "fox"}
NOWHERE = "/api/tables/maple-otter-7k3q-9mxt"
ASKED: list[tuple[str, Any]] = [
    ("/api/schema.json", None),
    ("/api/games/toy/schema.json", None),
    ("/api/games/toy/words/en", None),
    ("/api/games/toy/words/xx", None),
    ("/api/games/skyjo/rulebook/de", None),
    ("/api/games/skyjo/rulebook/..%2Fx", None),
    ("/api/games/toy/page/index.js", None),
    ("/api/games/toy/page/..%2F__init__.py", None),
    ("/api/games/skyjo/puzzles", None),
    ("/api/games/skyjo/puzzles/none", None),
    ("/api/games/none", None),
    ("/api/games/none/words/en", None),
    ("/api/nothing", None),
    ("/api/tables", None),
    ("/api/games", {}),
    ("/api/tables", {}),
    ("/api/tables", []),
    ("/api/tables", {**OPEN, "game": "none"}),
    ("/api/tables", {**OPEN, "name": " "}),
    ("/api/tables", {**OPEN, "avatar": "!"}),
    ("/api/tables", {**OPEN, "options": {"rounds": 999}}),
    ("/api/tables", {**OPEN, "options": 3}),
    ("/api/tables", {**OPEN, "more": 1}),
    ("/api/tables", {**OPEN, "clock": "x"}),
    (NOWHERE, None),
    (f"{NOWHERE}/people", {"name": "Ben", "avatar": "owl"}),
    (f"{NOWHERE}/chair", {"code": "x"}),
    (f"{NOWHERE}/chair", {"code": "0" * 32}),
    (f"{NOWHERE}/log", None),
    (f"{NOWHERE}/matches/1/replay", None),
    (f"{NOWHERE}/matches/one/replay", None),
    ("/api/replay", {"log": {}}),
    ("/api/replay", {"log": {}, "look": ""}),
    ("/api/games/toy/study", {"players": 99}),
    ("/api/games/none/study", {"players": 2}),
]


def test_the_same_is_answered_to_whatever_is_asked(live: Live) -> None:
    log = finished()
    asked = [*ASKED, *(("/api/replay", {"log": log, "look": look}) for look in ("open", "onlooker", "0", "9", "x"))]

    async def tab() -> list[tuple[int, str, bytes]]:
        house = house_of(InMemory(), 1)
        answers = [await ask(house, path, body) for path, body in asked]
        return [(one.status, one.kind, one.body) for one in answers]

    for (path, body), (status, kind, found) in zip(asked, alone(tab), strict=True):
        answer = live.http.get(path) if body is None else live.http.post(path, json=body)
        assert (answer.status_code, answer.headers["content-type"]) == (status, kind), path
        if kind == "application/json":
            assert json.loads(found) == answer.json(), path
        else:
            assert found == answer.content, path


def test_what_is_too_long_or_no_json_is_refused_alike(live: Live) -> None:
    for body in ("{", '{"game": ' + '"' + "x" * 30_000 + '"}', '"'):
        found = alone(lambda body=body: answer(house_of(InMemory(), 1), "POST", "/api/tables", body))  # type: ignore[misc]
        there = live.http.post("/api/tables", content=body, headers={"content-type": "application/json"})
        assert (found.status, json.loads(found.body)) == (there.status_code, there.json())


@pytest.mark.parametrize(("game", "options"), [("toy", {"rounds": 1}), ("skyjo", {"end_score": 50})])
def test_a_match_of_one_is_shown_by_the_other_cell_by_cell(live: Live, game: str, options: dict[str, Any]) -> None:
    """A person and a bot play at each; both logs are looked at again in both, and every frame is the same."""
    chair = live.open(game, options=options)
    wire = live.socket(chair["table"], chair["token"])
    for request in ({"type": "seat_bot", "bot": "simple", "id": "r1"}, {"type": "start", "id": "r2"}):
        wire.send(request)
        wire.until("done")
    while not (view := wire.view())["view"]["over"]:
        if view["view"]["legal"]:
            wire.play()
        else:
            wire.until("view")
    theirs = live.http.get(f"/api/tables/{chair['table']}/log").json()

    async def tab() -> tuple[Any, list[bytes]]:
        drawers = InMemory()
        house = house_of(drawers, 5)
        mine = json.loads(
            (await ask(house, "/api/tables", {"game": game, "name": "Ana", "avatar": "fox", "options": options})).body
        )
        page = Page(house, mine)
        await page.answered(type="seat_bot", bot="simple")
        await page.answered(type="start")
        last = await page.play_out()
        told = [
            await ask(one, f"/api/tables/{mine['table']}{path}")
            for one in (house, house_of(drawers, 6))
            for path in ("/log", "/matches")
        ]
        assert [one.body for one in told[:2]] == [one.body for one in told[2:]], "whoever opens the browser anew is told the same"
        (match,) = json.loads(told[1].body)
        assert [person["score"] for person in match["people"]] == last["view"]["scores"]
        ours = json.loads(told[0].body)
        return ours, [(await ask(house, "/api/replay", {"log": log, "look": "open"})).body for log in (theirs, ours)]

    ours, shown = alone(tab)
    for log, found in zip((theirs, ours), shown, strict=True):
        assert live.http.post("/api/replay", json={"log": log, "look": "open"}).json() == json.loads(found)
        assert len(json.loads(found)["frames"]) > 3
