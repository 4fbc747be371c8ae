"""The messages about phones on the table socket, as docs/table-socket.md specifies them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from companion.errors import TextUnreadable
from companion.front_ends.messages import RECEIVED_MOST, Reader, encoded_message, number_in, text_in
from companion.phones.port import Addresses, Hotspot
from companion.phones.sealed import KEY_BYTES, decoded, encoded

ADDRESSES_MOST = 8
CLIENT_MOST = 64
ADDRESS = re.compile(r"http://[a-z0-9.:\[\]-]{1,60}")
FAILURE = re.compile(r"[a-z-]{1,30}")
SSID_MOST = 32
PASSWORD_MOST = 63
"""The most characters of a name and of a password that WPA allows."""
NO_INVITATION, UNKNOWN, NO_LOBBY, NO_NAME, OLD_SECRET = "invitation", "phone", "lobby", "name", "secret"
"""Why a message of a phone has no effect: no invitation is open, the game does not know the phone, no lobby is open or
it is full, the lobby takes no such name, or the phone knows the secret of another lobby.
"""


@dataclass(frozen=True, slots=True)
class Join:
    """A phone wants to be the one that is invited; ``public`` is its public key."""

    id: int
    public: bytes


@dataclass(frozen=True, slots=True)
class Ask:
    """A phone in the lobby wants to play for the player *name*; ``commitment`` binds it to a key that it shows later.

    ``client`` has a word of the front end for the machine that the phone is; before it, and a space, one for the
    network of that machine where machines of one network share places. ``proof`` is that of a phone that knows the
    secret of the lobby, and empty otherwise.
    """

    id: int
    name: str
    commitment: bytes
    client: str
    proof: bytes = b""


@dataclass(frozen=True, slots=True)
class Shown:
    """The public key of a phone in the lobby, after it has seen that of the game."""

    phone: str
    public: bytes


@dataclass(frozen=True, slots=True)
class Stream:
    """Whether a phone that plays has a stream of events open, as the front end knows."""

    phone: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class FromPhone:
    """A sealed message of a phone."""

    phone: str
    sealed: bytes


def _bytes_in(fields: Mapping[str, object], key: str) -> bytes:
    found = decoded(text_in(fields, key))
    if len(found) != KEY_BYTES:
        raise TextUnreadable(f"expected {KEY_BYTES} bytes as {key}, got another length")
    return found


def _ask(fields: Mapping[str, object]) -> Ask:
    id_, name, client = number_in(fields, "id"), text_in(fields, "name"), text_in(fields, "client", CLIENT_MOST)
    proof = _bytes_in(fields, "proof") if fields.get("proof") else b""
    return Ask(id_, name, _bytes_in(fields, "commitment"), client, proof)


def _addresses(fields: Mapping[str, object]) -> Addresses:
    """Return the addresses that a front end says; they are drawn on the box, so each has to look like one."""
    said, hotspot, failure = fields.get("addresses"), fields.get("hotspot"), fields.get("failure")
    if not isinstance(said, list) or len(said) > ADDRESSES_MOST:
        raise TextUnreadable(f"expected a list of at most {ADDRESSES_MOST} addresses, got another value")
    if failure is not None and not (isinstance(failure, str) and FAILURE.fullmatch(failure)):
        raise TextUnreadable("expected a word as failure, got another value")
    return Addresses(tuple(map(_address, said)), None if hotspot is None else _hotspot(hotspot), failure)


def _address(said: object) -> str:
    if not isinstance(said, str) or not ADDRESS.fullmatch(said):
        raise TextUnreadable("expected an address such as http://192.168.1.20, got another value")
    return said


def _hotspot(said: object) -> Hotspot:
    if not isinstance(said, dict):
        raise TextUnreadable("expected a hotspot or null, got another value")
    name, password = text_in(said, "ssid", SSID_MOST), text_in(said, "password", PASSWORD_MOST)
    if not (name.isascii() and name.isprintable() and password.isascii() and password.isprintable()):
        raise TextUnreadable("expected printable ASCII as the name and password of a network, got another text")
    return Hotspot(name, password, _address(said.get("address")))


READERS: Mapping[str, Reader] = MappingProxyType(
    {
        "addresses": _addresses,
        "join": lambda fields: Join(number_in(fields, "id"), _bytes_in(fields, "public")),
        "ask": _ask,
        "show": lambda fields: Shown(text_in(fields, "phone"), _bytes_in(fields, "public")),
        "stream": lambda fields: Stream(text_in(fields, "phone"), fields.get("open") is True),
        "sealed": lambda fields: FromPhone(
            text_in(fields, "phone"), decoded(text_in(fields, "sealed", RECEIVED_MOST))
        ),
    }
)
"""The messages that a front end may send for phones, by their type."""


def joining_message(id_: int, phone: str, public: bytes) -> bytes:
    """Return the answer to a ``join``: the name of the phone from now on, and the game's public key."""
    return encoded_message({"type": "joining", "id": id_, "phone": phone, "public": encoded(public)})


def asking_message(id_: int, phone: str) -> bytes:
    """Return the answer to an ``ask``: the name of the phone from now on."""
    return encoded_message({"type": "asking", "id": id_, "phone": phone})


def key_message(phone: str, public: bytes) -> bytes:
    """Return the message that shows *phone*, which has bound itself to its key, the game's own."""
    return encoded_message({"type": "key", "phone": phone, "public": encoded(public)})


def lobby_message(
    names: Sequence[str] | None,
    takes_others: bool = False,
    address: str | None = None,
    code: Sequence[str] = (),
    asking: Sequence[str] = (),
    playing: Sequence[str] = (),
    tickets: bytes = b"",
) -> bytes:
    """Return the message that tells front ends for which *names* phones may ask now; None while no lobby is open.

    *code* has the rows of the QR code of *address*, where phones find the pages; 1 is a dark module. Phones ask for
    the players *asking*, and those *playing* have one. By *tickets* a front end knows the phones that have scanned the
    box's code; it is for no other program.
    """
    fields = {"names": names, "takes_others": takes_others, "address": address, "code": code}
    known = {"asking": asking, "playing": playing, "tickets": encoded(tickets) or None}
    return encoded_message({"type": "lobby", **fields, **known})


def refused_message(id_: int, reason: str) -> bytes:
    """Return the answer to an ``ask`` that the lobby does not take, and to a ``join`` while no invitation is open."""
    return encoded_message({"type": "refused", "id": id_, "reason": reason})


def sealed_message(phone: str, sealed: bytes, plays: bool) -> bytes:
    """Return a message that only *phone* can open; *plays* tells the front end to keep a place for this phone."""
    return encoded_message({"type": "sealed", "phone": phone, "plays": plays, "sealed": encoded(sealed)})


def unknown_phone_message(phone: str) -> bytes:
    """Return the answer to a message of a phone that the game does not know."""
    return encoded_message({"type": "refused", "phone": phone, "reason": UNKNOWN})
