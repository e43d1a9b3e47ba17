"""The whole story of a match, read as its people read it: in the second person, without repetition, with the right numbers."""

import re
from itertools import pairwise
from random import Random

import pytest

from parlour.bots import bot, kinds, welcoming
from parlour.engine import Match, load
from parlour.engine.contract.words import Json
from parlour.games.cells import CLOCK
from parlour.say import Say, game_words
from parlour.testing.catalogues import aimed, typed

GAMES = {"keys": 4, "skyjo": 4, "kings_keys": 4, "keskife": 5}
LANGUAGES = ("en", "fr")
NAMES = ["Ada", "Olga", "Ben", "Ugo", "Ines"]
PEOPLE = re.compile(rf"\b({'|'.join(NAMES)})\b")
ELIDED = re.compile(
    rf"(?i)(?<!\w)(de|que|le|la|je|me|te|se|ne|jusque) (?:{'|'.join(name for name in NAMES if name[0] in 'AEIOU')})\b"
)
WRONG = {
    "en": re.compile(r"(?i)\byou’s|\b(you|they) (has|is|was|takes|robs|plays)\b|\b1 (cards|coasters|points)\b"),
    "fr": re.compile(r"(?i)\bvous’s|\b[01] (?:cartes|sous-bocks|points)\b|\(.*\) avec"),
}


@pytest.fixture(scope="module", params=GAMES)
def match(request: pytest.FixtureRequest) -> Match:
    """A match of four or five bots, played to its end."""
    game = load(request.param)
    rng = Random(11)
    match = Match.start(game, GAMES[request.param], welcoming(game))
    ask = bot(game, kinds(game)[0])
    while not match.over:
        match.settle(rng.randrange)
        seats = [seat for seat in match.to_act if seat != CLOCK]
        if match.over:
            break
        if seats and (CLOCK not in match.to_act or rng.random() < 0.8):
            seat = rng.choice(seats)
            match.play(seat, ask(match.view(seat), match.legal(seat), rng))
        else:
            match.play(CLOCK, match.legal(CLOCK)[0])
    return match


def heard(match: Match, seat: int) -> list[dict[str, Json]]:
    return match.view(seat).told_json()


def words(match: Match, language: str) -> Say:
    return game_words(match.game, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_one_who_reads_is_you_in_every_place_of_a_sentence(match: Match, language: str) -> None:
    for seat in range(match.players):
        for line in words(match, language).story(heard(match, seat), seat, NAMES):
            assert NAMES[seat] not in PEOPLE.findall(line), line
            assert not WRONG[language].search(line), line
            assert not line[0].islower(), line


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_said_twice_in_a_row_and_none_names_a_brace(match: Match, language: str) -> None:
    for seat in range(match.players):
        lines = words(match, language).story(heard(match, seat), seat, NAMES)
        told = [line for line in lines if not re.search(r"^\d+$", line)]  # a countdown's beats
        assert [line for line, after in pairwise(told) if line == after] == []
        assert [line for line in told if "{" in line or "None" in line] == []
        if language == "fr":
            assert [line for line in told if ELIDED.search(line)] == []


def test_a_play_is_a_sentence_and_not_a_sentence_a_card() -> None:
    """Whoever lays four cards away is told of once."""
    say = game_words(load("kings_keys"), "en")
    stored = [{"event": "stored", "seat": 1, "zone": "vault", "card": None}] * 3
    mine = [{"event": "kept", "seat": 0, "card": card} for card in ("SA1", "MC2")]
    paid = [{"event": "paid", "seat": 1, "card": card, "zone": zone} for card, zone in (("SC1", "hand"), ("SC2", "vault"))]
    other = {"event": "stored", "seat": 1, "zone": "dungeon", "card": None}
    assert say.story([*stored, other, *mine, *paid], 0, NAMES) == [
        "Olga stores 3 cards in the vault",
        "Olga stores a card in the dungeon",
        "You keep Sun axe 1, Mountain coin 2",
        "Olga pays with Sun coin 1, Sun coin 2",
    ]


def test_the_numbers_told_are_the_numbers_that_were(match: Match) -> None:
    say = words(match, "en")
    for seat in range(match.players):
        events = heard(match, seat)
        hidden = [form for form in events if form["event"] == "stored" and form.get("card", "") is None and form["seat"] != seat]
        told = [line for line in say.story(events, seat, NAMES) if re.search(r" stores (a|\d+) cards? in ", line)]
        numbers = [re.search(r" stores (a|\d+) ", line) for line in told]
        assert sum(1 if found[1] == "a" else int(found[1]) for found in numbers if found) == len(hidden)
        for at, form in enumerate(events):
            if form["event"] == "robbed":
                taken = [one for one in events[at + 1 : at + 14] if one["event"] in ("took", "robbed", "started")]
                until = next((i for i, one in enumerate(taken) if one["event"] != "took"), len(taken))
                assert form["count"] == until, (form, taken)


def test_a_catalogue_with_a_number_typed_into_a_plural_form_is_refused() -> None:
    assert typed("/table/cards/one", "1 card")
    assert not typed("/table/cards/one", "{n} card")
    assert list(aimed({"/events/robbed/other": "{name} robs {victim:seat}"})) == ["/events/robbed/to_you"]
    assert list(aimed({"/events/robbed/other": "{name} robs {victim:seat}", "/events/robbed/to_you": "{name} robs you"})) == []
