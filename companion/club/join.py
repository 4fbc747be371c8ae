"""Joining an event as a table."""

from __future__ import annotations

import argparse
from base64 import b64encode
from contextlib import suppress
from pathlib import Path

from companion.club.errors import ClubFailed
from companion.club.keys import TableKey
from companion.club.table_file import Membership, read_membership, write_membership


def join(options: argparse.Namespace, folder: Path, password: str) -> int:
    """Keep in *folder* that this box is a table of an event; return the exit status. Raises ``ClubFailed``."""
    boot, seed = 0, b64encode(TableKey.new_seed()).decode()
    with suppress(ClubFailed):
        # The same box, at another event or with another password: its starts are counted on.
        kept = read_membership(folder)
        boot, seed = kept.boot, seed if options.new_key else kept.seed
    joined = Membership(
        options.address,
        options.event,
        options.table,
        password,
        seed,
        options.pin.lower(),
        "" if options.ca is None else str(options.ca.absolute()),
        boot,
        options.home_assistant,
    )
    write_membership(folder, joined)
    print(f"{options.table} has joined {options.event}: codemaker club run, beside a game with [club] on = true")
    return 0
