"""The address of a broker and the names at it, as they are typed."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from companion.club.errors import ClubFailed
from companion.config.untrusted import brief

_KEY = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?")
_PIN = re.compile("[0-9a-f]{64}|")
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


def read_pin(text: str) -> str:
    """Return a certificate's SHA-256 in *text* as 64 small digits in hex, or an empty text; raises ``ClubFailed``.

    >>> read_pin(":".join(["AB"] * 32)) == read_pin("Ab" * 32) == "ab" * 32
    True
    """
    # Tools write the digits in either case, some with colons, and they are compared as text.
    pin = text.replace(":", "").lower()
    if not _PIN.fullmatch(pin):
        raise ClubFailed(f"expected a pin of 64 digits in hex, got {brief(text)}")
    return pin


def is_key(text: str) -> bool:
    """Return whether *text* may name an event or a table in topics: small letters, digits and dashes, at most 32.

    >>> is_key("table-7"), is_key("Table 7"), is_key("-"), is_key("a/b")
    (True, False, False, False)
    """
    return _KEY.fullmatch(text) is not None
