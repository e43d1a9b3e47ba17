"""Learns SKYJO for two from `features`, against `simple`, with sb3-contrib's masked PPO.

pip install 'parlour[fast]' sb3-contrib, then python examples/learn_skyjo.py. It prints a line of CSV each time it is tried out.
"""

import argparse
import time
from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnv

from parlour.engine.features import bounds, count, parts
from parlour.lab.vector import Vector

TABLES, STEPS, SLOTS, KINDS = 256, 128, 12, 15
HIDDEN, POINTS, WIN = 5.07, 20.0, 1.0  # what a hidden card counts; the points that are worth 1, and what a won game is
SCALE = np.minimum(bounds("skyjo")[1], 100)


def inputs(seen: np.ndarray) -> np.ndarray:
    """What the net sees: the features scaled, and one's own cards, the card drawn and the discard one-hot."""
    named = parts("skyjo", seen)
    cards = np.hstack([named["open"][:, :SLOTS], named["drawn"][:, 1:], named["discard"][:, 1:]])
    there = np.hstack([1 - named["lies"][:, :SLOTS] - named["lies"][:, SLOTS:], named["drawn"][:, :1], named["discard"][:, :1]])
    hot = (cards[:, :, None] == np.arange(-2, KINDS - 2)) & (there[:, :, None] > 0)
    return np.hstack([seen / SCALE, hot.reshape(len(seen), -1)]).astype(np.float32)


def ahead(seen: np.ndarray) -> np.ndarray:
    """How far ahead one is, as the cards lie: the potential by which rewards come at every step and not at the end alone."""
    named = parts("skyjo", seen)
    points = named["total"] + named["sum"] + HIDDEN * named["hidden"]
    return (points[:, 1] - points[:, 0]) / POINTS


class Tables(VecEnv):
    """Games side by side as Stable-Baselines3 takes them."""

    def __init__(self, tables: int, seed: int) -> None:
        how = {"opponents": "simple", "reward": "score", "observation": "features"}
        self.tables, self.begin_at = Vector("skyjo", tables, 2, learners="rotating", **how), seed
        wide = inputs(np.zeros((1, count("skyjo")), np.float32)).shape[1]
        super().__init__(tables, spaces.Box(-np.inf, np.inf, (wide,)), spaces.Discrete(self.tables.actions))

    def reset(self) -> np.ndarray:
        seen, _, _ = self.tables.reset(self.begin_at)
        self.was = ahead(seen)
        return inputs(seen)

    def step_async(self, actions: np.ndarray) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        seats, each = self.tables.seat.copy(), np.arange(self.num_envs)
        seen, _, _, score, done = self.tables.step(self.actions)
        lead, over = score[each, seats] - score[each, 1 - seats], done > 0
        now, self.won = ahead(seen), lead[over] > 0
        reward = np.where(over, lead / POINTS + WIN * np.sign(lead), now) - self.was
        self.was = now
        return inputs(seen), reward, over, [{} for _ in each]

    def env_method(self, method_name: str, *args: Any, **kwargs: Any) -> list[np.ndarray]:
        return list(self.tables.mask.astype(bool))  # `action_masks` is all that is asked for

    get_attr = env_is_wrapped = lambda self, *_, **__: [False] * self.num_envs
    set_attr = close = lambda *_, **__: None


def tried(model: Any) -> float:
    """The share of some 1,500 games that it wins, the policy as it is."""
    side, won = Tables(512, 10**6), []
    seen = side.reset()
    while len(won) < 1500:
        seen = side.step(model.predict(seen, action_masks=side.tables.mask.astype(bool), deterministic=True)[0])[0]
        won += side.won.tolist()
    return float(np.mean(won))


def main() -> None:
    import torch  # noqa: PLC0415  the tables do without
    from sb3_contrib import MaskablePPO  # noqa: PLC0415

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30, help="of processor time (default %(default)s)")
    whole = 60 * parser.parse_args().minutes
    torch.set_num_threads(1)
    rate = lambda _: 7e-4 * max(0.02, 1 - time.process_time() / whole)  # noqa: E731
    how = {"n_steps": STEPS, "batch_size": 4096, "n_epochs": 4, "gamma": 1.0, "gae_lambda": 0.9, "ent_coef": 0.005, "seed": 1}
    model = MaskablePPO("MlpPolicy", Tables(TABLES, 1), rate, policy_kwargs={"net_arch": [256, 256]}, **how)
    print("minutes,choices,won")
    while time.process_time() < whole:
        model.learn(TABLES * STEPS * 12, reset_num_timesteps=False)
        print(f"{time.process_time() / 60:.2f},{model.num_timesteps},{tried(model):.4f}", flush=True)


if __name__ == "__main__":
    main()
