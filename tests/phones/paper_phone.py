"""A phone that was written from the specifications alone, to hold the game's against: it uses no library of NaCl.

X25519 follows RFC 7748, section 5; XSalsa20 and Poly1305 follow "Extending the Salsa20 nonce" and "Cryptography in
NaCl" by D. J. Bernstein; the rest follows docs/table-socket.md.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import struct
from dataclasses import dataclass, field
from typing import Any

P = 2**255 - 19
BASE_POINT = (9).to_bytes(32, "little")


def x25519(scalar: bytes, point: bytes) -> bytes:
    """Return the product of *scalar* and *point*, by the Montgomery ladder."""
    k = int.from_bytes(scalar, "little") & ~7 & ((1 << 254) - 1) | 1 << 254
    u = int.from_bytes(point, "little") & ((1 << 255) - 1)
    x2, z2, x3, z3 = 1, 0, u, 1
    for place in reversed(range(255)):
        if k >> place & 1:
            x2, z2, x3, z3 = x3, z3, x2, z2
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        da, cb, aa, bb = d * a, c * b, a * a, b * b
        e = aa - bb
        x3, z3 = (da + cb) ** 2 % P, u * (da - cb) ** 2 % P
        x2, z2 = aa * bb % P, e * (aa + 121665 * e) % P
        if k >> place & 1:
            x2, z2, x3, z3 = x3, z3, x2, z2
    return (x2 * pow(z2, P - 2, P) % P).to_bytes(32, "little")


ROUNDS = (
    (4, 0, 12, 7), (8, 4, 0, 9), (12, 8, 4, 13), (0, 12, 8, 18),
    (9, 5, 1, 7), (13, 9, 5, 9), (1, 13, 9, 13), (5, 1, 13, 18),
    (14, 10, 6, 7), (2, 14, 10, 9), (6, 2, 14, 13), (10, 6, 2, 18),
    (3, 15, 11, 7), (7, 3, 15, 9), (11, 7, 3, 13), (15, 11, 7, 18),
)  # fmt: skip
TRANSPOSED = [4 * (place % 4) + place // 4 for place in range(16)]


def _mixed(words: list[int]) -> list[int]:
    """Return *words* after the twenty rounds of Salsa20: a round of columns, then one of rows, ten times."""
    for _ in range(10):
        for turned in (False, True):
            for target, one, two, shift in ROUNDS:
                t, a, b = ((TRANSPOSED[x] if turned else x) for x in (target, one, two))
                total = words[a] + words[b] & 0xFFFFFFFF
                words[t] ^= (total << shift | total >> 32 - shift) & 0xFFFFFFFF
    return words


def _start(key: bytes, sixteen: bytes) -> list[int]:
    sigma = struct.unpack("<4I", b"expand 32-byte k")
    k, n = struct.unpack("<8I", key), struct.unpack("<4I", sixteen)
    return [sigma[0], *k[:4], sigma[1], *n, sigma[2], *k[4:], sigma[3]]


def _stream(key: bytes, nonce: bytes, length: int) -> bytes:
    """Return bytes of XSalsa20."""
    mixed = _mixed(_start(key, nonce[:16]))
    own = struct.pack("<8I", *(mixed[place] for place in (0, 5, 10, 15, 6, 7, 8, 9)))
    stream = b""
    while len(stream) < length:
        start = _start(own, nonce[16:] + struct.pack("<Q", len(stream) // 64))
        words = (one + two & 0xFFFFFFFF for one, two in zip(start, _mixed(list(start)), strict=True))
        stream += struct.pack("<16I", *words)
    return stream[:length]


def _tag(key: bytes, message: bytes) -> bytes:
    """Return the Poly1305 of *message*."""
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    total = 0
    for place in range(0, len(message), 16):
        block = int.from_bytes(message[place : place + 16] + b"\1", "little")
        total = (total + block) * r % (2**130 - 5)
    return ((total + int.from_bytes(key[16:], "little")) % 2**128).to_bytes(16, "little")


def secretbox(key: bytes, nonce: bytes, plain: bytes) -> bytes:
    """Return *plain* sealed as by NaCl's ``crypto_secretbox``, the tag first."""
    stream = _stream(key, nonce, 32 + len(plain))
    text = bytes(one ^ two for one, two in zip(plain, stream[32:], strict=True))
    return _tag(stream[:32], text) + text


