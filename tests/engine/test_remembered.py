"""What was made of a state is made once for it, and of no other, however equal."""

from dataclasses import dataclass

from engine.remembered import MOST, remembered


@dataclass(frozen=True)
class State:
    """Frozen as every state is, with what cannot be hashed inside."""

    number: int
    cards: dict[str, int]


class Maker:
    """Counts what it makes."""

    def __init__(self) -> None:
        self.made: list[int] = []
        self.of = remembered(self._make)

    def _make(self, state: State) -> tuple[int, ...]:
        self.made.append(state.number)
        return (state.number,)


def test_whoever_asks_again_of_a_state_gets_what_was_made_of_it() -> None:
    maker, state = Maker(), State(1, {})
    assert maker.of(state) is maker.of(state) and len(maker.made) == 1


def test_an_equal_state_is_another_one() -> None:
    maker = Maker()
    one, other = State(1, {}), State(1, {})
    assert maker.of(one) == maker.of(other) and len(maker.made) == 2


def test_a_state_that_lies_where_another_lay_is_not_taken_for_it() -> None:
    maker = Maker()
    assert [maker.of(State(number, {})) for number in range(3 * MOST)] == [(number,) for number in range(3 * MOST)]


def test_what_was_made_first_is_forgotten_first_and_its_state_let_go() -> None:
    maker, states = Maker(), [State(number, {}) for number in range(MOST + 1)]
    for state in states:
        maker.of(state)
    maker.of(states[-1])
    assert len(maker.made) == MOST + 1
    maker.of(states[0])
    assert len(maker.made) == MOST + 2
