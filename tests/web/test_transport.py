"""Only packets that our pages send go on to the library."""

import pytest

from web.transport import is_packet


@pytest.mark.parametrize(
    "message",
    [
        "1",
        "2probe",
        "3",
        "5",
        "40",
        '40{"room":"K7QM","screen":"board","lang":"en"}',
        "41",
        '42["sync",{}]',
        '4217["command",{"room":"K7QM"}]',
        '42["command",{"title":"\\n"}]',
    ],
)
def test_what_our_pages_send_goes_on(message: str) -> None:
    assert is_packet(message)


@pytest.mark.parametrize(
    "message",
    [None, b"4", "", "4", "42", "42[", "42[]", "42[5]", '42{"a":1}', "40[]", "405", '43["x"]', '451-["x"]', "9", "💥"],
)
def test_anything_else_does_not(message: object) -> None:
    assert not is_packet(message)


def test_depth_without_end_does_not() -> None:
    assert not is_packet("42" + "[" * 30_000)
