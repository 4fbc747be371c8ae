"""The hash chain that detects damage in the journal: each line has a digest of itself and of the previous digest.

The chain of a match starts with the digest of its heading; the row of the match has a digest over the number of lines
and the last of them. So a check finds every line that was changed, lost, added or moved. The digests use no secret
key: they detect damage to the card, not forgery by someone who can write to the file.
"""

from __future__ import annotations

import hashlib
import json

# 128 bits: among 2^32 damaged rows the chance that one passes is 2^-96. BLAKE2b makes digests of any length, and is
# the fastest in hashlib on a 64-bit processor without SHA instructions, such as every Raspberry Pi before the Pi 5.
DIGEST_BYTES = 16


def link(before: object, *columns: object) -> bytes:
    """Return the digest of a row's *columns* and of *before*, the digest that it follows.

    The digest is over a JSON array, in which different rows are always written differently: ``NULL`` differs from an
    empty text, a number from its digits, and no value runs into the next.

    >>> link(b"", 1, "RGBY", None).hex()
    'dfc2bdb4bf6f040d500e6bbd00f01891'
    """
    written = _ENCODER.encode([before, *columns])
    return hashlib.blake2b(written.encode("ascii"), digest_size=DIGEST_BYTES).digest()


# Bytes have a form that differs from that of any text, because damage can turn a text into bytes.
# One encoder for all rows: ``json.dumps`` with a ``default`` makes a new one at every call.
_ENCODER = json.JSONEncoder(default=lambda blob: {"bytes": blob.hex()})
