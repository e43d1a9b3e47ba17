"""Licence texts of what the page is built with go with the wheel and with the sources."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BUILT = ROOT / "src" / "parlour" / "server" / "static" / "third-party.md"


def test_the_list_is_that_of_the_page_as_it_is_built() -> None:
    if not BUILT.is_file():
        pytest.skip("the page is not built: make test builds it")
    assert ROOT.joinpath("THIRD_PARTY.md").read_text(encoding="utf-8") == BUILT.read_text(encoding="utf-8"), (
        "make generated writes it anew"
    )


def test_each_package_has_its_version_and_a_text() -> None:
    entries = re.split(r"^## (?=[@a-z])", ROOT.joinpath("THIRD_PARTY.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    locked = json.loads(ROOT.joinpath("web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    found = {}
    for entry in entries:
        head, _, text = entry.partition("\n")
        name, _, rest = head.partition(" - ")
        found[name] = rest.partition(" ")[0]
        assert re.search("copyright|permission", text, re.IGNORECASE), name
    assert found == {name: locked[f"node_modules/{name}"]["version"] for name in found}
    assert {"svelte", "marked", "@noble/hashes", "@fontsource-variable/inter", "@fontsource-variable/fraunces"} <= set(found)
