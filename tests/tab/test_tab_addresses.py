"""Addresses of a house's page lead to the same page of a tab, from hosts that have no such file."""

import re
from pathlib import Path

from parlour.tab.folder import LOST

APP = Path(__file__).parents[2] / "web" / "src" / "App.svelte"


def test_every_page_is_found_by_its_address() -> None:
    pages = set(re.findall(r"parts\[0\] === '(\w+)'", APP.read_text(encoding="utf-8"))) - {"gallery"}
    known = re.search(r"var page = '([\w|]+)'", LOST)
    assert known is not None
    assert pages == set(known[1].split("|"))
