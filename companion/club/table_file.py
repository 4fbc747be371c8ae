"""What a table keeps: where its broker is, its password, its key, and how often its bridge was started."""

from __future__ import annotations

import json
import logging
from base64 import b64decode
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from companion.club.errors import ClubFailed
from companion.club.keys import SEED_BYTES, bytes_of
from companion.club.messages import RoundSlip, decode, encode
from companion.config.atomic_file import atomic_write
from companion.config.untrusted import list_of, read_json, text_of
from companion.errors import TextUnreadable

NAME = "club.json"
SLIPS = "slips.json"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Membership:
    """How a table belongs to a club: ``table`` is its user at the broker, and its name in topics.

    ``event`` is the key of the event, ``pin`` the SHA-256 of the broker's certificate in hex, or empty, and ``ca`` a
    file with the certificates that are trusted instead of those of the system, or empty. ``seed``, in base64, is the
    table's key, which no backup and no image has. With ``home``, the box is a device of Home Assistant.
    """

    address: str
    event: str
    table: str
    password: str = field(repr=False)
    seed: str = field(repr=False)
    pin: str = ""
    ca: str = ""
    boot: int = 0
    home: bool = False

    @property
    def key(self) -> bytes:
        """The 32 bytes of the seed."""
        return bytes_of(self.seed, SEED_BYTES)


def read_membership(folder: Path) -> Membership:
    """Return the membership kept in *folder*; raises ``ClubFailed`` where there is none, or a damaged one."""
    path = folder / NAME
    try:
        found = read_json(path.read_text("utf-8"))
        if not isinstance(found, dict):
            raise TextUnreadable("expected an object")
        kept = Membership(**found)
        b64decode(kept.seed, validate=True)
        kinds = {"boot": int, "home": bool}
        if not all(type(getattr(kept, name)) is kinds.get(name, str) for name in Membership.__slots__) or not kept.key:
            raise TextUnreadable("expected texts, a number and a truth value")
    except FileNotFoundError:
        raise ClubFailed(f"expected {path}, which codemaker club join ADDRESS makes, got none") from None
    except (OSError, TypeError, ValueError) as failure:
        raise ClubFailed(f"expected a membership in {path}, got {type(failure).__name__}: join again") from None
    return kept


def write_membership(folder: Path, membership: Membership) -> None:
    """Keep *membership* in *folder*, for the user of the bridge alone; raises ``ClubFailed``."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / NAME
        if not path.exists():
            path.touch(mode=0o600)
        with atomic_write(path) as file:
            json.dump(asdict(membership), file)
        path.chmod(0o600)
    except OSError as failure:
        raise ClubFailed(f"expected to write {folder / NAME}, got {failure!r}") from failure


def count_start(folder: Path) -> Membership:
    """Return the membership in *folder* with one start more, which is kept before the bridge says anything."""
    kept = read_membership(folder)
    counted = replace(kept, boot=kept.boot + 1)
    write_membership(folder, counted)
    return counted


def read_slips(folder: Path) -> list[RoundSlip]:
    """Return the rounds for slips that are kept in *folder*; none where the file is missing or damaged."""
    try:
        texts = read_json((folder / SLIPS).read_text("utf-8"))
        return [decode(RoundSlip, text.encode()) for text in list_of(texts, text_of)]
    except (OSError, TypeError, ValueError, TextUnreadable):
        return []


def write_slips(folder: Path, slips: Iterable[RoundSlip]) -> None:
    """Keep *slips* in *folder*; one that cannot be kept is lost when the bridge ends."""
    try:
        with atomic_write(folder / SLIPS) as file:
            json.dump([encode(slip).decode() for slip in slips], file)
    except OSError as failure:
        log.warning("the rounds for slips cannot be kept: %r", failure)
