"""Names in sentences: one written from right to left stays apart from what stands beside it."""

from parlour.say import Say, isolated

SAY = Say(
    {
        "table": {"score": "{name}: {score}"},
        "actions": {"give": "Give to {to:seat}"},
        "events": {"gave": {"other": "{name} gave {to:seat} a card"}},
    }
)


def test_a_name_written_from_right_to_left_is_isolated_once() -> None:
    assert isolated("נור") == "\u2068נור\u2069"
    assert isolated(isolated("Ana نور")) == "\u2068Ana نور\u2069"
    assert isolated("Zoé 李 🦊") == "Zoé 李 🦊"


def test_every_sentence_isolates_the_names_in_it() -> None:
    names = ["نور", "Ada"]
    assert SAY.text("score", name="نور", score=-3) == "\u2068نور\u2069: \N{MINUS SIGN}3"
    assert SAY.action({"do": "give", "to": 0}, names) == "Give to \u2068نور\u2069"
    assert SAY.event({"event": "gave", "seat": 0, "to": 1}, None, names) == "\u2068نور\u2069 gave Ada a card"
