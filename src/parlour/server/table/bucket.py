"""A rate with a burst: the measure of every limit."""


class Bucket:
    """Holds up to `burst` tokens and gains `rate` a second."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst, self._tokens, self._at = rate, burst, burst, now

    def _gain(self, now: float) -> None:
        self._tokens = min(self._burst, self._tokens + max(0.0, now - self._at) * self._rate)  # a clock may be set back
        self._at = now

    def take(self, now: float) -> bool:
        """Take a token, if there is one."""
        if self.empty(now):
            return False
        self._tokens -= 1
        return True

    def empty(self, now: float) -> bool:
        self._gain(now)
        return self._tokens < 1
