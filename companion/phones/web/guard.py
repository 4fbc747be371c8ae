"""Which requests are for this server, by Host and Origin, and how often one client and all together may ask.

A page of another site must not use the browser of a player to reach this server. With DNS rebinding such a page has a
name that leads here, so Host and Origin agree with each other: both are compared with the addresses of this machine.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections import OrderedDict
from collections.abc import Callable, Sequence

from companion.front_ends.allowance import Bucket

PORT = 80
"""The port that browsers leave out."""
NAME = "codemaker.local"
CLIENTS_MOST = 256
"""How many clients are remembered; a new one then takes the place of the one that was not heard of for longest."""
_HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]{2,45}\]|[0-9A-Za-z.-]{1,253})(?::(?P<port>[0-9]{1,5}))?")


def own_names() -> frozenset[str]:
    """Return the names under which the local network may know this machine."""
    machine = socket.gethostname().partition(".")[0].lower()
    return frozenset({NAME, f"{machine}.local"}) if machine else frozenset({NAME})


def is_own_host(host: str, here: Sequence[object], names: frozenset[str]) -> bool:
    """Whether *host*, the field of a request, names the address *here* at which its connection was accepted.

    *names* are the names of this machine; ``localhost`` is one for connections that come from the machine itself.

    >>> is_own_host("192.168.1.20", ("192.168.1.20", 80), frozenset())
    True
    >>> is_own_host("games.example", ("192.168.1.20", 80), frozenset())
    False
    """
    found = _HOST.fullmatch(host)
    if found is None or len(here) < 2 or int(found["port"] or PORT) != here[1]:
        return False
    try:
        address = _plain(str(here[0]))
    except ValueError:
        return False
    name = found["name"].lower().rstrip(".")
    if name in names or (name == "localhost" and address.is_loopback):
        return True
    try:
        return _plain(name.strip("[]")) == address
    except ValueError:
        return False


def _plain(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Return the address in *text* without its zone; an IPv4 address that IPv6 carries, as what it is."""
    address = ipaddress.ip_address(text.partition("%")[0])
    mapped = getattr(address, "ipv4_mapped", None)
    return address if mapped is None else mapped


def is_own_origin(origin: str | None, host: str) -> bool:
    """Whether *origin* is that of a page of this server, which was asked for as *host*; programs send none."""
    return origin is None or origin.lower() == f"http://{host.lower()}"


def address_key(peer: object) -> str:
    """Return what the limits count a client by: its IPv4 address, or the network of its IPv6 address.

    >>> address_key(("192.168.1.7", 50000)), address_key(("fe80::7%eth0", 50000, 0, 2))
    ('192.168.1.7', 'fe80::/64')
    """
    if not isinstance(peer, tuple) or not peer:
        return ""
    try:
        address = _plain(str(peer[0]))
    except ValueError:
        return ""
    # A machine may take any of the addresses of its network.
    return str(address) if address.version == 4 else str(ipaddress.ip_network((address, 64), strict=False))


class Limit:
    """Allows each client *rate* a second and *burst* at once, and all clients together *times* as much."""

    def __init__(self, rate: float, burst: int, times: int, now: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._clients: OrderedDict[str, Bucket] = OrderedDict()
        self._all = Bucket(rate * times, burst * times, now())

    def take(self, client: str) -> bool:
        """Count one of *client*; return whether it is allowed."""
        now = self._now()
        bucket = self._clients.pop(client, None) or Bucket(self._rate, self._burst, now)
        self._clients[client] = bucket
        if len(self._clients) > CLIENTS_MOST:
            self._clients.popitem(last=False)
        # What a client is refused must not count for all.
        return bucket.take(now) and self._all.take(now)
