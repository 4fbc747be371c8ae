"""The file of the phones that play, so that they come back after a power cut."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.config.atomic_file import atomic_write, set_aside
from companion.config.checksum import json_with_checksum, read_json_with_checksum
from companion.config.text_file import read_text
from companion.errors import TextUnreadable
from companion.phones.errors import PhonesDamaged
from companion.phones.sealed import KEY_BYTES, decoded, encoded

PHONES_MOST = 8
NO_SEAT = -1
"""The seat of a phone in the lobby, which gets one when it is admitted."""
FILE_LIMIT = 8192
ID_LENGTH = 22
log = logging.getLogger(__name__)


@dataclass(slots=True)
class Phone:
    """A phone that plays for *seat*, or waits for the answer of the table.

    ``route`` is the address of the front end through which its last message came; ``version`` is that of the newest
    state that it was sent, -1 before the first, and ``name`` that of its player. ``code`` is the seal of the
    hidden code that it has set, and the code. One phone at most ``leads``.
    """

    id: str
    seat: int
    key: bytes = field(repr=False)
    route: str | None = None
    version: int = -1
    name: str = ""
    code: tuple[str, str] | None = field(default=None, repr=False)
    leads: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """The phones by seat, and the players and the number of the match they play in; None while it is not saved."""

    players: tuple[str, ...] = ()
    phones: tuple[Phone, ...] = ()
    match: int | None = None


def _log(damage: PhonesDamaged) -> None:
    log.warning("phones are forgotten: %s", damage)


class PhoneStore:
    """Keeps phones in the file *path*, which only its user may read; *tell* is told of a file that cannot be used."""

    def __init__(self, path: Path, tell: Callable[[PhonesDamaged], object] = _log) -> None:
        self._path = path
        self._tell = tell

    def read(self) -> Kept:
        """Return the phones that were kept; none where the file is missing, and none of a file that cannot be used.

        A damaged file is renamed, so that it is told once.
        """
        try:
            return _parse(read_text(self._path, FILE_LIMIT))
        except FileNotFoundError:
            return Kept()
        except ValueError as damage:
            self._tell(PhonesDamaged(f"expected the phones that play, got {damage}; {set_aside(self._path)}"))
        except OSError as failure:
            self._tell(PhonesDamaged(f"expected phones that can be read, got {failure}, in {self._path}"))
        return Kept()

    def write(self, kept: Kept) -> None:
        """Keep the phones of *kept* and no others; a failure is logged, and they play on until the next start."""
        try:
            if not kept.phones:
                self._path.unlink(missing_ok=True)
                return
            # The temporary file has mode 0600, and the file that it replaces gets it.
            with atomic_write(self._path) as file:
                file.write(json_with_checksum(_fields(kept)))
        except OSError as failure:
            log.warning("phones are not kept: %s", failure)


def _fields(kept: Kept) -> dict[str, object]:
    phones = [
        {
            "id": phone.id,
            "seat": phone.seat,
            "key": encoded(phone.key),
            "code": phone.code,
            "leads": phone.leads,
        }
        for phone in kept.phones
    ]
    return {"match": kept.match, "players": list(kept.players), "phones": phones}


def _parse(text: str) -> Kept:
    match read_json_with_checksum(text):
        case {"match": int() | None as number, "players": [*players], "phones": [*phones]} if (
            all(isinstance(player, str) for player in players) and len(phones) <= PHONES_MOST
        ):
            kept = tuple(_phone(phone, players) for phone in phones)
            if len({phone.seat for phone in kept}) == len(kept):
                return Kept(tuple(players), kept, number)
    raise TextUnreadable("expected a match, players and phones, got another value")


def _phone(fields: object, players: Sequence[str]) -> Phone:
    match fields:
        case {"id": str(id_), "seat": int(seat), "key": str(text), **rest} if len(
            id_
        ) == ID_LENGTH and 0 <= seat < len(players):
            key = decoded(text)
            if len(key) == KEY_BYTES:
                code, leads = _code(rest.get("code")), rest.get("leads") is True
                return Phone(id_, seat, key, name=players[seat], code=code, leads=leads)
    raise TextUnreadable("expected a phone with a name, a seat and a key, got another value")


def _code(value: object) -> tuple[str, str] | None:
    match value:
        case [str(seal), str(code)]:
            return seal, code
        # An older version kept no codes.
        case None:
            return None
    raise TextUnreadable("expected the seal of a code and the code, got another value")
