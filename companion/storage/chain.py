"""The chain that shows damage in the journal: each line carries a digest of itself and of the line before it.

The first line is bound to the heading of its match, and the row of the match to the number of lines and the last of
them. So a line that was changed, lost, added or moved is found, and which one it is. Nothing here is secret: the
chain shows damage to the card; it does not stop anybody who may write to the file from making a chain that fits.
"""

from __future__ import annotations

import json

# 128 bits: among 2^32 damaged rows the chance that one passes is 2^-96. BLAKE2b makes digests of any length, and is
# the fastest of hashlib's on a 64-bit processor without instructions for SHA, as every Pi before the fifth.
DIGEST_BYTES = 16


def link(before: object, *columns: object) -> bytes:
    """Return the digest of a row's *columns* and of what comes *before* it.

    They are written as a JSON array, so that no two rows are written alike: ``NULL`` differs from an empty text, a
    number from its digits, and no value runs into the next.

    >>> link(b"", 1, "RGBY", None).hex()
    'dfc2bdb4bf6f040d500e6bbd00f01891'
    """
    # It loads OpenSSL; where no match goes on, the first frame shows nothing that has a digest.
    import hashlib

    written = _ENCODER.encode([before, *columns])
    return hashlib.blake2b(written.encode("ascii"), digest_size=DIGEST_BYTES).digest()


def _blob(value: bytes) -> dict[str, str]:
    """Return a form for bytes that no text has; damage may also make a text into bytes."""
    return {"bytes": value.hex()}


# ``json.dumps`` would make one for every row.
_ENCODER = json.JSONEncoder(default=_blob)
