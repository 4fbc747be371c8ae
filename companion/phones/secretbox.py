"""X25519 and NaCl's secretbox: XSalsa20 and Poly1305, with a random nonce in front of each message.

This is the only module that knows PyNaCl.
"""

from __future__ import annotations

import secrets

from nacl import bindings, exceptions

from companion.errors import TextUnreadable
from companion.phones.sealed import KEY_BYTES

NONCE_BYTES = 24
TAG_BYTES = 16


class SecretBox:
    """The functions of PyNaCl that phones need; it is loaded when a phone is invited or was kept."""

    def new_pair(self) -> tuple[bytes, bytes]:
        """Return a new public key of X25519 and its private key."""
        private = secrets.token_bytes(KEY_BYTES)
        return bindings.crypto_scalarmult_base(private), private

    def shared_key(self, private: bytes, public: bytes) -> bytes:
        """Return what *private* and the *public* key of another share; raises ``TextUnreadable`` for a weak key."""
        try:
            return bindings.crypto_scalarmult(private, public)
        except exceptions.CryptoError:
            # A point of low order gives the same shared secret with every private key.
            raise TextUnreadable("expected a public key of X25519, got a weak one") from None

    def seal(self, key: bytes, plain: bytes) -> bytes:
        """Return *plain* sealed with *key*, after the nonce."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return nonce + bindings.crypto_secretbox(plain, nonce, key)

    def open(self, key: bytes, message: bytes) -> bytes | None:
        """Return the plain text of a sealed *message*; None where it was not sealed with *key*, or was changed."""
        if len(message) < NONCE_BYTES + TAG_BYTES:
            return None
        try:
            return bindings.crypto_secretbox_open(message[NONCE_BYTES:], message[:NONCE_BYTES], key)
        except exceptions.CryptoError:
            return None
