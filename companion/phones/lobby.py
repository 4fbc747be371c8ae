"""The lobby: phones that ask for a seat with a code that is no secret, and people who compare digits.

A phone binds itself to a key before it sees that of the game, and the game shows its keys to all who have asked at
once, when the people at the box say that no other comes. So what stands between them has one guess for each
phone, and the people see it (ZRTP, RFC 6189, and Bluetooth's numeric comparison do the same).

Who asks several times for one name sees several keys, and need show only the key whose digits fit. So all phones of
that name have more digits, also after all but one are struck out.
"""

from __future__ import annotations

import hmac
import secrets
from collections import Counter
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.config.names import cleaned, is_name, known_as
from companion.errors import TextUnreadable
from companion.front_ends.sharing import Claimant, makes_room
from companion.i18n.default_names import is_default_anywhere
from companion.phones import sealed
from companion.phones.messages import NO_LOBBY, NO_NAME, Ask, Shown, asking_message, key_message
from companion.phones.phone_store import NO_SEAT, PHONES_MOST, Phone
from companion.phones.port import Asker

if TYPE_CHECKING:
    from companion.phones.secretbox import SecretBox

Send = Callable[[str, bytes], object]
"""Sends a message to the front end at an address."""


@dataclass(slots=True)
class _Asking:
    """A phone that has asked, and the game's pair of keys for it alone; it is bound to the name as it was *typed*."""

    phone: str
    name: str
    typed: str
    commitment: bytes
    client: Claimant
    route: str
    public: bytes
    private: bytes = field(repr=False)
    holder: Phone | None = None
    digits: str | None = None
    more: str = ""


class Lobby:
    """The lobby *number* for the players *names*; *box* makes keys, and *send* answers.

    ``is_comparing`` after ``compare``. Where it ``takes_others``, a phone may ask for any name; those who are
    *playing* by phone are called as they are there.
    """

    def __init__(
        self,
        number: int,
        names: Sequence[str],
        takes_others: bool,
        box: SecretBox,
        send: Send,
        playing: Sequence[str] = (),
    ) -> None:
        self.number = number
        self.is_comparing = False
        self.names = tuple(names)
        self.takes_others = takes_others
        self._box = box
        self._send = send
        self._playing = tuple(playing)
        # Names for which several phones were shown keys.
        self._contested: frozenset[str] = frozenset()
        self._asking: dict[str, _Asking] = {}

    @property
    def askers(self) -> tuple[Asker, ...]:
        """The phones in the lobby, in the order in which they came."""
        return tuple(
            Asker(one.phone, one.name, one.digits, one.more if one.name in self._contested else "")
            for one in self._asking.values()
        )

    def ask(self, ask: Ask, sender: str) -> str | None:
        """Let a phone ask, in place of one of the client that has too many; return why it may not, or None."""
        client = Claimant(ask.client, ask.client)
        if self.is_comparing:
            return NO_LOBBY
        name = known_as(ask.name, (*self.names, *self._playing, *(one.name for one in self._asking.values())))
        if name not in self.names:
            # A name that the program gives belongs to no person whom others could know by it.
            if not self.takes_others or not is_name(ask.name) or is_default_anywhere(ask.name):
                return NO_NAME
            name = cleaned(name)
        # The same machine asks again, as after a reload of its page.
        for phone in [one.phone for one in self._asking.values() if (one.client, one.name) == (client, name)]:
            del self._asking[phone]
        if len(self._asking) == PHONES_MOST:
            gone = makes_room({one.phone: one.client for one in self._asking.values()}, client)
            if gone is None:
                return NO_LOBBY
            del self._asking[gone]
        # A pair for each phone: so no key can be searched for digits before the phone is bound to it.
        phone = secrets.token_urlsafe(16)
        self._asking[phone] = _Asking(phone, name, ask.name, ask.commitment, client, sender, *self._box.new_pair())
        self._send(sender, asking_message(ask.id, phone))
        return None

    def compare(self) -> None:
        """Let no other phone in, and show all phones their keys."""
        self.is_comparing = True
        counts = Counter(one.name for one in self._asking.values())
        self._contested = frozenset(name for name, count in counts.items() if count > 1)
        for one in self._asking.values():
            self._send(one.route, key_message(one.phone, one.public))

    def show(self, shown: Shown) -> Phone | None:
        """Take the key of a phone, if it is the one to which it has bound itself; return the phone."""
        one = self._asking.get(shown.phone)
        if one is None or not self.is_comparing or one.holder is not None:
            return None
        if not hmac.compare_digest(one.commitment, sealed.commitment(shown.public, one.typed)):
            return None
        try:
            agreed = self._box.shared_key(one.private, shown.public)
        except TextUnreadable:
            return None
        key, one.digits, one.more = sealed.lobby_key(agreed, shown.public, one.public, one.typed)
        one.holder = Phone(one.phone, NO_SEAT, key, one.route, name=one.name)
        return one.holder

    def remove(self, phones: Container[str]) -> list[Phone]:
        """Take *phones* out of the lobby, and return those whose digits could be compared."""
        gone = [self._asking.pop(phone) for phone in tuple(self._asking) if phone in phones]
        return [one.holder for one in gone if one.holder is not None]

    @property
    def phones(self) -> tuple[Phone, ...]:
        """The phones whose digits can be compared."""
        return tuple(one.holder for one in self._asking.values() if one.holder is not None)
