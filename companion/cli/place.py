"""The place of the files that a command looks at: those of the installed box, or of the user."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from companion.app.host import has_service
from companion.config.paths import Paths
from companion.errors import CompanionError

SERVICE_STATE = "var/lib/codemaker"
ABOUT_MATCHES = (
    *("history", "share", "challenge", "export", "review", "stats", "players", "correct"),
    *("roll", "rolls", "backup", "restore"),
)
"""The commands that read or write matches and throws."""


class BoxUnreadable(CompanionError, OSError):
    """The files of the box, which the user may not read."""


def places_of_service(where: Paths, is_named: bool, root: Path = Path("/")) -> Paths:
    """Return the paths of the installed service if it plays on this machine, else *where*.

    *is_named* says that the command line names a folder; then *where* is returned.
    """
    state = root / SERVICE_STATE
    if is_named or not has_service(root) or not state.exists():
        return where
    return Paths(state / "journal.db", state / "settings.toml", state / "editions")


def place_of(command: str, where: Paths, is_named: bool, root: Path = Path("/")) -> Paths:
    """Return the paths of the files that *command* looks at: those of the installed box, else *where*.

    A user other than root who has played here has matches of their own, and keeps them. For root a line on standard
    error names the folder. Raises ``BoxUnreadable`` where a command about matches may not read those of the box.
    """
    box = places_of_service(where, is_named, root)
    is_root = os.geteuid() == 0
    if box == where or (not is_root and any(where.state.glob(f"{where.journal.stem}.*"))):
        return where
    state = box.journal.parent
    if os.access(state, os.R_OK | os.X_OK):
        if is_root and command in ABOUT_MATCHES:
            print(f"codemaker: {command} uses the box's folder {state}; --state DIR names another", file=sys.stderr)
        return box
    if command in ABOUT_MATCHES:
        raise BoxUnreadable(
            f"expected to read the matches of the box, got no permission, in {state}; "
            f"use sudo codemaker {command}, or name a folder of your own with --state DIR"
        )
    return where
