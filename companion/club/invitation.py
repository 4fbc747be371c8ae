"""The file by which tables join an event: where the broker is, and the password of each table.

address = "tls://broker.example"
event = "autumn-cup"
pin = "the SHA-256 of the broker's certificate"

[tables]
table-1 = "its password"
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.club.address import is_key, read_address, read_pin
from companion.config.untrusted import brief
from companion.errors import CompanionError, TextUnreadable

FILE = "codemaker-club.toml"
"""The name of the file on a USB stick."""
BYTES_MOST = 100_000
TEXT_MOST = 200
OTHERS = ("director", "viewer", "homeassistant")
"""Users of the broker that are no tables."""


@dataclass(frozen=True, slots=True)
class ClubInvitation:
    """How a table may join an event; the parts are those of ``Membership``."""

    address: str
    event: str
    table: str
    password: str = field(repr=False)
    pin: str = ""


def read_invitations(text: str) -> list[ClubInvitation]:
    """Return the invitations in the *text* of a file; raises ``TextUnreadable``, which quotes no password."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        # The message says where the error is, and may quote a letter.
        raise TextUnreadable(f"expected a file in TOML, got an error {re.sub('.*[(]', '(', str(error))}") from None
    tables = found.get("tables")
    if not isinstance(tables, dict) or set(found) - {"address", "event", "pin", "tables"}:
        raise TextUnreadable("expected address, event, pin and [tables], got others")
    return [invitation_of({"pin": "", **found, "table": table, "password": tables[table]}) for table in tables]


def invitation_of(fields: Mapping[str, object]) -> ClubInvitation:
    """Return the invitation in *fields*, by the names of its parts; raises ``TextUnreadable``."""
    texts = {name: fields.get(name) for name in ClubInvitation.__slots__}
    parts = {name: text for name, text in texts.items() if isinstance(text, str) and len(text) <= TEXT_MOST}
    if wrong := [name for name in texts if name not in parts]:
        raise TextUnreadable(f"expected a text for {' and '.join(wrong)}, got another value")
    try:
        made = ClubInvitation(**{**parts, "pin": read_pin(parts["pin"])})
        read_address(made.address)
    except CompanionError as error:
        raise TextUnreadable(str(error)) from error
    for key in (made.event, made.table):
        if not is_key(key) or key in OTHERS:
            raise TextUnreadable(f"expected small letters, digits and dashes, at most 32, got {brief(key)}")
    if not made.password.isprintable():
        raise TextUnreadable("expected a password without control characters, got another text")
    return made


def write_invitations(address: str, event: str, pin: str, passwords: Sequence[str]) -> str:
    """Return the text of a file for the tables in *passwords*, lines such as ``table-1:secret``.

    Raises ``TextUnreadable`` for a line or a part in another form.
    """
    tables = []
    for line in filter(None, map(str.strip, passwords)):
        table, colon, password = line.partition(":")
        if not colon or not password.isascii() or not set(password).isdisjoint('"\\'):
            raise TextUnreadable(f"expected lines such as table-1:password, got another after {brief(table)}")
        if table not in OTHERS:
            invitation_of({"address": address, "event": event, "table": table, "password": password, "pin": pin})
            tables.append(f'{table} = "{password}"')
    return "\n".join([f'address = "{address}"', f'event = "{event}"', f'pin = "{pin}"', "", "[tables]", *tables, ""])
