"""The page of what is public lists what is there, and nothing that we show to others stands outside it."""

import importlib
import re
from pathlib import Path

import pytest

from parlour.extras import MissingExtra

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "public-api.md"
SHOWN = sorted(
    [ROOT / "README.md", *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*.py"), *ROOT.glob("src/parlour/scaffold/*.py")]
)


def listed() -> dict[str, set[str] | None]:
    """Names by module; None: all that the module says is its own."""
    rows = re.findall(r"^\| `(parlour[\w.]*)` \| (.*) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {module: None if "`__all__`" in names else set(re.findall(r"`(\w+)`", names)) for module, names in rows}


@pytest.mark.parametrize("module", sorted(listed()))
def test_what_is_listed_is_there(module: str) -> None:
    try:
        found = importlib.import_module(module)
    except MissingExtra as missing:
        pytest.skip(str(missing))
    for name in listed()[module] or found.__all__:
        assert hasattr(found, name), f"{module}.{name}"


def test_what_others_are_shown_is_public() -> None:
    public = listed()
    used = [
        (path.name, module, name)
        for path in SHOWN
        for module, names in re.findall(
            r"^\s*from (parlour[\w.]*) import ([\w, ]+)", path.read_text(encoding="utf-8"), re.MULTILINE
        )
        for name in re.split(r",\s*", names.strip())
        if not module.startswith("parlour.scaffold")
    ]
    assert len(used) > 20
    missing = [one for one in used if one[1] not in public or ((known := public[one[1]]) is not None and one[2] not in known)]
    assert not missing
