"""What each game's titles ask for, and which of its moments must have been announced."""

from collections.abc import Callable, Iterator

from tests.page.reader.evening import Evening, Moment

# What a title asks for: one of these may be done while it stands.
ASKS: dict[str, dict[str, set[str]]] = {
    "skyjo": {
        "table.draw.title": {"draw", "take"},
        "table.draw.last_title": {"draw", "take"},
        "table.take.title": {"take"},
        "table.hold.title": {"swap"},
        "table.turn.title": {"turn"},
        "table.reveal.single": {"reveal"},
        "table.reveal.two": {"reveal"},
        "table.reveal.three": {"reveal"},
        "table.reveal.two_more": {"reveal"},
        "table.reveal.one": {"reveal"},
        "table.closing.title": {"take", "swap", "turn"},
    },
    "keys": {
        "table.place.title": {"place"},
        "table.place.title_or": {"place"},
        "table.place.title_bid": {"bid"},
        "table.challenge.title": {"bid"},
        "table.bid.title": {"bid", "pass"},
    },
    "kings_keys": {
        "table.turn.draw": {"draw"},
        "table.turn.play": {"card"},
        "table.turn.end": {"done"},
        "table.vote.title": {"agree", "refuse"},
        "table.crown.title": {"crown"},
    },
    "keskife": {
        "table.say.pack_me.title": {"colour"},
        "table.say.take_me.title": {"take"},
        "table.say.start_me.title": {"start"},
    },
}
# Whose turn a title says it is: somebody else's.
TURNS: dict[str, set[str]] = {
    "skyjo": {"table.other.turn", "table.other.drawn"},
    "keys": {"table.place.other", "table.place.other_or", "table.place.other_bid"},
    "kings_keys": {"table.other.turn"},
    "keskife": set(),
}

Stood = Callable[[str], bool]


def of(evening: Evening, event: str) -> list[int | None]:
    """The seats of an event, as often as it was told."""
    return [one.get("seat") for one in evening.heard if one["event"] == event]


def skyjo(evening: Evening, stood: Stood) -> Iterator[str]:
    """That ending a round may double is said before it can happen, and what was doubled is said."""
    if not stood("table.aim_doubled"):
        yield "the aim of the first round says nothing of the doubling"
    if evening.seat in of(evening, "out") and not stood("table.closing.title"):
        yield "a round was ended by a press that was not asked about"
    if of(evening, "doubled") and not (stood("table.count.twice") or stood("table.count.twice_you")):
        yield "points were doubled"


def keys(evening: Evening, stood: Stood) -> Iterator[str]:
    """What a point is won by, every bid that was met and every KEY that came up."""
    if not stood("table.aim.other"):
        yield "the aim, before the first coaster"
    if of(evening, "succeeded") and not stood("table.met.title"):
        yield "a bid was met"
    if of(evening, "failed") and not (stood("table.fail.key") or stood("table.fail.own")):
        yield "a KEY came up"


def kings_keys(evening: Evening, stood: Stood) -> Iterator[str]:
    """What was done to oneself, and who may win with one card."""
    mine = [at for at, one in enumerate(evening.heard) if one["event"] == "started" and one.get("seat") == evening.seat]
    robbed = [
        one for one in evening.heard[: mine[-1] if mine else 0] if one["event"] == "robbed" and one.get("victim") == evening.seat
    ]
    for zone in {one["zone"] for one in robbed}:
        if not any(stood(f"table.done.{which}.{zone}") for which in ("first", "next")):
            yield f"one’s {zone} was robbed"
    for moment in evening.moments:
        cells = moment.view.get("cells", {})
        if cells.get("phase") == "turn" and evening.seat in moment.view["asked"] and not said_of_danger(evening, moment):
            yield f"a rival is one guard short: {[text for place, text in moment.standing if place in ('title', 'slip')]}"


def said_of_danger(evening: Evening, moment: Moment) -> bool:
    """Whether each rival who lacks one guard is named in the slip."""
    cells = moment.view["cells"]
    short = [
        name
        for seat, name in enumerate(evening.names)
        if seat != evening.seat and cells["alive"][seat] and cells["guards_to_win"] - cells["guards"][seat] == 1
    ]
    slip = " ".join(text for place, text in moment.standing if place in ("title", "slip"))
    return all(name in slip for name in short)


def keskife(evening: Evening, stood: Stood) -> Iterator[str]:
    """Who was the monkey, and how many found out."""
    if of(evening, "monkey") and not any(stood(f"table.reveal.{which}") for which in ("one", "you", "two", "team")):
        yield "the monkey"


PEAKS: dict[str, Callable[[Evening, Stood], Iterator[str]]] = {
    "skyjo": skyjo,
    "keys": keys,
    "kings_keys": kings_keys,
    "keskife": keskife,
}
