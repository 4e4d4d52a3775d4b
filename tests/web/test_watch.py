"""Time that nothing is decided by before somebody has taken note that it leapt."""

import pytest

from tests.web.desk import START, Clock
from web.watch import LONGEST_GAP, Watch


@pytest.fixture
def watch(clock: Clock) -> Watch:
    return Watch(clock.wall, clock.monotonic)


def test_it_tells_the_time_while_somebody_looks_at_it(clock: Clock, watch: Watch) -> None:
    for _ in range(10):
        clock.go(LONGEST_GAP)
        assert watch.now() == clock.wall()
    assert watch.jumped_since() is None


@pytest.mark.parametrize("jump", [LONGEST_GAP + 1, 3_600_000, -LONGEST_GAP - 1, -3_600_000])
def test_behind_a_jump_it_stands_still_until_that_is_noted(clock: Clock, watch: Watch, jump: int) -> None:
    clock.jump(jump)
    assert [watch.now(), watch.now()] == [START, START]
    assert watch.jumped_since() == START
    assert watch.jumped_since() is None
    assert watch.now() == START + jump


def test_a_gap_in_which_nobody_looked_is_a_jump(clock: Clock, watch: Watch) -> None:
    clock.go(LONGEST_GAP + 1)
    assert watch.now() == START
    assert watch.jumped_since() == START


@pytest.mark.parametrize("jump", [LONGEST_GAP, -LONGEST_GAP])
def test_a_small_step_of_the_clock_is_followed(clock: Clock, watch: Watch, jump: int) -> None:
    clock.jump(jump)
    assert watch.now() == START + jump
    assert watch.jumped_since() is None
