"""Chance and seals: uniform draws from the operating system's entropy, and the proof that a code was not changed.

A seal is put on a secret before the first row: the box shows ``fingerprint(line)`` of a line that it does not show.
At the reveal it shows the line, and anybody can check that the two belong together.
"""

from __future__ import annotations

import base64
import os
from random import SystemRandom

NONCE_BYTES = 32


def draw(outcomes: int) -> int:
    """Return a number 0 <= n < *outcomes*, each equally likely.

    ``SystemRandom`` takes as many bits of ``os.urandom`` as needed and throws numbers beyond the range away,
    so there is no modulo bias. Raises ``ValueError`` when there is nothing to draw from.
    """
    if outcomes < 1:
        raise ValueError(f"expected at least one outcome to draw from, got {outcomes!r}")
    return SystemRandom().randrange(outcomes)


def nonce() -> str:
    """Return 256 fresh random bits as 52 base32 letters, without padding."""
    return base64.b32encode(os.urandom(NONCE_BYTES)).decode().rstrip("=")
