"""The keys of phones, and sealed messages: what the web process relays and cannot read.

A phone and the game agree on a key by X25519, and both add a secret that was shown on the box. Messages are sealed
with NaCl's secretbox, XSalsa20 and Poly1305, each with a random nonce in front. This is the only module that knows
PyNaCl, and imports it when a phone is invited.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import secrets

from companion.errors import TextUnreadable

KEY_BYTES = 32
NONCE_BYTES = 24
TAG_BYTES = 16
LABEL = b"codemaker phone 1"
BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
SECRET_LETTERS = 20
"""The characters of the secret in a QR code: 5 bits each."""
TYPED = "ABCDEFGHJKMNPQRTUVWXYZ"
"""The letters of the secret that is typed, without those that look alike."""
TYPED_LETTERS = 6


def new_secret() -> str:
    """Return a secret for a QR code, of 100 bits."""
    return "".join(secrets.choice(BASE32) for _ in range(SECRET_LETTERS))


def new_letters() -> str:
    """Return a secret that a player types."""
    return "".join(secrets.choice(TYPED) for _ in range(TYPED_LETTERS))


def load() -> None:
    """Import PyNaCl, which takes a while on a small computer; raises ``ModuleNotFoundError`` where it is missing."""
    import nacl.bindings  # noqa: F401


def new_pair() -> tuple[bytes, bytes]:
    """Return a new public key of X25519 and its private key."""
    from nacl import bindings

    private = secrets.token_bytes(KEY_BYTES)
    return bindings.crypto_scalarmult_base(private), private


def shared(private: bytes, public: bytes) -> bytes:
    """Return what *private* and the *public* key of another share; raises ``TextUnreadable`` for a weak key."""
    from nacl import bindings, exceptions

    try:
        return bindings.crypto_scalarmult(private, public)
    except exceptions.CryptoError:
        # A point of low order gives the same shared secret with every private key.
        raise TextUnreadable("expected a public key of X25519, got a weak one") from None


def phone_key(agreed: bytes, phone: bytes, game: bytes, secret: str) -> bytes:
    """Return the key of a phone; *phone* and *game* are the public keys, *secret* is what the box has shown."""
    return hashlib.sha512(LABEL + agreed + phone + game + secret.encode("ascii")).digest()[:KEY_BYTES]


def seal(key: bytes, plain: bytes) -> bytes:
    """Return *plain* sealed with *key*, after the nonce."""
    from nacl import bindings

    nonce = secrets.token_bytes(NONCE_BYTES)
    return nonce + bindings.crypto_secretbox(plain, nonce, key)


def opened(key: bytes, message: bytes) -> bytes | None:
    """Return the plain text of a sealed *message*; None where it was not sealed with *key*, or was changed."""
    from nacl import bindings, exceptions

    if len(message) < NONCE_BYTES + TAG_BYTES:
        return None
    try:
        return bindings.crypto_secretbox_open(message[NONCE_BYTES:], message[:NONCE_BYTES], key)
    except exceptions.CryptoError:
        return None


def encoded(message: bytes) -> str:
    """Return *message* in base64."""
    return base64.b64encode(message).decode("ascii")


def decoded(text: str) -> bytes:
    """Return the bytes of a base64 *text*; raises ``TextUnreadable``, whose message does not quote it."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise TextUnreadable("expected base64, got another text") from None
