"""The lobby: phones that ask for a seat with a code that is no secret, and people who compare digits.

A phone binds itself to a key before it sees that of the game, and the game shows its keys to all who have asked at
once, when the people at the box say that no other comes. So what stands between them has one guess for each
phone, and the people see it (ZRTP, RFC 6189, and Bluetooth's numeric comparison do the same).
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.errors import TextUnreadable
from companion.front_ends.sharing import Claimant, makes_room
from companion.phones import sealed
from companion.phones.messages import Ask, Shown, asking_message, key_message
from companion.phones.phone_store import PHONES_MOST, Phone
from companion.phones.port import Asker

if TYPE_CHECKING:
    from companion.phones.secretbox import SecretBox

Send = Callable[[str, bytes], object]
"""Sends a message to the front end at an address."""


@dataclass(slots=True)
class _Asking:
    """A phone that has asked, and the game's pair of keys for it alone."""

    phone: str
    seat: int
    commitment: bytes
    client: Claimant
    route: str
    public: bytes
    private: bytes = field(repr=False)
    holder: Phone | None = None
    digits: str | None = None


class Lobby:
    """The lobby *number* for *seats*; *box* makes keys, and *send* answers. ``is_comparing`` after ``compare``."""

    def __init__(self, number: int, seats: frozenset[int], box: SecretBox, send: Send) -> None:
        self.number = number
        self.is_comparing = False
        self.seats = seats
        self._box = box
        self._send = send
        self._asking: dict[str, _Asking] = {}

    @property
    def askers(self) -> tuple[Asker, ...]:
        """The phones in the lobby, in the order in which they came."""
        return tuple(Asker(one.phone, one.seat, one.digits) for one in self._asking.values())

    def ask(self, ask: Ask, sender: str) -> bool:
        """Let a phone ask, in place of one of the client that has too many; return whether it may."""
        client = Claimant(ask.client, ask.client)
        if self.is_comparing or ask.seat not in self.seats:
            return False
        # The same machine asks again, as after a reload of its page.
        for phone in [one.phone for one in self._asking.values() if (one.client, one.seat) == (client, ask.seat)]:
            del self._asking[phone]
        if len(self._asking) == PHONES_MOST:
            gone = makes_room({one.phone: one.client for one in self._asking.values()}, client)
            if gone is None:
                return False
            del self._asking[gone]
        # A pair for each phone: so no key can be searched for digits before the phone is bound to it.
        phone = secrets.token_urlsafe(16)
        self._asking[phone] = _Asking(phone, ask.seat, ask.commitment, client, sender, *self._box.new_pair())
        self._send(sender, asking_message(ask.id, phone))
        return True

    def compare(self) -> None:
        """Let no other phone in, and show all phones their keys."""
        self.is_comparing = True
        for one in self._asking.values():
            self._send(one.route, key_message(one.phone, one.public))

    def show(self, shown: Shown) -> Phone | None:
        """Take the key of a phone, if it is the one to which it has bound itself; return the phone."""
        one = self._asking.get(shown.phone)
        if one is None or not self.is_comparing or one.holder is not None:
            return None
        if not hmac.compare_digest(one.commitment, sealed.commitment(shown.public, one.seat)):
            return None
        try:
            agreed = self._box.shared(one.private, shown.public)
        except TextUnreadable:
            return None
        key, one.digits = sealed.lobby_key(agreed, shown.public, one.public, one.seat)
        one.holder = Phone(one.phone, one.seat, key, one.route)
        return one.holder

    @property
    def phones(self) -> tuple[Phone, ...]:
        """The phones whose digits can be compared."""
        return tuple(one.holder for one in self._asking.values() if one.holder is not None)
