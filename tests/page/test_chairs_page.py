"""Any seat, any time, on the pages of those who sit there: nudged, played for, taken late, brought along, given back."""

import json
import re

from playwright.sync_api import Page, WebSocketRoute, expect

from parlour.client import Table
from tests.page.reader.evening import READ
from tests.page.test_access import faults, faults_everywhere
from tests.page.visits import DESK, PHONE, House, Screen, Visit, chair, sit_on, table_menu
from tests.patience import wait_until


def two_minutes_later(wire: WebSocketRoute) -> None:
    """What the room says of how long people are asked, as it would be after two minutes."""
    server = wire.connect_to_server()

    def older(text: str | bytes) -> None:
        message = json.loads(text)
        for wait in message.get("waits", ()):
            wait["since"] -= 125
        wire.send(json.dumps(message))

    server.on_message(older)


def people(page: Page) -> None:
    """Open the sheet of the people."""
    table_menu(page)
    page.get_by_role("button", name=re.compile("^(People|Les joueurs) ")).filter(visible=True).click()


def test_whoever_does_nothing_is_nudged_then_played_for_and_takes_their_seat_again(
    visit: Visit, screen: Screen, house: House
) -> None:
    ada = Table.open(house.url, "skyjo", "Ada", avatar="fox")
    ben = Table.join(house.url, ada.word, "Ben", avatar="owl")
    with ada, ben:
        ada.start()
        here, there = visit("/healthz", size=DESK), screen("second", language="fr-FR")
        here.route_web_socket(re.compile("/socket$"), two_minutes_later)
        sit_on(here, house.url, chair(ada, "Ada"), "skyjo")
        sit_on(there, house.url, chair(ben, "Ben"), "skyjo")
        rail = here.get_by_role("complementary", name="The story so far")
        expect(rail.get_by_role("heading", name="Ben has been asked for 2 minutes")).to_be_visible()
        assert not faults(here)
        here.evaluate(READ)
        here.set_viewport_size(PHONE)  # type: ignore[arg-type]
        expect(here.get_by_role("button", name=re.compile(r"^Ben has been asked for \d minutes.*What now\?$"))).to_be_visible()
        assert here.evaluate("noticesOver()") == []
        here.set_viewport_size(DESK)  # type: ignore[arg-type]
        here.keyboard.press("Tab")
        rail.get_by_role("button", name="Nudge").press("Enter")
        expect(there.get_by_text("Ada vous fait signe").filter(visible=True).first).to_be_visible()
        expect(rail.get_by_text("Ben has been asked")).to_have_count(0)
        here.reload()
        rail.get_by_role("button", name="Let a bot play").click()
        expect(there.get_by_text("Un robot joue pour vous").first).to_be_visible()
        story = here.get_by_role("list", name="The story so far")
        expect(story).to_contain_text("A bot plays for Ben now.")
        back = there.get_by_role("button", name="Je suis de retour")
        expect(back).not_to_have_css("font-size", "0px")  # on a phone too its words are seen: it has no sign
        back.press("Enter")
        expect(story).to_contain_text("Ben plays again.")


def test_a_person_hands_their_seat_to_a_bot_for_a_while(screen: Screen, house: House) -> None:
    ada = Table.open(house.url, "skyjo", "Ada", avatar="fox")
    ben = Table.join(house.url, ada.word, "Ben", avatar="owl")
    with ada, ben:
        ada.start()
        here, there = screen(size=DESK), screen("second", language="fr-FR")
        sit_on(here, house.url, chair(ada, "Ada"), "skyjo")
        sit_on(there, house.url, chair(ben, "Ben"), "skyjo")
        there.get_by_role("button", name="Quitter la table").click()
        sheet = there.get_by_role("dialog")
        expect(sheet.get_by_text("Votre place reste la vôtre")).to_be_visible()
        assert not faults_everywhere(there)
        sheet.get_by_role("button", name="Un robot joue pour moi").click()
        expect(here.get_by_role("list", name="The story so far")).to_contain_text("Ben will be back in 5 min")
        expect(here.get_by_role("list", name="The others")).to_contain_text(re.compile(r"back in [45]:\d\d"))
        people(here)
        here.get_by_role("dialog").get_by_role("button", name="Give Ben the seat back").click()
        expect(there.get_by_text("Un robot joue pour vous")).to_have_count(0)


