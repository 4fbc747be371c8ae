"""The command that connects a box with a club."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.club.address import is_key, read_address, read_pin
from companion.club.errors import ClubFailed
from companion.config.arguments import whole
from companion.config.untrusted import brief

EVENT = "the key of the event, such as autumn-cup"


def add_options(club: argparse.ArgumentParser) -> None:
    """Add the parts of the command to its parser."""
    parts = club.add_subparsers(dest="part", metavar="PART", required=True)
    state = "keep the membership in this folder, instead of the program's own"
    join = parts.add_parser("join", help="join an event as a table", description="Join an event as a table.")
    join.add_argument(
        "address", type=_address, metavar="ADDRESS", help="the broker: tls://club.example or tcp://192.168.1.20:1883"
    )
    join.add_argument("event", type=_key, metavar="EVENT", help=EVENT)
    table = "the name of this table at the broker, such as table-7"
    join.add_argument("table", type=_key, metavar="TABLE", help=table)
    _add_login(join)
    join.add_argument("--state", dest="folder", type=Path, metavar="DIR", help=state)
    _add_new_key(join)
    home = "also show this box in Home Assistant at the same broker"
    join.add_argument("--home-assistant", action="store_true", help=home)
    qr = "join nothing, and print this command as a QR code: scan it where the box's terminal is"
    join.add_argument("--qr", action="store_true", help=qr)

    accept = parts.add_parser("accept", help="join an event by a file", description="Join an event by a file.")
    accept.add_argument("file", type=Path, metavar="FILE", help="what codemaker club invite has printed")
    accept.add_argument("table", type=_key, metavar="TABLE", help=table)
    accept.add_argument("--state", dest="folder", type=Path, metavar="DIR", help=state)
    _add_new_key(accept)

    invite = parts.add_parser(
        "invite", help="print a file for tables", description="Print a file by which tables join."
    )
    invite.add_argument("address", type=_address, metavar="ADDRESS", help="the broker, such as tls://club.example")
    invite.add_argument("event", type=_key, metavar="EVENT", help=EVENT)
    invite.add_argument("passwords", type=Path, metavar="FILE", help="the passwords, lines such as table-1:secret")
    _add_pin(invite)

    run = parts.add_parser("run", help="connect the game that runs here with the event", description="Run the bridge.")
    run.add_argument("--table", type=Path, metavar="DIR", help="the folder of the game's table.sock")
    run.add_argument("--state", dest="folder", type=Path, metavar="DIR", help=state)

    direct = parts.add_parser("direct", help="direct an event", description="Direct the event in a file.")
    direct.add_argument("event", type=Path, metavar="EVENT.toml", help="the file of the event, see docs/club.md")
    _add_broker(direct, "director")
    own = "keep the event's journal in this folder"
    direct.add_argument("--state", dest="folder", type=Path, metavar="DIR", help=own)

    show = parts.add_parser("show", help="serve a page with all tables", description="Serve the page of a hall.")
    show.add_argument("event", type=_key, metavar="EVENT", help=EVENT)
    _add_broker(show, "viewer")
    show.add_argument("--address", default="127.0.0.1", metavar="IP", help="listen at this address (127.0.0.1)")
    show.add_argument("--port", type=whole(range(1, 65536)), default=8090, metavar="N", help="listen on port N (8090)")


def _add_broker(part: argparse.ArgumentParser, user: str) -> None:
    part.add_argument(
        "--broker", required=True, type=_address, metavar="ADDRESS", help="the broker, such as tls://club.example"
    )
    part.add_argument("--user", default=user, metavar="NAME", help=f"the own name at the broker ({user})")
    _add_login(part)


def _add_login(part: argparse.ArgumentParser) -> None:
    part.add_argument("--password-file", type=Path, metavar="FILE", help="read the password there instead of asking")
    _add_pin(part)
    part.add_argument("--ca", type=Path, metavar="FILE", help="trust the certificates in FILE instead of the system's")


def _add_new_key(part: argparse.ArgumentParser) -> None:
    words = "make another key, for a box whose key was revoked, or whose card was copied from another one"
    part.add_argument("--new-key", action="store_true", help=words)


def _add_pin(part: argparse.ArgumentParser) -> None:
    part.add_argument(
        "--pin", type=_pin, default="", metavar="HEX", help="accept only the certificate with this SHA-256"
    )


def _pin(text: str) -> str:
    try:
        return read_pin(text)
    except ClubFailed as refused:
        raise argparse.ArgumentTypeError(str(refused)) from refused


def _address(text: str) -> str:
    try:
        read_address(text)
    except ClubFailed as refused:
        raise argparse.ArgumentTypeError(str(refused)) from refused
    return text


def _key(text: str) -> str:
    if not is_key(text):
        raise argparse.ArgumentTypeError(f"expected small letters, digits and dashes, at most 32, got {brief(text)}")
    return text


def run(options: argparse.Namespace) -> int:
    """Run the part of the command that *options* name; return the exit status. Raises ``ClubFailed``."""
    # The parser is made at every start of the program, also where the libraries of the club are missing.
    from companion.club.parts import run_part

    return run_part(options)
