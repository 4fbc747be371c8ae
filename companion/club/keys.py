"""The keys of a club: a table's key, with which it signs, and the envelopes of codes that are not open yet.

This is the only module of the club that knows PyNaCl: Ed25519 and secretbox.
"""

from __future__ import annotations

import json
import secrets
from base64 import b64decode, b64encode
from binascii import Error
from hashlib import scrypt, sha256

from nacl import bindings, exceptions

from companion.config.untrusted import read_object, text_of
from companion.errors import TextUnreadable

SEED_BYTES = 32
KEY_BYTES = bindings.crypto_secretbox_KEYBYTES
NONCE_BYTES = bindings.crypto_secretbox_NONCEBYTES
SLIP_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""The letters of a slip: without I and O, which look like digits."""
SLIP = 10
"""Letters of a slip, which are 45 bits, made dear to try by scrypt."""


class TableKey:
    """The key pair of a table, from a *seed* of 32 bytes that never leaves the box."""

    def __init__(self, seed: bytes) -> None:
        self._public, self._private = bindings.crypto_sign_seed_keypair(seed)

    @staticmethod
    def new_seed() -> bytes:
        """Return a new random seed."""
        return secrets.token_bytes(SEED_BYTES)

    @property
    def public(self) -> str:
        """The public key, in base64, which is the identity of the table."""
        return b64encode(self._public).decode()

    def sign(self, topic: str, message: bytes) -> bytes:
        """Return *message* for *topic*, signed: a JSON object with the text, the public key and the signature."""
        text = message.decode()
        signature = bindings.crypto_sign(_said(topic, text), self._private)[: bindings.crypto_sign_BYTES]
        fields = {"said": text, "key": self.public, "signature": b64encode(signature).decode()}
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()


def opened(topic: str, signed: bytes) -> tuple[bytes, str]:
    """Return the message in *signed*, which came on *topic*, and the public key of the table that has signed it.

    Raises ``TextUnreadable`` for what is in no such form or was not signed by that key for this topic.
    """
    found = read_object(signed)
    try:
        text, key, signature = (text_of(found[name]) for name in ("said", "key", "signature"))
        whole = bytes_of(signature, bindings.crypto_sign_BYTES) + _said(topic, text)
        bindings.crypto_sign_open(whole, bytes_of(key, bindings.crypto_sign_PUBLICKEYBYTES))
    except (KeyError, TypeError, ValueError, exceptions.CryptoError):
        raise TextUnreadable(f"expected a message signed for {topic}, got another") from None
    return text.encode(), key


def _said(topic: str, text: str) -> bytes:
    return topic.encode() + b"\0" + text.encode()


def bytes_of(text: str, length: int) -> bytes:
    """Return the *length* bytes that *text* has in base64; raises ``ValueError``.

    Of the spellings that have the same bytes, base64 writes one, which alone is accepted: keys are compared as texts.
    """
    try:
        found = b64decode(text, validate=True)
    except Error:
        raise ValueError("expected base64, got another text") from None
    if len(found) != length:
        raise ValueError(f"expected {length} bytes, got {len(found)}")
    if b64encode(found).decode() != text:
        raise ValueError("expected base64 as it is written, got another spelling")
    return found


def new_key() -> str:
    """Return a new random key of an envelope, in base64."""
    return b64encode(secrets.token_bytes(KEY_BYTES)).decode()


def seal(key: str, text: str) -> str:
    """Return *text* as an envelope, in base64, that *key* opens."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    return b64encode(nonce + bindings.crypto_secretbox(text.encode(), nonce, bytes_of(key, KEY_BYTES))).decode()


def unseal(key: str, envelope: str) -> str:
    """Return the text in *envelope*; raises ``TextUnreadable`` where *key* does not open it."""
    try:
        whole = b64decode(envelope, validate=True)
        return bindings.crypto_secretbox_open(
            whole[NONCE_BYTES:], whole[:NONCE_BYTES], bytes_of(key, KEY_BYTES)
        ).decode()
    except (ValueError, exceptions.CryptoError):
        raise TextUnreadable("expected an envelope and its key, got others") from None


def new_slip() -> str:
    """Return ten random letters for a slip of paper."""
    return "".join(secrets.choice(SLIP_LETTERS) for _ in range(SLIP))


def salt_of_slip(event: str, round: int, table: str) -> str:
    """Return the text by which a slip opens the envelope of one round for one table."""
    return f"{event} {round} {table}"


def key_of_slip(slip: str, salt: str) -> str:
    """Return the key, in base64, of the envelope with that *salt* that the letters of *slip* open.

    Raises ``TextUnreadable`` for other letters. It takes 64 MiB for a moment, by scrypt (RFC 7914).
    """
    letters = "".join(slip.upper().split())
    if len(letters) != SLIP or not set(letters) <= set(SLIP_LETTERS):
        raise TextUnreadable(f"expected {SLIP} letters without I and O, got another text")
    salted = sha256(salt.encode()).digest()
    return b64encode(scrypt(letters.encode(), salt=salted, n=2**16, r=8, p=1, maxmem=2**27, dklen=KEY_BYTES)).decode()
