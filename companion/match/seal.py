"""Seals: the proof that a hidden code was not changed.

The box seals a secret before the first row: it shows ``fingerprint(line)`` and keeps the line hidden. At the reveal
it shows the line, and anyone can check that the line has this fingerprint.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from datetime import datetime

from companion.config.untrusted import brief
from companion.errors import TextUnreadable
from companion.match.randomness import NONCE_LETTERS

FINGERPRINT_BYTES = 10
CODE_NONCE = 20
"""The letters of a nonce in the line that earlier versions sealed, which begins with ``CODE``."""
COLON_NONCE = 52
"""The letters of a nonce in the line that the first versions sealed, which has colons and names the family."""

DRAWN, ENTERED = "BOX", "OWN"
"""The first word of a line: the box drew the secret, or a player thought of it."""

_LINE = re.compile(
    rf"({DRAWN}|{ENTERED})([1-9][0-9]{{0,5}}) (\S.*) ([A-Z0-9-]+) ([0-9]{{10}}) ([A-Z2-7]{{{NONCE_LETTERS}}})"
)
_CODE_LINE = re.compile(rf"CODE (\S.*) ([A-Z0-9-]+) ([A-Z2-7]{{{CODE_NONCE}}})")
_COLON_LINE = re.compile(rf"([A-Z0-9-]+):([A-Z0-9-]+):([ -9;-~]+):([A-Z2-7]{{{COLON_NONCE}}})")


@dataclass(frozen=True, slots=True)
class Seal:
    """What a seal line says.

    ``number`` counts the secrets of a match from 1, and ``begun`` is when the match began: UTC, ISO 8601, of which the
    line holds all down to the minute. ``is_drawn`` is false for a secret that a player thought of. Lines of earlier
    versions, which are told by the length of their ``nonce``, say none of these three. Only the first ones name the
    family; the others read back with an empty one.
    """

    family: str
    edition: str
    secret: str
    nonce: str
    number: int = 0
    begun: str = ""
    is_drawn: bool = True


def seal_line(seal: Seal) -> str:
    """Return the printable line that a seal covers, in the character set that QR codes pack best.

    >>> seal_line(Seal("pegs", "mini", "RGBY", "A" * 13, 2, "2026-01-02T12:00:00Z"))
    'BOX2 RGBY MINI 2601021200 AAAAAAAAAAAAA'
    """
    if len(seal.nonce) == COLON_NONCE:
        return f"{seal.family}:{seal.edition}:{seal.secret}:{seal.nonce}".upper()
    if len(seal.nonce) == CODE_NONCE:
        return f"CODE {seal.secret} {seal.edition} {seal.nonce}".upper()
    maker = DRAWN if seal.is_drawn else ENTERED
    time = re.sub(r"\D", "", seal.begun)[2:12]
    return f"{maker}{seal.number} {seal.secret} {seal.edition} {time} {seal.nonce}".upper()


def read_seal_line(line: str) -> Seal:
    """Read a seal line, whose words may be separated by any white space; raises ``TextUnreadable``."""
    # Checked before upper(): some letters outside ASCII have ASCII capitals.
    text = " ".join(line.split()).upper() if line.isascii() else ""
    if parts := _LINE.fullmatch(text):
        maker, number, secret, edition, time, nonce = parts.groups()
        return Seal("", edition.lower(), secret, nonce, int(number), _read_begun(time), maker == DRAWN)
    if parts := _CODE_LINE.fullmatch(text):
        return Seal("", parts[2].lower(), parts[1], parts[3])
    if parts := _COLON_LINE.fullmatch(text):
        return Seal(parts[1].lower(), parts[2].lower(), parts[3], parts[4])
    raise TextUnreadable(
        f"expected BOX or OWN with a number, the code, the edition, a time of 10 digits and {NONCE_LETTERS} letters, "
        f"got {brief(line)}"
    )


def _read_begun(digits: str) -> str:
    text = "20{}-{}-{}T{}:{}".format(*re.findall("..", digits))
    try:
        datetime.fromisoformat(text)
    except ValueError as error:
        raise TextUnreadable(f"expected year, month, day, hour and minute of two digits each, got {digits}") from error
    return text


def fingerprint(line: str) -> str:
    """Return the first 80 bits of the line's SHA-256 as four groups of four base32 letters.

    >>> fingerprint("PEGS:MINI:RGBY:" + "A" * 52), fingerprint("CODE RGBY MINI " + "A" * 20)
    ('24NI-OJ5J-UWCI-7LBQ', 'ZLMS-OWIK-4VRN-BWQD')
    """
    digest = hashlib.sha256(line.encode("ascii")).digest()[:FINGERPRINT_BYTES]
    text = base64.b32encode(digest).decode()
    return "-".join(text[start : start + 4] for start in range(0, 16, 4))
