"""Looking for puzzles in a match that Steady bots play, each seat by what it knew.

A decision passes four gates, each dearer than the one before. A glance: the search's favourite is not what the rule of thumb
plays. A look: tried side by side with everything near it, it is better than the likeliest play. A check with ten times the
effort, from a belief made anew with other dice: nothing is better, and the likeliest play is worse by four standard errors and
a gap that counts. And a second judgement, from a belief that takes half of the rivals for people who play at random: the same.
Only choices that both find surely worse are offered beside the best.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from parlour.bots import bot
from parlour.bots.belief import Belief, hidden
from parlour.bots.comparison import Comparison
from parlour.bots.levels import GENTLE, STEADY
from parlour.bots.think import Search, Thought
from parlour.engine import CHANCE, Game, GameError, Log, Match, View, load
from parlour.games.cells import UNKNOWN, seeded
from parlour.puzzles.puzzle import Option, Puzzle

SURE = 4.0  # standard errors by which the best choice is better than any other
WORTH = 0.06  # part of the win that it gains over the likeliest play
APART = 0.05  # and over every other choice
EQUAL = 0.01  # within which two choices are one as good as the other
HOLDS = 0.03  # what is left of that gain in the second judgement
TIMES = 10  # how much more effort the check takes than the look
NEAR = 4  # choices that a puzzle shows at most, the best among them
WIDE = 8  # that are tried side by side
MOSTLY = 0.5  # a leaning from which the rule of thumb plays it anyway
DRAWS, SEARCHES = 40, 8  # of Gentle, and of short searches of each length, that are counted
SHORT = (20, 60, 200, 600)  # iterations of a short search: from hardly more than the rule of thumb to a moment's thought
DIGITS = 4


@dataclass(frozen=True, slots=True)
class Find:
    """How much is thought in the look; the check takes `TIMES` as much."""

    iterations: int = 300
    rounds: int = 400
    worlds: int = 200


class Nothing(GameError):
    """A game of which no puzzles can be made: it has no search to vouch for them, or no kinds of decision."""


def found_in(game: str | Game, players: int, seed: int, number: int, how: Find | None = None) -> list[Puzzle]:
    """The puzzles of match `number` of a seed, from one seat's decisions: the same for the same arguments. Raises Nothing."""
    game = load(game)
    part = game.part("puzzles")
    if part is None or game.policy is None or not game.policy.thought:
        raise Nothing(f"{game.name} has nothing to vouch for a puzzle")
    return list(_Finder(game, part, players, seeded(seed, number), how or Find()).found(number % players))


