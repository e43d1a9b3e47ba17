"""Long tests take turns, and none is left out."""

from datetime import date, timedelta

import pytest

from tests import day

NAMES = [f"tests/test_{i}.py::test" for i in range(50)]


def test_today_and_the_others_are_all_of_them_and_none_twice() -> None:
    today, others = day.in_turn(NAMES, "today"), day.in_turn(reversed(NAMES), "others")
    assert today | others == set(NAMES)
    assert not today & others
    assert len(today) == 50 if day.DRILLS else 6 <= len(today) <= 7


def test_each_has_its_turn_once_in_so_many_days(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(day, "DRILLS", False)
    had = list[str]()
    for later in range(day.TURNS):
        monkeypatch.setattr(day, "DAY", (date(2026, 12, 28) + timedelta(later)).isoformat())
        had += day.in_turn(NAMES, "today")
    assert sorted(had) == sorted(NAMES)
