"""Every game as a Gymnasium environment for one seat, bots on the others.

    import gymnasium, parlour.adapters.gymnasium
    table = gymnasium.make("parlour/SKYJO-v0", players=4, seat=0, opponents="simple")

Importing this makes the names known, to `gymnasium.make_vec` too (see `gymnasium_vector`). `action_masks()` is as sb3-contrib
reads it.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from parlour.adapters.episode import Episode, Rules
from parlour.bots import Bot, bot
from parlour.engine import Game, GameError, games
from parlour.engine.contract.words import Json
from parlour.extras import need

need("parlour.adapters.gymnasium", "gymnasium", "gymnasium")

import numpy as np  # noqa: E402
import numpy.typing as npt  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.core import Env  # noqa: E402
from gymnasium.envs.registration import register as _register  # noqa: E402
from gymnasium.envs.registration import registry  # noqa: E402

ROTATING = "rotating"  # a seat further in every game


class Seat(Env[npt.NDArray[Any], np.int64]):
    """One seat of a game; `opponents` are bots, by kind (one, or a sequence cycled over the others) or as functions.

    `seat` is a number or "rotating"; `how` is as in `episode.Rules`. The reward comes at the end. Raises GameError.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 4}  # noqa: RUF012  as Gymnasium declares it

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        seat: int | str = 0,
        opponents: str | Bot | Sequence[str | Bot] = "simple",
        options: Mapping[str, Json] | None = None,
        render_mode: str | None = None,
        **how: Any,
    ) -> None:
        self.rules = Rules(game, players, options, **how)
        if seat != ROTATING and (type(seat) is not int or not 0 <= seat < self.rules.players):
            raise GameError(f"'seat' is {ROTATING!r} or a number from 0 to {self.rules.players - 1}, not {seat!r}")
        asked = [opponents] if isinstance(opponents, str) or callable(opponents) else list(opponents)
        self.opponents: list[Bot] = [bot(self.rules.game, kind) if isinstance(kind, str) else kind for kind in asked]
        if not self.opponents:
            raise GameError("'opponents' names nobody")
        low, high = self.rules.bounds
        self.observation_space = spaces.Box(low, high, dtype=self.rules.dtype)
        self.action_space = spaces.Discrete(self.rules.game.actions.size + self.rules.may)
        self.render_mode = render_mode
        self.rotating = seat == ROTATING
        self.seat = 0 if isinstance(seat, str) else seat
        self.played = 0
        self.episode: Episode
        self.bots = Random()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self.played = 0
        if self.rotating:
            self.seat = self.played % self.rules.players
        self.played += 1
        self.bots = Random(int(self.np_random.integers(1 << 60)))
        self.episode = Episode(self.rules, int(self.np_random.integers(1 << 60)))
        self._others()
        return self.episode.observe(self.seat), self._info()

    def step(self, action: np.int64) -> tuple[npt.NDArray[Any], float, bool, bool, dict[str, Any]]:
        self.episode.play(self.seat, int(action))
        self._others()
        over = self.episode.over
        reward = self.episode.rewards()[self.seat] if over else 0.0
        return self.episode.observe(self.seat), reward, over, self.episode.abandoned, self._info()

    def _others(self) -> None:
        """The bots play until this seat is asked."""
        match = self.episode.match
        while self.episode.asked and self.episode.asked[0] != self.seat:
            other = self.episode.asked[0]
            if match.legal(other):
                player = self.opponents[(other - self.seat - 1) % self.rules.players % len(self.opponents)]
                view = match.view(other)
                self.episode.play(other, player(view, view.legal, self.bots))
            else:
                self.episode.play(other, self.rules.wait)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.episode.mask(self.seat), "seat": self.seat}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What the seat may choose, by action."""
        return self.episode.mask(self.seat).astype(np.bool_)

    def render(self) -> Any:
        """The table as this seat sees it; printed in the mode `human`."""
        if self.render_mode is None:
            return None
        text = self.episode.text(self.seat)
        if self.render_mode == "human":
            print(text)
            return None
        return text


def identity(game: str) -> str:
    """The name `gymnasium.make` knows a game by, such as parlour/SKYJO-v0."""
    return f"parlour/{game.upper()}-v0"


def register() -> None:
    """Make every game installed known to Gymnasium."""
    for game in games():
        if identity(game) not in registry:
            many = f"{__name__}_vector:Seats"
            _register(identity(game), f"{__name__}:Seat", vector_entry_point=many, kwargs={"game": game})


register()
