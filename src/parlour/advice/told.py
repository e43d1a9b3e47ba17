"""A report in words, for the terminal."""

from collections.abc import Iterator, Sequence
from typing import Any

from parlour.advice.report import Account, Decision, Report
from parlour.engine import Log, load
from parlour.engine.match.frames import frames
from parlour.engine.match.match import OPEN
from parlour.say import MINUS, Say, game_words, house_words, isolated

MOST = 3  # decisions of a seat that are told


def tell(report: Report, log: Log, language: str) -> Iterator[str]:
    """What there is to say of each seat that was judged, then a sentence for every seat."""
    house, say = house_words(language), game_words(load(report.game), language)
    names = [isolated(name) for name in log.names] or [house.text("seat", number=seat) for seat in range(report.players)]
    stories = _stories(report, log, say, names)
    for seat in report.seats:
        yield house.text("advice_of", name=names[seat])
        yield from (f"  {line}" for line in _decisions(report.of(seat), house, say, names))
        if report.turning[seat]:
            yield "  " + house.text("advice_moved")
        for i in report.turning[seat]:
            change = report.moments[i].chances[seat] - report.moments[i - 1].chances[seat]
            yield "    " + house.text("advice_moment", change=signed(change), story="; ".join(stories[i]))
        yield "  " + _account(house, names[seat], report.accounts[seat])
    yield house.text(f"advice_{report.method}")
    for name, account in zip(names, report.accounts, strict=True):
        yield house.text("advice_short", name=name, luck=signed(account.luck), play=signed(account.play))


def _decisions(decisions: Sequence[Decision], house: Say, say: Say, names: Sequence[str]) -> Iterator[str]:
    marked = [decision for decision in decisions if decision.mark][:MOST]
    if not marked:
        yield house.text("advice_none")
    for decision in marked:
        yield house.text("labelled", label=house.text(f"advice_{decision.mark}"), said=told(decision, house, say, names))
    noise = sum(not decision.mark for decision in decisions)
    if noise:
        yield house.text("advice_noise", n=noise)


def told(decision: Decision, house: Say, say: Say, names: Sequence[str]) -> str:
    """What a decision cost, and why, as far as the game says."""
    played, best = (told_action(decision, action, say, names) for action in (decision.played, decision.best))
    turn = decision.turn
    place = (
        house.text("advice_place", round=decision.round, turn=turn) if decision.round else house.text("advice_turn", turn=turn)
    )
    points, error = hundredths(decision.cost), max(1, hundredths(decision.error))
    worse = house.text("advice_worse", place=place, played=played, best=best, points=points, error=error)
    words = say.section("advice")
    return " ".join([worse, *(say.fill(str(words[why["word"]]), why, names) for why in decision.because)])


def told_action(decision: Decision, action: dict[str, Any], say: Say, names: Sequence[str]) -> str:
    """An action by its cards where the game names them and that tells the two apart, else by its place."""
    by_cards = {i: one.named for i, one in enumerate(decision.choices) if one.action in (decision.played, decision.best)}
    named = next((by_cards[i] for i in by_cards if decision.choices[i].action == action), None)
    if named is None or sum(other == named for other in by_cards.values()) > 1:
        return say.action(action, names)
    return say.fill(str(say.section("named")[named["word"]]), named, names)


def _account(house: Say, name: str, account: Account) -> str:
    doubts = {f"{part}_error": hundredths(account.errors[part]) for part in ("luck", "play", "others")}
    parts = {part: signed(getattr(account, part)) for part in ("luck", "play", "others")}
    return house.text("advice_long", name=name, start=hundredths(account.start), end=hundredths(account.end), **parts, **doubts)


def hundredths(share: float) -> int:
    """A chance as matches of a hundred."""
    return round(100 * share)


def signed(change: float) -> str:
    """A change with its sign, in matches of a hundred."""
    points = hundredths(change)
    return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points < 0 else "0"


def _stories(report: Report, log: Log, say: Say, names: Sequence[str]) -> dict[int, list[str]]:
    """By moment that turned something: what happened there."""
    wanted = {i for turned in report.turning for i in turned}
    found, heard = {}, 0
    for number, frame in enumerate(frames(log, OPEN)):
        if number in wanted:
            found[number] = say.story(frame.view.told_json(heard), None, names)
        heard = len(frame.view.events)
    return found
