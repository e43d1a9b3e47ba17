"""What is generated stands in the tree as `make generated` writes it; playthroughs are held by their law."""

import pytest

from tests.conftest import require
from tests.generated import ROOT, Generated, everything, laid_out

try:
    import numpy  # noqa: F401
except ImportError:
    require("fast", "NumPy is not installed")

LAWFUL = "tests/playthroughs/"  # whole matches: the law of playthroughs replays them in each game's own tests
CHEAP = [one for one in everything() if not one.path.startswith(LAWFUL)]


@pytest.mark.parametrize("one", CHEAP, ids=[one.path for one in CHEAP])
def test_a_generated_file_is_as_make_generated_writes_it(one: Generated) -> None:
    assert one.changed() is None, f"`make generated` writes {one.path} anew, from {one.source}"


def test_every_playthrough_is_generated() -> None:
    there = {str(path.relative_to(ROOT)) for path in (ROOT / LAWFUL).iterdir()}
    assert there == {one.path for one in everything() if one.path.startswith(LAWFUL)}


def test_a_file_that_was_edited_by_hand_is_found_and_written_anew() -> None:
    one = next(one for one in CHEAP if one.path == "docs/learning.md")
    text = (ROOT / one.path).read_text(encoding="utf-8")
    edited = text.replace("| cell |", "| Cell |")
    assert edited != text
    assert one.made(edited) == text


def test_a_catalogue_has_one_layout_and_no_name_twice() -> None:
    assert laid_out('{"a": {"b":\n"c"}}') == '{\n  "a": {\n    "b": "c"\n  }\n}\n'
    with pytest.raises(ValueError, match="'a' stands there twice"):
        laid_out('{"a": "b", "a": "c"}')
