"""Winning chances at every step of a match, from its true states, and what each step changed."""

from parlour.advice.report import Account, Moment
from parlour.advice.smoothing import Curve, Link, Measured
from parlour.bots.think import Chances, chances, changed
from parlour.engine import CHANCE, CLOCK, Match
from parlour.engine.carriers.carrier import Carrier
from parlour.games.cells import seeded

DIGITS = 5  # of a chance; all sums are made of chances so rounded, and so are exact
FIRST = 8  # times as many playouts from the beginning, which weighs on the whole account
DOUBT = 0.1  # added to the squares of a few playouts that all came out alike, for they might not have
TURNS, TURN, SURELY = 5, 0.04, 3.0  # turning points at most; how far they move a chance, and how many standard errors


class Standing:
    """Told every step before it is played and after it; then says the `moments` and the `accounts`.

    A step at which nobody had a choice, or at which their policy would have played just that, changes nothing by itself. Where a
    playout is cut (`Policy.until`) what the policy says there meets what playouts from there say: that seam counts as luck.
    """

    def __init__(self, match: Match, playouts: int, seed: int, carrier: Carrier, opening: int = FIRST) -> None:
        self._match, self.playouts, self._seed, self._carrier = match, playouts, seed, carrier
        self._opening = opening
        self._knots: list[Measured] = []
        self._links: list[Link] = []
        self._at = [0]  # by step: the knot of the state that it led to
        self._movers: list[int] = []
        self._frames: list[int] = []  # by frame of the replay (engine/match/frames.py), but the last: the steps before it
        self._sure: Measured | None = None  # what is known exactly of the knot that is still open

    def step(self, who: int, action: int) -> None:
        """Play a step of the match."""
        match, policy = self._match, self._match.game.policy
        assert policy is not None
        before, number = match.state.clone(), len(self._movers)
        if framed(match, who):
            self._frames.append(number)
        free = self._free(who, action)
        by, change = None, None
        if free > 0:
            self._close(number)
            if who < match.players:
                by, change = who, self._change(who, action, free, number)
        match.play(who, action)
        self._movers.append(who)
        if free > 0:
            self._links.append(Link(by, change))
        if not policy.whole and not match.over and policy.until(match.state, before):
            self._sure = Measured(tuple(policy.worth(match.state, p) for p in range(match.players)), (0.0,) * match.players)
            self._close(number)
            self._links.append(Link(None, None))
        self._at.append(len(self._knots))

    def _free(self, who: int, action: int) -> float:
        """How likely something else might have been played."""
        match = self._match
        legal = match.legal(who)
        if action not in legal:
            return 1.0  # done unasked
        if len(legal) == 1:
            return 0.0 if who != CLOCK or match.to_act == [CLOCK] else 1.0
        if who in (CHANCE, CLOCK):
            return 1.0
        policy = match.game.policy
        assert policy is not None
        weights = policy.weights(match.state, who, match.memory(who) or policy.Memory(), legal)
        likely = weights[legal.index(action)] / sum(weights)
        return 0.0 if likely > 1 - 1e-9 else 1 - likely

    def _change(self, who: int, action: int, free: float, number: int) -> Measured:
        seed = seeded(self._seed, 2 * number + 1)
        found = changed(self._match, who, action, pairs=self.playouts, seed=seed, carrier=self._carrier)
        return _measured(found, free)

    def _close(self, number: int) -> None:
        """Measure the open knot, by the state that stands now."""
        if self._sure is None:
            playouts = self.playouts * (1 if self._knots else self._opening)
            found = chances(self._match, playouts=playouts, seed=seeded(self._seed, 2 * number), carrier=self._carrier)
            self._knots.append(_measured(found))
        else:
            self._knots.append(self._sure)
        self._sure = None

    def finished(self) -> tuple[tuple[Moment, ...], tuple[Account, ...]]:
        """When the match is over."""
        self._close(len(self._movers))
        curve, players = Curve(self._knots, self._links), range(self._match.players)
        stood = [[round(x, DIGITS) for x in curve.chances(p)] for p in players]
        for p in players:
            stood[p][-1] = round(self._knots[-1].means[p], DIGITS)
        return self._moments(curve, stood), tuple(self._account(curve, stood[p], p) for p in players)

    def _account(self, curve: Curve, stood: list[float], seat: int) -> Account:
        n = len(self._knots)
        parts: dict[str, list[float]] = {name: [0.0] * n for name in ("start", "luck", "play", "others")}
        parts["start"][0] = 1.0
        sums = {"luck": 0.0, "play": 0.0, "others": 0.0}
        for i, link in enumerate(self._links):
            name = "luck" if link.by is None else "play" if link.by == seat else "others"
            parts[name][i] -= 1.0
            parts[name][i + 1] += 1.0
            sums[name] += stood[i + 1] - stood[i]
        errors = {name: round(curve.error(seat, of), DIGITS) for name, of in parts.items()}
        luck, play, others = (round(sums[name], DIGITS) for name in ("luck", "play", "others"))
        return Account(stood[0], luck, play, others, stood[-1], errors)

    def _moments(self, curve: Curve, stood: list[list[float]]) -> tuple[Moment, ...]:
        errors, made, players = curve.errors(), [], range(self._match.players)
        begun, by = 0, None  # the knot of the moment before
        ends = [*self._frames, len(self._movers)]
        for frame, step in enumerate(ends):
            here = self._at[step]
            play, luck = [0.0] * len(players), [0.0] * len(players)
            for i in range(begun, here):
                into = luck if self._links[i].by is None else play
                for p in players:
                    into[p] += stood[p][i + 1] - stood[p][i]
            if frame:
                by = next((who for who in self._movers[ends[frame - 1] : step] if who != CHANCE), None)
            made.append(
                Moment(
                    *(step, frame, by if by is not None and by < len(players) else None),
                    tuple(stood[p][here] for p in players),
                    round(errors[here], DIGITS),
                    tuple(round(x, DIGITS) for x in play),
                    tuple(round(x, DIGITS) for x in luck),
                )
            )
            begun = here
        return tuple(made)


def framed(match: Match, who: int) -> bool:
    """Whether a step that is about to be played begins a frame of the replay."""
    return who != CHANCE and CHANCE not in match.to_act


def turning(moments: tuple[Moment, ...], seat: int) -> tuple[int, ...]:
    """The moments that moved a seat's chance most, and surely did."""
    moved = []
    for i in range(1, len(moments)):
        change = abs(moments[i].chances[seat] - moments[i - 1].chances[seat])
        doubt = (moments[i].error ** 2 + moments[i - 1].error ** 2) ** 0.5
        if change >= max(TURN, SURELY * doubt):
            moved.append((change, i))
    return tuple(sorted(i for _, i in sorted(moved, reverse=True)[:TURNS]))


def _measured(found: Chances, part: float = 1.0) -> Measured:
    """Playouts as a measurement, times a part; exact where there were none."""
    n = found.playouts
    doubt = DOUBT / n**2 if n else 0.0
    variances = tuple(part * part * (error * error + doubt) for error in found.errors)
    return Measured(tuple(part * share for share in found.shares), variances)
