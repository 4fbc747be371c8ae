"""What the screens, the thread that serves phones, and the program that owns the network tell each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

REQUEST_NAME = "network-request"
"""The file in the folder of the table socket in which the game asks the program that owns the network."""


ADDRESS_MOST = 30
"""The most characters of an address whose QR code with a secret has 29 modules, which fit on a display 64 high."""
NO_PAGES = "no-pages"
"""The failure that is told when the web process has ended."""


class NetworkRequest(Enum):
    """What the program that owns the network is asked for; the value is the content of the request's file."""

    ADDRESS = "address"
    HOTSPOT = "hotspot"
    HOTSPOT_OFF = "hotspot-off"


@dataclass(frozen=True, slots=True)
class Hotspot:
    """A network that the box makes, and its address in it."""

    ssid: str
    password: str = field(repr=False)
    address: str


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where browsers find the pages, such as ``http://192.168.1.20``; *failure* is a word of the network's program."""

    addresses: tuple[str, ...] = ()
    hotspot: Hotspot | None = None
    failure: str | None = None

    @property
    def in_order(self) -> tuple[str, ...]:
        """The addresses in the order in which they are shown: the short ones first."""
        return tuple(sorted(self.addresses, key=lambda address: len(address) > ADDRESS_MOST))


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation of one phone for *seat*; *secret* is in the QR code, and *letters* may be typed instead."""

    number: int
    seat: int
    secret: str = field(repr=False)
    letters: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Asker:
    """A phone in the lobby that asks for the player *name*; ``digits`` are known once it has shown its key.

    Where several phones were shown keys for the same name, the digits in ``more`` are compared, too. A phone that
    ``is_scanned`` knows the secret of the box's code, so nothing can stand between: its digits are empty.
    """

    phone: str
    name: str
    digits: str | None = None
    more: str = ""
    is_scanned: bool = False


@dataclass(frozen=True, slots=True)
class PhonesSeen:
    """What the thread that serves phones has told last.

    ``invited`` is the number of the invitation that is open, ``waiting`` that of the one whose phone has come and
    waits for the answer of the table; all up to ``ended`` have ended. ``seats`` of ``players`` have a phone. ``lacks``
    names a library that is not installed. ``lobby`` is the number of the lobby that is open, and ``askers`` are in it,
    in the order in which they came; ``is_comparing`` says that they are told the game's keys, and that no others may
    come. The phone of the seat ``leader`` leads, and those of the seats ``away`` have no
    stream of events open.
    """

    invited: int | None = None
    waiting: int | None = None
    ended: int = 0
    seats: frozenset[int] = frozenset()
    players: tuple[str, ...] = ()
    lacks: str | None = None
    lobby: int | None = None
    askers: tuple[Asker, ...] = ()
    is_comparing: bool = False
    leader: int | None = None
    away: frozenset[int] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those who have a phone, by seat."""
        return tuple(name for seat, name in enumerate(self.players) if seat in self.seats)


class PhoneCommands(Protocol):
    """What the screens may ask of the thread that serves phones."""

    def invite(self, invitation: Invitation) -> None:
        """Let phones join *invitation*."""

    def open_lobby(self, number: int, secret: str, known: Sequence[str]) -> None:
        """Let phones ask for the people in the match; before a match for any name, such as those *known*."""

    def compare(self) -> None:
        """Let no further phone ask, and show all that did their keys."""

    def admit(self, phones: frozenset[str]) -> None:
        """Let those of *phones* play that show digits; the others in the lobby wait."""

    def refuse(self, phones: frozenset[str]) -> None:
        """Refuse *phones* of the lobby."""

    def withdraw(self) -> None:
        """End the invitation or the lobby, and refuse the phones that wait for the answer."""

    def confirm(self, invitation: Invitation) -> None:
        """Let the phone that waits for *invitation* play."""

    def rename(self, old: str, new: str) -> None:
        """Have the phone of the player *old* play for *new*; it ends if that player has a phone."""

    def end(self, seat: int) -> None:
        """End the phone of *seat*, if it has one."""

    def lead(self, seat: int | None) -> None:
        """Have the phone of *seat* lead, and no other; None for none."""
