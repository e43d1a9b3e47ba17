"""One time for a whole match, of which each person spends on every turn: what is left of it, and what when nothing is."""

LAST = 10.0  # seconds that a turn has however little is left: then the game's ordinary action is played


class Bank:
    """What each seat has spent of its time in one match, in seconds. A turn for which the rulebook has a time costs nothing."""

    __slots__ = ("spent",)

    def __init__(self, spent: dict[int, float] | None = None) -> None:
        self.spent: dict[int, float] = dict(spent or {})

    def turn(self, seat: int, whole: int) -> float:
        """How long this seat has for a turn, of `whole` for the match."""
        return max(LAST, whole - self.spent.get(seat, 0.0))

    def spend(self, seat: int, seconds: float) -> None:
        """A turn is over."""
        self.spent[seat] = self.spent.get(seat, 0.0) + max(0.0, seconds)

    def kept(self) -> list[list[float]]:
        """What is stored of it."""
        return [[seat, spent] for seat, spent in sorted(self.spent.items())]

    @classmethod
    def restored(cls, kept: list[list[float]]) -> "Bank":
        return cls({int(seat): spent for seat, spent in kept})
