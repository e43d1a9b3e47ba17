"""Learned policies as files: small nets that NumPy evaluates, for the game, version and observation that they were learned on.

A file is NumPy's .npz: `about` (JSON), the layers `w0`, `b0`, `w1` … of a net with ReLU between them, and where the learner
counted seats from its own `seen` and `acts`, by seat the places of the observation's numbers and of the actions. Importing this
imports NumPy.
"""

import hashlib
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.engine import Game, GameError, View, load
from parlour.engine.tensor import places, tensor

FORM = 1  # of the file
Numbers = npt.NDArray[Any]


class Misfit(GameError):
    """A policy that is of other rules, another observation or another number of players; the message says which."""


@dataclass(frozen=True, slots=True)
class About:
    """What a policy was learned on."""

    game: str
    version: int
    players: tuple[int, ...]  # the numbers of players it is for
    digest: str  # of the observation and the actions
    form: int = FORM


def digest(game: str | Game) -> str:
    """Of all that an observation (`engine.tensor.tensor`) and the actions of a game mean: 16 hexadecimal digits."""
    game = load(game)
    cells = [(place.name, place.cell.shape, place.cell.low, place.start, place.width, place.hot) for place in places(game)]
    words = [(word.base, word.size, str(word.name)) for word in game.actions.words]
    return hashlib.sha256(json.dumps([game.name, cells, words]).encode()).hexdigest()[:16]


def save(
    path: Path,
    game: str | Game,
    layers: Sequence[tuple[npt.ArrayLike, npt.ArrayLike]],
    *,
    players: Iterable[int],
    seen: npt.ArrayLike | None = None,
    acts: npt.ArrayLike | None = None,
) -> None:
    """Write a policy: `layers` are weights of shape (out, in) and biases of shape (out,), from the observation to the actions.

    `seen[seat]` and `acts[seat]` say which number of the observation, and which action, the net means by each of its own. Raises
    Misfit where the shapes do not fit.
    """
    game = load(game)
    about = About(game.name, game.version, tuple(sorted(players)), digest(game))
    parts: dict[str, Any] = {}
    for i, (weights, biases) in enumerate(layers):
        parts |= {f"w{i}": np.asarray(weights, np.float32), f"b{i}": np.asarray(biases, np.float32)}
    parts |= {name: np.asarray(part, np.int32) for name, part in (("seen", seen), ("acts", acts)) if part is not None}
    _checked(game, about, parts)
    np.savez(path, about=json.dumps(asdict(about)), **parts)


def read(path: Path) -> "Learned":
    """The policy of a file, as a bot. Raises Misfit where it is none, or does not fit the rules that are installed."""
    try:
        with np.load(path, allow_pickle=False) as file:
            parts: dict[str, Numbers] = {name: file[name] for name in file.files}
        given = json.loads(str(parts.pop("about")))
        about = About(**{**given, "players": tuple(given["players"])})
    except (OSError, KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise Misfit(f"{path} is no learned policy: {type(error).__name__}: {error}") from None
    game = load(about.game)
    if about.form != FORM:
        raise Misfit(f"{path} is written in form {about.form}; this version reads {FORM}")
    if about.version != game.version:
        raise Misfit(f"{path} has learned {game.name} version {about.version}; version {game.version} is installed")
    if about.digest != digest(game):
        raise Misfit(f"{path} has learned {game.name} with another observation or other actions than are installed")
    _checked(game, about, parts)
    return Learned(game, about, parts, path.stem)


def _checked(game: Game, about: About, parts: Mapping[str, Numbers]) -> None:
    """Raises Misfit where shapes do not fit each other or the game."""
    wide, actions = sum(place.count * place.width for place in places(game)), game.actions.size
    if not about.players or not set(about.players) <= set(game.seats):
        raise Misfit(f"{game.name} is for {game.seats.start} to {game.seats.stop - 1} players, not {list(about.players)}")
    seats = max(about.players)
    for name, size in (("seen", None), ("acts", actions)):
        if name in parts and (parts[name].ndim != 2 or len(parts[name]) < seats or size not in (None, parts[name].shape[1])):
            raise Misfit(f"{name!r} has a row for each of {seats} seats, not shape {parts[name].shape}")
    into = parts["seen"].shape[1] if "seen" in parts else wide
    depth = sum(name.startswith("w") for name in parts)
    for i in range(depth):
        w, b = parts[f"w{i}"], parts.get(f"b{i}", np.zeros(0))
        if w.ndim != 2 or w.shape[1] != into or b.shape != (len(w),):
            raise Misfit(f"layer {i} has weights {w.shape} and biases {b.shape}, where {into} numbers come in")
        into = len(w)
    if not depth or into != actions:
        raise Misfit(f"the last layer gives {into} numbers for {actions} actions")


class Learned:
    """A policy as a bot: draws an action by the odds that the net gives it, or always plays the likeliest."""

    def __init__(self, game: Game, about: About, parts: Mapping[str, Numbers], name: str) -> None:
        self.game, self.about, self.__name__ = game, about, name
        self.greedy = False
        self._layers = [(parts[f"w{i}"], parts[f"b{i}"]) for i in range(sum(part.startswith("w") for part in parts))]
        self._seen, self._acts = parts.get("seen"), parts.get("acts")

    def odds(self, view: View, legal: Sequence[int]) -> Numbers:
        """The odds of the legal actions, in their order. Raises Misfit for a view of another game or number of players."""
        if view.game.name != self.about.game or view.players not in self.about.players:
            numbers = ", ".join(map(str, self.about.players))
            raise Misfit(f"{self.__name__} plays {self.about.game} for {numbers}, not {view.game.name} for {view.players}")
        x = tensor(view.game, view.state)
        if self._seen is not None:
            x = x[self._seen[view.seat]]
        for i, (w, b) in enumerate(self._layers):
            x = w @ (x if i == 0 else np.maximum(x, 0)) + b
        if self._acts is not None:
            turned = np.empty_like(x)
            turned[self._acts[view.seat]] = x
            x = turned
        logits = x[list(legal)].astype(np.float64)
        odds = np.exp(logits - logits.max())
        shares: Numbers = odds / odds.sum()
        return shares

    def __call__(self, view: View, legal: Sequence[int], rng: Random) -> int:
        odds = self.odds(view, legal).tolist()
        return legal[odds.index(max(odds))] if self.greedy else rng.choices(legal, odds)[0]
