"""The garbage collector waits for a quiet moment."""

from parlour.server.tidy import OVERDUE, QUIET, Tidy


class Clock:
    now = 1000.0
    heard = 0.0


def test_it_waits_for_quiet_and_does_nothing_twice() -> None:
    clock = Clock()
    tidy = Tidy(lambda: clock.heard, lambda: clock.now)
    clock.now += 60
    assert not tidy.due(), "nothing has happened yet"
    clock.heard = clock.now
    assert not tidy.due(), "somebody has just moved"
    clock.now += 2 * QUIET
    assert tidy.due()
    tidy.done = clock.now
    clock.now += 2 * OVERDUE
    assert not tidy.due(), "nothing has happened since"


def test_a_room_that_is_never_quiet_is_held_up_at_last() -> None:
    clock = Clock()
    tidy = Tidy(lambda: clock.heard, lambda: clock.now)
    for _ in range(int(OVERDUE)):
        clock.now += 1
        clock.heard = clock.now
        assert not tidy.due()
    clock.now += 1
    clock.heard = clock.now
    assert tidy.due()
