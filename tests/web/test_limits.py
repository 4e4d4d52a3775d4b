"""Limits meet the one who asks too often, and nobody else."""

from tests.web.desk import Clock
from web import limits
from web.limits import Limit


def test_a_burst_is_allowed_and_then_no_more() -> None:
    limit = Limit(3, 1, Clock().monotonic)
    assert [limit.allows("a") for _ in range(5)] == [True, True, True, False, False]


def test_tokens_come_back_with_time_but_never_beyond_the_burst() -> None:
    clock = Clock()
    limit = Limit(2, 1, clock.monotonic)
    assert [limit.allows("a") for _ in range(3)] == [True, True, False]
    clock.go(1_000)
    assert [limit.allows("a") for _ in range(2)] == [True, False]
    clock.go(3_600_000)
    assert [limit.allows("a") for _ in range(3)] == [True, True, False]


def test_asking_in_vain_does_not_push_the_next_token_away() -> None:
    clock = Clock()
    limit = Limit(1, 1, clock.monotonic)
    assert limit.allows("a")
    for _ in range(9):
        clock.go(100)
        assert not limit.allows("a")
    clock.go(100)
    assert limit.allows("a")


def test_one_devices_haste_is_not_anothers() -> None:
    limit = Limit(1, 1, Clock().monotonic)
    assert limit.allows("a")
    assert not limit.allows("a")
    assert limit.allows("b")


def test_a_wall_clock_that_is_set_changes_nothing() -> None:
    clock = Clock()
    limit = Limit(1, 1, clock.monotonic)
    assert limit.allows("a")
    clock.jump(3_600_000)
    assert not limit.allows("a")


def test_keys_that_rest_are_forgotten_and_busy_ones_are_not() -> None:
    clock = Clock()
    limit = Limit(2, 1, clock.monotonic)
    for number in range(limits.MOST_KEYS):
        limit.allows(f"device {number}")
    clock.go(1_000)
    assert limit.allows("busy") and limit.allows("busy")
    assert limit.allows("one more")
    assert len(limit._left) == 2
    assert not limit.allows("busy")
