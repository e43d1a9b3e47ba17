"""The table of KEYS as text, for the terminal."""

from collections.abc import Callable, Sequence
from typing import Any

from parlour.games.cells import UNKNOWN, Sight
from parlour.games.keys.state import HAND


def table(view: Sight, names: Sequence[str], say: Callable[..., str]) -> str:
    """Everybody's stack from the bottom to the top, what they hold, and the bid."""
    s = view.state
    lines = [_player(s, p, view.seat, names[p], say) for p in range(s.players)]
    lines += [say("legend"), say("on_table", coasters=s.on_table)]
    if s.bidder != UNKNOWN:
        lines.append(say("highest", bid=s.bid, name=names[s.bidder]))
    if s.to_flip:
        lines.append(say("to_flip", coasters=s.to_flip))
    return "\n".join(lines)


def _player(s: Any, p: int, looker: int, name: str, say: Callable[..., str]) -> str:
    if not s.owned[p]:
        return say("stack", name=name, stack=say("out"))
    faces = [_face(s, p, i, looker, say) for i in range(s.height[p])]
    parts = [
        " ".join(faces) or say("nothing"),
        say("in_hand", coasters=_hand(s, p, looker, say)),
        say("points", points=s.points[p]),
    ]
    if s.passed[p]:
        parts.append(say("passed"))
    return say("stack", name=name, stack=", ".join(parts))


def _face(s: Any, p: int, i: int, looker: int, say: Callable[..., str]) -> str:
    """One coaster of a stack; in brackets where it lies face up."""
    face_up = i >= s.height[p] - s.flipped[p]
    if not face_up and p != looker:
        return say("face_down")
    face = say("key" if s.key_at[p] == i else "regular")
    return say("face_up", coaster=face) if face_up else face


def _hand(s: Any, p: int, looker: int, say: Callable[..., str]) -> str:
    held = s.owned[p] - s.height[p]
    if p != looker or not held:
        return str(held)
    keys = int(s.key_at[p] == HAND)
    return " ".join([say("regular")] * (held - keys) + [say("key")] * keys)
