"""Limits meet the one who asks too often, and nobody else."""

from tests.web.desk import Clock
from web import limits
from web.limits import Allowance, Limit, Limits


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


def test_a_device_has_its_own_allowance_and_an_address_a_ceiling_over_all_of_its_devices() -> None:
    clock = Clock()
    allowance = Allowance(Limit(2, 1, clock.monotonic), Limit(5, 1, clock.monotonic))
    assert [allowance.allows("a", "10.0.0.1") for _ in range(3)] == [True, True, False]
    assert [allowance.allows(f"made up {n}", "10.0.0.1") for n in range(4)] == [True, True, True, False]
    assert allowance.allows("b", "10.0.0.2")


def test_those_without_a_cookie_are_known_by_their_address() -> None:
    clock = Clock()
    allowance = Allowance(Limit(2, 1, clock.monotonic), Limit(50, 1, clock.monotonic))
    assert [allowance.allows("", "10.0.0.1") for _ in range(3)] == [True, True, False]
    assert allowance.allows("", "10.0.0.2") and allowance.allows("a", "10.0.0.1")


def test_sixty_pages_behind_one_address_come_back_at_once_ten_times_and_a_thousand_twice() -> None:
    for pages, times in ((60, 10), (1_000, 2)):
        connecting = Limits.of_the_console(Clock().monotonic).connecting
        tokens = [(page, token) for _ in range(times) for page in range(pages) for token in ("line", "screen")]
        assert all(connecting.allows(f"device {page}", "10.0.0.1") for page, _ in tokens)
