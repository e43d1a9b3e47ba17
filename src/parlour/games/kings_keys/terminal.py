"""The table of King's Keys as text, for the terminal."""

from collections.abc import Callable, Sequence
from typing import Any

from parlour.games.cells import Sight
from parlour.games.kings_keys.state import CARD_NAMES, CARDS, DUNGEON, GUARDS, HAND, KEPT, TABLE, VAULT, WAITING, Kingdom

ZONES = {
    "text_guards": GUARDS,
    "text_hand": HAND,
    "text_kept": KEPT,
    "text_vault": VAULT,
    "text_dungeon": DUNGEON,
    "text_waiting": WAITING,
}
ALWAYS = (GUARDS, HAND, VAULT, DUNGEON)  # said even when they are empty


def table(view: Sight, names: Sequence[str], say: Callable[..., str]) -> str:
    """The pile, every kingdom with its guards and zones, and the card in play; cards by the names one types."""
    s = view.state
    lines = [say("text_top", round=s.rounds + 1, pile=s.size[0])]
    for seat in range(s.players):
        lines += _kingdom(s, seat, names[seat], say)
    if s.size[TABLE]:
        lines.append(say("text_play", cards=_cards(s, TABLE), due=s.due))
    return "\n".join([*lines, say("text_legend")])


def _kingdom(s: Any, seat: int, name: str, say: Callable[..., str]) -> list[str]:
    kingdom = Kingdom(s.kingdom[seat]).name.lower() if s.kingdom[seat] >= 0 else "?"
    if not s.alive[seat]:
        return [say("text_fallen", name=name, kingdom=kingdom)]
    zones = [
        say(key, cards=_cards(s, zone + seat) or say("text_none"))
        for key, zone in ZONES.items()
        if zone in ALWAYS or s.size[zone + seat]
    ]
    return [say("text_seat", name=name, kingdom=kingdom, guards=s.guards[seat], of=s.guards_to_win), *zones]


def _cards(s: Any, place: int) -> str:
    """The cards in a place: those this seat knows by name, in brackets where they lie open, then the others."""
    known = [card for card in range(CARDS) if s.at[card] == place]
    faces = [f"[{CARD_NAMES[card]}]" if s.up[card] else CARD_NAMES[card] for card in known]
    return " ".join(faces + ["?"] * (s.size[place] - len(known)))
