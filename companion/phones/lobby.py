"""The lobby: phones that ask for a seat, by a secret that they have scanned or by digits that people compare.

The code on the box has a secret of the lobby. It goes into the key of a phone that has scanned it, so nothing stands
between this phone and the game. The code on a television has none, and who types the address knows none: people
compare digits of these phones.

Such a phone binds itself to a key before it sees that of the game, and the game shows its keys to all who have asked
at once, when the people at the box say that no other comes. So what stands between them has one guess for each phone,
and the people see it (ZRTP, RFC 6189, and Bluetooth's numeric comparison do the same).

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
from companion.phones.messages import (
    NO_LOBBY,
    NO_NAME,
    OLD_SECRET,
    Ask,
    Shown,
    asking_message,
    key_message,
    unknown_phone_message,
)
from companion.phones.phone_store import NO_SEAT, PHONES_MOST, Phone
from companion.phones.port import Asker

if TYPE_CHECKING:
    from companion.phones.secretbox import SecretBox

Send = Callable[[str, bytes], object]
"""Sends a message to the front end at an address."""


@dataclass(slots=True)
class _Asking:
    """A phone that has asked, and the game's pair of keys for it alone; it is bound to the name as it was *typed*.

    *secret* is that of the lobby where the phone has proved that it knows it, and empty otherwise.
    """

    phone: str
    name: str
    typed: str
    commitment: bytes
    client: Claimant
    route: str
    public: bytes
    private: bytes = field(repr=False)
    secret: str = field(default="", repr=False)
    holder: Phone | None = None
    digits: str | None = None
    more: str = ""


class Lobby:
    """The lobby *number* with its *secret* for the players *names*; *box* makes keys, and *send* answers.

    ``is_comparing`` after ``compare``. Where it ``takes_others``, a phone may ask for any name; those who are
    *playing* by phone are called as they are there.
    """

    def __init__(
        self,
        number: int,
        secret: str,
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
        self.tickets = sealed.tickets_key(secret)
        self._secret = secret
        self._box = box
        self._send = send
        self._playing = tuple(playing)
        # Names for which several phones were shown keys.
        self._contested: frozenset[str] = frozenset()
        self._asking: dict[str, _Asking] = {}
        # By what phones that have scanned the code were bound, also those that are gone.
        self._bound: set[bytes] = set()

    @property
    def askers(self) -> tuple[Asker, ...]:
        """The phones in the lobby, in the order in which they came."""
        return tuple(
            Asker(one.phone, one.name, one.digits, one.more if one.name in self._contested else "", bool(one.secret))
            for one in self._asking.values()
        )

    def __contains__(self, phone: str) -> bool:
        return phone in self._asking

    def ask(self, ask: Ask, sender: str) -> str | None:
        """Let a phone ask, in place of one of the client that has too many; return why it may not, or None."""
        network, _, machine = ask.client.rpartition(" ")
        client = Claimant(network or machine, machine)
        if self.is_comparing:
            return NO_LOBBY
        if ask.proof and not hmac.compare_digest(ask.proof, sealed.proof(self._secret, ask.commitment)):
            return OLD_SECRET
        if ask.commitment in self._bound:
            # Each asking has a new key: somebody has heard this one, and sends it again.
            return NO_NAME
        name = known_as(ask.name, (*self.names, *self._playing, *(one.name for one in self._asking.values())))
        if name not in self.names:
            # A name that the program gives belongs to no person whom others could know by it.
            if not self.takes_others or not is_name(ask.name) or is_default_anywhere(ask.name):
                return NO_NAME
            name = cleaned(name)
        secret = self._secret if ask.proof else ""
        if (reason := self._make_place(name, client, secret)) is not None:
            return reason
        if secret:
            self._bound.add(ask.commitment)
        # A pair for each phone: so no key can be searched for digits before the phone is bound to it.
        phone, pair = secrets.token_urlsafe(16), self._box.new_pair()
        one = _Asking(phone, name, ask.name, ask.commitment, client, sender, *pair, secret)
        self._asking[phone] = one
        self._send(sender, asking_message(ask.id, phone))
        if secret:
            self._send(sender, key_message(phone, one.public))
        return None

    def _make_place(self, name: str, client: Claimant, secret: str) -> str | None:
        """Take out the phones in whose place *client* asks for *name*; return why it may not ask, or None.

        A phone that has scanned the code comes before all that have not.
        """
        asking = self._asking.values()
        if not secret and any(one.secret for one in asking if one.name == name):
            return NO_NAME
        # The same machine asks again, as after a reload of its page.
        gone = [
            one.phone for one in asking if one.name == name and (one.client == client or (secret and not one.secret))
        ]
        if not gone and len(asking) == PHONES_MOST:
            typed = {one.phone: one.client for one in asking if not one.secret}
            rivals = typed if typed or not secret else {one.phone: one.client for one in asking}
            least = makes_room(rivals, client) or (next(iter(typed), None) if secret else None)
            if least is None:
                return NO_LOBBY
            gone = [least]
        for phone in gone:
            self._tell_removed(self._asking.pop(phone))
        return None

    def _tell_removed(self, one: _Asking) -> None:
        """Tell a phone that was taken out of the lobby, which has no key by which it could be told sealed."""
        self._send(one.route, unknown_phone_message(one.phone))

    def compare(self) -> None:
        """Let no other phone in, and show their keys to all that have not scanned the code."""
        self.is_comparing = True
        counts = Counter(one.name for one in self._asking.values())
        self._contested = frozenset(name for name, count in counts.items() if count > 1)
        for one in self._asking.values():
            if not one.secret:
                self._send(one.route, key_message(one.phone, one.public))

    def show(self, shown: Shown) -> Phone | None:
        """Take the key of a phone, if it is the one to which it has bound itself; return the phone."""
        one = self._asking.get(shown.phone)
        if one is None or not (self.is_comparing or one.secret) or one.holder is not None:
            return None
        if not hmac.compare_digest(one.commitment, sealed.commitment(shown.public, one.typed)):
            return None
        try:
            agreed = self._box.shared_key(one.private, shown.public)
        except TextUnreadable:
            return None
        key, digits, more = sealed.lobby_key(agreed, shown.public, one.public, one.typed, one.secret)
        one.digits, one.more = ("", "") if one.secret else (digits, more)
        one.holder = Phone(one.phone, NO_SEAT, key, one.route, name=one.name)
        return one.holder

    def remove(self, phones: Container[str]) -> list[Phone]:
        """Take *phones* out of the lobby, and return those that share a key with the game."""
        gone = [self._asking.pop(phone) for phone in tuple(self._asking) if phone in phones]
        for one in gone:
            if one.holder is None:
                self._tell_removed(one)
        return [one.holder for one in gone if one.holder is not None]

    @property
    def phones(self) -> tuple[Phone, ...]:
        """The phones that share a key with the game."""
        return tuple(one.holder for one in self._asking.values() if one.holder is not None)
