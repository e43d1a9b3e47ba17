"""A league on phones, on the house's own screen and on a television: entered, drawn, and everybody is told where to sit."""

import httpx
from playwright.sync_api import expect

from tests.page.test_access import faults_everywhere
from tests.page.visits import DESK, PHONE, House, Visit


def test_a_house_runs_a_league_and_everybody_sees_where_to_sit(visit: Visit, house: House) -> None:
    pub = visit("/league", size=DESK)
    pub.get_by_label("What is it called?").fill("Pub league")
    pub.get_by_label("Rounds").fill("1")
    pub.get_by_role("button", name="Open the league").click()
    pub.wait_for_url("**/league/*-*")
    path = pub.url.removeprefix(house.url)
    phones = [visit(path, size=PHONE) for _ in range(2)]
    for phone, name in zip(phones, ("Ada", "Ben"), strict=True):
        phone.get_by_label("Your name").fill(name)
        phone.get_by_role("button", name="Play along").click()
        expect(phone.get_by_text("You are in.")).to_be_visible()
    expect(pub.get_by_role("rowheader")).to_have_count(2)
    assert faults_everywhere(pub) == []
    pub.get_by_role("button", name="Draw the next round").click()
    expect(phones[0].get_by_text("You sit at table 1 with Ben.")).to_be_visible()
    assert faults_everywhere(phones[0]) == []
    television = visit(f"/tv{path}", size={"width": 1920, "height": 1080})
    expect(television.get_by_role("listitem").filter(has_text="Table 1")).to_contain_text("Ada")
    looks = f"**/api/leagues/{path.split('/')[-1]}"
    for phone in phones:  # a look at what the others did is out and not answered: no press waits for it
        with phone.expect_request(looks):
            phone.route(looks, lambda _: None)
        phone.get_by_role("button", name="Sit down").click()
        expect(phone.get_by_role("heading", name="At the table")).to_be_visible()
        phone.unroute(looks)
    expect(phones[0].get_by_role("list").filter(has_text="Ben").first).to_be_visible()
    pub.get_by_role("button", name="Pause Ben").press("Enter")
    expect(pub.get_by_role("button", name="Call Ben back")).to_be_visible()


def test_eight_sit_down_at_two_tables_by_one_press_of_the_house(visit: Visit, house: House) -> None:
    pub = visit("/league", size=DESK)
    pub.get_by_label("What is it called?").fill("Friday")
    pub.get_by_role("radio", name="Teams").check(force=True)
    expect(pub.get_by_text("luck cancels").or_(pub.get_by_text("what the cards give cancels"))).to_be_visible()
    pub.get_by_role("button", name="Open the league").click()
    pub.wait_for_url("**/league/*-*")
    path = pub.url.removeprefix(house.url)
    phone = visit(path, size=PHONE)
    phone.get_by_label("Your name").fill("Ada")
    phone.get_by_role("button", name="Play for Side B").click()
    expect(phone.get_by_text("your table opens here by itself")).to_be_visible()
    assert faults_everywhere(phone) == []
    sides = [0, 0, 0, 0, 1, 1, 1]
    for name, side in zip(("Ben", "Cy", "Di", "Eli", "Flo", "Gil", "Hal"), sides, strict=True):
        form = {"name": name, "avatar": "owl", "side": side}
        assert httpx.post(f"{house.url}/api/leagues/{path.split('/')[-1]}/players", json=form).status_code == 201
    expect(pub.get_by_text("Both sides have their four.")).to_be_visible()
    pub.get_by_role("button", name="Deal to both tables").click()
    expect(phone.get_by_role("heading", name="At the table")).to_be_visible()
    tables = pub.get_by_role("region", name="Deal 1 of 5")
    expect(tables.get_by_role("row")).to_have_count(5)
    expect(tables.get_by_text("The cards stay closed")).to_be_visible()
    assert faults_everywhere(pub) == []
