"""Long tests take turns, and none is left out."""

from tests.day import DRILLS, in_turn


def test_today_and_the_others_are_all_of_them_and_none_twice() -> None:
    names = [f"tests/test_{i}.py::test" for i in range(50)]
    today, others = in_turn(names, "today"), in_turn(reversed(names), "others")
    assert today | others == set(names)
    assert not today & others
    assert len(today) == (50 if DRILLS else 9)
