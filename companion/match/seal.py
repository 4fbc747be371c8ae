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
OLD_NONCE = 52
"""The letters of a nonce in the line that earlier versions sealed, which had colons and named the family."""

_LINE = re.compile(r"CODE (\S.*) ([A-Z0-9-]+) ([A-Z2-7]{20})")
_OLD_LINE = re.compile(rf"([A-Z0-9-]+):([A-Z0-9-]+):([ -9;-~]+):([A-Z2-7]{{{OLD_NONCE}}})")


@dataclass(frozen=True, slots=True)
class Seal:
    """The parts of a seal line: the rules, the edition, the secret and the nonce that makes it unguessable.

    The line of a new seal does not name the family, so it reads back with an empty one.
    """

    family: str
    edition: str
    secret: str
    nonce: str


def seal_line(seal: Seal) -> str:
    """Return the printable line that a seal covers, in the character set that QR codes pack best.

    >>> seal_line(Seal("pegs", "mini", "RGBY", "A" * 20))
    'CODE RGBY MINI AAAAAAAAAAAAAAAAAAAA'
    """
    if len(seal.nonce) == OLD_NONCE:
        return f"{seal.family}:{seal.edition}:{seal.secret}:{seal.nonce}".upper()
    return f"CODE {seal.secret} {seal.edition} {seal.nonce}".upper()


def read_seal_line(line: str) -> Seal:
    """Read a seal line, whose words may be separated by any white space; raises ``TextUnreadable``."""
    # Checked before upper(): some letters outside ASCII have ASCII capitals.
    text = " ".join(line.split()).upper() if line.isascii() else ""
    if parts := _LINE.fullmatch(text):
        return Seal("", parts[2].lower(), parts[1], parts[3])
    if parts := _OLD_LINE.fullmatch(text):
        return Seal(parts[1].lower(), parts[2].lower(), parts[3], parts[4])
    raise TextUnreadable(f"expected CODE, the code, the edition and a nonce of 20 letters, got {brief(line)}")


def fingerprint(line: str) -> str:
    """Return the first 80 bits of the line's SHA-256 as four groups of four base32 letters.

    >>> fingerprint("PEGS:MINI:RGBY:" + "A" * 52), fingerprint("CODE RGBY MINI " + "A" * 20)
    ('24NI-OJ5J-UWCI-7LBQ', 'ZLMS-OWIK-4VRN-BWQD')
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
