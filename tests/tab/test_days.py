"""The deal of the day in a tab: from the date alone, the same in every tab, and shown beside what came of it."""

import json
from datetime import UTC, datetime
from typing import Any

from parlour.engine.record.draws import sealed
from parlour.tab.drawers import InMemory
from tests.tab.pages import alone, ask, house_of

ANA = {"game": "keys", "name": "Ana", "avatar": "fox"}


def test_two_tabs_deal_alike_by_the_date_alone_and_nothing_of_a_day_to_come() -> None:
    async def dealt() -> tuple[Any, list[tuple[int, str]]]:
        house = house_of(InMemory(), 1)
        today = datetime.fromtimestamp(house.now(), UTC).date().isoformat()
        day = json.loads((await ask(house, f"/api/days/{today}")).body)
        assert day["seal"] == sealed(day["secret"])
        assert "keys" in day["games"]
        offered = json.loads((await ask(house, f"/api/deals/{today}/keys")).body)
        assert (offered["day"], offered["played"], offered["runs"]) == (today, 0, [])
        chair = json.loads((await ask(house, "/api/tables", ANA | {"deal": f"{today}/keys"})).body)
        core = (await house.table(chair["table"])).core
        assert core.lobby.deal is not None
        assert core.lobby.options == offered["options"]
        wrong = [
            await ask(house, path, body)
            for path, body in (
                ("/api/days/2999-01-01", None),
                ("/api/deals/2999-01-01/keys", None),
                (f"/api/deals/{today}/keskife", None),
                ("/api/tables", ANA | {"deal": "2999-01-01/keys"}),
                ("/api/tables", ANA | {"deal": "0123456789ab/1"}),
                ("/api/tables", ANA | {"deal": f"{today}/skyjo"}),
            )
        ]
        return core.lobby.deal.to_json(), [(one.status, json.loads(one.body)["code"]) for one in wrong]

    (one, refused), (other, _) = alone(dealt), alone(dealt)
    assert one == other
    assert {code for _, code in refused} == {"unknown_deal", "bad_options"}
    assert [code for _, code in refused[:5]] == ["unknown_deal"] * 5
