"""A seat that calls "check" across the table is played by the host's word, as the host can fold for it as well."""

from engine import holdem
from engine.game import Bell, Host, HostViewer, Player
from engine.holdem.commands import CheckFor
from engine.holdem.events import Acted
from engine.holdem.phase import Act
from engine.holdem.view import HostView
from tests.engine.holdem.table import Table


def offered(table: Table) -> CheckFor | None:
    """What the host's page offers for the seat that is to act."""
    seen = holdem.view(table.state, HostViewer())
    assert isinstance(seen, HostView)
    return seen.check


def flop() -> Table:
    """Two seats that have called before the flop: the first is to act, and nothing is owed."""
    table = Table((1000, 1000))
    table.start(2, {}, "2c 3d 4h 9s Jc")
    table.act(1, "call")
    table.act(2, "check")
    return table


def test_H5_a_check_by_the_hosts_word_is_the_seats_own() -> None:
    table = flop()
    seat, command = table.hand.asked, offered(table)
    assert command == CheckFor(table.hand.number, table.hand.turn, seat or 0)
    (acted, *_) = table.say(Host(), command)
    assert isinstance(acted, Acted) and (acted.seat, acted.act) == (seat, Act.CHECK)
    assert table.hand.asked != seat


def test_H5_a_check_is_called_only_for_the_seat_whose_turn_it_is_and_by_nobody_but_the_host() -> None:
    table = flop()
    number, turn, asked = table.hand.number, table.hand.turn, table.hand.asked or 0
    assert table.refusal(Host(), CheckFor(number, turn, 3 - asked)) == "not_your_turn"
    assert table.refusal(Host(), CheckFor(number, turn - 1, asked)) == "turn_has_passed"
    for actor in (Player(asked), Player(3 - asked), Bell()):
        assert table.refusal(actor, CheckFor(number, turn, asked)) == "not_allowed"


def test_H5_with_something_to_pay_there_is_no_check_to_call() -> None:
    table = Table((1000, 1000))
    table.start(2, {}, "2c 3d 4h 9s Jc")
    assert offered(table) is None
    asked = table.hand.asked or 0
    command = CheckFor(table.hand.number, table.hand.turn, asked)
    assert table.refusal(Host(), command) == "coins_are_owed"


def test_while_the_table_is_paused_a_called_check_waits_as_a_pressed_one_does() -> None:
    assert holdem.waits(CheckFor(1, 1, 1))
