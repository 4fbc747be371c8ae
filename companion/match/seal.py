"""Seals: the proof that a hidden code was not changed.

The box seals a secret before the first row: it shows ``fingerprint(line)`` and keeps the line hidden. At the reveal
it shows the line, and anyone can check that the line has this fingerprint.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass

from companion.config.untrusted import brief
from companion.errors import SealBroken, TextUnreadable

FINGERPRINT_BYTES = 10


_LINE = r"([A-Z0-9-]+):([A-Z0-9-]+):([ -9;-~]+):([A-Z2-7]{52})"


@dataclass(frozen=True, slots=True)
class Seal:
    """The parts of a seal line: the rules, the edition, the secret and the nonce that makes it unguessable."""

    family: str
    edition: str
    secret: str
    nonce: str


def seal_line(seal: Seal) -> str:
    """Return the printable line that a seal covers: capitals, digits and ``: -`` only, which keeps QR codes small.

    >>> seal_line(Seal("pegs", "mini", "RGBY", "A" * 52))[:16]
    'PEGS:MINI:RGBY:A'
    """
    return f"{seal.family}:{seal.edition}:{seal.secret}:{seal.nonce}".upper()


def read_seal_line(line: str) -> Seal:
    """Read a seal line; raises ``TextUnreadable``."""
    # Checked before upper(): some letters outside ASCII have ASCII capitals.
    parts = re.fullmatch(_LINE, line.strip().upper()) if line.isascii() else None
    if parts is None:
        raise TextUnreadable(f"expected GAME:EDITION:CODE:NONCE with a nonce of 52 letters, got {brief(line)}")
    return Seal(parts[1].lower(), parts[2].lower(), parts[3], parts[4])


def fingerprint(line: str) -> str:
    """Return the first 80 bits of the line's SHA-256 as four groups of four base32 letters.

    >>> fingerprint("PEGS:MINI:RGBY:" + "A" * 52)
    '24NI-OJ5J-UWCI-7LBQ'
    """
    digest = hashlib.sha256(line.encode("ascii")).digest()[:FINGERPRINT_BYTES]
    text = base64.b32encode(digest).decode()
    return "-".join(text[start : start + 4] for start in range(0, 16, 4))


def verify(line: str, shown: str) -> Seal:
    """Return the parts of *line* if its fingerprint is *shown*.

    Raises ``TextUnreadable`` if *line* is no seal line, and ``SealBroken`` if its fingerprint is another.
    """
    seal = read_seal_line(line)
    found = fingerprint(seal_line(seal))
    if found.replace("-", "") != re.sub(r"[\s-]", "", shown).upper():
        raise SealBroken(f"expected the fingerprint {found} for this line, got {brief(shown)}")
    return seal
