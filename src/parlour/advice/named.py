"""An action in the terms of its game, where these say more than its words alone: the card and not its place."""

from typing import Any

from parlour.engine import Game


def named(game: Game, state: Any, seat: int, action: int) -> dict[str, Any] | None:
    """What the game's `advice.named` says of it, from what the seat knows; None where it says nothing.

    `{"word": a sentence of the game's `named` words, and what fills its braces}`.
    """
    say = getattr(game.part("advice"), "named", None)
    found: dict[str, Any] | None = None if say is None else say(state, seat, action)
    return found
