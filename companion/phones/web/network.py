"""Answers what the game asks of the network: the addresses of this machine, and a hotspot.

The game owns no network. It leaves a file with one word beside the table socket, and gets an ``addresses`` message. On
the installed box codemaker-network.service answers, as root, through NetworkManager's ``nmcli``; on a desktop the web
process tells the addresses.
"""

from __future__ import annotations

import json
import logging
import os
import secrets
import socket
import stat
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from companion.phones.port import REQUEST_NAME
from companion.phones.web.addresses import address_of, own_addresses, url
from companion.phones.web.guard import PORT

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
