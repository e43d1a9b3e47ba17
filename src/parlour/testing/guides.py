"""What a game's `guide.py` says of a view: no more than the view's seat may know, and in words that every catalogue has."""

import re
from collections.abc import Sequence
from random import Random

from parlour.engine.contract.game import Game
from parlour.engine.match import Match
from parlour.engine.view import View
from parlour.say import game_words, languages, rulebook
from parlour.testing.laws import lookers
from parlour.testing.reach import Broken, hold
from parlour.testing.reading import deed, who

HEADING = re.compile(r"^##+ (.+)$", re.MULTILINE)
TRIED = 40  # actions a moment


def progress_is_sure(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """One's own progress is as it is in truth, the others' at most that; both say the same ways, which have words."""
    looked = 0
    for match in matches:
        for seat in lookers(match, rng):
            seen = match.view(seat).progress
            true = View(game, seat, match.players, match.state.clone(), ()).progress
            hold(len(seen) == match.players, match, f"progress for {who(seat)} is of {len(seen)} seats")
            for p, (own, real) in enumerate(zip(seen, true, strict=True)):
                if [(way["way"], way["need"]) for way in own] != [(way["way"], way["need"]) for way in real]:
                    raise Broken(f"{who(seat)} sees other ways to win for seat {p} than there are: {own}, in truth {real}", match)
                for known, whole in zip(own, real, strict=True):
                    sure = known["have"] <= whole["have"] and set(known.get("parts", ())) <= set(whole.get("parts", ()))
                    if not sure or (p == seat and known != whole):
                        raise Broken(f"{who(seat)} is told of seat {p} {known}, in truth {whole}", match)
                    looked += 1
    return looked


def missing_is_said(game: Game, matches: Sequence[Match], rng: Random) -> int:
    """What is missing for an action that is not legal can be said in every language."""
    looked = 0
    says = [game_words(game, language) for language in languages(game.folder)]
    for match in matches:
        for seat in (seat for seat in match.to_act if seat < match.players):
            legal = set(match.legal(seat))
            for number in set(rng.sample(range(game.actions.size), min(TRIED, game.actions.size))) - legal:
                reason, values = match.why(seat, number), match.lacking(seat, number)
                for say in says if values else ():
                    sentence = say.reason(reason, values)
                    plain = sentence == say.reason(reason) or "{" in sentence
                    hold(not plain, match, f"{reason} lacks {values}, and {deed(game, number)} is refused with {sentence!r}")
                    looked += 1
    return looked


def unsaid_ways(game: Game) -> list[str]:
    """The ways to win that a match shows and a catalogue has no words for, as "fr: keys"."""
    match = Match.start(game, game.seats.start, {})
    ways = dict.fromkeys(way["way"] for seat in match.view(0).progress for way in seat)
    return [
        f"{language}: {way}"
        for language in languages(game.folder)
        for way in ways
        if set(game_words(game, language).section("ways").get(way, {})) != {"name", "how"}
    ]


def lost_moments(game: Game, matches: Sequence[Match]) -> list[str]:
    """What is wrong with the hints and with the pages at which the rulebook opens, as "fr: pages: bid: no heading Une manche"."""
    found = []
    phases = game.cells["phase"].names
    events = set(game.events.names.values())
    asked = {phases[match.state.phase] for match in matches if any(seat < match.players for seat in match.to_act)}
    for language in languages(game.folder):
        say = game_words(game, language)
        pages, hints = say.section("pages"), say.section("hints")
        headings = set(HEADING.findall(rulebook(game, language)))
        found += [f"{language}: pages: {phase}: no heading {page}" for phase, page in pages.items() if page not in headings]
        found += [f"{language}: {phase} is no phase" for phase in {*pages, *hints} if phase not in phases]
        found += [f"{language}: befalls: {event} is no event" for event in say.section("befalls") if event not in events]
        found += [f"{language}: {phase} has no page" for phase in asked if phase not in pages]
        found += [f"{language}: {phase} has no hint" for phase in asked if phase not in hints]
    return sorted(found)
