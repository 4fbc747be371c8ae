"""The keys of phones, for messages that the web process relays and cannot read.

A phone and the game agree on a key by X25519, and both add a secret that was shown on the box. Messages are sealed
with NaCl's secretbox, by the class in ``companion.phones.secretbox``.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import secrets

from companion.errors import TextUnreadable

KEY_BYTES = 32
LABEL = b"codemaker phone 1"
LOBBY_LABEL = b"codemaker lobby 1"
PROOF_LABEL = b"codemaker proof 1"
TICKETS_LABEL = b"codemaker tickets 1"
DIGITS = 4
"""The digits that phone and box show for people to compare: what stands between them guesses once in 10,000.

As many follow where a name was asked for more than once, so that several askings are not several guesses.
"""
BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
SECRET_LETTERS = 20
"""The characters of the secret in a QR code: 5 bits each."""
TYPED = "ABCDEFGHJKMNPQRTUVWXYZ"
"""The letters of the secret that is typed, without those that look alike."""
TYPED_LETTERS = 6


def new_secret() -> str:
    """Return a secret for a QR code, of 100 bits."""
    return "".join(secrets.choice(BASE32) for _ in range(SECRET_LETTERS))


def new_lobby_secret() -> str:
    """Return a secret for the QR code of a lobby, whose small letters tell a page that it is not an invitation."""
    return new_secret().lower()


def new_letters() -> str:
    """Return a secret that a player types."""
    return "".join(secrets.choice(TYPED) for _ in range(TYPED_LETTERS))


def phone_key(agreed: bytes, phone: bytes, game: bytes, secret: str) -> bytes:
    """Return the key of a phone; *phone* and *game* are the public keys, *secret* is what the box has shown."""
    return hashlib.sha512(LABEL + agreed + phone + game + secret.encode("ascii")).digest()[:KEY_BYTES]


def commitment(public: bytes, name: str) -> bytes:
    """Return what binds a phone to its *public* key and the player's *name* before it has seen the key of the game."""
    return hashlib.sha512(LOBBY_LABEL + name.encode() + public).digest()[:KEY_BYTES]


def proof(secret: str, bound: bytes) -> bytes:
    """Return what proves that a phone with the commitment *bound* knows the *secret* of the lobby."""
    return hashlib.sha512(PROOF_LABEL + secret.encode("ascii") + bound).digest()[:KEY_BYTES]


def tickets_key(secret: str) -> bytes:
    """Return the key by which a front end knows phones that know the *secret*, which it cannot find from that."""
    return hashlib.sha512(TICKETS_LABEL + secret.encode("ascii")).digest()[:KEY_BYTES]


def lobby_key(agreed: bytes, phone: bytes, game: bytes, name: str, secret: str = "") -> tuple[bytes, str, str]:
    """Return the key of a phone that came by the lobby, the digits that both sides show, and those that follow.

    *secret* is that of the lobby for a phone that has proved that it knows it: what stands between has no such key.
    """
    # No name has this character.
    text = f"{name}\0{secret}" if secret else name
    digest = hashlib.sha512(LOBBY_LABEL + agreed + phone + game + text.encode()).digest()
    numbers = (int.from_bytes(digest[at : at + 8], "big") % 10**DIGITS for at in (KEY_BYTES, KEY_BYTES + 8))
    digits, more = (f"{number:0{DIGITS}}" for number in numbers)
    return digest[:KEY_BYTES], digits, more


def encoded(message: bytes) -> str:
    """Return *message* in base64."""
    return base64.b64encode(message).decode("ascii")


def decoded(text: str) -> bytes:
    """Return the bytes of a base64 *text*; raises ``TextUnreadable``, whose message does not quote it."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise TextUnreadable("expected base64, got another text") from None
