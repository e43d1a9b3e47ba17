"""Every game as a PettingZoo environment: `env` asks one agent after another, `parallel_env` all who are asked at once.

Agents are `player_0` …, by seat. An observation is `{"observation": …, "action_mask": …}`; the mask is in `infos` as well.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from parlour.adapters.episode import Episode, Rules
from parlour.engine import Game
from parlour.engine.contract.words import Json
from parlour.extras import need

need("parlour.adapters.pettingzoo", "pettingzoo", "pettingzoo")

import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from pettingzoo import AECEnv, ParallelEnv  # noqa: E402
from pettingzoo.utils import OrderEnforcingWrapper  # noqa: E402
from pettingzoo.utils.env_logger import EnvLogger  # noqa: E402

RENDER_MODES = ["ansi", "human"]


class _Table:
    """What both kinds of environment share: agents, spaces and the game in play."""

    def __init__(self, rules: Rules, max_cycles: int | None, render_mode: str | None, *, at_once: bool) -> None:
        self.rules, self.max_cycles, self.render_mode = rules, max_cycles, render_mode
        self.waits = at_once or rules.may
        self.metadata = {"render_modes": RENDER_MODES, "name": f"{rules.game.name}_v0", "is_parallelizable": at_once}
        self.possible_agents = [f"player_{seat}" for seat in range(rules.players)]
        self.agents: list[str] = []
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size = rules.game.actions.size + self.waits
        low, high = rules.bounds
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=rules.dtype),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self._seeds = Random()
        self.episode: Episode  # from `reset` on

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def begin(self, seed: int | None) -> None:
        """A new game. Games after one that was seeded follow from its seed."""
        if seed is not None:
            self._seeds = Random(seed)
        self.episode = Episode(self.rules, self._seeds.getrandbits(60))
        self.agents = self.possible_agents[:]

    def mask(self, agent: str) -> Any:
        """What an agent may choose: in a parallel environment one that is not asked may only wait."""
        seat = self.seats[agent]
        found = self.episode.mask(seat, waits=self.waits)
        if self.waits and not self.rules.may and seat not in self.episode.asked:
            found[self.rules.wait] = 1
        return found

    def observe(self, agent: str) -> dict[str, Any]:
        return {"observation": self.episode.observe(self.seats[agent]), "action_mask": self.mask(agent)}

    def render(self) -> str | None:
        """The table as whoever is asked sees it; printed in the mode `human`."""
        if self.render_mode is None:
            return None
        seat = self.episode.asked[0] if self.episode.asked else 0
        text = self.episode.text(seat)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""


class Turns(_Table, AECEnv):  # type: ignore[misc]
    """One agent acts after another; of seats asked at once the lowest first, and no later one sees what it chose."""

    def __init__(self, rules: Rules, max_cycles: int | None = None, render_mode: str | None = None) -> None:
        _Table.__init__(self, rules, max_cycles, render_mode, at_once=False)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.acted = dict.fromkeys(self.agents, 0)
        self._select()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if action is None:
            raise ValueError(f"{agent} is asked for an action, not None")
        self.episode.play(self.seats[agent], int(action))
        self.acted[agent] += 1
        if self.max_cycles is not None and self.acted[agent] >= self.max_cycles:
            self.truncations[agent] = True
        self._cover()
        if self.episode.over or self.episode.abandoned:
            self._end()
        self._accumulate_rewards()
        self._select()

    def _cover(self) -> None:
        """Once an agent has had its `max_cycles` the others have theirs, and its seat does the least that it may."""
        while self.episode.asked and not all(self.truncations[agent] for agent in self.agents):
            seat = self.episode.asked[0]
            agent = self.possible_agents[seat]
            if agent in self.agents and not self.truncations[agent]:
                return
            self.episode.play(seat, self.episode.idle(seat))

    def _end(self) -> None:
        for seat, reward in enumerate(self.episode.rewards()):
            agent = self.possible_agents[seat]
            if agent in self.agents:
                self.rewards[agent] = reward
                self.terminations[agent] = self.episode.over
                self.truncations[agent] |= self.episode.abandoned

    def _select(self) -> None:
        asked = [self.possible_agents[seat] for seat in self.episode.asked]
        self.agent_selection = next((agent for agent in asked if agent in self.agents), self.agents[0])
        for agent in self.agents:
            self.infos[agent] = {"action_mask": self.mask(agent)} if agent == self.agent_selection else {}
        self._deads_step_first()


class AtOnce(_Table, ParallelEnv):  # type: ignore[misc]
    """All agents act at once; the action of one who is not asked is to wait, one above the game's own actions.

    Where one of several choices made at once takes another away, that one is asked again.
    """

    def __init__(self, rules: Rules, max_cycles: int | None = None, render_mode: str | None = None) -> None:
        _Table.__init__(self, rules, max_cycles, render_mode, at_once=True)
        self.cycles = 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        self.begin(seed)
        self.cycles = 0
        return self._seen(), self._infos()

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        self._begun(EnvLogger.error_step_before_reset)
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return {}, {}, {}, {}, {}
        self.cycles += 1
        chosen = {self.seats[agent]: int(action) for agent, action in actions.items()}
        offered = {seat: self.episode.legal(seat) for seat in chosen}
        asked = self.episode.asked[:]
        for seat, action in sorted(chosen.items()):
            if self.episode.over or self.episode.abandoned:
                break
            if action in offered[seat]:
                self._choose(seat, action)
            elif seat in asked or action != self.rules.wait:
                self.episode.refuse(seat, action)
        over, abandoned = self.episode.over, self.episode.abandoned
        cut = abandoned or (self.max_cycles is not None and self.cycles >= self.max_cycles and not over)
        worth = self.episode.rewards() if over else [0.0] * self.rules.players
        results = (
            self._seen(),
            {agent: worth[self.seats[agent]] for agent in self.agents},
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, cut),
            self._infos(),
        )
        if over or cut:
            self.agents = []
        return results

    def render(self) -> str | None:
        self._begun(EnvLogger.error_render_before_reset)
        return super().render()

    def _begun(self, complain: Callable[[], None]) -> None:
        """PettingZoo says this for environments of one after another alone (`OrderEnforcingWrapper`)."""
        if not hasattr(self, "episode"):
            complain()

    def _choose(self, seat: int, action: int) -> None:
        if action in self.episode.legal(seat) and (action != self.rules.wait or seat in self.episode.asked):
            self.episode.play(seat, action)

    def _seen(self) -> dict[str, Any]:
        return {agent: self.observe(agent) for agent in self.agents}

    def _infos(self) -> dict[str, Any]:
        return {agent: {"action_mask": self.mask(agent)} for agent in self.agents}


def env(
    game: str | Game,
    players: int | None = None,
    options: Mapping[str, Json] | None = None,
    *,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    illegal: str = "idle",
    **how: Any,
) -> OrderEnforcingWrapper:
    """A game turn by turn: `Turns`, in the wrapper that says what is asked before `reset` or after the end.

    `max_cycles` bounds the actions of each agent; `illegal` and `how` are as in `episode.Rules`. Raises GameError.
    """
    return OrderEnforcingWrapper(Turns(Rules(game, players, options, illegal=illegal, **how), max_cycles, render_mode))


def parallel_env(
    game: str | Game,
    players: int | None = None,
    options: Mapping[str, Json] | None = None,
    *,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    illegal: str = "idle",
    **how: Any,
) -> AtOnce:
    """A game whose seats choose at once, such as KESKIFÈ?; the rest is as in `env`. Raises GameError."""
    return AtOnce(Rules(game, players, options, illegal=illegal, **how), max_cycles, render_mode)
