"""Which requests are for this server, by Host and Origin, and how often one client and all together may ask.

A page of another site must not use the browser of a player to reach this server. With DNS rebinding such a page has a
name that leads here, so Host and Origin agree with each other: both are compared with the addresses of this machine.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
import socket
from collections import OrderedDict
from collections.abc import Callable, Sequence

from companion.front_ends.allowance import Bucket
from companion.front_ends.sharing import Claimant

PORT = 80
"""The port that browsers leave out."""
NAME = "codemaker.local"
CLIENTS_MOST = 256
"""How many clients are remembered; a new one then takes the place of the one that was not heard of for longest."""
TICKET = re.compile(r"(?P<name>[0-9a-f]{32})(?P<mark>[0-9a-f]{32})")
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


def client_of(peer: object) -> Claimant:
    """Return what limits and places count a client by: its address and, for IPv6, the network of that.

    >>> tuple(client_of(("192.168.1.7", 50000))), tuple(client_of(("fe80::7%eth0", 50000, 0, 2)))
    (('192.168.1.7', '192.168.1.7'), ('fe80::/64', 'fe80::7'))
    """
    try:
        address = _plain(str(peer[0])) if isinstance(peer, tuple) and peer else None
    except ValueError:
        address = None
    if address is None:
        return Claimant("", "")
    # A machine may take any of the addresses of its network, which all machines at home may have in common.
    group = address if address.version == 4 else ipaddress.ip_network((address, 64), strict=False)
    return Claimant(str(group), str(address))


def ticket_name(ticket: str, key: bytes) -> str | None:
    """Return the name in the *ticket* of a phone that has scanned the code of the lobby with this *key*, or None."""
    found = TICKET.fullmatch(ticket)
    if found is None or not key:
        return None
    mark = hashlib.sha512(key + bytes.fromhex(found["name"])).digest()[:16]
    return found["name"] if hmac.compare_digest(mark, bytes.fromhex(found["mark"])) else None


class Limit:
    """Allows each client *rate* a second and *burst* at once, and all clients together *times* as much.

    Those of one network have half of what all have.
    """

    def __init__(self, rate: float, burst: int, times: int, now: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._times = times
        self._clients: OrderedDict[str, Bucket] = OrderedDict()
        self._all = Bucket(rate * times, burst * times, now())

    def take(self, client: Claimant) -> bool:
        """Count one of *client*; return whether it is allowed."""
        # What a client is refused must not count for its network, or for all.
        return (
            self._take(client.member, 1)
            and (client.group == client.member or self._take(client.group, self._times // 2))
            and self._all.take(self._now())
        )

    def _take(self, name: str, times: int) -> bool:
        now = self._now()
        bucket = self._clients.pop(name, None) or Bucket(self._rate * times, self._burst * times, now)
        self._clients[name] = bucket
        if len(self._clients) > CLIENTS_MOST:
            self._clients.popitem(last=False)
        return bucket.take(now)
