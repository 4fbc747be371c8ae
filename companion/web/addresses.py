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
"""``struct ifreq`` with the flags, which stand where the address is; its size on 64 bit."""
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

    It is *bound* alone where that is an address, and the one of the machine itself where there is no network.
    """
    if bound and not ipaddress.ip_address(bound).is_unspecified:
        return [bound]
    found = dict.fromkeys((*_way_out(), *_of_interfaces()))
    near = [address for address in found if ipaddress.ip_address(address).is_private]
    return near[:ADDRESSES_MOST] or [LOCALHOST]


def _way_out() -> Iterator[str]:
    """Yield the address that messages to other networks would come from."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            # For datagrams this only chooses the way.
            asked.connect((_ELSEWHERE, 9))
        except OSError:
            return
        yield asked.getsockname()[0]


def _of_interfaces() -> Iterator[str]:
    """Yield the IPv4 address of each interface that is up."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            request = REQUEST.pack(name.encode()[:15], 0)
            try:
                flags = REQUEST.unpack(fcntl.ioctl(asked, SIOCGIFFLAGS, request))[1]
                if flags & IFF_LOOPBACK or not flags & IFF_UP or not flags & IFF_RUNNING:
                    continue
                answer = fcntl.ioctl(asked, SIOCGIFADDR, request)
            except OSError:
                # An interface without an IPv4 address.
                continue
            yield socket.inet_ntoa(answer[20:24])
