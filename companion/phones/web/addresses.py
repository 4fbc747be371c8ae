"""The addresses of this machine on its local networks, asked of the kernel; nothing is sent for it."""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct
from collections.abc import Iterator

SIOCGIFFLAGS, SIOCGIFADDR = 0x8913, 0x8915
"""Requests of netdevice(7)."""
IFF_UP, IFF_LOOPBACK, IFF_RUNNING = 0x1, 0x8, 0x40
REQUEST = struct.Struct("16sH22x")
"""``struct ifreq`` with the flags, which stand where the address is; its size on 64 bit, the greater one."""
ADDRESS_AT = slice(20, 24)
"""Where ``struct sockaddr_in`` has the address, after the name, the family and the port."""
ADDRESSES_MOST = 4
LOCALHOST = "127.0.0.1"
_ELSEWHERE = "192.0.2.1"
"""An address for documentation (RFC 5737): the way to it is the way to all others."""


def url(address: str, port: int) -> str:
    """Return the address of the pages at *address* and *port*.

    >>> url("192.168.1.20", 80), url("fd00::1", 8080)
    ('http://192.168.1.20', 'http://[fd00::1]:8080')
    """
    host = f"[{address}]" if ":" in address else address
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def own_addresses(bound: str = "") -> list[str]:
    """Return the addresses at which the local network reaches this machine, the likeliest first.

    It is *bound* alone where that is an address.
    """
    if bound and not ipaddress.ip_address(bound).is_unspecified:
        return [bound]
    of_interfaces = filter(None, (address_of(name) for _, name in socket.if_nameindex()))
    found = dict.fromkeys((*_way_out(), *of_interfaces))
    near = [address for address in found if ipaddress.ip_address(address).is_private]
    return [address for address in near if not ipaddress.ip_address(address).is_loopback][:ADDRESSES_MOST]


def _way_out() -> Iterator[str]:
    """Yield the address that messages to other networks would come from."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            # For datagrams this only chooses the way.
            asked.connect((_ELSEWHERE, 9))
        except OSError:
            return
        yield asked.getsockname()[0]


def address_of(interface: str) -> str | None:
    """Return the first IPv4 address of *interface*; None where it is not in use or has none."""
    request = REQUEST.pack(interface.encode()[:15], 0)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            flags = REQUEST.unpack(fcntl.ioctl(asked, SIOCGIFFLAGS, request))[1]
            answer = fcntl.ioctl(asked, SIOCGIFADDR, request)
        except OSError:
            return None
    in_use = flags & IFF_UP and flags & IFF_RUNNING and not flags & IFF_LOOPBACK
    return socket.inet_ntoa(answer[ADDRESS_AT]) if in_use else None
