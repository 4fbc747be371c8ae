"""The address of a broker, as it is typed."""

from __future__ import annotations

from urllib.parse import urlsplit

from companion.club.errors import ClubFailed
from companion.config.untrusted import brief

PORTS = {"tls": 8883, "tcp": 1883}


def read_address(address: str) -> tuple[str, int, bool]:
    """Return the host, the port and whether the connection is encrypted; raises ``ClubFailed``.

    >>> read_address("tls://club.example"), read_address("tcp://[::1]:1884")
    (('club.example', 8883, True), ('::1', 1884, False))
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port or PORTS.get(parts.scheme)
    except ValueError:
        host = port = None
    if not host or port is None or parts.scheme not in PORTS or parts.path or parts.query or parts.username:
        raise ClubFailed(f"expected an address such as tls://club.example or tcp://192.168.1.20, got {brief(address)}")
    return host, port, parts.scheme == "tls"
