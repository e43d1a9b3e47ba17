"""What a kept table remembers, reckoned from its matches: evenings, who won them, who owes whom, and how well people play."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, sqrt

from parlour.lab import group
from parlour.lab.ratings import NINETY_FIVE, Ratings
from parlour.server.table.keeping import Keeping, local_date
from parlour.server.wire.evenings import (
    ApartShown,
    EveningShown,
    EveningsShown,
    FinishShown,
    MatchPlayed,
    OwedShown,
    RatingShown,
    SeatPlayed,
    TallyShown,
)

LONG = 12 * 3600.0  # seconds within which an evening's matches begin, whatever the clocks are put to meanwhile
RATED = 16  # people that are rated at most, those who sat in most matches
SAT = 2  # counted matches with other people that somebody has sat in to be rated
OWED = 3  # rematches that are told of


@dataclass(frozen=True, slots=True)
class Span:
    """Dates that count, by the table's own calendar, both included; empty: without an end."""

    begins: str = ""
    ends: str = ""

    def holds(self, date: str) -> bool:
        return self.begins <= date and (not self.ends or date <= self.ends)


def people_of(match: MatchPlayed) -> list[SeatPlayed]:
    """The seats at which people played."""
    return [seat for seat in match["seats"] if seat["bot"] is None and not seat["absent"]]


def counts(match: MatchPlayed) -> bool:
    """Whether a match says how well people play: it was ranked, nobody was advised, and it was no deal that was known."""
    return not match["practice"] and not match["dealt_again"] and any(seat["rank"] for seat in match["seats"])


def evenings_of(matches: Sequence[MatchPlayed], zone: str, span: Span = Span()) -> list[EveningShown]:
    """Matches in the order in which they began, by evenings; the oldest first."""
    found: list[list[MatchPlayed]] = []
    for match in sorted(matches, key=lambda one: one["begun"]):
        if found and match["begun"] < found[-1][0]["begun"] + LONG:
            found[-1].append(match)
        else:
            found.append([match])
    evenings = [_evening(those, zone) for those in found]
    return [evening for evening in evenings if span.holds(evening["date"])]


def _evening(matches: list[MatchPlayed], zone: str) -> EveningShown:
    return EveningShown(
        date=local_date(matches[0]["begun"], zone).isoformat(),
        begun=matches[0]["begun"],
        ended=max(match["ended"] for match in matches),
        won=_winners(matches),
        people=sorted({seat["person"] for match in matches for seat in people_of(match)}),
        matches=matches,
    )


def _winners(matches: Sequence[MatchPlayed]) -> list[int]:
    """Who won most of these; of several, who came in better by the mean of their places among people."""
    won: Counter[int] = Counter()
    places: dict[int, list[int]] = defaultdict(list)
    for match in filter(counts, matches):
        people = people_of(match)
        won.update(seat["person"] for seat in people if seat["rank"] == 1)
        for seat in people:
            places[seat["person"]].append(seat["rank"])
    if not won:
        return []
    most = [person for person, times in won.items() if times == max(won.values())]
    mean = {person: sum(places[person]) / len(places[person]) for person in most}
    return sorted(person for person in most if mean[person] == min(mean.values()))


def tally(evenings: Sequence[EveningShown]) -> list[TallyShown]:
    """What everybody has won, who has won most first."""
    won: Counter[int] = Counter()
    matches: Counter[int] = Counter()
    streak: Counter[int] = Counter()
    everybody: set[int] = set()
    for evening in evenings:
        everybody |= set(evening["people"])
        for person in evening["people"]:
            streak[person] = streak[person] + 1 if person in evening["won"] else 0
        won.update(evening["won"])
        matches.update(
            seat["person"] for match in filter(counts, evening["matches"]) for seat in people_of(match) if seat["rank"] == 1
        )
    shown = [TallyShown(person=one, evenings=won[one], matches=matches[one], streak=streak[one]) for one in everybody]
    return sorted(shown, key=lambda one: (-one["evenings"], -one["matches"], one["person"]))


