"""What only one seat may read: what stands on its own card."""

from typing import Any

from parlour.games.cells import Sight

SAYINGS = {
    "en": ("A low card.", "A card in between.", "A high card."),
    "fr": ("Petite carte.", "Carte moyenne.", "Grande carte."),
}


def texts(view: Sight, language: str) -> dict[str, Any]:
    """{"card": …} for a seat that holds a card, else {}; made from its own view alone."""
    s = view.state
    if view.seat >= s.players or s.card[view.seat] <= 0:
        return {}
    return {"card": SAYINGS.get(language, SAYINGS["en"])[(s.card[view.seat] - 1) // 3]}