def secretbox_open(key: bytes, nonce: bytes, box: bytes) -> bytes:
    """Return the plain text of *box*; raises ``ValueError`` where it is not genuine."""
    tag, text = box[:16], box[16:]
    stream = _stream(key, nonce, 32 + len(text))
    if not hmac.compare_digest(tag, _tag(stream[:32], text)):
        raise ValueError("expected a genuine box, got another")
    return bytes(one ^ two for one, two in zip(text, stream[32:], strict=True))


Message = dict[str, Any]


@dataclass
class PaperPhone:
    """A phone that knows *secret*: from the QR code, or typed."""

    secret: str = field(repr=False)
    private: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    name: str = ""
    key: bytes = field(default=b"", repr=False)
    boot: str | None = None
    version: int = 0
    asked: int = 0
    player: str = ""
    digits: str = ""
    more: str = ""

    @property
    def public(self) -> bytes:
        return x25519(self.private, BASE_POINT)

    def join(self) -> Message:
        """Return the message with which the phone joins."""
        return {"type": "join", "id": 1, "public": base64.b64encode(self.public).decode()}

    def joined(self, answer: Message) -> None:
        """Take the answer of the game."""
        game = base64.b64decode(answer["public"])
        agreed = x25519(self.private, game)
        parts = b"codemaker phone 1" + agreed + self.public + game + self.secret.encode()
        self.name, self.key = answer["phone"], hashlib.sha512(parts).digest()[:32]

    def asks(self, player: str, client: str = "c") -> Message:
        """Return the message with which the phone asks in the lobby to play for *player*."""
        self.player = player
        bound = hashlib.sha512(b"codemaker lobby 1" + player.encode() + self.public).digest()[:32]
        proof = hashlib.sha512(b"codemaker proof 1" + self.secret.encode() + bound).digest()[:32]
        message = {"type": "ask", "id": 1, "name": player, "commitment": base64.b64encode(bound).decode()}
        return message | {"client": client} | ({"proof": base64.b64encode(proof).decode()} if self.secret else {})

    def ticket(self) -> str:
        """Return a new ticket of the phone, which knows the secret of the lobby."""
        name = secrets.token_bytes(16)
        key = hashlib.sha512(b"codemaker tickets 1" + self.secret.encode()).digest()[:32]
        return (name + hashlib.sha512(key + name).digest()[:16]).hex()

    def shows(self, key: Message) -> Message:
        """Take the key of the game, and return the message with the phone's own."""
        game = base64.b64decode(key["public"])
        parts = b"codemaker lobby 1" + x25519(self.private, game) + self.public + game + self.player.encode()
        parts += b"\0" + self.secret.encode() if self.secret else b""
        digest = hashlib.sha512(parts).digest()
        self.key = digest[:32]
        numbers = (int.from_bytes(digest[at : at + 8], "big") % 10_000 for at in (32, 40))
        self.digits, self.more = (f"{number:04}" for number in numbers)
        return {"type": "show", "phone": self.name, "public": base64.b64encode(self.public).decode()}

    def sealed(self, plain: bytes) -> Message:
        """Return a message with *plain*."""
        nonce = secrets.token_bytes(24)
        box = nonce + secretbox(self.key, nonce, plain)
        return {"type": "sealed", "phone": self.name, "sealed": base64.b64encode(box).decode()}

    def says(self, do: str, **fields: object) -> Message:
        """Return a message that asks the game to *do* something."""
        self.asked += 1
        return self.sealed(
            json.dumps({"to": "game", "boot": self.boot, "id": self.asked, "do": do, **fields}).encode()
        )

    def moves(self, text: str) -> Message:
        """Return a message with a move on the newest state that the phone knows."""
        return self.says("move", version=self.version, text=text)

    def opens_bytes(self, message: Message) -> bytes:
        """Return the plain text of a sealed message; raises ``ValueError`` where it is for another phone."""
        box = base64.b64decode(message["sealed"])
        return secretbox_open(self.key, box[:24], box[24:])

    def opens(self, message: Message) -> Message:
        """Return what the game says in a sealed message, and remember boot and version."""
        said: Message = json.loads(self.opens_bytes(message))
        assert (message["phone"], said["to"]) == (self.name, "phone")
        self.boot, self.version = said["boot"], said["version"]
        return said