def test_a_latecomer_takes_the_seat_of_a_bot(screen: Screen, visit: Visit, house: House) -> None:
    with Table.open(house.url, "skyjo", "Ada", avatar="fox") as ada:
        ada.ask("seat_bot", bot="simple")
        ada.start()
        wait_until(lambda: any(one["bot"] for one in ada.table["people"]), "no bot sits there")
        bot = next(one["name"] for one in ada.table["people"] if one["bot"])
        here = screen(size=DESK)
        sit_on(here, house.url, chair(ada, "Ada"), "skyjo")
        there = visit(f"/t/{ada.word}", language="fr-FR")
        expect(there.get_by_text("La partie est en cours")).to_be_visible()
        people(here)
        here.get_by_role("switch", name="Latecomers may take the seat of a bot").click()
        expect(here.get_by_role("switch", name="Latecomers may take the seat of a bot")).to_be_checked()
        assert not faults(here)
        here.keyboard.press("Escape")
        there.reload()
        expect(there.get_by_role("radio", name=f"Prendre la place du robot {bot}")).to_be_checked()
        assert not faults(there)
        there.get_by_label("Votre nom").fill("Dora")
        there.get_by_role("button", name="S’asseoir").click()
        expect(there.get_by_role("main", name="La table")).to_be_visible()
        expect(here.get_by_role("list", name="The story so far")).to_contain_text(f"Dora has taken the seat of {bot}.")


def test_a_chair_goes_along_to_another_device_by_a_link_that_works_once(screen: Screen, visit: Visit, house: House) -> None:
    with (
        Table.open(house.url, "skyjo", "Ada", avatar="fox") as ada,
        Table.join(house.url, ada.word, "Ben", avatar="owl") as ben,
    ):
        ada.start()
        here = screen(size=DESK)
        sit_on(here, house.url, chair(ben, "Ben"), "skyjo")
        people(here)
        here.get_by_role("button", name="Play on another device").click()
        sheet = here.get_by_role("dialog")
        expect(sheet.get_by_role("img", name="The QR code")).to_be_visible()
        assert not faults(here)
        link = sheet.get_by_role("textbox").input_value()
        path = link.removeprefix(re.match(r"https?://[^/]+", link)[0])  # type: ignore[index]
        there = visit(path)
        there.get_by_role("button", name="Play here").click()
        expect(there.get_by_role("main", name="The table")).to_be_visible()
        assert "#" not in there.url
        expect(here.get_by_role("heading", name="You sit at another screen")).to_be_visible()
        late = visit(path, language="fr-FR")
        late.get_by_role("button", name="Jouer ici").click()
        expect(late.get_by_text("Ce lien a déjà servi")).to_be_visible()
        there.reload()
        expect(there.get_by_role("main", name="The table")).to_be_visible()


def test_a_guest_whose_device_forgot_its_chair_is_let_back_by_the_host(screen: Screen, visit: Visit, house: House) -> None:
    ada = Table.open(house.url, "skyjo", "Ada", avatar="fox")
    with ada:
        with Table.join(house.url, ada.word, "Ben", avatar="owl"):
            ada.start()
        here = screen(size=DESK)
        sit_on(here, house.url, chair(ada, "Ada"), "skyjo")
        there = visit(f"/t/{ada.word}")
        for answer, after in (("No", "The host has not let you in"), ("Let in", "")):
            there.get_by_role("button", name="I am Ben").click()
            expect(there.get_by_role("heading", name="Asking the host")).to_be_visible()
            expect(here.get_by_text("Somebody at the door says: I am Ben.")).to_be_visible()
            here.get_by_role("button", name=answer, exact=True).press("Enter")
            if after:
                expect(there.get_by_text(after)).to_be_visible()
                there.evaluate("() => localStorage.clear()")  # another device: this one asks in vain from now on
                there.reload()
        expect(there.get_by_role("main", name="The table")).to_be_visible()
        expect(here.get_by_role("list", name="The others")).to_contain_text("Ben")
