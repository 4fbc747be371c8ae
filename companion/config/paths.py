"""The paths of the journal, the settings file, the folder of the user's own editions, and the folder for sockets."""

from __future__ import annotations

import shlex
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.errors import OptionRefused


@dataclass(frozen=True, slots=True)
class Paths:
    """The paths of the files of one box."""

    journal: Path
    settings: Path
    editions: Path

    @property
    def trays(self) -> Path:
        """The folder of the trays' calibrations, one file for each tray."""
        return self.journal.parent / "trays"

    @property
    def kept_results(self) -> Path:
        """The file of the figures that ``codemaker stats`` has computed before."""
        return self.journal.parent / "statistics.json"

    @property
    def state(self) -> Path:
        """The folder of what the box keeps; features keep their files in it."""
        return self.journal.parent


def find_paths(environment: Mapping[str, str], home: Path, state: Path | None) -> Paths:
    """Return the paths for this user, or for the service whose directories systemd names in the environment.

    A folder *state* from the command line holds all files, so that, for example, a teacher can keep six boxes apart.
    """
    if state is not None:
        data = config = state.absolute()
    else:
        data = _folder(environment, "STATE_DIRECTORY", "XDG_STATE_HOME", home / ".local" / "state")
        config = _folder(environment, "CONFIGURATION_DIRECTORY", "XDG_CONFIG_HOME", home / ".config")
    return Paths(data / "journal.db", config / "settings.toml", config / "editions")


def require_closed(folder: Path) -> None:
    """Raise ``OptionRefused`` where every user may replace settings and matches in *folder*, or the folder itself."""
    for each in (folder, *folder.absolute().parents):
        try:
            mode = each.stat().st_mode
        except OSError:
            # It is not there yet, or the first file in it says what is wrong.
            continue
        is_shared = bool(mode & stat.S_ISVTX)
        # In a folder such as /tmp, which has to stay open, a new folder is safe.
        if mode & stat.S_IWOTH and (each == folder or not is_shared):
            fix = "name a new folder in it" if is_shared else f"chmod o-w {shlex.quote(str(each))}"
            raise OptionRefused(f"expected a folder that only you can write to, got one for everybody: {each}; {fix}")


def _folder(environment: Mapping[str, str], service: str, xdg: str, otherwise: Path) -> Path:
    if given := environment.get(service):
        return Path(given.split(":")[0])
    base = environment.get(xdg, "")
    # The XDG specification says that a relative path must be ignored.
    return (Path(base) if base.startswith("/") else otherwise) / "codemaker"


NO_RUNTIME_FOLDER = (
    "expected a folder for sockets in RUNTIME_DIRECTORY or XDG_RUNTIME_DIR, got none; "
    "to make one, type: export XDG_RUNTIME_DIR=$(mktemp -d)"
)
"""The message where ``runtime_folder`` finds none."""


def runtime_folder(environment: Mapping[str, str]) -> Path | None:
    """Return the folder for sockets, which systemd or the login session makes; None where neither has made one."""
    if given := environment.get("RUNTIME_DIRECTORY"):
        return Path(given.split(":")[0])
    base = environment.get("XDG_RUNTIME_DIR", "")
    return Path(base, "codemaker") if base.startswith("/") else None


def make_runtime_folder(environment: Mapping[str, str], refusal: Callable[[str], Exception]) -> Path:
    """Return the folder for sockets; one of a login session is made. Raises what *refusal* makes of a message."""
    folder = runtime_folder(environment)
    if folder is None:
        raise refusal(NO_RUNTIME_FOLDER)
    if not environment.get("RUNTIME_DIRECTORY"):
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as failure:
            raise refusal(f"expected to make a directory, got {failure!r}, at {folder}") from failure
    return folder
