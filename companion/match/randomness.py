"""Random numbers from the operating system: uniform draws, and the nonces of seals (see ``companion.match.seal``)."""

from __future__ import annotations

import base64
import os
from random import SystemRandom

NONCE_LETTERS = 20


def draw(outcomes: int) -> int:
    """Return a number 0 <= n < *outcomes*, each equally likely.

    ``SystemRandom`` takes as many bits of ``os.urandom`` as needed and rejects numbers beyond the range, so there is
    no modulo bias. Raises ``ValueError`` when *outcomes* is below 1.
    """
    if outcomes < 1:
        raise ValueError(f"expected at least one outcome to draw from, got {outcomes!r}")
    return SystemRandom().randrange(outcomes)


def nonce() -> str:
    """Return 100 fresh random bits as 20 base32 letters: more than the 80 bits of the seal that they hide."""
    return base64.b32encode(os.urandom(NONCE_LETTERS)).decode()[:NONCE_LETTERS]