def closest(evenings: Sequence[EveningShown]) -> FinishShown | None:
    """The least between first and second, the newest of several; a shared first place is as close as can be."""
    best: FinishShown | None = None
    for evening in evenings:
        for match in filter(counts, evening["matches"]):
            people = sorted(people_of(match), key=lambda seat: seat["rank"])
            if len(people) < 2 or people[0]["rank"] != 1:
                continue
            first, *rest = people
            by = abs(first["score"] - rest[0]["score"]) if rest[0]["rank"] != 1 else 0
            if best is None or by <= best["by"]:
                best = FinishShown(
                    match=match["match"],
                    game=match["game"],
                    date=evening["date"],
                    first=first["person"],
                    second=rest[0]["person"],
                    by=by,
                )
    return best


def owed(evenings: Sequence[EveningShown]) -> list[OwedShown]:
    """Who won a match alone owes the second a rematch, until the two meet in that game again. The newest first."""
    open_: list[OwedShown] = []
    for evening in evenings:
        for match in filter(counts, evening["matches"]):
            people = sorted(people_of(match), key=lambda seat: seat["rank"])
            here = {seat["person"] for seat in people}
            open_ = [one for one in open_ if one["game"] != match["game"] or not {one["by"], one["to"]} <= here]
            if len(people) >= 2 and people[0]["rank"] == 1 < people[1]["rank"]:
                by, to = people[0]["person"], people[1]["person"]
                open_.append(OwedShown(match=match["match"], game=match["game"], date=evening["date"], by=by, to=to))
    return sorted(open_, key=lambda one: -one["match"])[:OWED]


def ratings(evenings: Sequence[EveningShown]) -> tuple[list[RatingShown], ApartShown | None]:
    """How well people play who sat in enough counted matches, the best first, and what cannot be told yet."""
    sheets = [[_sheet(match) for match in filter(counts, evening["matches"])] for evening in evenings]
    sat = Counter(person for evening in sheets for sheet in evening if len(sheet) > 1 for person, _ in sheet)
    rated = [person for person, times in sat.most_common(RATED) if times >= SAT]
    if len(rated) < 2:
        return [], None
    at = {person: i for i, person in enumerate(rated)}
    known = tuple(
        tuple(tuple((at[person], rank) for person, rank in sheet if person in at) for sheet in evening) for evening in sheets
    )
    found = _fitted(len(rated), known)
    order = sorted(range(len(rated)), key=lambda i: -found.points[i])
    shown = []
    for i in order:
        low, high = found.interval(i)
        shown.append(RatingShown(person=rated[i], points=found.points[i], low=low, high=high))
    together = sum(len(sheet) > 1 for evening in known for sheet in evening)
    return shown, _nearest(found, order, rated, together)


@lru_cache(256)
def _fitted(players: int, evenings: tuple[tuple[tuple[tuple[int, int], ...], ...], ...]) -> Ratings:
    """Once for what was played: a page that is looked at again costs nothing."""
    return group.fit(players, evenings)


def _sheet(match: MatchPlayed) -> list[tuple[int, int]]:
    """People and their places; whoever is not ranked comes in last."""
    last = len(match["seats"]) + 1
    return [(seat["person"], seat["rank"] or last) for seat in people_of(match)]


def _nearest(found: Ratings, order: Sequence[int], rated: Sequence[int], matches: int) -> ApartShown | None:
    """Of neighbours that cannot be told apart those of whom it would be known first, as fast as it was learnt so far."""
    c, best = found.covariance, None
    for one, other in pairwise(order):
        if found.apart(one, other):
            continue
        gap = found.points[one] - found.points[other]
        spread = sqrt(max(0.0, c[one][one] + c[other][other] - 2 * c[one][other]))
        more = ceil(matches * ((NINETY_FIVE * spread / gap) ** 2 - 1)) if gap > 0 else 1 << 31
        shown = ApartShown(one=rated[one], other=rated[other], more=min(max(1, more), 1 << 31))
        if best is None or shown["more"] < best["more"]:
            best = shown
    return best


def told(word: str, keeping: Keeping, matches: Sequence[MatchPlayed], span: Span, now: float) -> EveningsShown:
    """All that a kept table remembers of some dates; it takes a while."""
    kept = keeping.shown()
    assert kept is not None
    evenings = evenings_of(matches, keeping.zone, span)
    rated, apart = ratings(evenings)
    return {
        "table": word,
        "now": now,
        "kept": kept,
        "evenings": evenings[::-1],
        "tally": tally(evenings),
        "closest": closest(evenings),
        "owed": owed(evenings),
        "ratings": rated,
        "apart": apart,
    }
