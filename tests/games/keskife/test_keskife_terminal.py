"""The table as text."""

from parlour.engine import load
from parlour.games.keskife.terminal import table
from parlour.say import game_words
from tests.games.keskife.conftest import Parties

NAMES = ["Ada", "Ben", "Cleo", "Dan"]


def test_the_table_as_text(party: Parties) -> None:
    played = party(4, venue="stage")
    say = {language: game_words(load("keskife"), language).text for language in ("en", "fr")}
    assert table(played.match.view(0), NAMES, say["en"]).splitlines()[:2] == ["Round 1 of 6", "Leader: Ada"]
    played.do(0, "colour", colour="red")
    played.deal(2, numbers=(3, 4), entry=17)
    played.wait("act")
    played.do(1, "gesture", gesture="penguin")
    played.clock()
    shown = table(played.match.view(0), NAMES, say["en"])
    assert shown.splitlines() == [
        "Round 1 of 6",
        "Leader: Ada",
        "Pack: red",
        "Numbers: 3, 4",
        "Your line: Eat soup with a fork",
        "Beat 1 of 15",
        "Ada      Cards: 0     –",
        "Ben      Cards: 0     waddle",
        "Cleo     Cards: 0     –",
        "Dan      Cards: 0     –",
    ]
    monkeys = table(played.match.view(2), NAMES, say["fr"])
    assert "Votre ligne\N{NARROW NO-BREAK SPACE}: C’est vous, le largué" in monkeys
    assert "fourchette" not in monkeys
    played.point([2, 2, 0, None])
    played.do(3, "leave")
    assert table(played.match.view(28), NAMES, say["en"]).splitlines()[-4:] == [
        "Ada      Cards: 1     → Cleo",
        "Ben      Cards: 1     waddle · → Cleo",
        "Cleo     Cards: 2     → Ada · the monkey",
        "Dan      Cards: 0     left",
    ]
