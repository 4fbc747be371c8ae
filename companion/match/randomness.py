"""Random numbers from the operating system: uniform draws, and the nonces of seals (see ``companion.match.seal``)."""

from __future__ import annotations

import base64
import os
from random import SystemRandom

NONCE_LETTERS = 13


def draw(outcomes: int) -> int:
    """Return a number 0 <= n < *outcomes*, each equally likely.

    ``SystemRandom`` takes as many bits of ``os.urandom`` as needed and rejects numbers beyond the range, so there is
    no modulo bias. Raises ``ValueError`` when *outcomes* is below 1.
    """
    if outcomes < 1:
        raise ValueError(f"expected at least one outcome to draw from, got {outcomes!r}")
    return SystemRandom().randrange(outcomes)


def nonce() -> str:
    """Return 65 fresh random bits as 13 base32 letters: with those of the code too many to try."""
    return base64.b32encode(os.urandom(NONCE_LETTERS)).decode()[:NONCE_LETTERS]
