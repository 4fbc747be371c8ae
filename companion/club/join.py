"""Joining an event as a table."""

from __future__ import annotations

import argparse
from base64 import b64encode
from contextlib import suppress
from pathlib import Path

from companion.club.errors import ClubFailed
from companion.club.invitation import BYTES_MOST, ClubInvitation, read_invitations, write_invitations
from companion.club.keys import TableKey
from companion.club.table_file import Membership, read_membership, write_membership
from companion.errors import TextUnreadable


def join(options: argparse.Namespace, folder: Path, password: str) -> int:
    """Keep in *folder* that this box is a table of an event; return the exit status. Raises ``ClubFailed``."""
    invitation = ClubInvitation(options.address, options.event, options.table, password, options.pin)
    ca = "" if options.ca is None else str(options.ca.absolute())
    return _join(invitation, folder, ca, is_new=options.new_key, home=options.home_assistant)


def print_qr(options: argparse.Namespace) -> int:
    """Print the command that joins, with the pin and without a password, as a QR code; return the exit status."""
    # Only here: segno imports ssl and an HTTP client.
    import segno

    pin = f" --pin {options.pin}" if options.pin else ""
    command = f"codemaker club join {options.address} {options.event} {options.table}{pin}"
    segno.make(command, error="l", micro=False).terminal(compact=True)
    print(command)
    return 0


def accept(options: argparse.Namespace, folder: Path) -> int:
    """Join as ``join`` does, by a file of invitations; return the exit status. Raises ``ClubFailed``."""
    try:
        text = options.file.read_text("utf-8")[:BYTES_MOST]
        found = {one.table: one for one in read_invitations(text)}
    except (OSError, ValueError, TextUnreadable) as failure:
        raise ClubFailed(f"expected invitations in {options.file}, got: {failure}") from None
    if options.table not in found:
        raise ClubFailed(f"expected one of the tables {', '.join(found)}, got {options.table}")
    return _join(found[options.table], folder, is_new=options.new_key)


def invite(options: argparse.Namespace) -> int:
    """Print a file of invitations for the tables in a file of passwords; return the exit status.

    Raises ``ClubFailed``.
    """
    try:
        lines = options.passwords.read_text("utf-8").splitlines()
        print(write_invitations(options.address, options.event, options.pin, lines), end="")
    except (OSError, ValueError, TextUnreadable) as failure:
        raise ClubFailed(f"expected passwords in {options.passwords}, got: {failure}") from None
    return 0


def _join(invitation: ClubInvitation, folder: Path, ca: str = "", *, is_new: bool = False, home: bool = False) -> int:
    keep(invitation, folder, ca, is_new=is_new, home=home)
    who = f"{invitation.table} has joined {invitation.event}"
    print(f"{who}: codemaker club run, beside a game with [club] on = true")
    return 0


def keep(invitation: ClubInvitation, folder: Path, ca: str = "", *, is_new: bool = False, home: bool = False) -> None:
    """Keep *invitation* in *folder* as the membership of this box; raises ``ClubFailed``.

    The starts are counted on. The key stays that of the box, unless *is_new* or it becomes another table: a director
    knows one table by a key.
    """
    boot, seed = 0, b64encode(TableKey.new_seed()).decode()
    with suppress(ClubFailed):
        kept = read_membership(folder)
        boot, seed = kept.boot, seed if is_new or kept.table != invitation.table else kept.seed
    one = invitation
    write_membership(
        folder, Membership(one.address, one.event, one.table, one.password, seed, one.pin, ca, boot, home)
    )
