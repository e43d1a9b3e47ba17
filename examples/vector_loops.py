"""Loops over many games at once, as PufferLib and EnvPool have them, on `parlour.lab.vector.Vector`: pip install 'parlour[fast]'

python examples/vector_loops.py plays SKYJO at random in each of them. Put a policy in the place of `chosen`.
"""

import time
from collections import deque

import numpy as np

from parlour.lab.vector import Vector

TABLES, STEPS = 512, 200
RNG = np.random.default_rng(1)


def chosen(mask: np.ndarray) -> np.ndarray:
    """A legal action at every table, at random."""
    return (mask * (RNG.random(mask.shape, np.float32) + 0.01)).argmax(axis=1)


class Buffers:
    """As PufferLib's native environments: buffers that `step` writes in place, for a trainer to hand to its policy as they lie.

    torch.from_numpy(tables.observations) and jax.numpy.from_dlpack(tables.observations) share them, made once before the loop.
    """

    def __init__(self, game: str, tables: int, players: int) -> None:
        self.tables = Vector(game, tables, players, learners="rotating", opponents="simple", observation="features")
        self.rewards, self.terminals = np.zeros(tables, np.float32), np.zeros(tables, np.bool_)
        self.truncations = np.zeros(tables, np.bool_)
        self.observations, self.masks = self.tables.seen, self.tables.mask

    def reset(self, seed: int) -> None:
        self.observations, self.masks, _ = self.tables.reset(seed)  # from now on the same two arrays

    def step(self, actions: np.ndarray) -> None:
        seats = self.tables.seat.copy()
        *_, reward, done = self.tables.step(actions)
        self.rewards[:] = reward[np.arange(len(seats)), seats]
        self.terminals[:], self.truncations[:] = done == 1, done == 2


class Pool:
    """As EnvPool's `send` and `recv`: of several batches one is answered while the policy thinks about another."""

    def __init__(self, game: str, batches: int, tables: int, players: int) -> None:
        self.batches = [Buffers(game, tables, players) for _ in range(batches)]
        self.ready: deque[int] = deque()

    def async_reset(self, seed: int) -> None:
        for number, batch in enumerate(self.batches):
            batch.reset(seed + number)
            self.ready.append(number)

    def recv(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, np.ndarray | int]]:
        number = self.ready.popleft()
        batch = self.batches[number]
        info = {"env_id": number, "action_mask": batch.masks}
        return batch.observations, batch.rewards, batch.terminals, batch.truncations, info

    def send(self, actions: np.ndarray, env_id: int) -> None:
        self.batches[env_id].step(actions)
        self.ready.append(env_id)


def in_place(steps: int = STEPS) -> int:
    """PufferLib's way; the games that were played."""
    tables, over = Buffers("skyjo", TABLES, 2), 0
    tables.reset(1)
    for _ in range(steps):
        tables.step(chosen(tables.masks))
        over += int(tables.terminals.sum() + tables.truncations.sum())
    return over


def by_turns(steps: int = STEPS) -> int:
    """EnvPool's way; the games that were played."""
    pool, over = Pool("skyjo", 2, TABLES // 2, 2), 0
    pool.async_reset(1)
    for _ in range(2 * steps):
        _, _, ended, cut, info = pool.recv()
        over += int(ended.sum() + cut.sum())
        pool.send(chosen(info["action_mask"]), info["env_id"])
    return over


if __name__ == "__main__":
    for loop in (in_place, by_turns):
        begun = time.process_time()
        games = loop()
        print(f"{loop.__name__}: {games} games, {TABLES * STEPS / (time.process_time() - begun):,.0f} choices a second")
