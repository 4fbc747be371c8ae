"""Answers what the game asks of the network: the addresses of this machine, and a hotspot.

The game owns no network. It leaves a file with one word beside the table socket, and gets an ``addresses`` message. On
the installed box codemaker-network.service answers, as root, through NetworkManager's ``nmcli``; on a desktop the web
process tells the addresses.
"""

from __future__ import annotations

import fcntl
import ipaddress
import json
import logging
import os
import secrets
import socket
import stat
import struct
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from companion.phones.port import REQUEST_NAME
from companion.phones.web.guard import PORT

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


TABLE_NAME = "table.sock"
WORD_MOST = 32
PROFILE = "codemaker-hotspot"
"""The name of the connection in NetworkManager."""
SSID = "Codemaker"
PASSWORD_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # noqa: S105 - not a password, only its alphabet
PASSWORD_LENGTH = 12
"""59 bits: a recorded handshake can be searched at leisure."""
NMCLI_S = 45
NOT_RUNNING = 8
"""What nmcli(1) exits with where NetworkManager is installed and does not run."""

log = logging.getLogger(__name__)

Run = Callable[[Sequence[str]], str]
"""Runs a command and returns what it prints; raises ``OSError`` or ``subprocess.SubprocessError``."""


class NetworkRefused(Exception):
    """The network cannot be had; a word says why."""


def take_request(folder: Path) -> str | None:
    """Remove the request in *folder* and return its word; None where there is none that can be read."""
    path = folder / REQUEST_NAME
    word = None
    with suppress(OSError):
        # The game could have left anything there: not a link is followed, and not a fifo waited for.
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            if stat.S_ISREG(os.fstat(file).st_mode):
                word = os.read(file, WORD_MOST).decode("ascii", "replace").strip()
        finally:
            os.close(file)
    with suppress(OSError):
        path.unlink()
    return word


def tell(folder: Path, addresses: Sequence[str], hotspot: object = None, failure: str | None = None) -> None:
    """Send the ``addresses`` message to the game whose table socket is in *folder*, if there is one."""
    message = {"type": "addresses", "addresses": list(addresses), "hotspot": hotspot, "failure": failure}
    table = folder / TABLE_NAME
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as sender:
        try:
            if stat.S_ISSOCK(table.lstat().st_mode):
                sender.sendto(json.dumps(message).encode(), str(table))
        except OSError as failed:
            log.info("the game was not told the addresses: %r", failed)


def answer(folder: Path, run: Run) -> None:
    """Do what the request in *folder* asks for, and tell the game."""
    word = take_request(folder)
    hotspot, failure = None, None
    try:
        if word == "hotspot":
            hotspot = begin_hotspot(run)
        elif word == "hotspot-off":
            end_hotspot(run)
        elif word != "address":
            return
    except NetworkRefused as refused:
        failure = str(refused)
    tell(folder, [url(address, PORT) for address in own_addresses()], hotspot, failure)


def begin_hotspot(run: Run) -> dict[str, str]:
    """Make a network of the box, in place of an earlier one; return what a phone needs to enter it.

    Raises ``NetworkRefused``.
    """
    device = _wireless(run)
    end_hotspot(run)
    password = "".join(secrets.choice(PASSWORD_LETTERS) for _ in range(PASSWORD_LENGTH))
    wanted = ("ifname", device, "con-name", PROFILE, "ssid", SSID, "password", password)
    _nmcli(run, "--wait", str(NMCLI_S - 5), "device", "wifi", "hotspot", *wanted)
    # It is the network of this evening: after a start the box is in its own one.
    _nmcli(run, "connection", "modify", PROFILE, "connection.autoconnect", "no")
    address = address_of(device)
    if address is None:
        raise NetworkRefused("no-address")
    return {"ssid": SSID, "password": password, "address": url(address, PORT)}


def end_hotspot(run: Run) -> None:
    """End the network of the box, if there is one, and forget its password; raises ``NetworkRefused``."""
    known = _nmcli(run, "--terse", "--fields", "NAME", "connection", "show").splitlines()
    if PROFILE in known:
        _nmcli(run, "connection", "delete", "id", PROFILE)


def _wireless(run: Run) -> str:
    """Return the first wireless device; raises ``NetworkRefused`` where there is none."""
    for line in _nmcli(run, "--terse", "--fields", "DEVICE,TYPE,STATE", "device").splitlines():
        device, kind, state = (*line.split(":"), "", "", "")[:3]
        if kind == "wifi" and state not in ("unavailable", "unmanaged"):
            return device
    raise NetworkRefused("no-wifi")


def _nmcli(run: Run, *arguments: str) -> str:
    try:
        return run(("nmcli", *arguments))
    except FileNotFoundError:
        raise NetworkRefused("no-networkmanager") from None
    except (OSError, subprocess.SubprocessError) as failed:
        if isinstance(failed, subprocess.CalledProcessError) and failed.returncode == NOT_RUNNING:
            raise NetworkRefused("no-networkmanager") from None
        # Not what was asked, which may hold the password.
        log.warning("expected nmcli to do it, got %s", type(failed).__name__)
        raise NetworkRefused("nmcli") from None


def run_command(command: Sequence[str]) -> str:
    """Run *command* and return what it prints; raises ``OSError`` or ``subprocess.SubprocessError``."""
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"}
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=NMCLI_S, env=environment)
    return done.stdout


def main() -> None:
    """Answer the request in the folder of the installed game: what codemaker-network.service does."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    answer(Path("/run/codemaker"), run_command)
