"""Learns KEYS for three with masked PPO: pip install 'parlour[fast]' torch, then python examples/learn_keys.py

Three quarters of the tables are played against two of our `simple` bots, the others against two at random. It writes the
policy, and beside it a line of CSV each time it is tried out. docs/bots.md tells how the file plays at a live table.
"""

import argparse
import time
from pathlib import Path

import numpy as np

from parlour.bots.learned import save
from parlour.engine import load
from parlour.engine.tensor import length, places
from parlour.lab.vector import Vector

PLAYERS, TABLES, STEPS, WIDTH = 3, 512, 48, 192
EPOCHS, BATCH, CLIP, ENTROPY, LAMBDA, RATE = 3, 4096, 0.2, 0.01, 0.95, 7e-4
SEATS = ("actor", "starter", "bidder", "failed_on", "winner")  # cells that hold a seat
GAME = load("keys")


def turned() -> tuple[np.ndarray, np.ndarray]:
    """By seat, where each number of an observation, and each action, lies for a player who counts seats from their own."""
    seen = np.tile(np.arange(length(GAME)), (PLAYERS, 1))
    acts = np.tile(np.arange(GAME.actions.size), (PLAYERS, 1))
    flip = GAME.actions.number({"do": "flip", "seat": 0})
    for seat in range(PLAYERS):
        at = (np.arange(PLAYERS) + seat) % PLAYERS
        acts[seat, flip : flip + PLAYERS] = flip + at
        for place in places(GAME):
            block = place.start + np.arange(place.count * place.width).reshape(place.count, place.width)
            if place.cell.shape:
                block[:PLAYERS] = block[at]
            elif place.name in SEATS:
                block[0, 1 : 1 + PLAYERS] = block[0, 1 + at]  # the first says that there is none
            seen[seat, place.start : place.start + place.count * place.width] = block.ravel()
    return seen, acts


SEEN, ACTS = turned()


def main() -> None:
    import torch  # noqa: PLC0415  the bot does without
    from torch import nn  # noqa: PLC0415

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=15, help="of processor time (default %(default)s)")
    parser.add_argument("--out", type=Path, default=Path("learned_keys.npz"))
    given = parser.parse_args()
    torch.manual_seed(1)
    body = nn.Sequential(nn.Linear(length(GAME), WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
    policy, value = nn.Linear(WIDTH, GAME.actions.size), nn.Linear(WIDTH, 1)
    nets = nn.ModuleList([body, policy, value])
    best = torch.optim.Adam(nets.parameters(), RATE)

    class Side:  # tables against one kind of opponent, as the learner sees them
        def __init__(self, opponents: str, tables: int, seed: int) -> None:
            how = {"learners": "rotating", "opponents": opponents, "observation": "one-hot"}
            self.tables = Vector("keys", tables, PLAYERS, **how)
            self.take(*self.tables.reset(seed))

        def take(self, seen: np.ndarray, mask: np.ndarray, seat: np.ndarray) -> None:
            self.seat = seat.copy()
            self.seen = torch.from_numpy(np.take_along_axis(seen, SEEN[seat], 1).astype(np.float32))
            self.mask = torch.from_numpy(np.take_along_axis(mask, ACTS[seat], 1))

        def choose(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
            with torch.no_grad():
                x = body(self.seen)
                odds = torch.distributions.Categorical(logits=policy(x).masked_fill(~self.mask, -1e9))
                act = odds.sample()
                return act, odds.log_prob(act), value(x)[:, 0]

        def step(self, act: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            seats = self.seat
            seen, mask, seat, reward, done = self.tables.step(np.take_along_axis(ACTS[seats], act.numpy()[:, None], 1)[:, 0])
            won = torch.from_numpy(reward[np.arange(len(seats)), seats].copy())
            self.take(seen, mask, seat)
            return won, torch.from_numpy(done > 0)

    def tried(opponents: str) -> float:
        """The share of some 4,000 games that it wins, the policy as it is."""
        side, won, over = Side(opponents, 1024, 10**6), 0.0, 0
        while over < 4000:
            gained, done = side.step(side.choose()[0])
            won, over = won + float(gained.sum()), over + int(done.sum())
        return won / over

    sides = [Side("simple", TABLES * 3 // 4, 2), Side("random", TABLES // 4, 3)]
    begun, choices, rows = time.process_time(), 0, ["minutes,choices,against_simple,against_random"]
    for number in range(10**6):
        left = 1 - (time.process_time() - begun) / (60 * given.minutes)
        if number % 20 == 0 or left <= 0:
            rows.append(f"{(time.process_time() - begun) / 60:.2f},{choices},{tried('simple'):.4f},{tried('random'):.4f}")
            print(rows[-1], flush=True)
            given.out.with_suffix(".csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
            layers = [(net.weight.detach().numpy(), net.bias.detach().numpy()) for net in (body[0], body[2], policy)]
            save(given.out, GAME, layers, players=[PLAYERS], seen=SEEN, acts=ACTS)
        if left <= 0:
            return
        best.param_groups[0]["lr"] = RATE * max(left, 0.05)
        parts = []
        for side in sides:
            kept = [(side.seen, side.mask, *(chosen := side.choose()), *side.step(chosen[0])) for _ in range(STEPS)]
            seen, mask, act, log, v, won, done = map(torch.stack, zip(*kept, strict=True))
            gain, ahead, later = torch.zeros_like(v), side.choose()[2], torch.zeros_like(v[0])
            for t in reversed(range(STEPS)):
                on = (~done[t]).float()
                later = won[t] + on * ahead - v[t] + LAMBDA * on * later
                gain[t], ahead = later, v[t]
            parts.append([part.flatten(0, 1) for part in (seen, mask, act, log, gain, gain + v)])
        seen, mask, act, log, gain, goal = (torch.cat(part) for part in zip(*parts, strict=True))
        choices += len(act)
        gain = (gain - gain.mean()) / gain.std()
        for _ in range(EPOCHS):
            for some in torch.randperm(len(act)).split(BATCH):
                x = body(seen[some])
                odds = torch.distributions.Categorical(logits=policy(x).masked_fill(~mask[some], -1e9))
                ratio = (odds.log_prob(act[some]) - log[some]).exp()
                worth = torch.min(ratio * gain[some], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[some]).mean()
                miss = (value(x)[:, 0] - goal[some]).pow(2).mean()
                best.zero_grad()
                (miss - worth - ENTROPY * odds.entropy().mean()).backward()
                nn.utils.clip_grad_norm_(nets.parameters(), 0.5)
                best.step()


if __name__ == "__main__":
    main()
