"""The gallery of pieces in the documentation: none is missing, and each has its picture."""

import re

import pytest

from tests.pieces import KINDS, PICTURES, ROOT, Piece, figures, pieces

ALL = [piece for kind in KINDS for piece in pieces(kind)]


@pytest.mark.parametrize("piece", ALL, ids=lambda piece: str(piece.name))
def test_every_piece_is_shown_with_its_picture_and_what_it_takes(piece: Piece) -> None:
    part = re.search(
        rf"^### `{piece.name}`\n(.*?)(?=^##|\Z)", (ROOT / "docs" / "pieces.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert part, "`make generated` writes it into docs/pieces.md"
    assert piece.written, "web/src/routes/Pieces.svelte has no figure of it"
    assert piece.written in part[1]
    assert all(f"`{prop.name}`" in part[1] for prop in piece.props)
    assert (PICTURES / f"{piece.name}.png").exists(), "`python -m tests.page.pieces` takes its picture"


def test_nothing_is_shown_that_is_no_piece() -> None:
    names = {piece.name for piece in ALL}
    assert set(figures()) == names
    assert {path.stem for path in PICTURES.iterdir()} == names