class _Finder:
    def __init__(self, game: Game, part: Any, players: int, seed: int, how: Find) -> None:
        self._part, self._seed, self._how = part, seed, how
        self._rng = Random(seed)
        self._match = Match.start(game, players)
        self._options = dict(self._match.log().options)
        self._steady = bot(game, STEADY)
        self._origin: tuple[dict[str, Any], int] | None = None  # a position, and how many actions led there

    def found(self, seat: int) -> Iterator[Puzzle]:
        """Play the match to its end; at most one puzzle a round."""
        match, rng = self._match, self._rng
        belief = Belief(match.view(seat), worlds=self._how.worlds, seed=self._seed)
        last = UNKNOWN
        while not match.over:
            if self._part.fresh(match.state):
                self._origin = match.position(), len(match.log().actions)
                belief = Belief(match.view(seat), worlds=self._how.worlds, seed=rng.getrandbits(60))
            who = match.to_act[0]
            if who == CHANCE:
                action = match.roll(rng.randrange)
            elif who >= match.players:
                action = match.legal(who)[0]
                match.play(who, action)
            else:
                view = match.view(who)
                if who == seat and len(view.legal) > 1 and self._part.round_of(view.state) != last:
                    puzzle = self._judged(belief, view)
                    if puzzle is not None:
                        last = self._part.round_of(view.state)
                        yield puzzle
                action = self._steady(view, view.legal, rng)
                match.play(who, action)
            if not match.over:
                belief.see(who, action if who == seat else UNKNOWN, hidden(match, seat))

    def _log(self) -> Log:
        """The match so far; from where nothing is known any more of what went before, as a round of cards dealt anew."""
        log = self._match.log()
        if self._origin is None:
            return log
        position, played = self._origin
        return Log(log.game, log.version, log.players, {}, log.actions[played:], position)

    def _judged(self, belief: Belief, view: View) -> Puzzle | None:
        how, game = self._how, view.game
        policy = game.policy
        assert policy is not None
        honest = View(game, view.seat, view.players, belief.state, (), view.memory)
        weights = policy.weights(honest.state, view.seat, view.memory or policy.Memory(), list(view.legal))
        leaning = {action: weight / sum(weights) for action, weight in zip(view.legal, weights, strict=True)}
        thumb = max(view.legal, key=lambda action: leaning[action])
        search = Search(
            honest, belief=belief, seed=self._rng.getrandbits(60), expected=how.iterations + TIMES * WIDE * how.rounds
        )
        search.go(how.iterations)
        best = search.thought.action
        if best == thumb or leaning[best] > MOSTLY:
            return None
        tried = Comparison([best, thumb, *(a for a in _order(search.thought) if a not in (best, thumb))][:WIDE])
        search.compare(tried, how.rounds // TIMES)
        gap, doubt = tried.gap(0, 1)
        if gap < WORTH - 2 * doubt:
            return None
        search.compare(tried, how.rounds - how.rounds // TIMES)
        first = max(range(len(tried.actions)), key=tried.share)
        best = tried.actions[first]
        if tried.gap(first, 1)[0] < WORTH - APART or leaning[best] > MOSTLY:
            return None
        search.compare(tried, TIMES // 2 * how.rounds)
        if _beaten(tried, first) or tried.gap(first, 1)[0] < WORTH:
            return None
        checked = self._checked(view, best, thumb)
        return self._puzzle(honest, checked, leaning) if checked is not None else None

    def _checked(self, view: View, best: int, thumb: int) -> "_Checked | None":
        """The check and the second judgement; None where the best choice does not stand in both."""
        how, log = self._how, self._log()
        seed = seeded(self._seed, len(self._match.log().actions))
        belief = Belief.of(log, view.seat, worlds=2 * how.worlds, seed=seed)
        honest = View(view.game, view.seat, view.players, belief.state, (), view.memory)
        rounds = TIMES * how.rounds
        search = Search(honest, belief=belief, seed=seed, expected=TIMES * how.iterations + WIDE * rounds)
        search.go(TIMES * how.iterations)
        known = Comparison([best, thumb, *(a for a in _order(search.thought) if a not in (best, thumb))][:WIDE])
        search.compare(known, rounds // TIMES)
        if _beaten(known) or known.gap(0, 1)[0] < WORTH - 2 * known.gap(0, 1)[1]:
            return None
        search.compare(known, rounds - rounds // TIMES)
        if _beaten(known) or known.gap(0, 1)[0] < WORTH:
            return None
        doubted = Belief.of(log, view.seat, worlds=2 * how.worlds, seed=seeded(seed, 2))
        doubted.doubt()
        other = Search(honest, belief=doubted, seed=seeded(seed, 3), expected=TIMES * how.iterations // 2 + WIDE * rounds // 2)
        other.go(TIMES * how.iterations // 2)
        again = Comparison(known.actions)
        other.compare(again, rounds // 2)
        worse = [i for i in range(1, len(known.actions)) if _surely(known, i, APART) and _surely(again, i, HOLDS)]
        if _beaten(again) or 1 not in worse:
            return None
        return _Checked(belief, known, again, [0, 1, *sorted((i for i in worse if i > 1), key=lambda i: known.gap(0, i)[0])])

    def _puzzle(self, view: View, checked: "_Checked", leaning: dict[int, float]) -> Puzzle:
        match, known, again = self._match, checked.known, checked.again
        best, thumb = known.actions[:2]
        worlds = checked.belief.worlds()
        options, gaps = [], []
        for i in checked.offered[:NEAR]:
            action = known.actions[i]
            gap, doubt = known.gap(0, i) if i else (0.0, 0.0)
            because = self._part.why(view.state, view.seat, worlds, action, best)
            share, error, gap, doubt, likely = (
                round(x, DIGITS) for x in (known.share(i), known.error(i), gap, doubt, leaning[action])
            )
            options.append(Option(action, share, error, gap, doubt, likely, tuple(because)))
            gaps.append(round(again.gap(0, i)[0], DIGITS) if i else 0.0)
        lost = sum(known.gap(0, i)[0] * leaning[action] for i, action in enumerate(known.actions) if i)
        log = self._log()
        return Puzzle(
            *(log.game, log.version, log.players, self._options, log.position, log.actions, view.seat),
            self._part.kind_of(view.state, view.seat, best, thumb),
            tuple(options),
            tuple(gaps),
            misses(match.view(view.seat), tuple(option.action for option in options), leaning, self._seed),
            round(lost, DIGITS),
        )


def misses(view: View, offered: Sequence[int], leaning: Mapping[int, float], seed: int) -> dict[str, float]:
    """How often each of three players, of the choices offered, takes another than the best, which is the first of them.

    Gentle; Steady, as the game's `unsure` says, or else by its leanings; and a search that guesses and looks briefly.
    """
    rng, unsure = Random(seed), getattr(view.game.part("puzzles"), "unsure", None)
    gentle, soft, brief = bot(view.game, GENTLE), [], 0
    for _ in range(DRAWS):
        action = gentle(view, view.legal, rng)
        if action in offered:
            soft.append(action != offered[0])
    for length in SHORT:
        for i in range(SEARCHES):
            search = Search(view, seed=seeded(seed, i), expected=length)
            search.go(length)
            tried = dict(zip(search.thought.actions, search.thought.visits, strict=True))
            brief += max(offered, key=tried.__getitem__) != offered[0]
    steady = [leaning[action] for action in offered] if unsure is None else unsure(view.state, view.seat, offered)
    missed = (sum(soft) / len(soft) if soft else 1.0, 1 - steady[0] / sum(steady), brief / SEARCHES / len(SHORT))
    return dict(zip(("gentle", "steady", "search"), (round(x, DIGITS) for x in missed), strict=True))


@dataclass(frozen=True, slots=True)
class _Checked:
    belief: Belief
    known: Comparison
    again: Comparison
    offered: list[int]  # the places of the best, of the likeliest play and of what is surely worse, the nearest first


def _order(thought: Thought) -> list[int]:
    at = sorted(range(len(thought.actions)), key=lambda i: (-thought.visits[i], -thought.shares[i]))
    return [thought.actions[i] for i in at]


def _beaten(known: Comparison, first: int = 0) -> bool:
    """Whether any other choice seems better than the first: a twin that is as good is no rival, and is not offered."""
    gaps = [known.gap(first, i) for i in range(len(known.actions)) if i != first]
    return any(gap < -max(EQUAL, 2 * doubt) for gap, doubt in gaps)


def _surely(known: Comparison, i: int, least: float) -> bool:
    gap, doubt = known.gap(0, i)
    return gap >= max(least, SURE * doubt)


def looked_through(
    game: str | Game, games: int, *, seed: int = 1, players: Sequence[int] | None = None, workers: int = 1
) -> Iterator[list[Puzzle]]:
    """The puzzles of one match after the other, with so many players in turn (by default as the game says). Raises Nothing."""
    from parlour.lab.workers import spread  # noqa: PLC0415  a browser reads puzzles, and has no processes

    game = load(game)
    declared: Sequence[int] = getattr(game.part("puzzles"), "PLAYERS", (game.seats.start,))
    numbers = declared if players is None else players
    parts = [(game.name, numbers[i % len(numbers)], seed, i) for i in range(games)]
    yield from spread(_found, parts, workers)


def _found(part: tuple[str, int, int, int]) -> list[Puzzle]:
    return found_in(*part)
