"""The variant lab: what is being played, what it came to, and a table laid with the rules that were tried."""

import json
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.page.test_access import faults
from tests.page.visits import DESK, Visit


def rules(minutes: float, cards: float) -> dict[str, Any]:
    figure = [0.5, 0.4, 0.6]
    return {
        "games": 400,
        "minutes": [minutes, minutes - 1, minutes + 1],
        "nine_in_ten": [minutes - 5, minutes + 6],
        "histogram": {"step": 1.5, "counts": [0, 0, 0, 40, 100, 120, 100, 40]},
        "seats": [[0.26, 0.22, 0.3], [0.24, 0.2, 0.28], [0.25, 0.21, 0.29], [0.25, 0.21, 0.29]],
        "uneven": False,
        "changes": [1.2, 1.0, 1.4],
        **dict.fromkeys(("clear", "ties", "blow_outs"), figure),
        "cards": [cards, cards - 0.02, cards + 0.02],
        "mixing": [0.9 - cards, 0.88 - cards, 0.92 - cards],
        "skill": [0.1, 0.08, 0.12],
        "seat": [0.0, 0.0, 0.01],
    }


def answer(page: Page, asked: list[dict[str, Any]]) -> None:
    """The house's answers: the first time to a question that it plays, then what it found."""

    def tell(route: Route) -> None:
        body: Any = route.request.post_data_json
        again = body["begin"] and body in asked
        asked.append(body)
        told: dict[str, Any] = {
            "state": "playing" if body["begin"] else "none",
            "played": 120,
            "of": 1200,
            "cut": False,
            "tried": None,
            "printed": None,
            "real": [],
        }
        if again:
            long = body["options"].get("to_win") == 3
            tried = rules(22, 0.8) if long else rules(15, 0.85)
            found = {
                "state": "done",
                "tried": tried,
                "printed": rules(15, 0.85),
                "real": ["minutes"] if long else [],
                "cut": not long,
            }
            told |= found
        route.fulfill(status=200, content_type="application/json", body=json.dumps(told))

    page.route("**/api/games/keys/study", tell)


def test_rules_are_tried_and_go_along_to_a_table(visit: Visit) -> None:
    asked: list[dict[str, Any]] = []
    page = visit("/settings", size=DESK)
    answer(page, asked)
    page.goto(page.url.replace("/settings", "/lab/keys"))
    expect(page.get_by_text("Bots play 1200 games")).to_be_visible()
    page.get_by_role("button", name="Play it out").click()
    expect(page.get_by_text("120 of 1200 games")).to_be_visible()
    expect(
        page.get_by_role("heading", name="About 15 minutes; no difference from the printed rules beyond chance")
    ).to_be_visible()
    assert page.locator(".lead").inner_text().startswith("Cut short after 400 of 600 games of each"), "it is said first"
    page.get_by_text("Three", exact=True).click()
    page.get_by_role("button", name="Play it out").click()
    expect(page.get_by_role("heading", name="Longer: 22 minutes instead of 15")).to_be_visible()
    expect(page.get_by_role("img", name="Length in minutes: 22 with these rules, 15 as printed")).to_be_visible()
    expect(page.get_by_role("img", name="Share of wins by seat with ranges, beside the printed rules")).to_be_visible()
    expect(page.get_by_text("Above all the cards decide who wins: 78 to 82 %.")).to_be_visible()
    expect(page.get_by_role("img", name="the cards: 80 %, 78 to 82; as printed 85 %")).to_be_visible()
    assert "Cut short" not in page.locator(".lead").inner_text()
    assert asked[-1] == {"players": 4, "options": {"to_win": 3}, "begin": True}
    assert not asked[0]["begin"], "it was played by being opened"
    assert faults(page) == []
    page.get_by_role("button", name="Open a table with these rules").click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Lay the table").click()
    expect(page.get_by_role("region", name="House rules")).to_contain_text("Three")


def test_on_a_phone_nothing_is_wider_than_the_screen(visit: Visit) -> None:
    page = visit("/settings", size={"width": 360, "height": 740}, language="fr-FR")
    answer(page, [])
    page.goto(page.url.replace("/settings", "/lab/keys"))
    page.get_by_role("button", name="Jouer ces règles").click()
    expect(page.get_by_role("heading", name="Et encore")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_text("Règles à essayer").click()
    expect(page.get_by_role("radio", name="Trois")).to_be_attached()
    assert faults(page) == []
