"""Bytes that are hardly HTTP, or HTTP that no browser sends, for the console's own server."""

import socket
from contextlib import suppress

HERE = b"Host: localhost\r\n"
JSON = b"Content-Type: application/json\r\n"

REQUESTS: tuple[bytes, ...] = (
    b"\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 60,
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n" + HERE + b"\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: [\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    b"GET http://evil.example.org/ HTTP/1.1\r\n" + HERE + b"\r\n",
    b"GET /../../etc/passwd HTTP/1.1\r\n" + HERE + b"\r\n",
    b"GET /static/../app.py HTTP/1.1\r\n" + HERE + b"\r\n",
    b"GET /static/%2e%2e/app.py HTTP/1.1\r\n" + HERE + b"\r\n",
    b"GET /static/..%5capp.py HTTP/1.1\r\n" + HERE + b"\r\n",
    b"GET /p/%ff%fe HTTP/1.1\r\n" + HERE + b"\r\n",
    b"GET /p/%00 HTTP/1.1\r\n" + HERE + b"\r\n",
    b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n" + HERE + b"\r\n",
    b"GET / HTTP/1.1\r\n" + HERE + b"X: " + b"x" * 70_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + HERE + b"A: 1\r\n" * 300 + b"\r\n",
    b"GET / HTTP/1.1\r\n" + HERE + b"Cookie: thirteen_device=\xff\xfe; =; ;;; thirteen_host=.\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + HERE + b"no colon here\r\n\r\n",
    b"GET /?lang=%0d%0aSet-Cookie:%20x=1 HTTP/1.1\r\n" + HERE + b"\r\n",
    b"GET /%0d%0aSet-Cookie:%20x=1?lang=vi HTTP/1.1\r\n" + HERE + b"\r\n",
    b"POST /lang HTTP/1.1\r\n" + HERE + b"Content-Length: -5\r\n\r\n",
    b"POST /lang HTTP/1.1\r\n" + HERE + b"Content-Length: x\r\n\r\n",
    b"POST /lang HTTP/1.1\r\n" + HERE + b"Content-Length: 99999999999999999999\r\n\r\n",
    b"POST /lang HTTP/1.1\r\n" + HERE + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /lang HTTP/1.1\r\n" + HERE + b"Content-Length: 70000\r\n\r\n" + b"x" * 70_000,
    b"POST /lang HTTP/1.1\r\n" + HERE + b"Origin: http://[\r\nContent-Length: 0\r\n\r\n",
    b"POST /host/key HTTP/1.1\r\n" + HERE + JSON + b'Content-Length: 16\r\n\r\n{"key":"\\ud800"}',
    b"POST /seat/ZZZZ HTTP/1.1\r\n" + HERE + JSON + b'Content-Length: 16\r\n\r\n{"key":"\\ud800"}',
    b"POST /host/key HTTP/1.1\r\n" + HERE + JSON + b"Content-Length: 60000\r\n\r\n" + b"[" * 60_000,
    b"BREW /p/ZZZZ HTTP/1.1\r\n" + HERE + b"\r\n",
    b"OPTIONS * HTTP/1.1\r\n" + HERE + b"\r\n",
    b"GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\n" + HERE + b"Origin: http://[\r\n\r\n",
    b"GET /socket.io/?EIO=3&transport=polling HTTP/1.1\r\n" + HERE + b"\r\n",
    b"GET /socket.io/?EIO=4&transport=carrier-pigeon HTTP/1.1\r\n" + HERE + b"\r\n",
    b"GET /socket.io/?EIO=4&transport=polling&sid=nobody HTTP/1.1\r\n" + HERE + b"\r\n",
    b"POST /socket.io/?EIO=4&transport=polling&sid=nobody HTTP/1.1\r\n" + HERE + b"Content-Length: 2\r\n\r\n40",
    b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n"
    + HERE
    + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
)


def answer_to_raw(port: int, sent: bytes) -> bytes:
    """What comes back within a moment; nothing, if the line is only closed or kept waiting."""
    with socket.create_connection(("127.0.0.1", port), 5) as line:
        line.settimeout(1.0)
        with suppress(OSError):
            line.sendall(sent)
            line.shutdown(socket.SHUT_WR)
        found = b""
        with suppress(OSError):
            while part := line.recv(65536):
                found += part
        return found
