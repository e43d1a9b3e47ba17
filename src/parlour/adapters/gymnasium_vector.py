"""Every game as a Gymnasium VectorEnv: one seat at each of many tables, all in one compiled loop.

    import gymnasium, parlour.adapters.gymnasium
    tables = gymnasium.make_vec("parlour/SKYJO-v0", 256, vectorization_mode="vector_entry_point", observation="features")

Games are those of `parlour.lab.vector.Vector`; `gymnasium.make_vec` of a game finds this without the mode, too.
"""

from collections.abc import Mapping
from typing import Any, TypedDict, Unpack

from parlour.adapters.episode import Rules
from parlour.engine import Game, GameError
from parlour.engine.contract.slots import integer
from parlour.engine.contract.words import Json
from parlour.extras import need
from parlour.keywords import named_only

need("parlour.adapters.gymnasium_vector", "gymnasium", "gymnasium")

import numpy as np  # noqa: E402
import numpy.typing as npt  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

from parlour.engine.features import bounds as featured  # noqa: E402
from parlour.engine.tensor import length  # noqa: E402
from parlour.lab.vector import DISABLED, NEXT_STEP, Look, Vector  # noqa: E402

OBSERVATIONS = {"tensor": "one-hot", "cells": "cells", "features": "features"}  # Vector's names of them
SEEDS = 1 << 60


class How(TypedDict, total=False):
    """What one may say besides."""

    observation: str  # "tensor", as by default, "cells" or "features"
    reward: str  # "win", as by default, or "score"
    autoreset_mode: AutoresetMode | str  # NEXT_STEP, as by default, SAME_STEP or DISABLED


def _mode(given: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(given)
    except ValueError:
        raise GameError(f"'autoreset_mode' is {', '.join(mode.value for mode in AutoresetMode)}, not {given!r}") from None


class Seats(VectorEnv[Any, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """One seat at each of `num_envs` tables, the others played by `opponents`: "random" or, where there is a policy, "simple".

    `seat` is a number or "rotating", a seat further in every game. `observation` is "tensor" (uint8 zeros and ones), "cells" (a
    dict with an array a cell) or "features". `autoreset_mode` is one of Gymnasium's. What is observed, and the mask in `infos`,
    are buffers: the next call writes them anew, so copy what you keep. Illegal actions raise GameError, and so do bad arguments.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  as Gymnasium declares it

    def __init__(
        self,
        num_envs: int,
        game: str | Game,
        players: int | None = None,
        seat: int | str = 0,
        opponents: str | None = None,
        options: Mapping[str, Json] | None = None,
        **how: Unpack[How],
    ) -> None:
        named_only(how, How)
        observation, reward = how.get("observation", "tensor"), how.get("reward", "win")
        rules = Rules(game, players, options, reward, observation)
        mode = _mode(how.get("autoreset_mode", AutoresetMode.NEXT_STEP))
        against = opponents or ("simple" if rules.game.policy is not None else "random")
        look: Look = {"observation": OBSERVATIONS[observation], "reward": reward}
        look["autoreset"] = NEXT_STEP if mode is AutoresetMode.NEXT_STEP else DISABLED
        self.tables = Vector(rules.game, num_envs, rules.players, options, learners=seat, opponents=against, **look)
        self.num_envs, self.autoreset_mode = num_envs, mode
        self.metadata = {**self.metadata, "autoreset_mode": mode}
        self.single_observation_space = _space(rules.game, observation)
        self.single_action_space = spaces.Discrete(rules.game.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """New games everywhere, or with `options["reset_mask"]`, bool of shape (num_envs,), where it is true."""
        super().reset(seed=seed)
        only = (options or {}).get("reset_mask")
        if only is None:
            self.tables.reset(int(self.np_random.integers(SEEDS)))
        else:
            self.tables.begin(only)
        return self._seen(), self._info()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Any, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        tables, each = self.tables, np.arange(self.num_envs)
        seats = tables.seat.copy()
        tables.step(actions)
        reward, done = tables.reward[each, seats].astype(np.float64), tables.done.copy()
        ended: dict[str, Any] = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and done.any():
            ended = {"final_obs": self._ends(done), "_final_obs": done != 0}
            ended |= {"final_info": {name: part.copy() for name, part in self._info().items()}, "_final_info": done != 0}
            tables.begin(done)
        return self._seen(), reward, done == 1, done == 2, self._info() | ended

    def _seen(self) -> Any:
        return self.tables.fields if isinstance(self.single_observation_space, spaces.Dict) else self.tables.seen

    def _ends(self, done: npt.NDArray[np.uint8]) -> npt.NDArray[Any]:
        """The last observation of each game that has ended, None elsewhere, as Gymnasium's own environments tell it."""
        found, seen = np.full(self.num_envs, None, object), self._seen()
        for t in np.flatnonzero(done):
            found[t] = {name: cell[t].copy() for name, cell in seen.items()} if isinstance(seen, dict) else seen[t].copy()
        return found

    def _info(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        return {"action_mask": self.tables.mask.view(np.int8), "_action_mask": every, "seat": self.tables.seat, "_seat": every}


def _space(game: Game, observation: str) -> spaces.Space[Any]:
    """What one table shows."""
    if observation == "features":
        return spaces.Box(*featured(game), dtype=np.float32)
    if observation == "tensor":
        return spaces.Box(0, 1, (length(game),), np.uint8)
    found: dict[str, spaces.Space[Any]] = {}
    for name, cell in game.cells.items():
        found[name] = spaces.Box(min(cell.low, 0), cell.high, cell.shape, np.dtype(integer(cell)).type)
    return spaces.Dict(found)
